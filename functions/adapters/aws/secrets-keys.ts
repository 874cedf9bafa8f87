import type { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import * as z from "zod";
import { answerOf } from "./answer-of.ts";
import type { Remembering } from "./remembered-answer.ts";
import { rememberedSecret } from "./remembered-secret.ts";

const key = z.string().min(32);

/** The secret is a list of keys, the one that seals or makes first, or the single one that a fresh stack is made with. */
const secret = z.union([
  z.object({ keys: z.array(key).min(1).max(10) }).transform(({ keys }) => keys),
  z.object({ key }).transform((only) => [only.key]),
]);

/** What is of a key that was put there since is asked about at once, so there is no hurry otherwise. */
const rememberMs = 15 * 60_000;

/** While the secret cannot be read, what was read last counts: an outage of the store ends no list and no link. */
const keepMs = 24 * 3_600_000;

/** The keys of a secret that cursors are sealed or links made by, `again` as they are now. */
export function secretKeys(
  client: Pick<SecretsManagerClient, "send">,
  arn: string,
  trouble: Pick<Remembering, "nowMs" | "tell"> = {},
): (again?: "again") => Promise<readonly string[]> {
  const read = rememberedSecret(client, arn, secret, { ...trouble, rememberMs, keepMs });
  return (again) => answerOf(read(again));
}
