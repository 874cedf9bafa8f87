import type { BatchGetItemCommand, TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";
import { describe, expect, it } from "vitest";
import { Copies, copiedPlaces, placesOf } from "../../../functions/adapters/aws/copies.ts";
import { itemOf, rowOf } from "../../../functions/adapters/aws/dynamo-item.ts";
import { DynamoStore } from "../../../functions/adapters/aws/dynamo-store.ts";
import type { Row } from "../../../functions/app/core/ports.ts";

const global = { pk: "flags#global", sk: "row" };
const row: Row = { ...global, v: 1, type: "flags", body: { "pay.enabled": true }, index: {} };

/** A table that takes transactions and answers for keys; which places were read, and a clock to move. */
function openTable() {
  const items = new Map<string, ReturnType<typeof itemOf>>();
  const read: string[] = [];
  const time = { nowMs: 0, place: 0 };
  const keep = (item: ReturnType<typeof itemOf>) => items.set(item.pk?.S ?? "", item);
  const client = {
    async send({ input }: TransactWriteItemsCommand | BatchGetItemCommand) {
      if ("TransactItems" in input) {
        for (const { Put } of input.TransactItems ?? []) if (Put?.Item) keep(Put.Item);
        return {};
      }
      const keys = "RequestItems" in input ? (input.RequestItems?.records?.Keys ?? []) : [];
      read.push(...keys.map(({ pk }) => pk?.S ?? ""));
      const found = keys.map(({ pk }) => items.get(pk?.S ?? ""));
      return { Responses: { records: found.filter((item) => item !== undefined) } };
    },
  };
  const copies = new Copies(
    () => time.nowMs,
    () => time.place / copiedPlaces,
  );
  const store = new DynamoStore(client as never, "records", async () => undefined, undefined, copies);
  const readAt = async (place: number) => {
    time.place = place;
    read.length = 0;
    return (await store.read([global]))[0];
  };
  return { items, keep, read, time, store, readAt };
}

describe("a row that many read", () => {
  it("has a place for each share of its readers, and no index lists the others", async () => {
    const { items, store, read, readAt } = openTable();
    await store.write([{ put: { ...row, index: { list: ["all", "1"] } }, expect: "absent" }], "req_1");
    expect(items.size).toBe(copiedPlaces);
    expect([...items.values()].filter((item) => item.listPk)).toHaveLength(1);
    for (let place = 0; place < copiedPlaces; place += 1) {
      expect((await readAt(place))?.index).toEqual({ list: ["all", "1"] });
      expect(read).toEqual([place === 0 ? global.pk : `${global.pk}~${place}`]);
    }
  });

  it("is everybody's flags and fees, the lists, a tenant, an account and an endpoint, and none of their other rows", () => {
    const ids = ["flags#global", "fees#default", "lists", "ten_1", "acc_1", "whe_1"];
    expect(ids.map((pk) => placesOf({ pk, sk: "row" }))).toEqual(ids.map(() => copiedPlaces));
    const others = ["flags#ten_1", "fees#ten_1", "inv_1", "stl_1", "usage#acc_1#2026-11", "lanes#ten_1"];
    expect(others.map((pk) => placesOf({ pk, sk: "row" }))).toEqual(others.map(() => 1));
    expect(placesOf({ pk: "ten_1", sk: "entry#1" })).toBe(1);
  });

  it("that the last release wrote is found without copies, and has them once it is written again", async () => {
    const { keep, store, read, readAt } = openTable();
    keep(itemOf(row));
    expect(await readAt(3)).toEqual(row);
    expect(read).toEqual([`${global.pk}~3`, global.pk]);
    const next = { ...row, v: 2, body: {} };
    await store.write([{ put: next, expect: 1 }], "req_2");
    expect(await readAt(3)).toEqual(next);
    expect(read).toEqual([`${global.pk}~3`]);
  });

  it("that is not there is looked for in its own place once a minute, and found at once when it is written", async () => {
    const { read, readAt, time, store } = openTable();
    expect(await readAt(2)).toBeUndefined();
    expect(read).toEqual([`${global.pk}~2`, global.pk]);
    expect(await readAt(2)).toBeUndefined();
    expect(read).toEqual([`${global.pk}~2`]);
    time.nowMs += 60_000;
    expect(await readAt(2)).toBeUndefined();
    expect(read).toEqual([`${global.pk}~2`, global.pk]);
    await store.write([{ put: row, expect: "absent" }], "req_1");
    expect(await readAt(2)).toEqual(row);
  });

  it("is changed whole or not at all", async () => {
    const { store } = openTable();
    const key = { pk: "ten_1", sk: "row" };
    for (const write of [
      { count: key, by: 1, most: null },
      { postpone: key, from: "1", to: "2" },
      { remove: key, expect: 1 },
    ])
      await expect(store.write([write], "req_1")).rejects.toThrow("put whole");
  });

  it("is as it would be in one place: what is stored of it is what its own place has", async () => {
    const { items, store } = openTable();
    await store.write([{ put: { ...row, ttl: 9, outbox: "aggregate" }, expect: "absent" }], "req_1");
    const { pk: _pk, sk: _sk, v, type, ...own } = rowOf(items.get(global.pk) ?? {});
    const copy = rowOf(items.get(`${global.pk}~1`) ?? {});
    expect(copy).toMatchObject({ v, type, body: own });
    expect(copy.ttl ?? copy.outbox).toBeUndefined();
  });
});
