/** Gives a slot back; `answered` says whether what it was taken for came to an answer. */
export type Release = (answered: boolean) => void;

type Waiter = (release: Release | undefined) => void;

/** A limit of things under way per name, in this process. As many more may wait for them; silence sends those away. */
export class ConcurrencyLimit {
  readonly #limit: number;
  readonly #taken = new Map<string, number>();
  readonly #waiting = new Map<string, Waiter[]>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes a slot of a name; undefined when it is too busy to wait for, or those before had no answer. */
  async take(name: string): Promise<Release | undefined> {
    const taken = this.#taken.get(name) ?? 0;
    if (taken < this.#limit) {
      this.#taken.set(name, taken + 1);
      return this.#release(name);
    }
    const waiting = this.#waiting.get(name) ?? [];
    if (waiting.length >= this.#limit) return undefined;
    this.#waiting.set(name, waiting);
    return new Promise((resolve) => waiting.push(resolve));
  }

  #release(name: string): Release {
    return (answered) => {
      const waiting = this.#waiting.get(name) ?? [];
      if (!answered) for (const turnedAway of waiting.splice(0)) turnedAway(undefined);
      const next = waiting.shift();
      if (waiting.length === 0) this.#waiting.delete(name);
      if (next) return next(this.#release(name));
      const left = (this.#taken.get(name) ?? 1) - 1;
      if (left > 0) this.#taken.set(name, left);
      else this.#taken.delete(name);
    };
  }
}
