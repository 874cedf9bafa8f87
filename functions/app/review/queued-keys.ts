import type { ReviewReasonCode } from "../../domain/review/review-reason-code.ts";
import type { Place, Row, Store } from "../core/ports.ts";
import { spreadOf } from "../core/ports-lanes.ts";
import { placeOf } from "../core/row-keys.ts";

/** Partitions of what is merely in flight: every settlement comes there and goes, two writes of an index, and a key takes 1,000 a second. */
const inFlightShards = 16;

/** Keys of one partition that are read at once where there are several. */
const batch = 50;

/** The partitions that list what operators have to look at for one reason. The first of several is where an earlier release listed all. */
export function reviewPartitions(kind: ReviewReasonCode): readonly string[] {
  const whole = `review#${kind}`;
  if (kind !== "in_flight") return [whole];
  return [whole, ...Array.from({ length: inFlightShards }, (_, shard) => `${whole}#${shard}`)];
}

/** Where a record stands in the review queue: by its reason, and since when it waits. */
export function reviewPlace(kind: ReviewReasonCode, since: string, id: string): readonly [string, string] {
  const whole = `review#${kind}`;
  return [kind === "in_flight" ? `${whole}#${spreadOf(id) % inFlightShards}` : whole, `${since}#${id}`];
}

interface Unread {
  readonly pk: string;
  rows: Row[];
  after: Place | undefined;
  isLast: boolean;
}

/** Reads what is queued for one reason, what waits longest first, from a place on. */
export class QueuedKeys {
  readonly #store: Pick<Store, "page">;
  readonly #partitions: readonly Unread[];

  constructor(store: Pick<Store, "page">, kind: ReviewReasonCode, after?: Place) {
    this.#store = store;
    this.#partitions = reviewPartitions(kind).map((pk) => ({ pk, rows: [], after, isLast: false }));
  }

  /** The next keys, fewer than asked for only where there are no more. */
  async next(count: number): Promise<Row[]> {
    const size = this.#partitions.length === 1 ? count : Math.min(count, batch);
    const found: Row[] = [];
    while (found.length < count) {
      await Promise.all(this.#partitions.map((each) => this.#readOn(each, size)));
      const first = this.#partitions
        .filter(({ rows }) => rows.length > 0)
        .reduce<Unread | undefined>(earlier, undefined);
      if (first === undefined) break;
      const [row] = first.rows.splice(0, 1);
      // What moves from one partition to another may be listed in both for a moment.
      if (row && row.pk !== found.at(-1)?.pk) found.push(row);
    }
    return found;
  }

  async #readOn(unread: Unread, limit: number): Promise<void> {
    if (unread.isLast || unread.rows.length > 0) return;
    const { pk, after } = unread;
    unread.rows = [...(await this.#store.page({ index: "review", pk, limit, after }))];
    unread.isLast = unread.rows.length < limit;
    const last = unread.rows.at(-1);
    if (last) unread.after = placeOf(last, "review");
  }
}

function earlier(one: Unread | undefined, other: Unread): Unread {
  return one === undefined || headOf(other) < headOf(one) ? other : one;
}

function headOf({ rows: [row] }: Unread): string {
  return row ? placeOf(row, "review").sort : "";
}

/** The first keys that are queued for one reason. */
export function queuedKeys(store: Pick<Store, "page">, kind: ReviewReasonCode, most: number): Promise<Row[]> {
  return new QueuedKeys(store, kind).next(most);
}
