import type { PutItemCommand, QueryCommand } from "@aws-sdk/client-dynamodb";
import { describe, expect, it } from "vitest";
import { itemOf } from "../../../functions/adapters/aws/dynamo-item.ts";
import { DynamoStore } from "../../../functions/adapters/aws/dynamo-store.ts";
import { pointerLanes } from "../../../functions/adapters/aws/lanes.ts";
import type { Row } from "../../../functions/app/core/ports.ts";

type Item = Record<string, { S?: string }>;

const screened = "find#screened 0x8589427373d6d84e98730d7795d8f6f8731fda16";

/** A table that keeps what is put, and answers for a partition in the order of its sort keys from where it is told to begin. */
function keptTable() {
  const items = new Map<string, Item>();
  const keep = (item: Item) => items.set(`${item.pk?.S} ${item.sk?.S}`, item);
  const client = {
    async send({ input }: PutItemCommand | QueryCommand) {
      if ("Item" in input) return keep(input.Item as Item) && {};
      const { ExpressionAttributeValues, ExclusiveStartKey, Limit, ScanIndexForward } = input as QueryCommand["input"];
      const pk = ExpressionAttributeValues?.[":p"]?.S;
      if (ExclusiveStartKey && ExclusiveStartKey.pk?.S !== pk) throw new Error("a start outside of the partition");
      const after = ExclusiveStartKey?.sk?.S ?? (ScanIndexForward ? "" : "~");
      const isNext = (sk = "") => (ScanIndexForward ? sk > after : sk < after);
      const found = [...items.values()].filter((item) => item.pk?.S === pk && isNext(item.sk?.S));
      const ordered = found.toSorted((one, other) => ((one.sk?.S ?? "") < (other.sk?.S ?? "") ? -1 : 1));
      return { Items: (ScanIndexForward ? ordered : ordered.reverse()).slice(0, Limit) };
    },
  };
  return { items, keep, store: new DynamoStore(client as never, "records", async () => undefined) };
}

function pointer(nth: number, pk = screened): Row {
  return { pk, sk: `scr_${String(nth).padStart(3, "0")}`, v: 1, type: "pointer", body: {}, index: {} };
}

async function filled(pk = screened) {
  const table = keptTable();
  const rows = Array.from({ length: 40 }, (_, nth) => pointer(nth, pk));
  for (const put of rows) await table.store.write([{ put, expect: "any" }], `req_${put.sk}`);
  return { ...table, rows };
}

function partitions(items: ReadonlyMap<string, Item>): number {
  return new Set([...items.values()].map(({ pk }) => pk?.S)).size;
}

describe("pointers that many share", () => {
  it.each([screened, "find#amount#ten_1#125000", "find#0x52908400098527886e0f7030069857d2e4169ee7"])(
    "are spread over lanes and read as one partition: %s",
    async (pk) => {
      const { store, items, rows } = await filled(pk);
      expect(partitions(items)).toBe(pointerLanes);
      expect(await store.page({ pk, limit: 100 })).toEqual(rows);
      expect(await store.page({ pk, limit: 7, newestFirst: true })).toEqual(rows.toReversed().slice(0, 7));
    },
  );

  it("are paged through, each once", async () => {
    const { store, rows } = await filled();
    const seen: Row[] = [];
    for (let page = await store.page({ pk: screened, limit: 6 }); page.length > 0; ) {
      seen.push(...page);
      const { pk = "", sk = "" } = page.at(-1) ?? {};
      page = await store.page({ pk: screened, limit: 6, after: { pk, sk, sort: sk } });
    }
    expect(seen).toEqual(rows);
  });

  it("of the last release are found where they were written, once where they are written again", async () => {
    const { store, keep } = keptTable();
    const rows = Array.from({ length: 10 }, (_, nth) => pointer(nth));
    for (const row of rows) keep(itemOf(row) as Item);
    for (const put of rows.slice(0, 5)) await store.write([{ put, expect: "any" }], `req_${put.sk}`);
    expect(await store.page({ pk: screened, limit: 100 })).toEqual(rows);
    expect(await store.page({ pk: screened, limit: 8 })).toEqual(rows.slice(0, 8));
  });

  it("of a payer, an invoice or a hash stay together", async () => {
    for (const pk of ["find#payer#ten_1#cus_1", "find#inv_01JC0000000000000000000001", `find#0x${"ab".repeat(32)}`])
      expect(partitions((await filled(pk)).items)).toBe(1);
  });
});
