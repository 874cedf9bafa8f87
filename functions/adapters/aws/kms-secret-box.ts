import { DecryptCommand, EncryptCommand, type KMSClient } from "@aws-sdk/client-kms";
import type { SecretBox, SecretOpener, SecretSealer } from "../../app/core/ports.ts";
import { formerContext, type SecretPurpose, sealingContext } from "../../domain/core/secret-purpose.ts";
import { answerOf } from "./answer-of.ts";

/** Before what is sealed with its owner; base64 has no such character, so what the last release sealed has none. */
const owned = "owned.";

/** Seals secrets of one purpose by a KMS key; it opens nothing, and a bundle with it alone cannot. */
export function kmsSealer(client: KMSClient, keyArn: string, purpose: SecretPurpose): SecretSealer {
  return {
    async seal(plain, owner) {
      const EncryptionContext = sealingContext(purpose, owner);
      const order = new EncryptCommand({ KeyId: keyArn, Plaintext: Buffer.from(plain), EncryptionContext });
      const reply = await answerOf(client.send(order));
      return `${owned}${Buffer.from(reply.CiphertextBlob ?? []).toString("base64")}`;
    },
  };
}

/** Opens secrets of one purpose, those of the last release among them. With `remembers`, what was opened is remembered for the life of the Lambda. */
export function kmsOpener(client: KMSClient, keyArn: string, purpose: SecretPurpose, remembers: boolean): SecretOpener {
  const opened = new Map<string, string>();
  return {
    async open(sealed, owner) {
      const name = `${owner} ${sealed}`;
      const known = opened.get(name);
      if (known !== undefined) return known;
      const isOwned = sealed.startsWith(owned);
      const EncryptionContext = isOwned ? sealingContext(purpose, owner) : formerContext(purpose);
      const CiphertextBlob = Buffer.from(isOwned ? sealed.slice(owned.length) : sealed, "base64");
      const order = new DecryptCommand({ KeyId: keyArn, CiphertextBlob, EncryptionContext });
      const reply = await answerOf(client.send(order));
      const plain = Buffer.from(reply.Plaintext ?? []).toString("utf8");
      if (!remembers) return plain;
      if (opened.size > 1000) opened.clear();
      opened.set(name, plain);
      return plain;
    },
  };
}

/** Seals secrets of one purpose, and opens them again without remembering any. */
export function kmsSecretBox(client: KMSClient, keyArn: string, purpose: SecretPurpose): SecretBox {
  return { ...kmsSealer(client, keyArn, purpose), ...kmsOpener(client, keyArn, purpose, false) };
}
