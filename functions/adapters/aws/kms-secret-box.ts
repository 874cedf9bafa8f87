import { DecryptCommand, EncryptCommand, type KMSClient } from "@aws-sdk/client-kms";
import type { SecretBox } from "../../app/core/ports.ts";
import { answerOf } from "./answer-of.ts";

/** Secrets of one purpose sealed by a KMS key. With `remembers`, what was opened is remembered for the life of the Lambda. */
export function kmsSecretBox(client: KMSClient, keyArn: string, purpose: string, remembers = true): SecretBox {
  const opened = new Map<string, string>();
  const EncryptionContext = { purpose };
  return {
    async seal(plain) {
      const order = new EncryptCommand({ KeyId: keyArn, Plaintext: Buffer.from(plain), EncryptionContext });
      const reply = await answerOf(client.send(order));
      return Buffer.from(reply.CiphertextBlob ?? []).toString("base64");
    },
    async open(sealed) {
      const known = opened.get(sealed);
      if (known !== undefined) return known;
      const CiphertextBlob = Buffer.from(sealed, "base64");
      const reply = await answerOf(
        client.send(new DecryptCommand({ KeyId: keyArn, CiphertextBlob, EncryptionContext })),
      );
      const plain = Buffer.from(reply.Plaintext ?? []).toString("utf8");
      if (!remembers) return plain;
      if (opened.size > 1000) opened.clear();
      opened.set(sealed, plain);
      return plain;
    },
  };
}
