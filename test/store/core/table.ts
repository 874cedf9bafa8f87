import { CreateTableCommand, type DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { indexNames } from "../../../functions/adapters/aws/dynamo-item.ts";
import { indexProjection } from "../../../lib/storage/table-shapes.ts";

/** Makes a table like the book's own (lib/storage/store-table.ts): its indexes hold keys alone. */
export async function createTable(client: DynamoDBClient, TableName: string): Promise<void> {
  const attributes = ["pk", "sk", ...Object.values(indexNames).flat()];
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: attributes.map((name) => ({ AttributeName: name, AttributeType: "S" })),
      KeySchema: keys("pk", "sk"),
      GlobalSecondaryIndexes: Object.entries(indexNames).map(([IndexName, [pk, sk]]) => ({
        IndexName,
        KeySchema: keys(pk, sk),
        Projection: { ProjectionType: indexProjection },
      })),
    }),
  );
}

function keys(pk: string, sk: string) {
  return [
    { AttributeName: pk, KeyType: "HASH" as const },
    { AttributeName: sk, KeyType: "RANGE" as const },
  ];
}
