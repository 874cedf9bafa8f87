import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import type { DynamoDBStreamEvent } from "aws-lambda";
import { dispatchEntry } from "../app/dispatch.ts";
import { tick } from "../wiring/base.ts";
import { dispatchDesk, streamedRow } from "../wiring/follow.ts";

/** Hands on what follows from committed entries. A failure is thrown: the batch comes again, and every step of it may be repeated. */
export async function handler(event: DynamoDBStreamEvent): Promise<void> {
  await tick();
  for (const record of event.Records) {
    const image = record.dynamodb?.NewImage;
    if (record.eventName !== "INSERT" || !image?.outbox) continue;
    await dispatchEntry(dispatchDesk, streamedRow(image as Record<string, AttributeValue>));
  }
  console.log(JSON.stringify({ message: "handed on", records: event.Records.length }));
}
