import { createHmac } from "node:crypto";
import type { SignedRequest } from "../http/vendor-http.ts";

/** What Elliptic knows us by; the secret is base64, as Elliptic supplies it. */
export interface EllipticAccount {
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** The headers that Elliptic wants (its document "Authentication"): HMAC-SHA256 by the decoded secret over time, method, path with query in small letters, and body, which is `{}` where there is none. */
export function ellipticHeaders(
  { apiKey, apiSecret }: EllipticAccount,
  { method, url, body }: SignedRequest,
  nowMs: number,
): Record<string, string> {
  const { pathname, search } = new URL(url);
  const text = `${nowMs}${method.toUpperCase()}${(pathname + search).toLowerCase()}${body ?? "{}"}`;
  const signature = createHmac("sha256", Buffer.from(apiSecret, "base64")).update(text).digest("base64");
  return { "x-access-key": apiKey, "x-access-sign": signature, "x-access-timestamp": String(nowMs) };
}
