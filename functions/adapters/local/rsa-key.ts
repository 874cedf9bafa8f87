import { createPublicKey, type KeyObject } from "node:crypto";

const leastBits = 2048;
const mostRemembered = 100;
const remembered = new Map<string, KeyObject | null>();

/** A PEM as an RSA public key; null for what is none, or is shorter than 2,048 bits. Remembered, since reading one costs as much as verifying by it. */
export function rsaKeyOf(pem: string): KeyObject | null {
  const known = remembered.get(pem);
  if (known !== undefined) return known;
  const key = read(pem);
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(pem, key);
  return key;
}

function read(pem: string): KeyObject | null {
  try {
    const key = createPublicKey(pem);
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    return key.asymmetricKeyType === "rsa" && bits >= leastBits ? key : null;
  } catch {
    return null;
  }
}
