import { GetSecretValueCommand, type SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type * as z from "zod";

/** What was taken away stops within this time. */
const rememberMs = 30_000;

/** What is made up makes us ask again, so that is done at most once a second. */
const againMs = 1000;

/** A secret of Secrets Manager, read by its schema and remembered for half a minute, so that a rotation is felt soon. */
export function rememberedSecret<T>(
  client: Pick<SecretsManagerClient, "send">,
  arn: string,
  schema: z.ZodType<T>,
  nowMs: () => number = Date.now,
): (again?: "again") => Promise<T> {
  let remembered: { value: T; atMs: number } | undefined;
  return async (again) => {
    const asOfMs = nowMs();
    const ageMs = again ? againMs : rememberMs;
    if (remembered && remembered.atMs + ageMs > asOfMs) return remembered.value;
    const said = await client.send(new GetSecretValueCommand({ SecretId: arn }));
    const value = schema.parse(JSON.parse(said.SecretString ?? "{}"));
    remembered = { value, atMs: asOfMs };
    return value;
  };
}
