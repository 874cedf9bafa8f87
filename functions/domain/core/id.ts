import * as z from "zod";
import type { Instant } from "./time.ts";

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
  "brk",
  "ses",
  "esc",
  "mil",
  "alr",
  "cas",
  "evd",
  "kyb",
  "kyf",
  "kyp",
  "sgn",
  "eml",
  "scr",
  "acc",
  "acr",
  "mon",
  "own",
  "fsw",
  "crn",
  "cus",
  "ntc",
  "ers",
  "try",
] as const;

export type IdPrefix = (typeof idPrefixes)[number];

export function idOf(prefix: IdPrefix) {
  return z.string().regex(new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`));
}

/** Whether a text has the form of an id, in any case of its letters; signs that are letters once they are small count too (the Kelvin sign is a k). */
export function looksLikeId(text: string): boolean {
  return /^[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}$/.test(text.trim().toLowerCase());
}

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** When an id was made, in milliseconds since 1970: the first ten characters of its ULID. */
export function madeAtMs(id: string): number {
  const start = id.indexOf("_") + 1;
  let ms = 0;
  for (const character of id.slice(start, start + 10)) ms = ms * 32 + crockford.indexOf(character);
  return ms;
}

/** What sorts before every id of a kind that was made at `at` or later, and after every earlier one. */
export function firstIdAt(prefix: IdPrefix, at: Instant): string {
  let ms = Math.max(0, Date.parse(at));
  let time = "";
  for (let digit = 0; digit < 10; digit++) {
    time = crockford.charAt(ms % 32) + time;
    ms = Math.floor(ms / 32);
  }
  return `${prefix}_${time}`;
}

/** The id of another kind that shares an id's ULID: a payment and its settlement are found by one another's name. */
export function siblingId(id: string, prefix: IdPrefix): string {
  return `${prefix}_${id.slice(id.indexOf("_") + 1)}`;
}

/** The 16 bytes of an id's ULID. */
export function idBytes(id: string): Uint8Array {
  let value = 0n;
  for (const character of id.slice(id.indexOf("_") + 1)) value = value * 32n + BigInt(crockford.indexOf(character));
  return Uint8Array.from({ length: 16 }, (_, at) => Number((value >> BigInt(8 * (15 - at))) & 255n));
}

/** The id that such bytes are the ULID of. */
export function idOfBytes(prefix: IdPrefix, bytes: Uint8Array): string {
  let value = 0n;
  for (const byte of bytes) value = value * 256n + BigInt(byte);
  let ulid = "";
  for (let digit = 0; digit < 26; digit++) {
    ulid = crockford.charAt(Number(value % 32n)) + ulid;
    value /= 32n;
  }
  return `${prefix}_${ulid}`;
}
