import {
  DeleteMessageBatchCommand,
  ListQueuesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import { type DeadLetterQueue, type DeadLetters, deadLetterQueues } from "../../lib/dead-letters.ts";
import { Trouble } from "../sandbox/trouble.ts";

/** More than a dead-letter queue should ever hold; the command may be repeated. */
const mostRounds = 10_000;

/**
 * Empties a dead-letter queue; says what it did. Messages are sent on before they are deleted, so a crash makes a
 * duplicate, which the delivery row absorbs. Not by StartMessageMoveTask, which emulators do not have.
 */
export async function redrive(sqs: SQSClient, queue: DeadLetters, stage: string): Promise<string> {
  const urls = await queueUrls(sqs, `sluice-${stage}-`);
  const { queue: from, back, redriven }: DeadLetterQueue = deadLetterQueues[queue];
  const target = back === null ? null : found(urls, back, stage);
  const count = await drain(sqs, found(urls, from, stage), async (bodies) => {
    if (target === null) return;
    const Entries = bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody }));
    const said = await sqs.send(new SendMessageBatchCommand({ QueueUrl: target, Entries }));
    if (said.Failed?.length)
      throw new Trouble(`The queue refused ${said.Failed.length} messages; nothing is lost.`);
  });
  return `${count} messages ${redriven}.`;
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
