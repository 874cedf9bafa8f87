import { GetSecretValueCommand, type SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import * as z from "zod";

const namedToken = z.object({ name: z.string(), token: z.string() });

/** The secret is a list of operators, or the single one that a fresh stack is made with. */
const secret = z.union([
  z.object({ operators: z.array(namedToken) }).transform(({ operators }) => operators),
  namedToken.transform((one) => [one]),
]);

/** A token that was taken away stops within this time. */
const rememberMs = 30_000;

/** Made-up tokens make us ask again, so that is done at most once a second. */
const againMs = 1000;

/** The operators' tokens from Secrets Manager, remembered for half a minute so that a rotation is felt soon. */
export function operatorTokens(
  client: Pick<SecretsManagerClient, "send">,
  arn: string,
  nowMs: () => number = Date.now,
) {
  let remembered: { tokens: z.infer<typeof secret>; atMs: number } | undefined;
  return async (again?: "again") => {
    const asOfMs = nowMs();
    const ageMs = again ? againMs : rememberMs;
    if (remembered && remembered.atMs + ageMs > asOfMs) return remembered.tokens;
    const said = await client.send(new GetSecretValueCommand({ SecretId: arn }));
    const tokens = secret.parse(JSON.parse(said.SecretString ?? "{}"));
    remembered = { tokens, atMs: asOfMs };
    return tokens;
  };
}
