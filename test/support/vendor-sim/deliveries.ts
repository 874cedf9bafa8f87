import type { SimClock } from "./clock.ts";

/** How a simulator's callbacks go wrong. */
export interface DeliveryKnobs {
  /** How often each is sent beside the first time. */
  duplicates: number;
  /** Every second one arrives after the one that follows it. */
  disorder: boolean;
  /** None are sent. */
  silent: boolean;
}

interface Delivery {
  readonly url: string;
  readonly body: string;
  /** Made anew for every attempt, so that it carries the attempt's time. */
  readonly headers: () => Record<string, string> | Promise<Record<string, string>>;
}

const overtakenMs = 90_000;
const retryMs = [60_000, 300_000, 1_800_000, 7_200_000, 43_200_000];
const answerMs = 15_000;

/** Sends a simulator's callbacks, and again after an answer that is not 2xx. */
export class Deliveries {
  readonly knobs: DeliveryKnobs = { duplicates: 0, disorder: false, silent: false };
  /** What was answered, attempt by attempt; null where nothing was. */
  readonly answers: (number | null)[] = [];
  readonly #clock: SimClock;
  readonly #running = new Set<Promise<void>>();
  #count = 0;

  constructor(clock: SimClock) {
    this.#clock = clock;
  }

  send(delivery: Delivery): void {
    if (this.knobs.silent) return;
    this.#count += 1;
    const delayMs = this.knobs.disorder && this.#count % 2 === 1 ? overtakenMs : 0;
    for (let copy = 0; copy <= this.knobs.duplicates; copy++)
      this.#clock.later(delayMs, () => this.#attempt(delivery, 0));
  }

  /** Resolves when nothing is on the line any more. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #attempt(delivery: Delivery, nth: number): void {
    const run = this.#post(delivery).then((status) => {
      this.#running.delete(run);
      this.answers.push(status);
      const again = retryMs[nth];
      if ((status === null || status >= 300) && again !== undefined)
        this.#clock.later(again, () => this.#attempt(delivery, nth + 1));
    });
    this.#running.add(run);
  }

  async #post({ url, body, headers }: Delivery): Promise<number | null> {
    try {
      const signal = AbortSignal.timeout(answerMs);
      const sent = { "content-type": "application/json", ...(await headers()) };
      const response = await fetch(url, { method: "POST", body, headers: sent, signal });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return null;
    }
  }
}
