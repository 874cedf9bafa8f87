import type * as z from "zod";
import { canonicalJson } from "./canonical-json.ts";

// A newer release may have stored fields that this one's schemas do not know. They go along unseen: under a symbol,
// which spreads copy and JSON does not show, so that no reply and no event has them, and back into the row.

const newer = Symbol("newer fields");

type Fields = Readonly<Record<string, unknown>>;

/** A body as it was stored, and what its schema read of it. */
interface Reading {
  readonly stored: unknown;
  readonly read: unknown;
}

/** What a schema reads of a stored body. Fields that it does not know are not seen, and are stored again with whatever is spread from it. */
export function readBody<S>(schema: z.ZodType<S>, stored: unknown): S {
  const read = schema.parse(stored);
  return isFields(read) && knowsLess(read, stored) ? { ...read, [newer]: { stored, read } } : read;
}

/** A state that follows another, however it was made, with the fields of a newer release that the other has. */
export function following<S>(before: S, next: S): S {
  const reading = readingOf(before);
  return reading && isFields(next) ? { ...next, [newer]: reading } : next;
}

/** A body as it is to be stored: with the fields of a newer release in every object that is still there. */
export function bodyToStore(body: unknown): unknown {
  const reading = readingOf(body);
  return reading ? merged(reading, body) : body;
}

function readingOf(state: unknown): Reading | undefined {
  return isFields(state) ? (state as { readonly [newer]?: Reading })[newer] : undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function knowsLess(read: unknown, stored: unknown): boolean {
  if (Array.isArray(read) && Array.isArray(stored)) return read.some((item, at) => knowsLess(item, stored[at]));
  if (!isFields(read) || !isFields(stored)) return false;
  return Object.keys(stored).some((name) => !Object.hasOwn(read, name) || knowsLess(read[name], stored[name]));
}

function merged({ stored, read }: Reading, next: unknown): unknown {
  if (Array.isArray(stored) && Array.isArray(read) && Array.isArray(next)) return mergedItems(stored, read, next);
  if (!isFields(stored) || !isFields(read) || !isFields(next)) return next;
  const fields = Object.fromEntries(Object.entries(next));
  for (const [name, value] of Object.entries(stored)) {
    const isKnown = Object.hasOwn(read, name);
    const isThere = Object.hasOwn(next, name);
    if (!isKnown && !isThere) fields[name] = value;
    if (isKnown && isThere && !isAnother(read[name], next[name]))
      fields[name] = merged({ stored: value, read: read[name] }, next[name]);
  }
  return fields;
}

/** What tells two things in one place apart, the first of these that they have: a payout ordered anew is not the one before it, and has none of its fields. */
const identities = ["id", "key", "token", "at", "since"];

function isAnother(before: unknown, next: unknown): boolean {
  if (!isFields(before) || !isFields(next)) return false;
  const name = identities.find((each) => Object.hasOwn(before, each) || Object.hasOwn(next, each));
  return name !== undefined && before[name] !== next[name];
}

/** Items stay themselves where they are the same, wherever they stand, and where they changed in their place. */
function mergedItems(stored: readonly unknown[], read: readonly unknown[], next: readonly unknown[]): unknown[] {
  const free = new Set(read.keys());
  const texts = read.map(canonicalJson);
  const found = next.map((item) => {
    const text = canonicalJson(item);
    const at = isFields(item) ? [...free].find((each) => texts[each] === text) : undefined;
    if (at !== undefined) free.delete(at);
    return at;
  });
  return next.map((item, place) => {
    const at = found[place] ?? [...free].find((each) => isSameItem(read[each], item, each === place));
    if (at === undefined) return item;
    free.delete(at);
    return merged({ stored: stored[at], read: read[at] }, item);
  });
}

function isSameItem(before: unknown, item: unknown, isInPlace: boolean): boolean {
  if (!isFields(before) || !isFields(item) || isAnother(before, item)) return false;
  return isInPlace || typeof item.id === "string" || typeof item.key === "string";
}
