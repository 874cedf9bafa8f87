import { dispatchEntries } from "../app/operations/outbox.ts";
import { dispatchContext } from "../wiring/core/outbox.ts";
import { streamConsumer } from "./stream-consumer.ts";

/** Webhooks, letters, alerts and counters of each new entry. */
export const handler = streamConsumer({ line: "entries dispatched", operation: "outbox" }, (rows) =>
  dispatchEntries(dispatchContext, rows),
);
