import middy from "@middy/core";
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import type * as z from "zod";
import { errorText } from "../app/core/error-text.ts";
import { type LambdaHandler, logInvocation, noEarlyTimeout } from "../http/invocation.ts";
import { clock, newId, tick } from "../wiring/core/context.ts";
import { log } from "../wiring/core/log.ts";

/** What a worker's line says of an order even where the work on it failed. */
interface Facts {
  readonly requestId: string;
  readonly operation: string;
  correlationId: string;
}

/** A queue's worker: orders are done one after the other, each with a line of its own that says what `work` answers; those that cannot be read or done come out again. */
export function queueWorker<O>(
  { line, operation, message }: { line: string; operation: string; message: z.ZodType<O> },
  work: (order: O, facts: Facts, record: SQSRecord) => Promise<object>,
): LambdaHandler<SQSEvent, SQSBatchResponse> {
  const perform = async (record: SQSRecord): Promise<MessageOutcome> => {
    const { messageId, body } = record;
    await tick();
    const requestId = newId("req", clock.now());
    const facts: Facts = { requestId, operation, correlationId: requestId };
    try {
      const answer = await work(message.parse(JSON.parse(body)), facts, record);
      log.info(line, { ...facts, ...answer });
      return { messageId };
    } catch (thrown) {
      const error = errorText(thrown);
      log.error(line, { ...facts, error });
      return { messageId, error };
    }
  };
  const handler = async ({ Records }: SQSEvent) => {
    const outcomes: MessageOutcome[] = [];
    for (const record of Records) outcomes.push(await perform(record));
    return outcomes;
  };
  return middy(handler, noEarlyTimeout).use(logInvocation(log)).use(batchFailures) as unknown as LambdaHandler<
    SQSEvent,
    SQSBatchResponse
  >;
}

/** What became of one message of a batch. */
export interface MessageOutcome {
  readonly messageId: string;
  readonly error?: string;
}

/** Gives back to the queue the messages that failed, and no others; the handler answers with each one's outcome. */
export const batchFailures: middy.MiddlewareObj<SQSEvent, SQSBatchResponse> = {
  after: (request) => {
    const outcomes = request.response as unknown as readonly MessageOutcome[];
    const failed = outcomes.filter(({ error }) => error !== undefined);
    request.response = { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  },
};
