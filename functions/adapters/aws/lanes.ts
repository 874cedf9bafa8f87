import type { IndexName, Key, Row } from "../../app/core/ports.ts";
import { type LaneCount, laneCount, lanesKey, spreadOf } from "../../app/core/ports-lanes.ts";

/** The indexes in which an owner's lists stand; in the others no two writers meet at one key. */
const lanedIndexes = ["list", "status", "group"];

/** Whose list a partition is: a tenant's or an account's. */
const ofOwner = /^((?:ten|acc)_[0-9A-Za-z]+)#/;

const countsPrefix = lanesKey("").pk;

/** How long a count is remembered: what is written meanwhile goes by the one before it, which is why a new one holds for readers first. */
const rememberedMs = 10_000;

/** Owners remembered at most, and owners asked for in one read. */
const mostOwners = 10_000;
const mostAsked = 5;

interface Known {
  readonly count: LaneCount | null;
  readonly readAtMs: number;
}

/**
 * Which lanes the lists of each owner are spread over, as far as is known here. A key takes 1,000 write units a second,
 * so a busy owner's list is several partitions: the first is called as the list, the others `<list>~<lane>`. A count is
 * read along with other rows and never waited for by a write: it decides where a row is listed, not whether it is found.
 */
export class Lanes {
  readonly #known = new Map<string, Known>();
  readonly #asked = new Set<string>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  /** Whose list this is; undefined for what stands in one partition whatever happens. */
  ownerOf(index: IndexName | undefined, partition: string): string | undefined {
    return index !== undefined && lanedIndexes.includes(index) ? ofOwner.exec(partition)?.[1] : undefined;
  }

  /** The partition in which a row of this aggregate is listed. */
  partitionFor(index: IndexName, partition: string, aggregate: string): string {
    const owner = this.ownerOf(index, partition);
    if (owner === undefined) return partition;
    this.ask(owner);
    const count = this.#known.get(owner)?.count;
    if (!count || Date.parse(count.writtenFrom) > this.#nowMs()) return partition;
    return laneOf(partition, spreadOf(aggregate) % count.lanes);
  }

  /** Has an owner's count read along with whatever is read next, unless it is known. */
  ask(owner: string): void {
    if (!this.#fresh(owner) && this.#asked.size < mostOwners) this.#asked.add(owner);
  }

  /** How many lanes a reader has to look into; undefined where that was not read lately. */
  readersCount(owner: string): number | undefined {
    const known = this.#fresh(owner);
    return known && (known.count?.lanes ?? 1);
  }

  /** The keys of the counts that were asked for, as many as may go along with a read of these, of which one takes so many. */
  wanted(read: readonly Key[], most: number): Key[] {
    const keys = [...this.#asked].slice(0, Math.min(most - read.length, mostAsked)).map(lanesKey);
    return keys.filter(({ pk }) => read.every((each) => each.pk !== pk));
  }

  /** Takes in what a read found at the key of an owner's count. */
  learn({ pk }: Key, row: Row | undefined): void {
    const owner = pk.slice(countsPrefix.length);
    if (this.#known.size >= mostOwners) this.#known.clear();
    this.#known.set(owner, { count: row ? laneCount.parse(row.body) : null, readAtMs: this.#nowMs() });
    this.#asked.delete(owner);
  }

  #fresh(owner: string): Known | undefined {
    const known = this.#known.get(owner);
    return known && this.#nowMs() - known.readAtMs < rememberedMs ? known : undefined;
  }
}

/** Whether an owner's count is kept at a key. */
export function isLanesKey({ pk }: Key): boolean {
  return pk.startsWith(countsPrefix);
}

/** Pointers of what many settlements or screens a second may share: a wallet, a screened value, a tenant's amount. */
const sharedPointers = /^find#(?:screened |amount#|0x[0-9a-f]{40}$|[1-9a-z]{32,44}$)/;

/** Lanes that a shared pointer's partition always has; what was written when there was one is in the first. */
export const pointerLanes = 8;

/** How many lanes a partition of the table itself is spread over. */
export function tableLanes(pk: string): number {
  return sharedPointers.test(pk) ? pointerLanes : 1;
}

/** Where a new row of the table stands: a shared pointer in the lane of what it points to. */
export function keyInLane({ pk, sk }: Key): Key {
  return { pk: laneOf(pk, spreadOf(sk) % tableLanes(pk)), sk };
}

/** A lane of a list; the first is called as the list itself. */
export function laneOf(partition: string, lane: number): string {
  return lane === 0 ? partition : `${partition}~${lane}`;
}

/** The list that a partition is a lane of. */
export function listOfLane(partition: string): string {
  return partition.replace(/~\d+$/, "");
}
