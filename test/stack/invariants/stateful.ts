import { z } from "zod";
import type { Product, Resource } from "./templates.ts";

/** What replaces a resource or overwrites what it holds, by type; tables have their keys and indexes beside it. */
const fixedProperties: Readonly<Record<string, readonly string[]>> = {
  "AWS::ApiGateway::DomainName": ["DomainName"],
  "AWS::ApiGateway::RestApi": [],
  // Moved, it makes all it holds anew while the names are still taken.
  "AWS::CloudFormation::Stack": [],
  "AWS::DynamoDB::GlobalTable": ["TableName", "KeySchema", "LocalSecondaryIndexes"],
  "AWS::DynamoDB::Table": ["TableName", "KeySchema", "LocalSecondaryIndexes"],
  "AWS::KMS::Key": ["KeySpec", "KeyUsage", "MultiRegion"],
  "AWS::S3::Bucket": ["BucketName"],
  "AWS::SecretsManager::Secret": ["Name", "SecretString", "GenerateSecretString"],
  "AWS::SQS::Queue": ["QueueName", "FifoQueue"],
  "AWS::StepFunctions::StateMachine": ["StateMachineName", "StateMachineType"],
};

const entrySchema = z.strictObject({
  type: z.string(),
  fixed: z.record(z.string(), z.unknown()).optional(),
  indexes: z.record(z.string(), z.string()).optional(),
});

/** Everything of a product that holds something or is known by its address, by address in the templates. */
export const statefulSchema = z.record(z.string(), entrySchema);

export type Stateful = z.infer<typeof statefulSchema>;

/** What a product's templates have of it. */
export function statefulOf({ resources }: Product): Stateful {
  const stateful = resources.filter(({ type }) => Object.hasOwn(fixedProperties, type));
  const entries = stateful.map((each) => [each.address, entryOf(each)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function entryOf({ type, properties }: Resource): Stateful[string] {
  const named = (fixedProperties[type] ?? []).filter((name) => properties[name] !== undefined);
  const indexes = indexesOf(properties);
  return {
    type,
    ...(named.length > 0 && { fixed: Object.fromEntries(named.map((name) => [name, properties[name]])) }),
    ...(indexes.length > 0 && { indexes: Object.fromEntries(indexes) }),
  };
}

const indexSchema = z.object({
  IndexName: z.string(),
  KeySchema: z.array(z.object({ AttributeName: z.string(), KeyType: z.string() })),
  Projection: z.object({ ProjectionType: z.string() }),
});

function indexesOf(properties: Resource["properties"]): (readonly [string, string])[] {
  const found = z.array(indexSchema).parse(properties.GlobalSecondaryIndexes ?? []);
  return found
    .map(({ IndexName, KeySchema, Projection }) => {
      const keys = KeySchema.map(({ AttributeName, KeyType }) => `${AttributeName} ${KeyType}`);
      return [IndexName, [...keys, Projection.ProjectionType].join(", ")] as const;
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
