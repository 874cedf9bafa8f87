import {
  type Change,
  type Item,
  indexUnits,
  readUnitsByPartition,
  tableUnits,
} from "../../../bin/sandbox/cost/units.ts";
import { billedMs, changesOf, type Design, indexesOf } from "./bill.ts";
import type { Run } from "./lambda-runs.ts";

/** A partition that others use as well, of a table or of one of its indexes, and the units that one settlement (or screen, delivery, request) takes of it. */
export interface HotKey {
  readonly index: string;
  readonly key: string;
  readonly writes: number;
  readonly reads: number;
}

/** What one settlement, or one payer, has to itself is no key that others write: its claim, its transfer at the rail, its invoice's number, its transaction's hash, ids of its records. */
const own =
  /^claim#(?!\d{1,2}$)|^bridge#|^number#|^find#0x[0-9a-f]{64}$|^find#(?:customer|payer)#|\b(?!ten_|acc_|whe_)[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}/i;

/** The index of references, each of which finds one thing. */
const references = /\.ref$/;

/** A partition's key by what is in it rather than whose it is; one of several partitions counts as all of them. */
function patternOf(pk: string): string {
  return pk
    .replace(/~\d+$/, "")
    .replaceAll(/\b([a-z]{3})_[0-9A-HJKMNP-TV-Z]{26}/gi, (_, prefix: string) => `<${prefix}>`)
    .replaceAll(/\d{4}-\d\d(-\d\d)?/g, "<month>")
    .replaceAll(/#\d{1,2}(?=#|$)/g, "#<n>");
}

function pkOf(item: Item | undefined, name: string): string | undefined {
  return item?.[name === "" ? "pk" : `${name}Pk`]?.S;
}

/** What a change takes of an index, by the partition that takes it. */
function unitsByPartition(change: Change, name: string, units: (change: Change) => number): [string, number][] {
  const [from, to] = [pkOf(change.before, name), pkOf(change.after, name)];
  if (from === to || name === "") return [[to ?? from ?? "", units(change)]];
  const { isTransaction } = change;
  return [
    [from ?? "", units({ before: change.before, after: undefined, isTransaction })],
    [to ?? "", units({ before: undefined, after: change.after, isTransaction })],
  ];
}

/** Every use of a partition, as a table with its index, the partition and units. */
type Use = readonly [place: string, pk: string, units: number];

/** A Lambda writes a tenant's bucket of requests at most once a second: under load a key has a write a second of each that runs, however many requests that one answers. */
const oncePerSecond = /^rate#/;

function shareOf(pk: string, run: Run): number {
  return oncePerSecond.test(pk) ? Math.min(1, billedMs(run) / 1000) : 1;
}

function writesOf({ runs, tables }: Pick<Design, "runs" | "tables">): Use[] {
  return runs.flatMap((run) => writesOfRun(run, tables));
}

function writesOfRun(run: Run, tables: Design["tables"]): Use[] {
  return changesOf([run]).flatMap((change) => {
    const places: [string, (each: Change) => number][] = [
      ["", tableUnits],
      ...indexesOf(tables, change.table).map(([name, projection]): [string, (each: Change) => number] => [
        name,
        (each) => indexUnits(each, name, projection),
      ]),
    ];
    return places.flatMap(([name, units]) =>
      unitsByPartition(change, name, units).map(
        ([pk, taken]): Use => [placeOf(change.table, name), pk, taken * shareOf(pk, run)],
      ),
    );
  });
}

function readsOf({ runs }: Pick<Design, "runs">): Use[] {
  const calls = runs.flatMap(({ aws }) => aws);
  return calls.flatMap(({ table, read }) =>
    read ? readUnitsByPartition(read).map(([pk, units]): Use => [placeOf(table, read.index), pk, units]) : [],
  );
}

function placeOf(table: string, index: string): string {
  return index === "" ? table : `${table}.${index}`;
}

/** The partitions that are shared, the most written first. */
export function hotKeys(design: Pick<Design, "runs" | "tables">): HotKey[] {
  const keys = new Map<string, HotKey>();
  const add = (kind: "writes" | "reads", uses: readonly Use[]) => {
    for (const [index, pk, units] of uses) {
      if (units === 0 || pk === "" || own.test(pk) || references.test(index)) continue;
      const key = patternOf(pk);
      const before = keys.get(`${index} ${key}`) ?? { index, key, writes: 0, reads: 0 };
      keys.set(`${index} ${key}`, { ...before, [kind]: before[kind] + units });
    }
  };
  add("writes", writesOf(design));
  add("reads", readsOf(design));
  return [...keys.values()].toSorted((one, other) => other.writes - one.writes || other.reads - one.reads);
}
