import * as z from "zod";

/** A passkey as we know it: its public half, which tells nobody anything that opens a door. */
export const passkey = z.object({
  /** The credential's id, in base64url. */
  id: z.string(),
  /** Its public key in COSE's form, in base64url. */
  publicKey: z.string(),
  /** How often it signed, by its own word; 0 where it does not count. */
  counter: z.int(),
  transports: z.array(z.string()),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});

export type Passkey = z.infer<typeof passkey>;

/** As many as an operator needs: one for each device, and one in a safe. */
export const mostPasskeys = 10;

/** Whether operators who sign in by a token must present a passkey, or must where they have one. */
export const passkeyPolicies = ["required", "optional"] as const;

export type PasskeyPolicy = (typeof passkeyPolicies)[number];

const timeoutMs = 5 * 60 * 1000;

/** What a browser is told of ours. */
export interface RelyingParty {
  /** The console's host. */
  readonly id: string;
  readonly name: string;
}

/** What a browser needs to have one of these passkeys sign a challenge, as `PublicKeyCredentialRequestOptionsJSON`. */
export function requestOptions(rp: RelyingParty, challenge: string, keys: readonly Passkey[]) {
  const allowCredentials = keys.map(({ id, transports }) => ({ type: "public-key", id, transports }));
  return { challenge, rpId: rp.id, allowCredentials, userVerification: "required", timeout: timeoutMs };
}

/** The signatures that are taken, by their COSE numbers: ES256, EdDSA and RS256. */
export const passkeyAlgorithms = [-7, -8, -257];

/** What a browser needs to make a passkey, as `PublicKeyCredentialCreationOptionsJSON`. `userId` is one's handle at this console, in base64url. */
export function creationOptions(
  rp: RelyingParty,
  challenge: string,
  user: { readonly id: string; readonly name: string },
  keys: readonly Passkey[],
) {
  return {
    challenge,
    rp,
    user: { ...user, displayName: user.name },
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: "public-key", alg })),
    excludeCredentials: keys.map(({ id, transports }) => ({ type: "public-key", id, transports })),
    authenticatorSelection: { userVerification: "required", residentKey: "discouraged" },
    attestation: "none",
    timeout: timeoutMs,
  };
}
