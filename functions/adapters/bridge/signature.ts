import { createHash, verify } from "node:crypto";
import { rsaKeyOf } from "../local/rsa-key.ts";

/** `stale` is asked for again by the vendor with a fresh timestamp (400); `forged` and `malformed` are not (401). */
export type SignatureFinding = "good" | "stale" | "forged" | "malformed";

/** Bridge advises ten minutes; the same is allowed for a clock that is ahead. */
const mostAgeMs = 600_000;

const headerForm = /^t=(\d{10,16}),\s?v0=([A-Za-z0-9+/]{80,1400}={0,2})$/;

/** Judges a callback's `X-Webhook-Signature`: RSA with SHA-256 over the digest SHA256(`<t>.<body>`), which is thereby hashed twice. Any of several keys will do, so that they can be rotated. */
export function judgeBridgeSignature(request: {
  header: string | undefined;
  body: Uint8Array;
  publicKeys: readonly string[];
  nowMs: number;
}): SignatureFinding {
  const [, timestamp, base64] = headerForm.exec(request.header ?? "") ?? [];
  if (timestamp === undefined || base64 === undefined) return "malformed";
  const signature = Buffer.from(base64, "base64");
  if (signature.toString("base64") !== base64) return "malformed";
  const digest = createHash("sha256").update(`${timestamp}.`).update(request.body).digest();
  const good = request.publicKeys.some((pem) => {
    const key = rsaKeyOf(pem);
    return key !== null && verify("sha256", digest, key, signature);
  });
  if (!good) return "forged";
  return Math.abs(request.nowMs - Number(timestamp)) > mostAgeMs ? "stale" : "good";
}
