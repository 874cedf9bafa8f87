import { SendMessageBatchCommand, type SQSClient } from "@aws-sdk/client-sqs";
import type { DeliveryOrder, DeliveryQueue } from "../app/ports.ts";

/** SQS takes ten messages a call. */
const batchSize = 10;

export class SqsDeliveryQueue implements DeliveryQueue {
  readonly #client: SQSClient;
  readonly #url: string;

  constructor(client: SQSClient, url: string) {
    this.#client = client;
    this.#url = url;
  }

  async send(orders: readonly (DeliveryOrder & { delaySeconds: number })[]): Promise<void> {
    for (let start = 0; start < orders.length; start += batchSize) {
      const entries = orders.slice(start, start + batchSize).map(({ delaySeconds, ...order }, index) => ({
        Id: String(index),
        MessageBody: JSON.stringify(order),
        DelaySeconds: delaySeconds,
      }));
      const said = await this.#client.send(
        new SendMessageBatchCommand({ QueueUrl: this.#url, Entries: entries }),
      );
      if ((said.Failed ?? []).length > 0) throw new Error(`SQS refused ${said.Failed?.length} messages`);
    }
  }
}
