import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import middy from "@middy/core";
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { errorText } from "../app/core/error-text.ts";
import type { Row } from "../app/core/ports.ts";
import { clockTick, type LambdaHandler, logInvocation, noEarlyTimeout } from "../http/invocation.ts";
import { tick } from "../wiring/core/context.ts";
import { log } from "../wiring/core/log.ts";
import { streamedRow } from "../wiring/core/streamed-row.ts";

/** What could not be done of a batch, and why. */
interface Failure {
  readonly row: Row;
  readonly error: unknown;
}

/** A consumer of new entries in the table's stream. What fails is told record by record: the stream comes again from the first of them, and every step of it may be repeated. */
export function streamConsumer(
  { line, operation }: { readonly line: string; readonly operation: string },
  work: (rows: readonly Row[]) => Promise<readonly Failure[]>,
): LambdaHandler<DynamoDBStreamEvent, DynamoDBBatchResponse> {
  const handler = async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const records = new Map(Records.flatMap(entryOf));
    const failures = await work([...records.keys()]);
    for (const { row, error } of failures)
      log.error("entry failed", { operation, correlationId: row.pk, entry: row.sk, error: errorText(error) });
    // Each record once, however many entries of it came along.
    const correlationIds = [...new Set([...records.keys()].map(({ pk }) => pk))];
    log.info(line, { operation, records: Records.length, failed: failures.length, correlationIds });
    const batchItemFailures = failures.map(({ row }) => ({ itemIdentifier: records.get(row) ?? "" }));
    return { batchItemFailures };
  };
  return middy(handler, noEarlyTimeout).use(logInvocation(log)).use(clockTick(tick)) as unknown as LambdaHandler<
    DynamoDBStreamEvent,
    DynamoDBBatchResponse
  >;
}

/** The entry that a record brings, with the record's place in the stream. */
function entryOf({ eventName, dynamodb }: DynamoDBRecord): [Row, string][] {
  const image = dynamodb?.NewImage;
  if (eventName !== "INSERT" || !image?.outbox) return [];
  return [[streamedRow(image as Record<string, AttributeValue>), dynamodb?.SequenceNumber ?? ""]];
}
