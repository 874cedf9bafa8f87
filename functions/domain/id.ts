import * as z from "zod";

/** The prefixes of our ids; each id is a prefix and a ULID, so ids of a kind sort by time. */
export const idPrefixes = [
  "inv",
  "pay",
  "stl",
  "whe",
  "dlv",
  "evt",
  "key",
  "ten",
  "fee",
  "req",
  "rpl",
  "act",
  "apr",
  "rev",
  "rsv",
  "exp",
  "ses",
  "esc",
  "mil",
] as const;

export type IdPrefix = (typeof idPrefixes)[number];

/** Schema of an id with the given prefix. */
export function idOf(prefix: IdPrefix) {
  return z.string().regex(new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`));
}

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** When an id was made, in milliseconds since 1970: the first ten characters of its ULID. */
export function madeAtMs(id: string): number {
  const start = id.indexOf("_") + 1;
  let ms = 0;
  for (const character of id.slice(start, start + 10)) ms = ms * 32 + crockford.indexOf(character);
  return ms;
}

/** The id of another kind that shares an id's ULID: a payment and its settlement are found by one another's name. */
export function siblingId(id: string, prefix: IdPrefix): string {
  return `${prefix}_${id.slice(id.indexOf("_") + 1)}`;
}
