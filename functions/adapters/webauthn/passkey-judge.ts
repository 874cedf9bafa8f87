import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import * as z from "zod";
import type { NewPasskey, PasskeyJudge } from "../../app/access/ports.ts";
import { type Passkey, passkeyAlgorithms } from "../../domain/access/passkey.ts";

const base64url = z
  .string()
  .max(16_384)
  .regex(/^[A-Za-z0-9_-]+$/);

const common = {
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}).default({}),
};

const transports = z.array(z.enum(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]));

const assertionAnswer = z.object({
  ...common,
  response: z.object({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url }),
});

const creationAnswer = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: transports.catch([]).default([]),
  }),
});

/** Where browsers reach the console: what an authenticator's answer must be made for. */
export interface ConsolePlace {
  readonly origin: string;
  readonly host: string;
}

function readAnswer<S extends z.ZodType>(schema: S, answer: string): z.output<S> | undefined {
  try {
    return schema.safeParse(JSON.parse(answer)).data;
  } catch {
    return undefined; // no JSON is no answer
  }
}

/** Judges answers by the WebAuthn standard: challenge, origin, host, user verification, signature and counter. */
export class WebAuthnJudge implements PasskeyJudge {
  readonly #expected: { readonly expectedOrigin: string; readonly expectedRPID: string };

  constructor({ origin, host }: ConsolePlace) {
    this.#expected = { expectedOrigin: origin, expectedRPID: host };
  }

  async assertion(answer: string, expectedChallenge: string, key: Passkey): Promise<number | undefined> {
    const response = readAnswer(assertionAnswer, answer);
    if (!response) return undefined;
    const publicKey = new Uint8Array(Buffer.from(key.publicKey, "base64url"));
    const credential = { id: key.id, publicKey, counter: key.counter };
    const options = { response, expectedChallenge, credential, requireUserVerification: true, ...this.#expected };
    const judged = await verifyAuthenticationResponse(options).catch(() => undefined);
    return judged?.verified ? judged.authenticationInfo.newCounter : undefined;
  }

  async creation(answer: string, expectedChallenge: string): Promise<NewPasskey | undefined> {
    const response = readAnswer(creationAnswer, answer);
    if (!response) return undefined;
    const judged = await verifyRegistrationResponse({
      ...{ response, expectedChallenge, requireUserVerification: true, ...this.#expected },
      supportedAlgorithmIDs: passkeyAlgorithms,
    }).catch(() => undefined);
    if (!judged?.verified) return undefined;
    const { id, publicKey, counter } = judged.registrationInfo.credential;
    const { transports } = response.response;
    return { id, publicKey: Buffer.from(publicKey).toString("base64url"), counter, transports };
  }
}
