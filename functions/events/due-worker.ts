import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as z from "zod";
import { type DueOrder, dueWorkTypes } from "../app/operations/due-work.ts";
import type { WorkedOff } from "../app/operations/work-off.ts";
import type { LambdaHandler } from "../http/invocation.ts";
import { queueWorker } from "./queue-worker.ts";

const message = z.object({
  kind: z.enum(dueWorkTypes),
  rows: z.array(z.object({ pk: z.string(), sk: z.string(), place: z.string() })),
});

/** The worker of a queue of due work. Rows that fail are put off, so that a message comes again only where its worker died. */
export function dueWorker(
  operation: string,
  work: (order: DueOrder, requestId: string) => Promise<WorkedOff>,
): LambdaHandler<SQSEvent, SQSBatchResponse> {
  return queueWorker({ line: "due work done", operation, message }, async (order, { requestId }) => ({
    kind: order.kind,
    ...(await work(order, requestId)),
    // Every aggregate comes by here, so that its trail through the logs has it.
    ...(order.kind === "entries" && { correlationIds: order.rows.map(({ pk }) => pk) }),
  }));
}
