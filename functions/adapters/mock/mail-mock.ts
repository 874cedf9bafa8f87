import type { Clock, Key, NewId, Store } from "../../app/core/ports.ts";
import type { Letter, Mailer } from "../../app/onboarding/ports.ts";

/** How long a letter lies here. */
const keptSeconds = 30 * 86_400;

/** Sends nothing: it keeps each letter as it would have been sent, for people to look at. A letter that comes again takes the first one's place. */
export class MemoryMailer implements Mailer {
  readonly name = "kept";
  readonly #book: Store;
  readonly #clock: Clock;
  readonly #newId: NewId;
  readonly #keyOf: (id: string) => Key;

  constructor(store: Store, clock: Clock, newId: NewId, keyOf: (id: string) => Key) {
    this.#book = store;
    this.#clock = clock;
    this.#newId = newId;
    this.#keyOf = keyOf;
  }

  async send(letter: Letter): Promise<{ readonly messageId: string }> {
    const key = this.#keyOf(letter.key);
    const now = this.#clock.now();
    const [stored] = await this.#book.read([key]);
    const ttl = Math.floor(Date.parse(now) / 1000) + keptSeconds;
    const row = { ...key, v: (stored?.v ?? 0) + 1, type: "kept_letter", body: letter, ttl };
    const put = { put: row, expect: stored?.v ?? ("absent" as const) };
    const written = await this.#book.write([put], this.#newId("req", now));
    if (!written.ok) throw new Error(`letter ${letter.key} was not kept`);
    return { messageId: `kept-${letter.key}` };
  }
}
