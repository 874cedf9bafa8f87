import type { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import * as z from "zod";
import { rememberedSecret } from "./remembered-secret.ts";

const word = z.string().min(1);

/** Several public keys are good at once, so that a vendor's endpoint can be replaced without missing a callback. */
const publicKeys = z.array(word).max(10).default([]);

/** The secret with everything that vendors know us by; a fresh stack's is empty, and a vendor that is not in it cannot be asked. */
const secret = z.object({
  bridge: z.object({ apiKey: word, webhookPublicKeys: publicKeys }).optional(),
  hifi: z
    .object({ apiKey: word, userId: word, externalWalletId: word, webhookPublicKeys: publicKeys })
    .optional(),
});

export type VendorSecrets = z.infer<typeof secret>;

/** The vendors' keys from Secrets Manager. */
export function vendorSecrets(
  client: Pick<SecretsManagerClient, "send">,
  arn: string,
  nowMs: () => number = Date.now,
) {
  const read = rememberedSecret(client, arn, secret, nowMs);
  return {
    /** One vendor's keys; throws where there are none. */
    async of<V extends keyof VendorSecrets>(vendor: V): Promise<NonNullable<VendorSecrets[V]>> {
      const found = (await read())[vendor] ?? (await read("again"))[vendor];
      if (!found) throw new Error(`the vendor secret has no keys for ${vendor}`);
      return found as NonNullable<VendorSecrets[V]>;
    },
    /** The public keys that a vendor's callbacks may be signed with; none where it is not in use. */
    async publicKeys(vendor: keyof VendorSecrets, again?: "again"): Promise<readonly string[]> {
      return (await read(again))[vendor]?.webhookPublicKeys ?? [];
    },
  };
}
