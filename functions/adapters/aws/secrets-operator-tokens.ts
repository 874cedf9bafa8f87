import type { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import * as z from "zod";
import { shortestToken } from "../../domain/core/operator.ts";
import { rememberedSecret } from "./remembered-secret.ts";

const namedToken = z.object({ name: z.string(), token: z.string() });

/** The secret is a list of operators, or the single one that a fresh stack is made with. */
const secret = z.union([
  z.object({ operators: z.array(namedToken) }).transform(({ operators }) => operators),
  namedToken.transform((one) => [one]),
]);

/** What the reading of tokens works with. */
interface TokenReading {
  readonly nowMs?: () => number;
  /** Told whose token was left out, each time that it is read. */
  readonly tooShort?: (operator: string) => void;
}

/** The operators' tokens; one that is too short to be safe is left out and told of, so that it opens nothing. */
export function operatorTokens(
  client: Pick<SecretsManagerClient, "send">,
  arn: string,
  { nowMs = Date.now, tooShort = () => undefined }: TokenReading = {},
) {
  const safe = secret.transform((operators) =>
    operators.filter(({ name, token }) => {
      const isSafe = token.length >= shortestToken;
      if (!isSafe) tooShort(name);
      return isSafe;
    }),
  );
  return rememberedSecret(client, arn, safe, { nowMs });
}
