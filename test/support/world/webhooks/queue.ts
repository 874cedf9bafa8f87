import { ConcurrencyLimit } from "../../../../functions/app/core/concurrency-limit.ts";
import type { DeliveryOrder, DeliveryQueue } from "../../../../functions/app/webhooks/ports.ts";
import type { Scheduler } from "../core/scheduler.ts";
import type { Op } from "../core/step.ts";

const sendOp: Op = { name: "queue.send", kind: "queue" };

/** As lib/messaging/webhooks.ts sets the queue and its consumer up. */
const visibilityMs = 360_000;
const mostReceives = 5;
const sendBatch = 10;
const slotsPerEndpoint = 5;

interface Message {
  readonly order: DeliveryOrder;
  readonly receives: number;
}

/** The queue of deliveries and the Lambdas that it calls: at least once, in any order, ten at a time. */
export class LambdaQueue implements DeliveryQueue {
  /** How much later than asked each copy of a message arrives; none is a message that is lost, as none is that a delivery is made of: SQS keeps what it has taken. */
  plan: () => readonly number[] = () => [0];
  /** Messages that one Lambda is handed at most. */
  batchSize = 10;
  /** Messages that were given up on, until somebody redrives them. */
  readonly dead: DeliveryOrder[] = [];
  readonly #scheduler: Scheduler;
  readonly #handle: (order: DeliveryOrder, slots: ConcurrencyLimit) => Promise<void>;
  readonly #idle: ConcurrencyLimit[] = [];
  #ready: Message[] = [];

  constructor(scheduler: Scheduler, handle: (order: DeliveryOrder, slots: ConcurrencyLimit) => Promise<void>) {
    this.#scheduler = scheduler;
    this.#handle = handle;
  }

  async send(orders: Parameters<DeliveryQueue["send"]>[0]): Promise<void> {
    for (let start = 0; start < orders.length; start += sendBatch) {
      const batch = orders.slice(start, start + sendBatch);
      await this.#scheduler.step(sendOp, () => {
        for (const each of batch) this.#take(each);
      });
    }
  }

  #take({ delaySeconds, ...order }: DeliveryOrder & { readonly delaySeconds: number }): void {
    if (!Number.isInteger(delaySeconds) || delaySeconds < 0 || delaySeconds > 900)
      throw new Error(`SQS takes no delay of ${delaySeconds} s`);
    for (const lateMs of this.#copiesOf(order))
      this.#scheduler.later(delaySeconds * 1000 + lateMs, () => this.#arrive({ order, receives: 1 }));
  }

  #copiesOf({ made }: DeliveryOrder): readonly number[] {
    const copies = this.plan();
    return made && copies.length === 0 ? [0] : copies;
  }

  /** As `npm run redrive` does it, as the alarm of the dead letters asks. */
  redrive(): void {
    for (const order of this.dead.splice(0)) this.#arrive({ order, receives: 1 });
  }

  #arrive(message: Message): void {
    this.#ready.push(message);
    if (this.#ready.length === 1) this.#scheduler.later(0, () => this.#poll());
  }

  #poll(): void {
    const ready = this.#ready;
    this.#ready = [];
    for (let start = 0; start < ready.length; start += this.batchSize)
      this.#invoke(ready.slice(start, start + this.batchSize));
  }

  /** As functions/events/send-webhook.ts does it. A Lambda that dies takes what it knew with it. */
  #invoke(batch: readonly Message[]): void {
    const slots = this.#idle.pop() ?? new ConcurrencyLimit(slotsPerEndpoint);
    this.#scheduler.spawn(
      "sender",
      () => Promise.allSettled(batch.map(({ order }) => this.#handle(order, slots))),
      (ending) => {
        if (ending.kind !== "done") return this.#again(batch);
        this.#idle.push(slots);
        this.#again(batch.filter((_, at) => ending.value[at]?.status === "rejected"));
      },
    );
  }

  #again(failed: readonly Message[]): void {
    for (const { order, receives } of failed)
      if (receives >= mostReceives) this.dead.push(order);
      else
        this.#scheduler.later(visibilityMs, () => {
          for (const lateMs of this.#copiesOf(order).slice(0, 1))
            this.#scheduler.later(lateMs, () => this.#arrive({ order, receives: receives + 1 }));
        });
  }
}
