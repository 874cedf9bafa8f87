import { SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import type { PacketOrder, PacketQueue } from "../../app/disputes/ports.ts";

export class SqsPacketQueue implements PacketQueue {
  readonly #client: SQSClient;
  readonly #url: string;

  constructor(client: SQSClient, url: string) {
    this.#client = client;
    this.#url = url;
  }

  async send({ caseId, tenantId }: PacketOrder): Promise<void> {
    const request = { QueueUrl: this.#url, MessageBody: JSON.stringify({ caseId, tenantId }) };
    await this.#client.send(new SendMessageCommand(request));
  }
}
