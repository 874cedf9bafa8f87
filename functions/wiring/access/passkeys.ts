import { createHash } from "node:crypto";
import type { RelyingParty } from "../../domain/access/passkey.ts";
import { settings } from "../core/env.ts";

const consoleUrl = URL.parse(settings.CONSOLE_URL);

/** Where browsers reach the console, and the host that its passkeys are for. */
export const consolePlace = { origin: consoleUrl?.origin ?? "", host: consoleUrl?.hostname ?? "" };

/** What a browser calls the console. */
export const relyingParty: RelyingParty = {
  id: consolePlace.host,
  name: { rails: "sluice", screening: "sluice screening" }[settings.SERVICE],
};

/** An operator's handle at this console: both products' consoles may be on one host. */
export function userHandle(actor: string): string {
  return createHash("sha256").update(`${settings.SERVICE} ${settings.STAGE} ${actor}`).digest("base64url");
}
