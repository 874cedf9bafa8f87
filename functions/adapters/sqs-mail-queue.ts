import { SendMessageBatchCommand, type SQSClient } from "@aws-sdk/client-sqs";
import type { MailOrder, MailQueue } from "../app/ports-mail.ts";

/** SQS takes ten messages a call. */
const batchSize = 10;

export class SqsMailQueue implements MailQueue {
  readonly #client: SQSClient;
  readonly #url: string;

  constructor(client: SQSClient, url: string) {
    this.#client = client;
    this.#url = url;
  }

  async send(orders: readonly MailOrder[]): Promise<void> {
    for (let start = 0; start < orders.length; start += batchSize) {
      const Entries = orders
        .slice(start, start + batchSize)
        .map(({ mailId }, index) => ({ Id: String(index), MessageBody: JSON.stringify({ mailId }) }));
      const said = await this.#client.send(new SendMessageBatchCommand({ QueueUrl: this.#url, Entries }));
      if ((said.Failed ?? []).length > 0) throw new Error(`SQS refused ${said.Failed?.length} messages`);
    }
  }
}
