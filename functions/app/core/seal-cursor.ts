import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** The key of one scope. Each scope has its own, so that no key comes near the number of random nonces that one may have. */
function keyOf(secret: string, scope: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `list cursor\n${scope}`, 32));
}

/** A cursor as a client gets it: it tells nothing, and opens in its own scope alone. */
export function sealCursor(secret: string, scope: string, cursor: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyOf(secret, scope), nonce);
  return Buffer.concat([nonce, cipher.update(cursor, "utf8"), cipher.final(), cipher.getAuthTag()]).toString(
    "base64url",
  );
}

/** What a client's cursor was sealed of, by any of the secrets; null where it was sealed by none of them, in another scope, or changed since. */
export function openCursor(secrets: readonly string[], scope: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, "base64url");
  const isWhole = bytes.length > nonceBytes + tagBytes && bytes.toString("base64url") === sealed;
  if (!isWhole) return null;
  for (const secret of secrets) {
    const opened = openedBy(keyOf(secret, scope), bytes);
    if (opened !== null) return opened;
  }
  return null;
}

function openedBy(key: Buffer, bytes: Buffer): string | null {
  const end = bytes.length - tagBytes;
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAuthTag(bytes.subarray(end));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, end)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
