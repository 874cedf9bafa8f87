import { createHmac, timingSafeEqual } from "node:crypto";

/** What a form carries to prove that a page of ours made it: only who has the page's secret can make it, and it is good for one purpose. */
export function formTokenOf(secret: string, purpose: string): string {
  return createHmac("sha256", secret).update(purpose).digest("base64url");
}

/** Whether a form's token is the one for this secret and purpose, in constant time. */
export function isFormToken(token: string, secret: string, purpose: string): boolean {
  const expected = Buffer.from(formTokenOf(secret, purpose));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
