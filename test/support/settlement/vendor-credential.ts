import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { SignJWT } from "jose";
import { bridgeSignature } from "../bridge-sim/webhooks.ts";

const { publicKey, privateKey: pem } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
const privateKey = createPrivateKey(pem);

/** The vendors' secret of a test's deployment. */
export const vendorSecret = {
  bridge: { apiKey: "sk-test-bridge", webhookPublicKeys: [publicKey] },
  hifi: { apiKey: "hk", userId: "usr_1", externalWalletId: "ew_1", webhookPublicKeys: [publicKey] },
};

/** The header by which a vendor signs a callback of now. */
export async function vendorHeaders(
  operation: string,
  body: string | Uint8Array,
  atMs: number = Date.now(),
): Promise<Record<string, string>> {
  if (operation === "receiveBridgeCallback") return { "x-webhook-signature": bridgeSignature(body, atMs, privateKey) };
  const token = new SignJWT({}).setProtectedHeader({ alg: "RS256" }).setIssuedAt(Math.floor(atMs / 1000));
  return { authorization: `Bearer ${await token.sign(privateKey)}` };
}
