import { type AttributeValue, BatchWriteItemCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { itemOf } from "../../../functions/adapters/aws/dynamo-item.ts";
import { DynamoStore } from "../../../functions/adapters/aws/dynamo-store.ts";
import type { Store } from "../../../functions/app/core/ports.ts";
import { createTable } from "../../store/core/table.ts";
import { startMinistack } from "../../support/runner/ministack.ts";
import type { GeneratedStore } from "./generated-store.ts";

/** A book that counts its calls. */
export interface CallCounts {
  readonly store: Store;
  readonly calls: () => number;
  stop(): Promise<void>;
}

const batch = 25;
const lanes = 8;

/** A table on the emulator with every row of a made book; null where the emulator is not installed. */
export async function onEmulator(made: GeneratedStore): Promise<CallCounts | null> {
  const emulator = await startMinistack();
  if (!emulator) return null;
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const client = new DynamoDBClient({ endpoint: emulator.endpoint, region: "us-east-1", credentials });
  await createTable(client, "book");
  await putAll(client, made.tenants().map(itemOf));
  const settlements = 250;
  for (let from = 0; from < made.size; from += settlements)
    await putAll(client, made.items(from, Math.min(from + settlements, made.size)));
  const real = new DynamoStore(client, "book");
  let calls = 0;
  const counting =
    <A, R>(call: (input: A) => Promise<R>) =>
    (input: A) => {
      calls += 1;
      return call(input);
    };
  const store: Store = {
    read: counting((keys) => real.read(keys)),
    page: counting((query) => real.page(query)),
    write: (writes, nonce) => real.write(writes, nonce),
  };
  return { store, calls: () => calls, stop: () => emulator.stop() };
}

/** Puts items into the table, many at once. */
export async function putAll(client: DynamoDBClient, items: readonly Record<string, AttributeValue>[]): Promise<void> {
  const batches: Record<string, AttributeValue>[][] = [];
  for (let from = 0; from < items.length; from += batch) batches.push(items.slice(from, from + batch));
  const left = batches.values();
  const lane = async () => {
    for (const some of left)
      await client.send(
        new BatchWriteItemCommand({ RequestItems: { book: some.map((Item) => ({ PutRequest: { Item } })) } }),
      );
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
