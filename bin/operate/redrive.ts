import {
  DeleteMessageBatchCommand,
  ListQueuesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import { Trouble } from "../sandbox/trouble.ts";
import type { DeadLetters } from "./options.ts";

/** More than a dead-letter queue should ever hold; the command may be repeated. */
const mostRounds = 10_000;

/**
 * Empties a dead-letter queue; says what it did. Messages are sent on before they are deleted, so a crash makes a
 * duplicate, which the delivery row absorbs. Not by StartMessageMoveTask, which emulators do not have.
 */
export async function redrive(sqs: SQSClient, queue: DeadLetters, stage: string): Promise<string> {
  const names = await queueUrls(sqs, `sluice-${stage}-`);
  if (queue === "outbox") {
    const removed = await drain(sqs, found(names, "OutboxDeadLetters", stage), async () => undefined);
    return `${removed} messages removed; they point to entries that the sweeper hands on within a minute.`;
  }
  const target = found(names, "WebhookQueueDeliveries", stage);
  const moved = await drain(sqs, found(names, "WebhookQueueDeadLetters", stage), async (bodies) => {
    const Entries = bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody }));
    const said = await sqs.send(new SendMessageBatchCommand({ QueueUrl: target, Entries }));
    if (said.Failed?.length)
      throw new Trouble(`The queue refused ${said.Failed.length} messages; nothing is lost.`);
  });
  return `${moved} messages are back in the queue of deliveries.`;
}

async function queueUrls(sqs: SQSClient, prefix: string): Promise<readonly string[]> {
  try {
    return (
      (await sqs.send(new ListQueuesCommand({ QueueNamePrefix: prefix, MaxResults: 1000 }))).QueueUrls ?? []
    );
  } catch (error) {
    throw new Trouble(`The queues could not be listed: ${error instanceof Error ? error.message : error}.`);
  }
}

function found(urls: readonly string[], part: string, stage: string): string {
  const url = urls.find((each) => each.includes(part));
  if (url === undefined) throw new Trouble(`Stage ${stage} has no queue of that kind here.`);
  return url;
}

async function drain(
  sqs: SQSClient,
  QueueUrl: string,
  pass: (bodies: readonly string[]) => Promise<void>,
): Promise<number> {
  let count = 0;
  for (let round = 0; round < mostRounds; round++) {
    const asked = { QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 60, WaitTimeSeconds: 1 };
    const messages = (await sqs.send(new ReceiveMessageCommand(asked))).Messages ?? [];
    if (messages.length === 0) return count;
    await pass(messages.map(({ Body }) => Body ?? ""));
    const Entries = messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
    count += messages.length;
  }
  return count;
}
