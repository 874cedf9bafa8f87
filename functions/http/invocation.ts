import type middy from "@middy/core";
import type { Invocation, Log } from "../app/core/ports.ts";

/** A Lambda as it is called; by hand without an invocation. */
export type LambdaHandler<E, R> = (event: E, invocation?: Invocation) => Promise<R>;

/** Middy would answer a Lambda that runs out of time 5 ms early, in its own words; here the function's timeout alone ends it. */
export const noEarlyTimeout = { timeoutEarlyInMillis: 0 } as const;

/** Puts the invocation's id on every line of the log; a call by hand has none. First in every Lambda. */
export function logInvocation(log: Log): middy.MiddlewareObj {
  return { before: ({ context }) => log.begin("awsRequestId" in context ? context : undefined) };
}

/** Brings a sandbox's clock up to date, before anything looks at it. */
export function clockTick(tick: () => Promise<void>): middy.MiddlewareObj {
  return { before: () => tick() };
}
