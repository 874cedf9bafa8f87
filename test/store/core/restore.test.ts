import {
  CreateBackupCommand,
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTagsOfResourceCommand,
  PutItemCommand,
  type TableDescription,
} from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  activeTable,
  beginRestore,
  completeTable,
  type Restorer,
  refuseShape,
} from "../../../bin/operate/restored-table.ts";
import { tableShapes } from "../../../lib/storage/table-shapes.ts";
import { type Ministack, startMinistack } from "../../support/runner/ministack.ts";
import { createTable } from "./table.ts";

let emulator: Ministack | null;
let restorer: Restorer;

beforeAll(async () => {
  emulator = await startMinistack();
  if (emulator === null) return;
  const client = new DynamoDBClient({
    endpoint: emulator.endpoint,
    region: "us-east-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });
  restorer = { client, paceMs: 20 };
});

afterAll(() => emulator?.stop());

const row = { pk: { S: "stl_1" }, sk: { S: "row" } };

/** A table with one row. */
async function tableWithRow(name: string): Promise<void> {
  await createTable(restorer.client, name);
  await restorer.client.send(new PutItemCommand({ TableName: name, Item: row }));
}

async function rowIn(TableName: string): Promise<unknown> {
  return (await restorer.client.send(new GetItemCommand({ TableName, Key: row }))).Item;
}

describe("a table that is restored", () => {
  it("has its rows, its indexes, and again what a restore leaves out", async (context) => {
    if (emulator === null) return context.skip("the AWS emulator is not installed");
    await tableWithRow("corrupt");
    await beginRestore(restorer, { source: "corrupt", target: "mended", at: "latest" });
    const active = await activeTable(restorer, "mended");
    refuseShape(active, tableShapes.book);
    const tags = { product: "sluice", stage: "prod" };
    const whole = await completeTable(restorer, active, { stream: true, tags });
    const again = await completeTable(restorer, whole, { stream: true, tags });

    expect(await rowIn("mended")).toEqual(row);
    expect(again).toMatchObject({
      StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_IMAGE" },
      LatestStreamArn: whole.LatestStreamArn,
      DeletionProtectionEnabled: true,
    });
    const { client } = restorer;
    const expiry = await client.send(new DescribeTimeToLiveCommand({ TableName: "mended" }));
    expect(expiry.TimeToLiveDescription).toMatchObject({ AttributeName: "ttl", TimeToLiveStatus: "ENABLED" });
    const recovery = await client.send(new DescribeContinuousBackupsCommand({ TableName: "mended" }));
    expect(recovery.ContinuousBackupsDescription?.PointInTimeRecoveryDescription).toMatchObject({
      PointInTimeRecoveryStatus: "ENABLED",
    });
    const tagged = await client.send(new ListTagsOfResourceCommand({ ResourceArn: whole.TableArn }));
    expect(tagged.Tags).toContainEqual({ Key: "stage", Value: "prod" });
  });
});

describe("a table that was deleted", () => {
  it("comes back from its newest backup, and from no other moment", async (context) => {
    if (emulator === null) return context.skip("the AWS emulator is not installed");
    const { client } = restorer;
    await tableWithRow("gone");
    await client.send(new CreateBackupCommand({ TableName: "gone", BackupName: "at-deletion" }));
    await client.send(new DeleteTableCommand({ TableName: "gone" }));
    await expect(
      beginRestore(restorer, { source: "gone", target: "back", at: new Date("2026-11-22T10:00:00Z") }),
    ).rejects.toThrow("Table gone was deleted: only its last moment can be restored; say --to latest.");
    await beginRestore(restorer, { source: "gone", target: "back", at: "latest" });
    await activeTable(restorer, "back");
    expect(await rowIn("back")).toEqual(row);
  });

  it("is refused where AWS has no backup of it", async (context) => {
    if (emulator === null) return context.skip("the AWS emulator is not installed");
    await expect(beginRestore(restorer, { source: "never", target: "x", at: "latest" })).rejects.toThrow(
      "Table never was deleted, and AWS has no backup of it.",
    );
  });
});

describe("a table that cannot take the place", () => {
  const keys = (pk: string, sk: string) => [
    { AttributeName: pk, KeyType: "HASH" as const },
    { AttributeName: sk, KeyType: "RANGE" as const },
  ];
  const due = { IndexName: "due", KeySchema: keys("duePk", "dueSk") };
  const good: TableDescription = {
    TableName: "t",
    KeySchema: keys("pk", "sk"),
    GlobalSecondaryIndexes: [{ ...due, Projection: { ProjectionType: "KEYS_ONLY" } }],
  };

  it.each<[Partial<TableDescription>, string]>([
    [{ KeySchema: keys("id", "sk") }, "its key is id HASH, sk RANGE"],
    [{ GlobalSecondaryIndexes: [] }, "it has no index due"],
    [
      { GlobalSecondaryIndexes: [{ ...due, KeySchema: keys("a", "b") }] },
      "the key of its index due is a HASH, b RANGE",
    ],
    [
      { GlobalSecondaryIndexes: [{ ...due, Projection: { ProjectionType: "ALL" } }] },
      "its index due does not hold KEYS_ONLY",
    ],
  ])("for %j is refused with what differs", (change, what) => {
    expect(() => refuseShape(good, { indexes: ["due"] })).not.toThrow();
    expect(() => refuseShape({ ...good, ...change }, { indexes: ["due"] })).toThrow(
      `Table t cannot take the place: ${what}.`,
    );
  });
});
