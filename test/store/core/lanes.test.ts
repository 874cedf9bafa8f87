import type { BatchGetItemCommand, PutItemCommand, QueryCommand } from "@aws-sdk/client-dynamodb";
import { describe, expect, it } from "vitest";
import { itemOf } from "../../../functions/adapters/aws/dynamo-item.ts";
import { DynamoStore } from "../../../functions/adapters/aws/dynamo-store.ts";
import { Lanes } from "../../../functions/adapters/aws/lanes.ts";
import type { Row } from "../../../functions/app/core/ports.ts";
import { laneCount, lanesKey, lanesRow } from "../../../functions/app/core/ports-lanes.ts";

const owner = "ten_1";
const list = `${owner}#jar#2026-11`;
const noon = "2026-11-28T12:00:00.000Z";

/** A table that keeps what is put, and the partitions of the index that were asked for. */
function keptTable(lanes: number | undefined) {
  const rows = new Map<string, Record<string, unknown>>();
  const counted = lanesRow(owner, lanes ?? 1, undefined, noon);
  if (lanes !== undefined) rows.set(counted.pk, itemOf(counted));
  const asked: string[] = [];
  const read: number[] = [];
  let nowMs = Date.parse(noon) + 120_000;
  const client = {
    async send({ input }: PutItemCommand | QueryCommand | BatchGetItemCommand) {
      if ("Item" in input) {
        rows.set(input.Item?.pk?.S ?? "", input.Item ?? {});
        return {};
      }
      if ("RequestItems" in input) {
        const keys = input.RequestItems?.records?.Keys ?? [];
        read.push(keys.length);
        return { Responses: { records: keys.flatMap(({ pk }) => rows.get(pk?.S ?? "") ?? []) } };
      }
      const { ExpressionAttributeValues: values } = input as QueryCommand["input"];
      const pk = values?.[":p"]?.S ?? "";
      asked.push(pk);
      const listed = [...rows.values()].filter((item) => (item.listPk as { S?: string } | undefined)?.S === pk);
      return { Items: listed.map(({ body: _, type: __, v: ___, ...keys }) => keys) };
    },
  };
  const store = new DynamoStore(client as never, "records", async () => undefined, new Lanes(() => nowMs));
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { store, rows, asked, read, pass };
}

function jar(nth: number): Row {
  const pk = `jar_${nth}`;
  return { pk, sk: "row", v: 1, type: "jar", body: {}, index: { list: [list, `2026-11-${10 + nth}#${pk}`] } };
}

async function fill(store: DynamoStore, count: number): Promise<Row[]> {
  const jars = Array.from({ length: count }, (_, nth) => jar(nth));
  for (const put of jars) await store.write([{ put, expect: "absent" }], `req_${put.pk}`);
  return jars;
}

describe("a busy owner's list", () => {
  it("is spread over the lanes that the owner's count says, and read from all of them as one", async () => {
    const { store, rows, asked } = keptTable(4);
    await store.read([lanesKey(owner)]);
    const jars = await fill(store, 12);
    const lanes = new Set([...rows.values()].flatMap(({ listPk }) => (listPk as { S?: string } | undefined)?.S ?? []));
    expect([...lanes].toSorted()).toEqual([list, `${list}~1`, `${list}~2`, `${list}~3`]);
    expect(await store.page({ index: "list", pk: list, limit: 50 })).toEqual(jars);
    expect(asked).toEqual([list, `${list}~1`, `${list}~2`, `${list}~3`]);
    const newest = await store.page({ index: "list", pk: list, limit: 5, newestFirst: true });
    expect(newest).toEqual(jars.toReversed().slice(0, 5));
  });

  it("stands in its first lane until every reader knows of the others", async () => {
    const { store, rows, pass } = keptTable(4);
    pass(-90_000);
    await store.read([lanesKey(owner)]);
    await fill(store, 6);
    const lanes = new Set([...rows.values()].flatMap(({ listPk }) => (listPk as { S?: string } | undefined)?.S ?? []));
    expect([...lanes]).toEqual([list]);
  });
});

describe("an owner's count of lanes", () => {
  it("is read along with a page's rows, and again when it is ten seconds old", async () => {
    const { store, read, pass } = keptTable(undefined);
    await fill(store, 2);
    read.splice(0);
    for (const ms of [0, 9_000, 2_000]) {
      pass(ms);
      await store.page({ index: "list", pk: list, limit: 5 });
    }
    expect(read).toEqual([3, 2, 3]);
  });

  it("is read by itself where a page has no rows to read", async () => {
    const { store, read } = keptTable(undefined);
    expect(await store.page({ index: "list", pk: list, limit: 5 })).toEqual([]);
    expect(await store.page({ index: "list", pk: list, limit: 5 })).toEqual([]);
    expect(read).toEqual([1]);
  });

  it("only grows, since what is listed in a lane must be found", () => {
    const eight = lanesRow(owner, 8, undefined, noon);
    expect(laneCount.parse(lanesRow(owner, 2, eight, noon).body).lanes).toBe(8);
    expect(lanesRow(owner, 16, eight, noon)).toMatchObject({
      v: 2,
      body: { lanes: 16, writtenFrom: "2026-11-28T12:01:00.000Z" },
    });
  });
});
