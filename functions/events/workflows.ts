import { startEach } from "../app/operations/start-workflows.ts";
import { workflows } from "../wiring/core/workflows.ts";
import { streamConsumer } from "./stream-consumer.ts";

/** Money's next step after each new entry that has one: it waits neither for webhooks nor for counters. */
export const handler = streamConsumer({ line: "workflows started", operation: "workflows" }, (rows) =>
  startEach(workflows, rows),
);
