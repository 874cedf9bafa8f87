import { createHash } from "node:crypto";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The sixteen characters of an id after its time, as they follow from what it names: made twice, it is the same id. */
export function derivedTail(named: string): string {
  const digest = createHash("sha256").update(named).digest();
  return Array.from(digest.subarray(0, 16), (byte) => alphabet[byte % 32]).join("");
}
