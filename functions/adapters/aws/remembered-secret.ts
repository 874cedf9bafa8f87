import { GetSecretValueCommand, type SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type * as z from "zod";
import { type Remembering, rememberedAnswer } from "./remembered-answer.ts";

/** Less than the shortest deadline of what waits for a secret. */
const askMs = 3000;

/** A secret of Secrets Manager, read by its schema and remembered, for half a minute where nothing else is said, so that a rotation is felt soon. */
export function rememberedSecret<T>(
  client: Pick<SecretsManagerClient, "send">,
  arn: string,
  schema: z.ZodType<T>,
  remembering: Remembering = {},
): (again?: "again") => Promise<T> {
  return rememberedAnswer(async () => {
    const request = { abortSignal: AbortSignal.timeout(askMs) };
    const reply = await client.send(new GetSecretValueCommand({ SecretId: arn }), request);
    return schema.parse(JSON.parse(reply.SecretString ?? "{}"));
  }, remembering);
}
