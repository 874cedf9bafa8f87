import type { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import * as z from "zod";
import { rsaKeyOf } from "../local/rsa-key.ts";
import type { Remembering } from "./remembered-answer.ts";
import { rememberedSecret } from "./remembered-secret.ts";

const word = z.string().min(1);

/** Several public keys are good at once, so that a vendor's endpoint can be replaced without missing a callback. */
const publicKeys = z.array(word).max(10).default([]);

/** The secret with everything that vendors know us by; a fresh stack's is empty, and a vendor that is not in it cannot be asked. */
const secret = z.object({
  bridge: z.object({ apiKey: word, webhookPublicKeys: publicKeys }).optional(),
  hifi: z.object({ apiKey: word, userId: word, externalWalletId: word, webhookPublicKeys: publicKeys }).optional(),
  ethoca: z
    .object({
      consumerKey: word,
      signingKey: word,
      /** Whose alerts these are: our tenant's id by the merchant's member id at Ethoca. */
      merchants: z.record(word, word),
    })
    .optional(),
  chainalysis_sanctions: z.object({ apiKey: word }).optional(),
  chainalysis: z.object({ apiKey: word }).optional(),
  elliptic: z.object({ apiKey: word, apiSecret: word }).optional(),
});

type VendorSecrets = z.infer<typeof secret>;

/** While the secret cannot be read, what was read last counts: neither a slip of the pen nor an outage stops anything at once. */
const keepMs = 15 * 60_000;

export function vendorSecrets(
  client: Pick<SecretsManagerClient, "send">,
  arn: string,
  { tell = () => undefined, ...trouble }: Pick<Remembering, "nowMs" | "tell"> = {},
) {
  const read = rememberedSecret(client, arn, secret, { ...trouble, keepMs, tell });
  return {
    /** One vendor's keys, `again` as they are now; throws where there are none. */
    async of<V extends keyof VendorSecrets>(vendor: V, again?: "again"): Promise<NonNullable<VendorSecrets[V]>> {
      const found = (await read(again))[vendor] ?? (await read("again"))[vendor];
      if (!found) throw new Error(`the vendor secret has no keys for ${vendor}`);
      return found as NonNullable<VendorSecrets[V]>;
    },
    /** The public keys that a vendor's callbacks may be signed with; none where it is not in use. One that is no RSA key is told of and left out, so that it does not stop the others. */
    async publicKeys(vendor: "bridge" | "hifi", again?: "again"): Promise<readonly string[]> {
      const pems = (await read(again))[vendor]?.webhookPublicKeys ?? [];
      const good = pems.filter((pem) => rsaKeyOf(pem) !== null);
      if (good.length < pems.length) tell(new Error(`a public key of ${vendor} is no RSA key`));
      return good;
    },
  };
}

export type VendorKeys = ReturnType<typeof vendorSecrets>;
