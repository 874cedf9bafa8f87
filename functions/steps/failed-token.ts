import type middy from "@middy/core";
import { workflows } from "../wiring/core/workflows.ts";

/** Fails the token of a task that waits, since not every engine hears the Lambda itself fail. Outermost: the line comes first. */
export const failedToken: middy.MiddlewareObj<{ readonly token: string }> = {
  onError: ({ event, error }) => workflows.fail(event.token, "HopFailed", String(error)),
};
