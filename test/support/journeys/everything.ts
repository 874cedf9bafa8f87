import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { DynamoDBClient, ListTablesCommand, ScanCommand, type ScanCommandOutput } from "@aws-sdk/client-dynamodb";
import {
  GetObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { ListQueuesCommand, ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { storedBody, textOf } from "../../../functions/adapters/aws/stored-text.ts";
import type { RunningSandbox } from "../runner/sandbox.ts";

/** A place that something is stored in, and all that can be read there. */
export interface StoredText {
  readonly place: string;
  readonly text: string;
}

/** Everything that a sandbox has stored: each row of each table, each version of each object, unpacked, what queues hold, what Lambdas logged, and the files of the emulator and the sandbox themselves. */
export async function readEverything({ endpoints, stateDir }: RunningSandbox): Promise<StoredText[]> {
  const { awsEndpoint: endpoint, region } = endpoints;
  const aws = { endpoint, region, credentials: { accessKeyId: "test", secretAccessKey: "test" } };
  return [
    ...(await rows(new DynamoDBClient(aws))),
    ...(await objects(new S3Client({ ...aws, forcePathStyle: true }))),
    ...(await messages(new SQSClient(aws))),
    ...(await logged(endpoint, region)),
    ...files(stateDir),
  ];
}

async function rows(dynamo: DynamoDBClient): Promise<StoredText[]> {
  const { TableNames = [] } = await dynamo.send(new ListTablesCommand({}));
  const found: StoredText[] = [];
  for (const TableName of TableNames) {
    let start: ScanCommandOutput["LastEvaluatedKey"];
    do {
      const page: ScanCommandOutput = await dynamo.send(
        new ScanCommand({ TableName, ConsistentRead: true, ...(start && { ExclusiveStartKey: start }) }),
      );
      for (const item of page.Items ?? []) {
        const plain = Object.values(item).map(({ S, N, B }) => S ?? N ?? Buffer.from(B ?? []).toString("latin1"));
        const body = item.body?.B ? textOf(item.type?.S ?? "", storedBody.parse(item.body)) : "";
        found.push({ place: `${TableName} ${item.pk?.S} ${item.sk?.S}`, text: [...plain, body].join("\n") });
      }
      start = page.LastEvaluatedKey;
    } while (start);
  }
  return found;
}

async function objects(s3: S3Client): Promise<StoredText[]> {
  const { Buckets = [] } = await s3.send(new ListBucketsCommand({}));
  const found: StoredText[] = [];
  for (const { Name: Bucket = "" } of Buckets)
    for (const { Key, VersionId } of await versions(s3, Bucket)) {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, ...(VersionId && { VersionId }) }));
      found.push({ place: `${Bucket}/${Key} ${VersionId ?? ""}`, text: unpacked(await Body?.transformToByteArray()) });
    }
  return found;
}

async function versions(s3: S3Client, Bucket: string): Promise<{ Key: string; VersionId?: string }[]> {
  const found = new Map<string, { Key: string; VersionId?: string }>();
  let token: string | undefined;
  do {
    const page = await s3.send(new ListObjectsV2Command({ Bucket, ...(token && { ContinuationToken: token }) }));
    for (const { Key = "" } of page.Contents ?? []) found.set(Key, { Key });
    token = page.NextContinuationToken;
  } while (token);
  const { Versions = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
  for (const { Key = "", VersionId } of Versions)
    if (VersionId && VersionId !== "null") found.set(`${Key} ${VersionId}`, { Key, VersionId });
  return [...found.values()];
}

function unpacked(bytes: Uint8Array = new Uint8Array()): string {
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : Buffer.from(bytes)).toString("utf8");
}

async function messages(sqs: SQSClient): Promise<StoredText[]> {
  const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({}));
  const found: StoredText[] = [];
  for (const QueueUrl of QueueUrls) {
    const order = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 0 });
    const { Messages = [] } = await sqs.send(order);
    for (const { Body = "" } of Messages) found.push({ place: QueueUrl, text: Body });
  }
  return found;
}

/** What Lambdas logged, by the emulator's own log service. */
async function logged(endpoint: string, region: string): Promise<StoredText[]> {
  const ask = async (target: string, body: object) => {
    const authorization = `AWS4-HMAC-SHA256 Credential=test/20260101/${region}/logs/aws4_request, SignedHeaders=host, Signature=0`;
    const headers = {
      authorization,
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": `Logs_20140328.${target}`,
    };
    const reply = await fetch(endpoint, { method: "POST", headers, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`${target}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as {
      logGroups?: { logGroupName: string }[];
      events?: { message: string }[];
      nextToken?: string;
    };
  };
  const found: StoredText[] = [];
  let nextToken: string | undefined;
  do {
    const { logGroups = [], nextToken: next } = await ask("DescribeLogGroups", { ...(nextToken && { nextToken }) });
    for (const { logGroupName } of logGroups) {
      const { events = [] } = await ask("FilterLogEvents", { logGroupName, limit: 10_000 });
      found.push({ place: `log ${logGroupName}`, text: events.map(({ message }) => message).join("\n") });
    }
    nextToken = next;
  } while (nextToken);
  return found;
}

const largestFile = 50_000_000;

/** The files that the sandbox and its emulator keep; those of bundles are source. */
function files(folder: string): StoredText[] {
  const found: StoredText[] = [];
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name);
    if (/node_modules|cdk\.out|assembly/.test(name)) continue;
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isFile() && stat.size <= largestFile)
      found.push({ place: `file ${name}`, text: unpacked(readFileSync(path)) });
  }
  return found;
}
