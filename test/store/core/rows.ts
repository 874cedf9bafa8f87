import { expect } from "vitest";
import type { IndexName, Key, Place, Row, Store, Write } from "../../../functions/app/core/ports.ts";

let count = 0;

/** A partition that no other test uses. */
export function fresh(): string {
  count += 1;
  return `p${count}`;
}

/** A nonce that no other write has. */
export function nonce(): string {
  count += 1;
  return `req_${String(count).padStart(26, "0")}`;
}

/** A row, with changes. */
export function row(pk: string, sk = "row", change: Partial<Row> = {}): Row {
  return { pk, sk, v: 1, type: "thing", body: { of: pk }, index: {}, ...change };
}

/** The write with which a row comes into being. */
export function born(put: Row): Write {
  return { put, expect: "absent" };
}

/** Where a row stands in an index. */
export function placeOf({ pk, sk, index }: Row, name: IndexName): Place {
  return { pk, sk, sort: index?.[name]?.[1] ?? "" };
}

/** Writes rows that are not there yet. */
export async function keep(store: Store, ...rows: Row[]): Promise<void> {
  expect(await store.write(rows.map(born), nonce())).toEqual({ ok: true });
}

/** The row at a key. */
export async function readOne(store: Store, key: Key): Promise<Row | undefined> {
  return (await store.read([{ pk: key.pk, sk: key.sk }]))[0];
}
