/** Chance that repeats: the same seed gives the same draws (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** From 0 up to and without 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(options: readonly T[]): T {
    const option = options[this.int(0, options.length - 1)];
    if (option === undefined) throw new Error("nothing to pick from");
    return option;
  }

  /** One of the options, each as likely as its weight. */
  weighted<const T>(...options: readonly (readonly [T, number])[]): T {
    let left = this.next() * options.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [option, weight] of options) {
      left -= weight;
      if (left < 0) return option;
    }
    return this.pick(options)[0];
  }

  /** One of the names, each as likely as its weight. */
  likely<K extends string>(weights: Readonly<Record<K, number>>): K {
    return this.weighted(...(Object.entries(weights) as [K, number][]));
  }
}
