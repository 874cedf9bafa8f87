import type middy from "@middy/core";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";

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
