import type { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import * as z from "zod";
import type { Remembering } from "./remembered-answer.ts";
import { rememberedSecret } from "./remembered-secret.ts";

const secret = z.object({ apiKey: z.string().min(1) });

/** While the secret cannot be read, what was read last counts: an outage of the store does not stop the gates at once. */
const keepMs = 15 * 60_000;

/** The gates' key at the screening interface, `again` as it is now; throws where none was put there. */
export function kytKey(
  client: Pick<SecretsManagerClient, "send">,
  arn: string,
  trouble: Pick<Remembering, "nowMs" | "tell"> = {},
): (again?: "again") => Promise<string> {
  const read = rememberedSecret(client, arn, secret, { ...trouble, keepMs });
  return async (again) => (await read(again)).apiKey;
}
