import type middy from "@middy/core";
import { failure } from "../app/core/error-text.ts";
import { log } from "../wiring/core/log.ts";

/** What the line says of a task even where it failed. */
export interface TaskFacts {
  readonly requestId: string;
  readonly tenantId: string;
  readonly operation: string;
  readonly correlationId: string;
}

/** One line for one transition; a failed one is tried again by the machine or parks its record. */
export function transitionLine<S>(factsOf: (task: S) => TaskFacts): middy.MiddlewareObj<S> {
  return {
    after: ({ event, response: answer }) => {
      log.info("hop", { ...factsOf(event), ...(answer === undefined ? {} : { answer }) });
    },
    onError: ({ event, error }) => log.error("hop", { ...factsOf(event), error: failure(error) }),
  };
}
