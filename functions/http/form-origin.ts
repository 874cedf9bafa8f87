import { createHmac, timingSafeEqual } from "node:crypto";
import { Refusal } from "../domain/core/refusal.ts";
import type { HeaderOf } from "./read-request.ts";

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

/** The host of an origin; undefined where it has none, as a file or an origin of `null`. */
function hostOf(origin: string): string | undefined {
  return URL.parse(origin)?.host || undefined;
}

/**
 * Refuses a form that another site's page sent. Browsers send one of two headers with every form; a program that
 * sends neither has the form's token or is not let in. `nameless` lets in an origin of `null` where a browser says
 * nothing else: older ones call pages so that tell nobody where they are, and there the form's token decides.
 */
export function requireOwnSite(header: HeaderOf, host: string, nameless = false): void {
  const site = header("sec-fetch-site");
  const origin = header("origin");
  const sender = hostOf(origin ?? "");
  const isOwn = sender !== undefined && [header("host"), host].includes(sender);
  const bySelf = origin === undefined || (nameless && origin === "null") || isOwn;
  if (!(site === undefined ? bySelf : site === "same-origin"))
    throw new Refusal("foreign_form", "this form came from another site");
}
