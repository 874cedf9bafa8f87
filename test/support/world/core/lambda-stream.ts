import type { Row } from "../../../../functions/app/core/ports.ts";
import type { Scheduler } from "./scheduler.ts";

/** As lib/messaging/outbox.ts sets a consumer up. */
const batchSize = 100;
const retries = 3;
const retryMs = 1_000;

/** What a consumer says of a batch: the records that are to come again. */
export type Consume = (rows: readonly Row[]) => Promise<readonly { readonly row: Row }[]>;

/** A consumer of one shard of the table's stream as Lambda runs it: records in order, a batch at a time; a batch comes again from its first failed record, and what fails for good is set aside. */
export class LambdaStream {
  /** Records that were given up on. */
  dead = 0;
  readonly #scheduler: Scheduler;
  readonly #name: string;
  readonly #consume: Consume;
  readonly #waiting: Row[] = [];
  #isBusy = false;
  #tries = 0;

  constructor(scheduler: Scheduler, name: string, consume: Consume) {
    this.#scheduler = scheduler;
    this.#name = name;
    this.#consume = consume;
  }

  push(row: Row): void {
    this.#waiting.push(row);
    this.#poll();
  }

  #poll(): void {
    if (this.#isBusy || this.#waiting.length === 0) return;
    this.#isBusy = true;
    const batch = this.#waiting.slice(0, batchSize);
    this.#scheduler.spawn(
      this.#name,
      () => this.#consume(batch),
      (ending) => {
        const failed = ending.kind === "done" ? new Set(ending.value.map(({ row }) => row)) : new Set(batch);
        const first = batch.findIndex((row) => failed.has(row));
        this.#checkpoint(first < 0 ? batch.length : first, first >= 0);
      },
    );
  }

  /** Takes off what was done, and what has been tried for the last time. */
  #checkpoint(done: number, isFailed: boolean): void {
    this.#waiting.splice(0, done);
    if (done > 0) this.#tries = 0;
    if (isFailed) this.#tries += 1;
    if (this.#tries > retries) {
      this.#waiting.shift();
      this.#tries = 0;
      this.dead += 1;
    }
    this.#scheduler.later(isFailed ? retryMs : 1, () => {
      this.#isBusy = false;
      this.#poll();
    });
  }
}
