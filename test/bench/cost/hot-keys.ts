import { changesOf, type Design, indexesOf } from "./bill.ts";
import { type Change, type Item, indexUnits, tableUnits } from "./units.ts";

/** A partition that settlements share, of a table or of one of its indexes, and the write units that one settlement's life takes of it. */
export interface HotKey {
  readonly index: string;
  readonly key: string;
  readonly units: number;
  /** Settlements a second at which it is full; of a key in several partitions, those of one. */
  readonly mostPerSecond: number;
}

/** What DynamoDB gives one key a second. */
const keyUnits = 1_000;

/** What one settlement has to itself is no key that others write: its claim, its transfer at the rail, ids of its records. */
const own = /^claim#|^bridge#|\b(?!ten_|acc_|whe_)[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}/;

/** A partition's key by what is in it rather than whose it is; one of several partitions counts as all of them. */
function patternOf(pk: string): string {
  return pk
    .replaceAll(/\b([a-z]{3})_[0-9A-HJKMNP-TV-Z]{26}/g, "<$1>")
    .replaceAll(/\d{4}-\d\d(-\d\d)?/g, "<month>")
    .replace(/#\d$/, "#<n>");
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

/** The partitions that settlements share, the hottest first. */
export function hotKeys({ runs, tables }: Design): HotKey[] {
  const sums = new Map<string, number>();
  for (const change of changesOf(runs)) {
    const places: [string, (each: Change) => number][] = [
      ["", tableUnits],
      ...indexesOf(tables, change.table).map(([name, projection]): [string, (each: Change) => number] => [
        name,
        (each) => indexUnits(each, name, projection),
      ]),
    ];
    for (const [name, units] of places)
      for (const [pk, taken] of unitsByPartition(change, name, units)) {
        if (taken === 0 || pk === "" || own.test(pk)) continue;
        const key = `${change.table}${name === "" ? "" : `.${name}`} ${patternOf(pk)}`;
        sums.set(key, (sums.get(key) ?? 0) + taken);
      }
  }
  const keys = [...sums].map(([place, units]) => {
    const [index = "", ...key] = place.split(" ");
    return { index, key: key.join(" "), units, mostPerSecond: keyUnits / units };
  });
  return keys.toSorted((one, other) => other.units - one.units);
}
