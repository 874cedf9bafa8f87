import { GetQueueAttributesCommand, type SQSClient } from "@aws-sdk/client-sqs";

/** Whether nothing waits in a queue or is worked on, as far as SQS knows: it counts roughly, and a minute late. */
export async function isQueueDrained(client: Pick<SQSClient, "send">, url: string): Promise<boolean> {
  const names = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"] as const;
  const reply = await client.send(new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: [...names] }));
  return names.every((name) => reply.Attributes?.[name] === "0");
}
