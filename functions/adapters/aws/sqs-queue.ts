import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  SendMessageCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import type { Pause } from "../../app/core/ports.ts";
import { pause } from "../local/pause.ts";
import { answerOf } from "./answer-of.ts";
import { inRounds } from "./in-rounds.ts";

/** SQS takes ten messages a call. */
const batchSize = 10;

type Client = Pick<SQSClient, "send">;

/** A queue to which one order goes at a time. */
export function sqsQueue<O extends object>(client: Client, url: string) {
  return {
    async send(order: O): Promise<void> {
      await answerOf(client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: JSON.stringify(order) })));
    },
  };
}

/** A queue to which orders go ten at a time. Those that SQS could not take are sent again after `pauseBetween`; one that it refuses as ours is thrown. */
export function sqsBatchQueue<O extends object>(client: Client, url: string, pauseBetween: Pause = pause) {
  return {
    async send(orders: readonly (O & { readonly delaySeconds?: number })[]): Promise<void> {
      for (let start = 0; start < orders.length; start += batchSize) {
        const entries = orders
          .slice(start, start + batchSize)
          .map(({ delaySeconds, ...order }, index) => ({
            Id: String(index),
            MessageBody: JSON.stringify(order),
            ...(delaySeconds !== undefined && { DelaySeconds: delaySeconds }),
          }));
        await inRounds<SendMessageBatchRequestEntry>(
          entries,
          pauseBetween,
          (left) => sendOnce(client, url, left),
          (left) => new Error(`SQS left ${left} of ${entries.length} messages unsent`),
        );
      }
    },
  };
}

/** The messages that SQS has not taken. */
async function sendOnce(
  client: Client,
  url: string,
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
