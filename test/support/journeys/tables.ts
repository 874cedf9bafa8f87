import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { ListQueuesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { DynamoStore } from "../../../functions/adapters/aws/dynamo-store.ts";
import { sqsQueue } from "../../../functions/adapters/aws/sqs-queue.ts";
import type { Key, Row, Store } from "../../../functions/app/core/ports.ts";
import type { ExportQueue } from "../../../functions/app/reconciliation/ports.ts";
import { sandboxOperations } from "../../../functions/contract/shared/sandbox.ts";
import { advance, endpoints, operator } from "./journey.ts";

const aws = {
  endpoint: endpoints.awsEndpoint,
  region: endpoints.region,
  credentials: { accessKeyId: "test", secretAccessKey: "test" },
};

const dynamo = new DynamoDBClient(aws);
const sqs = new SQSClient(aws);

/** One of the sandbox's tables by a word of its name, past every door: `BookRecords`, or `BookMockRail`. */
export async function tableOf(word: string): Promise<Store> {
  const { TableNames = [] } = await dynamo.send(new ListTablesCommand({}));
  const name = TableNames.find((each) => each.includes(word));
  if (!name) throw new Error(`no table ${word} among ${TableNames.join(", ")}`);
  return new DynamoStore(dynamo, name);
}

/** The sandbox's queue of exports. */
export async function exportQueue(): Promise<ExportQueue> {
  const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({}));
  const url = QueueUrls.find((each) => each.includes("ExportsOrders"));
  if (!url) throw new Error(`no queue of exports among ${QueueUrls.join(", ")}`);
  return sqsQueue(sqs, url);
}

/** Changes a row behind everybody's back; `undo` puts it back as it was. */
export async function tamper(store: Store, key: Key, change: (body: never) => unknown): Promise<() => Promise<void>> {
  const [row] = await store.read([key]);
  if (!row) throw new Error(`no row ${key.pk} ${key.sk}`);
  const put: Row = { ...row, v: row.v + 1, body: change(structuredClone(row.body) as never) };
  await store.write([{ put, expect: row.v }], `tamper-${crypto.randomUUID()}`);
  return async () => {
    await store.write([{ put: row, expect: put.v }], `undo-${crypto.randomUUID()}`);
  };
}

/** Moves the sandbox on to a time of the next UTC day; the day that was left, and the one that has begun. */
export async function nextDay(time: string): Promise<{ left: string; begun: string }> {
  const { now } = await operator.call(sandboxOperations.readClock);
  const left = now.slice(0, 10);
  const midnightMs = Date.parse(`${left}T00:00:00.000Z`) + 86_400_000;
  const begun = new Date(midnightMs).toISOString().slice(0, 10);
  const ms = Date.parse(`${begun}T${time}.000Z`) - Date.parse(now);
  await advance(Math.ceil(ms / 1000));
  return { left, begun };
}
