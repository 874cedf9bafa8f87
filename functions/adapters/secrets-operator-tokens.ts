import { GetSecretValueCommand, type SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import * as z from "zod";

const namedToken = z.object({ name: z.string(), token: z.string() });

/** The secret is a list of operators, or the single one that a fresh stack is made with. */
const secret = z.union([
  z.object({ operators: z.array(namedToken) }).transform(({ operators }) => operators),
  namedToken.transform((one) => [one]),
]);

const rememberMs = 30_000;

/** The operators' tokens from Secrets Manager, remembered for half a minute so that a rotation is felt soon. */
export function operatorTokens(client: SecretsManagerClient, arn: string) {
  let remembered: { tokens: z.infer<typeof secret>; untilMs: number } | undefined;
  return async () => {
    const nowMs = Date.now();
    if (remembered && remembered.untilMs > nowMs) return remembered.tokens;
    const said = await client.send(new GetSecretValueCommand({ SecretId: arn }));
    const tokens = secret.parse(JSON.parse(said.SecretString ?? "{}"));
    remembered = { tokens, untilMs: nowMs + rememberMs };
    return tokens;
  };
}
