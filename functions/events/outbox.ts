import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import middy from "@middy/core";
import type { DynamoDBStreamEvent } from "aws-lambda";
import { errorText } from "../app/core/error-text.ts";
import type { Row } from "../app/core/ports.ts";
import { dispatchEntry } from "../app/operations/outbox.ts";
import { clockTick, type LambdaHandler, logInvocation, noEarlyTimeout } from "../http/invocation.ts";
import { tick } from "../wiring/core/context.ts";
import { log } from "../wiring/core/log.ts";
import { dispatchContext, streamedRow } from "../wiring/core/outbox.ts";

/** Hands on what follows from committed entries. A failure is thrown: the batch comes again, and every step of it may be repeated. */
export const handler = middy(dispatchBatch, noEarlyTimeout)
  .use(logInvocation(log))
  .use(clockTick(tick)) as unknown as LambdaHandler<DynamoDBStreamEvent, void>;

async function dispatchBatch({ Records }: DynamoDBStreamEvent): Promise<void> {
  for (const { eventName, dynamodb } of Records) {
    const image = dynamodb?.NewImage;
    if (eventName !== "INSERT" || !image?.outbox) continue;
    await dispatch(streamedRow(image as Record<string, AttributeValue>));
  }
  log.info("handed on", { operation: "outbox", records: Records.length });
}

async function dispatch(row: Row): Promise<void> {
  try {
    await dispatchEntry(dispatchContext, row);
  } catch (error) {
    const facts = { operation: "outbox", correlationId: row.pk, entry: row.sk, error: errorText(error) };
    log.error("hand on failed", facts);
    throw error;
  }
}
