import { DecryptCommand, EncryptCommand, type KMSClient } from "@aws-sdk/client-kms";
import type { SecretBox } from "../../app/core/ports.ts";

/** Secrets of one purpose sealed by a KMS key. With `remembers`, what was opened is remembered for the life of the Lambda. */
export class KmsSecretBox implements SecretBox {
  readonly #client: KMSClient;
  readonly #keyArn: string;
  readonly #context: { readonly purpose: string };
  readonly #opened = new Map<string, string>();
  readonly #remembers: boolean;

  constructor(client: KMSClient, keyArn: string, purpose: string, remembers = true) {
    this.#client = client;
    this.#keyArn = keyArn;
    this.#context = { purpose };
    this.#remembers = remembers;
  }

  async seal(plain: string): Promise<string> {
    const reply = await this.#client.send(
      new EncryptCommand({
        KeyId: this.#keyArn,
        Plaintext: Buffer.from(plain),
        EncryptionContext: this.#context,
      }),
    );
    return Buffer.from(reply.CiphertextBlob ?? []).toString("base64");
  }

  async open(sealed: string): Promise<string> {
    const known = this.#opened.get(sealed);
    if (known !== undefined) return known;
    const reply = await this.#client.send(
      new DecryptCommand({
        KeyId: this.#keyArn,
        CiphertextBlob: Buffer.from(sealed, "base64"),
        EncryptionContext: this.#context,
      }),
    );
    const plain = Buffer.from(reply.Plaintext ?? []).toString("utf8");
    if (!this.#remembers) return plain;
    if (this.#opened.size > 1000) this.#opened.clear();
    this.#opened.set(sealed, plain);
    return plain;
  }
}
