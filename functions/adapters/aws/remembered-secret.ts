import { GetSecretValueCommand, type SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type * as z from "zod";

/** What was taken away stops within this time, where nothing else is said. */
const usualMs = 30_000;

/** What is made up makes us ask again, so that is done at most once a second. */
const againMs = 1000;

/** Less than the shortest deadline of what waits for a secret. */
const askMs = 3000;

/** What is done when a secret cannot be read. */
export interface SecretTrouble {
  readonly nowMs?: () => number;
  /** What was taken away stops within this time. */
  readonly rememberMs?: number;
  /** For so long after it was last read well a secret still counts. */
  readonly keepMs?: number;
  /** Told what went wrong, at every look that fails. */
  readonly tell?: (error: unknown) => void;
}

/** A secret of Secrets Manager, read by its schema and remembered, for half a minute where nothing else is said, so that a rotation is felt soon. */
export function rememberedSecret<T>(
  client: Pick<SecretsManagerClient, "send">,
  arn: string,
  schema: z.ZodType<T>,
  { nowMs = Date.now, rememberMs = usualMs, keepMs = 0, tell = () => undefined }: SecretTrouble = {},
): (again?: "again") => Promise<T> {
  let remembered: { value: T; readMs: number; lookedMs: number } | undefined;

  async function read(): Promise<T> {
    const request = { abortSignal: AbortSignal.timeout(askMs) };
    const reply = await client.send(new GetSecretValueCommand({ SecretId: arn }), request);
    return schema.parse(JSON.parse(reply.SecretString ?? "{}"));
  }

  return async (again) => {
    const asOfMs = nowMs();
    const ageMs = again ? againMs : rememberMs;
    if (remembered && remembered.lookedMs + ageMs > asOfMs) return remembered.value;
    try {
      const value = await read();
      remembered = { value, readMs: asOfMs, lookedMs: asOfMs };
      return value;
    } catch (error) {
      tell(error);
      if (!remembered || remembered.readMs + keepMs <= asOfMs) throw error;
      remembered = { ...remembered, lookedMs: asOfMs };
      return remembered.value;
    }
  };
}
