import type { BatchGetItemCommand, QueryCommand } from "@aws-sdk/client-dynamodb";
import { describe, expect, it } from "vitest";
import { itemOf } from "../../../functions/adapters/aws/dynamo-item.ts";
import { DynamoStore } from "../../../functions/adapters/aws/dynamo-store.ts";
import type { Row } from "../../../functions/app/core/ports.ts";

const table = "records";

function listed(pk: string, sort: string, list = "jars"): Row {
  return { pk, sk: "row", v: 1, type: "jar", body: { pk }, index: { list: [list, sort] } };
}

/** A table whose index still lists what it listed a moment ago. */
function laggingTable(now: readonly Row[], index: readonly Row[]) {
  const client = {
    async send({ input }: QueryCommand | BatchGetItemCommand) {
      if ("RequestItems" in input) {
        const keys = input.RequestItems?.[table]?.Keys ?? [];
        const rows = now.filter((row) => keys.some(({ pk }) => pk?.S === row.pk));
        return { Responses: { [table]: rows.map(itemOf) } };
      }
      const { ExclusiveStartKey: start, Limit = 1 } = input as QueryCommand["input"];
      const at = start ? index.findIndex(({ pk }) => pk === start.pk?.S) + 1 : 0;
      const page = index.slice(at, at + Limit).map((row) => {
        const { body: _, type: __, v: ___, ...keys } = itemOf(row);
        return keys;
      });
      return { Items: page, ...(at + Limit < index.length && { LastEvaluatedKey: page.at(-1) }) };
    },
  };
  return new DynamoStore(client as never, table);
}

describe("an index that lags behind its table", () => {
  const [one, two, three] = [listed("jar_1", "1"), listed("jar_2", "2"), listed("jar_3", "3")];

  it("shows rows as they are now", async () => {
    const filled = { ...one, v: 2, body: { filled: true } };
    const store = laggingTable([filled, two], [one, two]);
    expect(await store.page({ index: "list", pk: "jars", limit: 5 })).toEqual([filled, two]);
  });

  it("leaves out what is gone or stands elsewhere, and fills the page with what comes after", async () => {
    const store = laggingTable([listed("jar_1", "1", "other"), three], [one, two, three]);
    expect(await store.page({ index: "list", pk: "jars", limit: 1 })).toEqual([three]);
  });

  it("shows places as they were where keys alone are asked for", async () => {
    const rows = await laggingTable([], [one]).page({ index: "list", keysOnly: true, pk: "jars", limit: 5 });
    expect(rows.map(({ pk, body }) => [pk, body])).toEqual([["jar_1", undefined]]);
  });
});
