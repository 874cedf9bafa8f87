interface Due {
  readonly atMs: number;
  readonly nth: number;
  readonly act: () => void;
}

/** A simulator's time. It stands still unless it is moved, or runs with the wall's and can be moved ahead of it. */
export class SimClock {
  readonly live: boolean;
  #ms: number;
  #due: Due[] = [];
  #count = 0;

  /** `startMs` null: with the wall's time. */
  constructor(startMs: number | null) {
    this.live = startMs === null;
    this.#ms = startMs ?? 0;
  }

  now(): number {
    return this.live ? Date.now() + this.#ms : this.#ms;
  }

  iso(): string {
    return new Date(this.now()).toISOString();
  }

  /** Does something once so much time has passed; at once when it is none. */
  later(ms: number, act: () => void): void {
    if (ms <= 0) {
      act();
      return;
    }
    this.#count += 1;
    this.#due.push({ atMs: this.now() + ms, nth: this.#count, act });
  }

  /** Moves time ahead; what falls due on the way is done at its moment, in order. */
  advance(ms: number): void {
    const until = this.now() + ms;
    for (let next = this.#next(until); next; next = this.#next(until)) {
      if (next.atMs > this.now()) this.#ms += next.atMs - this.now();
      next.act();
    }
    this.#ms += Math.max(0, until - this.now());
  }

  /** The moment of what is due next, if anything is. */
  nextAt(): number | undefined {
    return this.#due.toSorted(inOrder)[0]?.atMs;
  }

  #next(until: number): Due | undefined {
    const [first] = this.#due.toSorted(inOrder);
    if (!first || first.atMs > until) return undefined;
    this.#due = this.#due.filter((each) => each !== first);
    return first;
  }
}

function inOrder(a: Due, b: Due): number {
  return a.atMs - b.atMs || a.nth - b.nth;
}
