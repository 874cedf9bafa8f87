import middy from "@middy/core";
import type { Invocation } from "../app/core/ports.ts";
import type { TokenDigestsAnswer } from "../domain/access/token-digest.ts";
import { type LambdaHandler, logInvocation, noEarlyTimeout } from "../http/invocation.ts";
import { presentDigests } from "../wiring/access/operator-secret.ts";
import { log } from "../wiring/core/log.ts";

async function tell(): Promise<TokenDigestsAnswer> {
  return { operators: await presentDigests() };
}

/** Tells our own Lambdas which tokens are the operators', by their digests: no other Lambda reads the tokens. */
export const handler: (event?: unknown, invocation?: Invocation) => Promise<TokenDigestsAnswer> = middy(
  tell,
  noEarlyTimeout,
).use(logInvocation(log)) as unknown as LambdaHandler<unknown, TokenDigestsAnswer>;
