import type { Key, Row, Write } from "../../app/core/ports.ts";
import { bodyToStore } from "../../domain/core/stored-body.ts";
import { laneOf } from "./lanes.ts";

/** Rows that nearly every request reads and few write: everybody's flags and fee rules, the catalogue of lists, a tenant, an account, an endpoint. */
const copiedKeys = /^(?:flags#global|fees#default|lists|(?:ten|acc|whe)_[0-9A-Za-z]+)$/;

/** Places that such a row has, its own the first of them: a key gives 3,000 read units a second. */
export const copiedPlaces = 8;

const copyKind = "copy";

/** What a copy's body has of its row. */
type Copied = Omit<Row, "pk" | "sk" | "v" | "type">;

/** How long it is remembered that a row without copies is not there. One that is written has them. */
const rememberedMs = 60_000;
const mostRemembered = 10_000;

/** How many places a row may be read from. */
export function placesOf({ pk, sk }: Key): number {
  return sk === "row" && copiedKeys.test(pk) ? copiedPlaces : 1;
}

function copyKey({ pk }: Key, place: number): Key {
  return { pk: laneOf(pk, place), sk: copyKind };
}

/** Where the copies of a row are. */
function copyKeys(key: Key): Key[] {
  return Array.from({ length: placesOf(key) - 1 }, (_, at) => copyKey(key, at + 1));
}

/** The copies of a row: no index lists them, and what each has of the row is its body, which is stored as the row's own would be. */
function copiesOf({ pk, sk, v, type, body, ...rest }: Row): Row[] {
  const copied = { ...rest, body: bodyToStore(body) };
  return copyKeys({ pk, sk }).map((key) => ({ ...key, v, type, body: copied }));
}

/** Whether a row is another one's copy. */
export function isCopy({ sk }: Key): boolean {
  return sk === copyKind;
}

/** The row that was read in one of its places. */
export function rowAt({ pk, sk }: Key, found: Row): Row {
  if (!isCopy(found)) return found;
  const { body, index = {}, ...rest } = found.body as Copied;
  return { pk, sk, v: found.v, type: found.type, body, index, ...rest };
}

/** Whether a write would change a row and leave its copies. */
function isOfPart(write: Write): boolean {
  if ("count" in write) return placesOf(write.count) > 1;
  if ("postpone" in write) return placesOf(write.postpone) > 1;
  return "remove" in write && placesOf(write.remove) > 1;
}

/** The copies that the rows of a transaction get in it, so that no reader finds another row in one place than in the other once it is made. */
export function copyWrites(writes: readonly Write[]): Write[] {
  return writes.flatMap((write) => {
    if ("put" in write) return copiesOf(write.put).map((put): Write => ({ put, expect: "any" }));
    if (isOfPart(write)) throw new Error("a row with copies is put whole");
    return [];
  });
}

/** An aggregate's row once its mark on the outbox is at another place, or off. */
export function rowWithMark(row: Row, to: string | null): Row {
  const { outbox, ...others } = row.index ?? {};
  const index = to === null || !outbox ? others : { ...others, outbox: [outbox[0], to] as const };
  return { ...row, v: row.v + 1, index };
}

/** Draws the place that a row is read from, and knows which rows without copies are not there. */
export class Copies {
  readonly #absentUntilMs = new Map<string, number>();
  readonly #nowMs: () => number;
  readonly #draw: () => number;

  /** `draw` answers a number from 0 to below 1. */
  constructor(nowMs: () => number = Date.now, draw: () => number = Math.random) {
    this.#nowMs = nowMs;
    this.#draw = draw;
  }

  placeFor(key: Key): Key {
    const place = Math.floor(this.#draw() * placesOf(key));
    return place === 0 ? key : copyKey(key, place);
  }

  /** Whether a row that had no copy may be there all the same: the last release wrote none. */
  mayBeWithout({ pk }: Key): boolean {
    return (this.#absentUntilMs.get(pk) ?? 0) <= this.#nowMs();
  }

  rememberAbsent({ pk }: Key): void {
    if (this.#absentUntilMs.size >= mostRemembered) this.#absentUntilMs.clear();
    this.#absentUntilMs.set(pk, this.#nowMs() + rememberedMs);
  }
}
