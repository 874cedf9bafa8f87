import { DecryptCommand, EncryptCommand, type KMSClient } from "@aws-sdk/client-kms";
import type { KeyWrap } from "../../app/core/ports-personal.ts";
import type { Subject } from "../../domain/core/sealed-text.ts";
import { subjectKeyPurpose } from "../../domain/core/secret-purpose.ts";
import { answerOf } from "./answer-of.ts";

/** Wraps subjects' data keys by a KMS key of their own. The subject is in the encryption context: a wrapped key put into another's row is refused, and rights are given by the kind of subject. */
export function kmsKeyWrap(client: KMSClient, keyArn: string): KeyWrap {
  return {
    async wrap(subject, key) {
      const order = new EncryptCommand({ KeyId: keyArn, Plaintext: key, EncryptionContext: contextOf(subject) });
      const reply = await answerOf(client.send(order));
      return Buffer.from(reply.CiphertextBlob ?? []).toString("base64");
    },
    async unwrap(subject, wrapped) {
      const CiphertextBlob = Buffer.from(wrapped, "base64");
      const order = new DecryptCommand({ KeyId: keyArn, CiphertextBlob, EncryptionContext: contextOf(subject) });
      const reply = await answerOf(client.send(order));
      return reply.Plaintext ?? new Uint8Array();
    },
  };
}

function contextOf(subject: Subject): Record<string, string> {
  const [kind = ""] = subject.split(":");
  return { purpose: subjectKeyPurpose, kind, subject };
}
