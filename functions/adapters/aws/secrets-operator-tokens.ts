import type { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import * as z from "zod";
import { rememberedSecret } from "./remembered-secret.ts";

const namedToken = z.object({ name: z.string(), token: z.string() });

/** The secret is a list of operators, or the single one that a fresh stack is made with. */
const secret = z.union([
  z.object({ operators: z.array(namedToken) }).transform(({ operators }) => operators),
  namedToken.transform((one) => [one]),
]);

export function operatorTokens(
  client: Pick<SecretsManagerClient, "send">,
  arn: string,
  nowMs: () => number = Date.now,
) {
  return rememberedSecret(client, arn, secret, { nowMs });
}
