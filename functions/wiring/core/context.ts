import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { monotonicFactory, ulid } from "ulid";
import { DynamoBook } from "../../adapters/aws/dynamo-book.ts";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { SandboxClock, systemClock } from "../../adapters/local/clock.ts";
import type { Desk } from "../../app/core/context.ts";
import type { NewId } from "../../app/core/ports.ts";
import { given, live } from "./env.ts";

export const dynamo = new DynamoDBClient(awsSettings.dynamodb);

export const book = new DynamoBook(dynamo, given("BOOK_TABLE"));

/** The test clock, on stages that have one. */
export const sandboxClock = live ? undefined : new SandboxClock(book);

export const clock = sandboxClock ?? systemClock;

/** Brings the clock up to date; called once per request or event. */
export async function tick(): Promise<void> {
  await sandboxClock?.tick();
}

/** Events of one millisecond are listed by their ids: in the order in which they were made. */
const inOrder = monotonicFactory();

export const newId: NewId = (prefix, now) =>
  `${prefix}_${prefix === "evt" ? inOrder(Date.parse(now)) : ulid(Date.parse(now))}`;

/** The desk of somebody's request. */
export function deskFor(actor: string, requestId: string): Desk {
  return { book, clock, newId, actor, requestId };
}

/** The desk of a call that the handler frame let in. */
export function deskOf(call: {
  readonly principal: { readonly actor: string };
  readonly requestId: string;
  readonly operation: string;
}): Desk {
  return { ...deskFor(call.principal.actor, call.requestId), action: call.operation };
}
