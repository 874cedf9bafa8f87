import { setTimeout as wait } from "node:timers/promises";
import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  ListBackupsCommand,
  ResourceNotFoundException,
  RestoreTableFromBackupCommand,
  RestoreTableToPointInTimeCommand,
  type TableDescription,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { indexProjection, type TableShape, ttlAttribute } from "../../lib/storage/table-shapes.ts";
import { Trouble } from "../sandbox/trouble.ts";

/** A client, and how long it waits between two looks at a table. */
export interface Restorer {
  readonly client: DynamoDBClient;
  readonly paceMs: number;
}

/** A day: more than the restore of a table takes, however large. */
const limitMs = 86_400_000;

const asMade = {
  BillingModeOverride: "PAY_PER_REQUEST",
  SSESpecificationOverride: { Enabled: true, SSEType: "KMS" },
} as const;

/** Asks AWS for a copy of a table as it stood; of a table that was deleted, from the backup that DynamoDB made then. */
export async function beginRestore(
  { client }: Restorer,
  { source, target, at }: { source: string; target: string; at: Date | "latest" },
): Promise<void> {
  if (await found(client, source)) {
    const when = at === "latest" ? { UseLatestRestorableTime: true } : { RestoreDateTime: at };
    const input = { SourceTableName: source, TargetTableName: target, ...asMade, ...when };
    await client.send(new RestoreTableToPointInTimeCommand(input));
    return;
  }
  if (at !== "latest")
    throw new Trouble(`Table ${source} was deleted: only its last moment can be restored; say --to latest.`);
  const answer = await client.send(new ListBackupsCommand({ TableName: source, BackupType: "ALL" }));
  const madeAt = (backup: { BackupCreationDateTime?: Date | undefined }) => Number(backup.BackupCreationDateTime ?? 0);
  const [last] = (answer.BackupSummaries ?? []).toSorted((one, other) => madeAt(other) - madeAt(one));
  if (last === undefined) throw new Trouble(`Table ${source} was deleted, and AWS has no backup of it.`);
  const BackupArn = last.BackupArn;
  await client.send(new RestoreTableFromBackupCommand({ BackupArn, TargetTableName: target, ...asMade }));
}

async function found(client: DynamoDBClient, TableName: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** The table once it and its indexes can be used. */
export async function activeTable({ client, paceMs }: Restorer, name: string): Promise<TableDescription> {
  for (let waited = 0; waited < limitMs; waited += paceMs) {
    const table = await found(client, name);
    if (table === undefined) throw new Trouble(`There is no table ${name}.`);
    const indexes = table.GlobalSecondaryIndexes ?? [];
    const states = [table.TableStatus, ...indexes.map(({ IndexStatus }) => IndexStatus)];
    if (states.every((state) => state === "ACTIVE")) return table;
    await wait(paceMs);
  }
  throw new Trouble(`Table ${name} is not ready after a day; say --adopt ${name} once it is.`);
}

/** Refuses a table whose keys or indexes are not those of the code. */
export function refuseShape(table: TableDescription, { indexes }: Pick<TableShape, "indexes">): void {
  const keysOf = (schema: TableDescription["KeySchema"]) =>
    (schema ?? []).map(({ AttributeName, KeyType }) => `${AttributeName} ${KeyType}`).join(", ");
  const fault = (what: string) => new Trouble(`Table ${table.TableName} cannot take the place: ${what}.`);
  if (keysOf(table.KeySchema) !== "pk HASH, sk RANGE") throw fault(`its key is ${keysOf(table.KeySchema)}`);
  for (const name of indexes) {
    const index = table.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === name);
    if (index === undefined) throw fault(`it has no index ${name}`);
    if (keysOf(index.KeySchema) !== `${name}Pk HASH, ${name}Sk RANGE`)
      throw fault(`the key of its index ${name} is ${keysOf(index.KeySchema)}`);
    if (index.Projection?.ProjectionType !== indexProjection)
      throw fault(`its index ${name} does not hold ${indexProjection}`);
  }
}

/** Switches on again what a restore leaves out: stream, expiry, recovery, protection, tags. The table as it is then. */
export async function completeTable(
  restorer: Restorer,
  table: TableDescription,
  { stream, tags }: { stream: boolean; tags: Readonly<Record<string, string>> },
): Promise<TableDescription> {
  const { client } = restorer;
  const TableName = table.TableName ?? "";
  if (stream && table.StreamSpecification?.StreamEnabled !== true) {
    const StreamSpecification = { StreamEnabled: true, StreamViewType: "NEW_IMAGE" } as const;
    await client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
    await activeTable(restorer, TableName);
  }
  await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
  const expiry = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  if (expiry.TimeToLiveDescription?.AttributeName !== ttlAttribute) {
    const TimeToLiveSpecification = { Enabled: true, AttributeName: ttlAttribute };
    await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  }
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  await client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
  const Tags = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  await client.send(new TagResourceCommand({ ResourceArn: table.TableArn, Tags }));
  return activeTable(restorer, TableName);
}
