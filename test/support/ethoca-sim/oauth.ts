import { createHash, type KeyObject, verify } from "node:crypto";
import type { SimCall } from "../vendor-sim/server.ts";

const headerPart = /^\s*(oauth_[a-z_]+)="([^"]*)"\s*$/;
const needed = [
  "oauth_body_hash",
  "oauth_consumer_key",
  "oauth_nonce",
  "oauth_signature",
  "oauth_signature_method",
  "oauth_timestamp",
  "oauth_version",
];

/** The parameters of an OAuth header; undefined where it is none, or lacks one. */
function parametersOf(header: string | undefined): ReadonlyMap<string, string> | undefined {
  if (!header?.startsWith("OAuth ")) return undefined;
  const parts = header.slice("OAuth ".length).split(",");
  const read = new Map<string, string>();
  for (const part of parts) {
    const [, name, value] = headerPart.exec(part) ?? [];
    if (name === undefined || value === undefined) return undefined;
    read.set(name, value);
  }
  return needed.every((name) => read.has(name)) ? read : undefined;
}

/** What Mastercard signs of a request: RFC 5849, 3.4.1, over parameters as they stand in address and header, encoded once as a whole. Written from the published scheme, not from the client's library. */
export function signatureBase(method: string, url: string, oauth: ReadonlyMap<string, string>): string {
  const { origin, pathname, search } = new URL(url);
  const query = search === "" ? [] : search.slice(1).split("&");
  const signed = [...oauth].filter(([name]) => name !== "oauth_signature").map(([name, value]) => `${name}=${value}`);
  const parameters = [...query, ...signed].toSorted((one, other) => (one < other ? -1 : 1)).join("&");
  return [method.toUpperCase(), origin + pathname, parameters].map(encoded).join("&");
}

/** RFC 5849, 3.6: a consumer key has a `!` in it. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** How far a request's time may be off; Mastercard allows minutes. */
const mostSkewSeconds = 300;

/** Judges a request by its OAuth header: the word of what is wrong, or undefined. */
export function oauthProblem(
  call: Pick<SimCall, "method" | "raw"> & { url: string; authorization: string | undefined },
  known: { consumerKey: string; publicKey: KeyObject; nowMs: number; seen: Set<string> },
): string | undefined {
  const oauth = parametersOf(call.authorization);
  if (!oauth) return "INVALID_OAUTH_HEADER";
  if (oauth.get("oauth_consumer_key") !== known.consumerKey) return "INVALID_OAUTH_CONSUMER_KEY";
  if (oauth.get("oauth_signature_method") !== "RSA-SHA256") return "INVALID_OAUTH_SIGNATURE_METHOD";
  const hash = createHash("sha256").update(call.raw).digest("base64");
  if (oauth.get("oauth_body_hash") !== hash) return "INVALID_BODY_HASH";
  const base = Buffer.from(signatureBase(call.method, call.url, oauth));
  const signature = Buffer.from(decodeURIComponent(oauth.get("oauth_signature") ?? ""), "base64");
  if (!verify("sha256", base, known.publicKey, signature)) return "INVALID_SIGNATURE";
  const atSeconds = Number(oauth.get("oauth_timestamp"));
  if (Math.abs(known.nowMs / 1000 - atSeconds) > mostSkewSeconds) return "TIMESTAMP_OUT_OF_RANGE";
  const nonce = `${atSeconds}:${oauth.get("oauth_nonce")}`;
  if (known.seen.has(nonce)) return "NONCE_ALREADY_USED";
  known.seen.add(nonce);
  return undefined;
}
