import { type AttributeValue, type DynamoDBClient, QueryCommand, ScanCommand } from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import type { StoredAggregate, StoredRow } from "../../functions/app/audit/chain.ts";
import type { AuditedStore } from "../../functions/app/audit/verify-audit.ts";
import { storedRowOf } from "../../functions/wiring/core/stored-row.ts";

type Item = Record<string, AttributeValue>;

const progress = z.object({ root: z.object({ date: z.string(), root: z.string() }).nullable() });

/** The row as it is stored, unless it is a copy; its body as parsed from its own text, which keeps the order of keys that was hashed. */
function storedRow(item: Item): (StoredRow & { pk: string })[] {
  const row = storedRowOf(item);
  if (!row) return [];
  const { pk, sk, body, index } = row;
  const isEntry = sk.startsWith("entry#");
  return [{ pk, sk, body, ...(isEntry && { listed: index?.group ?? (["", ""] as const) }) }];
}

/** The book's table, read from end to end: rows of one aggregate lie side by side there. */
export class TableStore implements AuditedStore {
  readonly #client: DynamoDBClient;
  readonly #table: string;

  constructor(client: DynamoDBClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async *aggregates(): AsyncIterable<StoredAggregate> {
    let pk = "";
    let rows: StoredRow[] = [];
    for await (const row of this.#scan()) {
      if (row.pk !== pk && rows.length > 0) {
        yield { pk, rows };
        rows = [];
      }
      pk = row.pk;
      rows.push(row);
    }
    if (rows.length > 0) yield { pk, rows };
  }

  async aggregate(pk: string): Promise<StoredAggregate> {
    const rows: StoredRow[] = [];
    let start: Item | undefined;
    do {
      const answer = await this.#client.send(
        new QueryCommand({
          TableName: this.#table,
          ConsistentRead: true,
          KeyConditionExpression: "pk = :pk",
          ExpressionAttributeValues: { ":pk": { S: pk } },
          ...(start && { ExclusiveStartKey: start }),
        }),
      );
      rows.push(...(answer.Items ?? []).flatMap(storedRow));
      start = answer.LastEvaluatedKey;
    } while (start);
    return { pk, rows };
  }

  async lastRoot(): Promise<{ date: string; root: string } | null> {
    const { rows } = await this.aggregate("archive#head");
    return progress.safeParse(rows[0]?.body).data?.root ?? null;
  }

  async *#scan() {
    let start: Item | undefined;
    do {
      const answer = await this.#client.send(
        new ScanCommand({ TableName: this.#table, ConsistentRead: true, ...(start && { ExclusiveStartKey: start }) }),
      );
      yield* (answer.Items ?? []).flatMap(storedRow);
      start = answer.LastEvaluatedKey;
    } while (start);
  }
}
