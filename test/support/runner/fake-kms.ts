/** What the SDK says to seal or to open: bytes are base64. */
interface KmsOrder {
  readonly Plaintext?: unknown;
  readonly CiphertextBlob?: unknown;
  readonly EncryptionContext?: unknown;
}

/** What a KMS key makes of an order to encrypt: its text, bound to its encryption context. */
export function sealedByKms({ Plaintext, EncryptionContext }: KmsOrder): string {
  return Buffer.from(JSON.stringify([EncryptionContext, Plaintext])).toString("base64");
}

/** What it answers to an order to decrypt: nothing where the context is another. */
export function openedByKms({ CiphertextBlob, EncryptionContext }: KmsOrder): { status: number; body: unknown } {
  const [bound, Plaintext] = JSON.parse(Buffer.from(String(CiphertextBlob), "base64").toString("utf8"));
  if (JSON.stringify(bound) === JSON.stringify(EncryptionContext)) return { status: 200, body: { Plaintext } };
  return { status: 400, body: { __type: "InvalidCiphertextException", message: null } };
}
