import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";

export type KeyEnvironment = "test" | "live";

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const secretLength = 43;
const checkLength = 6;
const shape = /^slc_(test|live)_([0-9A-HJKMNP-TV-Z]{26})_([0-9A-Za-z]{49})$/;

function base62(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; rest > 0n; rest /= 62n) text = digits[Number(rest % 62n)] + text;
  return text.padStart(length, "0");
}

function check(text: string): string {
  return base62(BigInt(crc32(text)), checkLength);
}

/** A fresh key: environment, key id, 32 random bytes in base62 and a CRC32, so that secret scanners know it. Shown once. */
export function mintApiKey(environment: KeyEnvironment, keyId: string): string {
  const secret = base62(BigInt(`0x${randomBytes(32).toString("hex")}`), secretLength);
  const text = `slc_${environment}_${keyId.slice("key_".length)}_${secret}`;
  return text + check(text);
}

/** The key id a well-formed key names; undefined when the shape, the environment or the checksum is wrong. */
export function keyIdOf(key: string, environment: KeyEnvironment): string | undefined {
  const parts = shape.exec(key);
  if (!parts || parts[1] !== environment) return undefined;
  const text = key.slice(0, -checkLength);
  return check(text) === key.slice(-checkLength) ? `key_${parts[2]}` : undefined;
}

/** SHA-256 in hex: how a secret is stored. */
export function secretDigest(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** Whether a secret is the one behind a digest, in constant time. */
export function matchesDigest(secret: string, sha256: string): boolean {
  return timingSafeEqual(Buffer.from(secretDigest(secret), "hex"), Buffer.from(sha256, "hex"));
}
