import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoStore } from "../../../functions/adapters/aws/dynamo-store.ts";
import type { Store } from "../../../functions/app/core/ports.ts";
import { MemoryStore } from "../../support/core/memory-store.ts";
import { startMinistack } from "../../support/runner/ministack.ts";
import { dynamodbLocalFolder, startDynamodbLocal } from "./dynamodb-local.ts";
import { createTable } from "./table.ts";

/** Something a book can be kept on. */
export interface Engine {
  readonly name: string;
  /** Why it cannot be started here; then its tests are skipped. */
  readonly missing: string | undefined;
  start(): Promise<StartedEngine>;
}

export interface StartedEngine {
  /** A book on a table of its own. */
  open(table: string): Promise<Store>;
  stop(): Promise<void>;
}

/** Books on a DynamoDB endpoint. */
function onEndpoint(endpoint: string, stop: () => Promise<void>): StartedEngine {
  const client = new DynamoDBClient({
    endpoint,
    region: "us-east-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });
  return {
    open: async (table) => {
      await createTable(client, table);
      return new DynamoStore(client, table);
    },
    stop: async () => {
      client.destroy();
      await stop();
    },
  };
}

const memory: Engine = {
  name: "memory",
  missing: undefined,
  start: () => Promise.resolve({ open: () => Promise.resolve(new MemoryStore()), stop: () => Promise.resolve() }),
};

export const emulator: Engine = {
  name: "the AWS emulator",
  missing: undefined,
  start: async () => {
    const started = await startMinistack();
    if (!started) throw new Error("the AWS emulator is not installed: run npm test, which installs it");
    return onEndpoint(started.endpoint, () => started.stop());
  },
};

export const dynamodbLocal: Engine = {
  name: "DynamoDB Local",
  missing: dynamodbLocalFolder === undefined ? "it needs Java 17 and Maven" : undefined,
  start: async () => {
    const { endpoint, stop } = await startDynamodbLocal(dynamodbLocalFolder ?? "");
    return onEndpoint(endpoint, stop);
  },
};

export const engines: readonly Engine[] = [memory, emulator, dynamodbLocal];
