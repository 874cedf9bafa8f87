import { SendMessageBatchCommand, type SendMessageBatchRequestEntry, type SQSClient } from "@aws-sdk/client-sqs";
import type { Pause } from "../../app/screening/ports.ts";
import { inRounds } from "./in-rounds.ts";

/** SQS takes ten messages a call. */
const batchSize = 10;

type Message = Omit<SendMessageBatchRequestEntry, "Id">;

/** Where messages go, and how to wait before those that SQS left are sent again. */
export interface Queueing {
  readonly client: Pick<SQSClient, "send">;
  readonly url: string;
  readonly pause: Pause;
}

/** Sends messages ten at a time. Those that SQS could not take are sent again; one that it refuses as ours is thrown. */
export async function sendMessages(queueing: Queueing, messages: readonly Message[]): Promise<void> {
  for (let start = 0; start < messages.length; start += batchSize) {
    const entries: readonly SendMessageBatchRequestEntry[] = messages
      .slice(start, start + batchSize)
      .map((message, index) => ({ ...message, Id: String(index) }));
    await inRounds(
      entries,
      queueing.pause,
      (left) => sendOnce(queueing, left),
      (left) => `SQS left ${left} of ${entries.length} messages unsent`,
    );
  }
}

/** The messages that SQS has not taken. */
async function sendOnce(
  { client, url }: Queueing,
  entries: readonly SendMessageBatchRequestEntry[],
): Promise<SendMessageBatchRequestEntry[]> {
  const reply = await client.send(new SendMessageBatchCommand({ QueueUrl: url, Entries: [...entries] }));
  const failed = reply.Failed ?? [];
  const refused = failed.filter(({ SenderFault }) => SenderFault === true);
  if (refused.length > 0)
    throw new Error(`SQS refused ${refused.length} messages: ${refused.map(({ Code }) => Code).join(", ")}`);
  const left = new Set(failed.map(({ Id }) => Id));
  return entries.filter(({ Id }) => left.has(Id));
}
