import * as z from "zod";
import type { Clock, Store } from "../../app/core/ports.ts";
import { addSeconds, type Instant } from "../../domain/core/time.ts";

export const systemClock: Clock = { now: () => new Date().toISOString() };

const clockKey = { pk: "clock", sk: "row" };
const clockBody = z.object({ offsetSeconds: z.int() });

/** The sandbox's clock: the wall's, moved forward by what the test clock was advanced; `tick` reads that once a request. */
export class SandboxClock implements Clock {
  readonly #book: Store;
  #offsetSeconds = 0;
  #v = 0;

  constructor(store: Store) {
    this.#book = store;
  }

  get offsetSeconds(): number {
    return this.#offsetSeconds;
  }

  now(): Instant {
    return addSeconds(new Date().toISOString(), this.#offsetSeconds);
  }

  async tick(): Promise<void> {
    const [row] = await this.#book.read([clockKey]);
    this.#v = row?.v ?? 0;
    this.#offsetSeconds = row ? clockBody.parse(row.body).offsetSeconds : 0;
  }

  /** Moves the service's time forward by whole seconds; false when another did so at the same moment. */
  async advance(seconds: number, nonce: string): Promise<boolean> {
    const body = { offsetSeconds: this.#offsetSeconds + seconds };
    const put = { ...clockKey, v: this.#v + 1, type: "clock", body };
    const written = await this.#book.write([{ put, expect: this.#v === 0 ? "absent" : this.#v }], nonce);
    if (written.ok) this.#offsetSeconds = body.offsetSeconds;
    return written.ok;
  }
}
