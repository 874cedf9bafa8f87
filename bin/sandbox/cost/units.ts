import type { AttributeValue } from "@aws-sdk/client-dynamodb";

export type Item = Readonly<Record<string, AttributeValue>>;

/** What an index holds of an item, beside the keys of both: everything, nothing, or the attributes that are named. */
export type Projection = "ALL" | "KEYS_ONLY" | readonly string[];

/** An item before and after a call; a check changes nothing and is paid for as a write. */
export interface Change {
  readonly before: Item | undefined;
  readonly after: Item | undefined;
  readonly isTransaction: boolean;
}

/** The sizes, in bytes, of what one read found; nothing found is 0. */
export interface Read {
  readonly bytes: readonly number[];
  /** The index that was asked; empty for the table itself. */
  readonly index: string;
  /** The partitions: a page's own, or that of each key. */
  readonly partitions: readonly string[];
  /** A page is rounded up as a whole, keys one by one. */
  readonly isPage: boolean;
  /** An index is read eventually consistent, at half the price; the table as the adapter reads it, strongly. */
  readonly isIndex: boolean;
}

const writeBytes = 1024;
const readBytes = 4096;

/** Bytes of a value as DynamoDB counts them: a number takes a byte for two digits and one more. */
function valueBytes({ S, N, B, BOOL }: AttributeValue): number {
  if (S !== undefined) return Buffer.byteLength(S);
  if (N !== undefined) return Math.ceil(N.replace(/\D/g, "").length / 2) + 1;
  // A call has bytes as base64 on the wire.
  if (B !== undefined) return (typeof B === "string" ? Buffer.from(B, "base64") : B).byteLength;
  if (BOOL !== undefined) return 1;
  throw new Error("items have texts, numbers, bytes and marks");
}

/** An item's size: its attributes' names and values. */
export function itemBytes(item: Item | undefined): number {
  return Object.entries(item ?? {}).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value),
    0,
  );
}

function unitsOf(bytes: number, each: number): number {
  return Math.max(1, Math.ceil(bytes / each));
}

/** Write units of the table itself: by the larger of the two sizes, twice in a transaction. */
export function tableUnits({ before, after, isTransaction }: Change): number {
  const bytes = Math.max(itemBytes(before), itemBytes(after));
  return unitsOf(bytes, writeBytes) * (isTransaction ? 2 : 1);
}

/** What an index holds of an item; undefined where it has no place in it. */
export function projectItem(item: Item | undefined, name: string, projection: Projection): Item | undefined {
  const [pk, sk] = [item?.[`${name}Pk`], item?.[`${name}Sk`]];
  if (!item || !pk || !sk) return undefined;
  if (projection === "ALL") return item;
  const held = ["pk", "sk", `${name}Pk`, `${name}Sk`, ...(projection === "KEYS_ONLY" ? [] : projection)];
  return Object.fromEntries(Object.entries(item).filter(([attribute]) => held.includes(attribute)));
}

/** Write units of one index: none where what it holds stays, one write where it changes in its place, two where it moves. An index follows outside of the transaction, so nothing is doubled. */
export function indexUnits(change: Change, name: string, projection: Projection): number {
  const from = projectItem(change.before, name, projection);
  const to = projectItem(change.after, name, projection);
  const units = (item: Item | undefined) => (item ? unitsOf(itemBytes(item), writeBytes) : 0);
  if (!from || !to) return units(from) + units(to);
  if (placeOf(from, name) !== placeOf(to, name)) return units(from) + units(to);
  return JSON.stringify(from) === JSON.stringify(to) ? 0 : Math.max(units(from), units(to));
}

function placeOf(item: Item, name: string): string {
  return `${item[`${name}Pk`]?.S}\0${item[`${name}Sk`]?.S}`;
}

/** Read units of one call. */
export function readUnits({ bytes, isPage, isIndex }: Pick<Read, "bytes" | "isPage" | "isIndex">): number {
  const factor = isIndex ? 0.5 : 1;
  if (isPage)
    return (
      factor *
      unitsOf(
        bytes.reduce((sum, each) => sum + each, 0),
        readBytes,
      )
    );
  return bytes.reduce((sum, each) => sum + factor * unitsOf(each, readBytes), 0);
}

/** Read units of one call, by the partitions that it takes them of. */
export function readUnitsByPartition(read: Read): [string, number][] {
  const { partitions, bytes } = read;
  if (read.isPage) return partitions.map((partition) => [partition, readUnits(read)]);
  return partitions.map((partition, at) => [partition, readUnits({ ...read, bytes: [bytes[at] ?? 0] })]);
}
