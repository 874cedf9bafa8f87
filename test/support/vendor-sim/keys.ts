import { generateKeyPairSync, type KeyObject } from "node:crypto";

export interface SigningKey {
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

const made: SigningKey[] = [];

/** The nth RSA key of this process; made once, since making one takes long. */
export function signingKey(nth: number): SigningKey {
  for (let n = made.length; n <= nth; n++) {
    const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    made.push({ publicKey: publicKey.export({ type: "spki", format: "pem" }).toString(), privateKey });
  }
  const key = made[nth];
  if (!key) throw new RangeError("no such key");
  return key;
}
