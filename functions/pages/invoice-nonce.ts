import { randomBytes } from "node:crypto";
import { formTokenOf, isFormToken } from "../http/form-token.ts";

function purposeOf(random: string): string {
  return `pay by form ${random}`;
}

/** A payment form's one-time key: 128 random bits, and the proof that whoever made the page had its link. */
export function formNonce(token: string): string {
  const random = randomBytes(16).toString("base64url");
  return `${random}.${formTokenOf(token, purposeOf(random))}`;
}

/** Whether a form is from a page of this link. */
export function isOwnNonce(token: string, nonce: string): boolean {
  const [, random, proof] = /^([\w-]{22})\.([\w-]{43})$/.exec(nonce) ?? [];
  return random !== undefined && proof !== undefined && isFormToken(proof, token, purposeOf(random));
}
