import type { Place } from "../../../functions/app/core/ports.ts";

interface Spot {
  readonly sort: string;
  readonly name: string;
}

/** By code unit, which is DynamoDB's order of bytes for every text that our keys hold. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareSpots(a: Spot, b: Spot): number {
  return compareText(a.sort, b.sort) || compareText(a.name, b.name);
}

/** The rows of one partition in the order of their sort keys, found by halving. */
export class SortedPlaces {
  readonly #spots: Spot[] = [];

  get isEmpty(): boolean {
    return this.#spots.length === 0;
  }

  add(sort: string, name: string): void {
    const spot = { sort, name };
    const last = this.#spots.at(-1);
    if (!last || compareSpots(last, spot) < 0) this.#spots.push(spot);
    else this.#spots.splice(this.#firstFrom(spot), 0, spot);
  }

  remove(sort: string, name: string): void {
    const at = this.#firstFrom({ sort, name });
    if (this.#spots[at]?.name === name) this.#spots.splice(at, 1);
  }

  /** Names of rows whose sort keys `holds`, which must be a stretch that begins no earlier than `from`. */
  slice(input: {
    from: string;
    holds: (sort: string) => boolean;
    after: Place | undefined;
    limit: number;
    newestFirst: boolean;
  }): string[] {
    const names: string[] = [];
    const step = input.newestFirst ? -1 : 1;
    for (let at = this.#start(input); names.length < input.limit; at += step) {
      const spot = this.#spots[at];
      if (!spot || !input.holds(spot.sort)) break;
      names.push(spot.name);
    }
    return names;
  }

  #start(input: Parameters<SortedPlaces["slice"]>[0]): number {
    const { after, newestFirst, from, holds } = input;
    const seen = after && { sort: after.sort, name: `${after.pk}\0${after.sk}` };
    if (!newestFirst) {
      const first = this.#firstFrom({ sort: from, name: "" });
      if (!seen) return first;
      const next = this.#firstFrom(seen);
      const spot = this.#spots[next];
      return Math.max(first, spot && compareSpots(spot, seen) === 0 ? next + 1 : next);
    }
    if (seen) return this.#firstFrom(seen) - 1;
    let low = this.#firstFrom({ sort: from, name: "" });
    let high = this.#spots.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(this.#spots[middle]?.sort ?? "")) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #firstFrom(spot: Spot): number {
    let low = 0;
    let high = this.#spots.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const there = this.#spots[middle];
      if (there && compareSpots(there, spot) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
