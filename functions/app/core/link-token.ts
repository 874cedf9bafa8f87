import { createHmac, timingSafeEqual } from "node:crypto";
import { type IdPrefix, idBytes, idOfBytes } from "../../domain/core/id.ts";
import { readLinkMark } from "../../domain/core/stored-link.ts";

/** The secrets that links' tokens are made by: the first one makes them, and each lets in who has one of its own. `again` reads them as they are now. */
export type LinkKeys = (again?: "again") => Promise<readonly string[]>;

/** What makes addresses whole, or reads them. */
export interface LinkContext {
  readonly linkKeys: LinkKeys;
}

/** Whose page a link opens. */
export interface LinkedRecord {
  readonly id: string;
  readonly tenantId: string;
}

/** 128 bits. */
const tagBytes = 16;

/** How many of a record's ended links are told from made-up ones. */
const endedLinks = 100;

/** The token of a record's link: 43 characters, which are the 16 bytes of its id's ULID and 16 of an HMAC-SHA-256 over tenant, id and the link's number. It is stored nowhere. */
export function linkToken(key: string, { tenantId, id }: LinkedRecord, nth: number): string {
  const tag = createHmac("sha256", key)
    .update(JSON.stringify(["link", tenantId, id, nth]))
    .digest();
  return Buffer.concat([idBytes(id), tag.subarray(0, tagBytes)]).toString("base64url");
}

/** The id that a token names, whether or not it is one of ours. */
export function linkedId(token: string, prefix: IdPrefix): string {
  return idOfBytes(prefix, Buffer.from(token, "base64url").subarray(0, tagBytes));
}

/** Which of a record's links a token is: the latest, or one of the hundred before it; undefined where it is none. */
export async function linkNumber(
  linkKeys: LinkKeys,
  record: LinkedRecord,
  latest: number,
  token: string,
): Promise<number | undefined> {
  const known = numberBy(await linkKeys(), record, latest, token);
  // It may be of a key that was put there since this Lambda looked.
  return known ?? numberBy(await linkKeys("again"), record, latest, token);
}

function numberBy(keys: readonly string[], record: LinkedRecord, latest: number, token: string): number | undefined {
  for (let nth = latest; nth > Math.max(0, latest - endedLinks - 1); nth--)
    if (keys.some((key) => isSame(linkToken(key, record, nth), token))) return nth;
  return undefined;
}

function isSame(token: string, given: string): boolean {
  const [one, other] = [Buffer.from(token), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** An address as it leaves: with the token of the link that it was kept as. One without a mark stays as it is. */
export async function wholeAddress({ linkKeys }: LinkContext, record: LinkedRecord, address: string): Promise<string> {
  const kept = readLinkMark(address);
  if (kept === undefined) return address;
  const [key = ""] = await linkKeys();
  return `${kept.start}${linkToken(key, record, kept.nth)}`;
}
