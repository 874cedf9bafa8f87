import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { itemOf } from "../../../functions/adapters/aws/dynamo-item.ts";
import { DynamoStore } from "../../../functions/adapters/aws/dynamo-store.ts";
import { dynamodbLocalFolder, startDynamodbLocal } from "../../store/core/dynamodb-local.ts";
import { createTable } from "../../store/core/table.ts";
import { putAll } from "../recon/on-emulator.ts";
import type { GeneratedTenant } from "./generated-tenant.ts";

/** Records whose rows are made at once. */
const chunk = 100;

/** A table on DynamoDB Local with every row of a made tenant, and a count of the calls that it has; null where it is not installed. */
export async function onDynamodbLocal(made: GeneratedTenant) {
  if (dynamodbLocalFolder === undefined) return null;
  const engine = await startDynamodbLocal(dynamodbLocalFolder);
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const client = new DynamoDBClient({ endpoint: engine.endpoint, region: "us-east-1", credentials });
  await createTable(client, "book");
  for (let from = 0; from < made.size; from += chunk)
    await putAll(client, made.rows(from, Math.min(from + chunk, made.size)).map(itemOf));
  let calls = 0;
  client.middlewareStack.add(
    (next) => (args) => {
      calls += 1;
      return next(args);
    },
    { step: "initialize" },
  );
  const store = new DynamoStore(client, "book");
  return { store, calls: () => calls, stop: () => engine.stop() };
}
