import { createHash } from "node:crypto";
import type { StoredAggregate } from "../../../functions/app/audit/chain.ts";

export const sha256 = (text: string | Uint8Array) => createHash("sha256").update(text).digest("hex");

interface Body {
  readonly seq: number;
  readonly hash: string;
  readonly prevHash: string;
  readonly [name: string]: unknown;
}

/** An entry of `rec_1` behind one with a hash, hashed as it says. */
export function entryOf(seq: number, prevHash: string, change: object = {}): Body {
  const at = `2026-11-21T12:00:0${seq}.000Z`;
  const body = { aggregateId: "rec_1", tenantId: "ten_1", at, seq, ...change, prevHash };
  return { ...body, hash: sha256(JSON.stringify(body)) };
}

export const one = entryOf(1, "0".repeat(64));
export const two = entryOf(2, one.hash);
export const three = entryOf(3, two.hash);
export const place = (seq: number) => `entry#0000000${seq}`;
export const rowOf = (body: Body, change: object = {}) => ({ sk: place(body.seq), body, ...change });
export const record = (last: { readonly seq: number; readonly hash: string }) => ({
  ...{ sk: "row", body: { state: {}, head: { seq: last.seq, hash: last.hash } } },
});
export const trail = (...rows: StoredAggregate["rows"]): StoredAggregate => ({ pk: "rec_1", rows });
export const fault = (seq: number | null, what: string) => ({ aggregate: "rec_1", seq, what });
