import type { SQSClient } from "@aws-sdk/client-sqs";
import type { Pause } from "../../app/screening/ports.ts";
import type { DeliveryOrder, DeliveryQueue } from "../../app/webhooks/ports.ts";
import { pause } from "../local/pause.ts";
import { type Queueing, sendMessages } from "./sqs-batch.ts";

export class SqsDeliveryQueue implements DeliveryQueue {
  readonly #queueing: Queueing;

  /** `pauseBetween` is waited before messages are sent again that SQS could not take. */
  constructor(client: Pick<SQSClient, "send">, url: string, pauseBetween: Pause = pause) {
    this.#queueing = { client, url, pause: pauseBetween };
  }

  async send(orders: readonly (DeliveryOrder & { delaySeconds: number })[]): Promise<void> {
    await sendMessages(
      this.#queueing,
      orders.map(({ delaySeconds, ...order }) => ({
        MessageBody: JSON.stringify(order),
        DelaySeconds: delaySeconds,
      })),
    );
  }
}
