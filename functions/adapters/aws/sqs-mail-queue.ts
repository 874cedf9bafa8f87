import type { SQSClient } from "@aws-sdk/client-sqs";
import type { MailOrder, MailQueue } from "../../app/mail/ports.ts";
import type { Pause } from "../../app/screening/ports.ts";
import { pause } from "../local/pause.ts";
import { type Queueing, sendMessages } from "./sqs-batch.ts";

export class SqsMailQueue implements MailQueue {
  readonly #queueing: Queueing;

  /** `pauseBetween` is waited before messages are sent again that SQS could not take. */
  constructor(client: Pick<SQSClient, "send">, url: string, pauseBetween: Pause = pause) {
    this.#queueing = { client, url, pause: pauseBetween };
  }

  async send(orders: readonly MailOrder[]): Promise<void> {
    await sendMessages(
      this.#queueing,
      orders.map(({ mailId }) => ({ MessageBody: JSON.stringify({ mailId }) })),
    );
  }
}
