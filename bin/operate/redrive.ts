import {
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { type DeadLetterQueue, type DeadLetters, deadLetterQueues } from "../../lib/messaging/dead-letters.ts";
import { Trouble } from "../sandbox/trouble.ts";
import { clientSettings, type StackResource, stackResources, type Where } from "./where.ts";

/** More than a dead-letter queue should ever hold; the command may be repeated. */
const mostRounds = 10_000;

/**
 * Empties a dead-letter queue; says what it did. Messages are sent on before they are deleted, so a crash makes a
 * duplicate, which the delivery row absorbs. Not by StartMessageMoveTask, which emulators do not have.
 */
export async function redrive(where: Where, queue: DeadLetters): Promise<string> {
  const sqs = new SQSClient(clientSettings(where));
  const queues = await stackResources(where, "AWS::SQS::Queue");
  const { queue: from, back, redriven }: DeadLetterQueue = deadLetterQueues[queue];
  const target = back === null ? null : urlOf(queues, back, where.stage);
  const count = await drain(sqs, urlOf(queues, from, where.stage), async (bodies) => {
    if (target === null) return;
    const Entries = bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody }));
    const answer = await sqs.send(new SendMessageBatchCommand({ QueueUrl: target, Entries }));
    if (answer.Failed?.length)
      throw new Trouble(`The queue refused ${answer.Failed.length} messages; nothing is lost.`);
  });
  return `${count} messages ${redriven}.`;
}

/** CDK ends a logical id with eight hexadecimal digits of its own. */
function urlOf(queues: readonly StackResource[], construct: string, stage: string): string {
  const found = queues.find(({ logicalId }) => logicalId.replace(/[0-9A-F]{8}$/, "") === construct);
  if (found === undefined) throw new Trouble(`Stage ${stage} has no queue ${construct}.`);
  return found.physicalId;
}

async function drain(
  sqs: SQSClient,
  QueueUrl: string,
  pass: (bodies: readonly string[]) => Promise<void>,
): Promise<number> {
  let count = 0;
  for (let round = 0; round < mostRounds; round++) {
    const input = { QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 60, WaitTimeSeconds: 1 };
    const messages = (await sqs.send(new ReceiveMessageCommand(input))).Messages ?? [];
    if (messages.length === 0) return count;
    await pass(messages.map(({ Body }) => Body ?? ""));
    const Entries = messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
    count += messages.length;
  }
  return count;
}
