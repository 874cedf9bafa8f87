import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import type { DynamoDBStreamEvent } from "aws-lambda";
import { failure } from "../app/core/error-text.ts";
import type { Invocation, Row } from "../app/core/ports.ts";
import { dispatchEntry } from "../app/operations/outbox.ts";
import { tick } from "../wiring/core/context.ts";
import { log } from "../wiring/core/log.ts";
import { dispatchDesk, streamedRow } from "../wiring/core/outbox.ts";

/** Hands on what follows from committed entries. A failure is thrown: the batch comes again, and every step of it may be repeated. */
export async function handler(event: DynamoDBStreamEvent, invocation?: Invocation): Promise<void> {
  log.begin(invocation);
  await tick();
  for (const record of event.Records) {
    const image = record.dynamodb?.NewImage;
    if (record.eventName !== "INSERT" || !image?.outbox) continue;
    await handOn(streamedRow(image as Record<string, AttributeValue>));
  }
  log.info("handed on", { operation: "outbox", records: event.Records.length });
}

async function handOn(row: Row): Promise<void> {
  try {
    await dispatchEntry(dispatchDesk, row);
  } catch (error) {
    log.error("hand on failed", {
      operation: "outbox",
      correlationId: row.pk,
      entry: row.sk,
      error: failure(error),
    });
    throw error;
  }
}
