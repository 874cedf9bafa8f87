import { SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import type { ExportQueue } from "../../app/reconciliation/ports.ts";

export class SqsExportQueue implements ExportQueue {
  readonly #client: SQSClient;
  readonly #url: string;

  constructor(client: SQSClient, url: string) {
    this.#client = client;
    this.#url = url;
  }

  async send(order: { readonly exportId: string }): Promise<void> {
    const request = { QueueUrl: this.#url, MessageBody: JSON.stringify(order) };
    await this.#client.send(new SendMessageCommand(request));
  }
}
