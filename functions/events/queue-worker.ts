import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import type * as z from "zod";
import { failure } from "../app/core/error-text.ts";
import type { Invocation } from "../app/core/ports.ts";
import { clock, newId, tick } from "../wiring/core/context.ts";
import { log } from "../wiring/core/log.ts";

/** What a worker's line says of an order even where the work on it failed. */
interface Facts {
  readonly requestId: string;
  readonly operation: string;
  correlationId: string;
}

/** A queue's worker: orders are done one after the other, and those that cannot be read or done come out again. What `work` answers is told in the order's line. */
export function inTurn<O>(
  { line, operation, message }: { line: string; operation: string; message: z.ZodType<O> },
  work: (order: O, facts: Facts, record: SQSRecord) => Promise<object>,
) {
  return async (event: SQSEvent, invocation?: Invocation): Promise<SQSBatchResponse> => {
    log.begin(invocation);
    const batchItemFailures: { itemIdentifier: string }[] = [];
    for (const record of event.Records) {
      await tick();
      const requestId = newId("req", clock.now());
      const facts: Facts = { requestId, operation, correlationId: requestId };
      try {
        const told = await work(message.parse(JSON.parse(record.body)), facts, record);
        log.info(line, { ...facts, ...told });
      } catch (error) {
        log.error(line, { ...facts, error: failure(error) });
        batchItemFailures.push({ itemIdentifier: record.messageId });
      }
    }
    return { batchItemFailures };
  };
}
