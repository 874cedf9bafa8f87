import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as z from "zod";
import { runExport } from "../app/exports.ts";
import { failure } from "../app/failure.ts";
import { makeExport } from "../app/make-export.ts";
import type { Invocation } from "../app/ports.ts";
import { clock, newId, tick } from "../wiring/base.ts";
import { log } from "../wiring/log.ts";
import { makeDesk } from "../wiring/reports.ts";

const message = z.object({ exportId: z.string() });

/** Makes the exports that the queue hands over, one after the other. */
export async function handler(event: SQSEvent, invocation?: Invocation): Promise<SQSBatchResponse> {
  log.begin(invocation);
  const batchItemFailures: { itemIdentifier: string }[] = [];
  for (const { body, messageId } of event.Records) {
    await tick();
    const requestId = newId("req", clock.now());
    const facts = { requestId, operation: "export", correlationId: requestId };
    try {
      const { exportId } = message.parse(JSON.parse(body));
      const desk = makeDesk(requestId);
      await runExport(desk, exportId, (state) => makeExport(desk, state));
      log.info("export", { ...facts, correlationId: exportId });
    } catch (error) {
      log.error("export", { ...facts, error: failure(error) });
      batchItemFailures.push({ itemIdentifier: messageId });
    }
  }
  return { batchItemFailures };
}
