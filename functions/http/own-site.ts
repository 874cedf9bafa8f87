import { Refusal } from "../domain/core/refusal.ts";
import type { HeaderOf } from "./read-request.ts";

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
