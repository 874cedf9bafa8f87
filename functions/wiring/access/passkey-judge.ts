import { WebAuthnJudge } from "../../adapters/webauthn/passkey-judge.ts";
import { consolePlace } from "./passkeys.ts";

/** Judges passkeys; only the Lambda that lets operators in by one loads it. */
export const passkeyJudge = new WebAuthnJudge(consolePlace);
