import type { SessionTerms } from "../../app/core/console-sessions.ts";
import type { BrowserFrame } from "../../http/browser.ts";
import { ConsoleAuthenticator, sessionCookie } from "../../http/console-session.ts";
import type { Principal } from "../../http/operation-types.ts";
import { credentialCheck } from "../../http/operator-token.ts";
import type { Frame } from "../../http/route.ts";
import { contextFor } from "../core/context.ts";
import { settings } from "../core/env.ts";
import { withCursors } from "./lists.ts";
import { operatorFrame, tokens } from "./operator.ts";

/** Browsers reach the local sandbox over http, everything else over https. */
const secure = !settings.LOCAL;

/** Each product's console has its own: in the local sandbox both are on one host, and browsers tell no ports apart. */
const cookie = { rails: "sluice-console", screening: "sluice-screening-console" }[settings.SERVICE];

/** Whether what an operator signed in by still opens the door. */
export const stands = credentialCheck(tokens, settings.ADMIN_AUTH);

/** The handler frame of the console; `refused` makes pages of refusals. */
export function consoleFrame(refused: BrowserFrame["refused"]): Frame {
  const context = () => contextFor("public", "session");
  const host = URL.parse(settings.CONSOLE_URL)?.host ?? "";
  const browser = new ConsoleAuthenticator({
    context,
    stands,
    passkeys: settings.PASSKEYS,
    cookie,
    secure,
    host,
    refused,
  });
  return { ...withCursors(operatorFrame), browser };
}

/** How many sessions an operator has at once; on a developer's machine tests sign in side by side as the same few operators. */
const mostSessions = settings.LOCAL ? 100 : 10;

/** What a session of whoever sends a form is begun by. */
export function sessionTermsOf({
  address,
  principal,
}: {
  readonly address: string;
  readonly principal: Principal;
}): SessionTerms {
  return { address, mostSessions, carriedSha256: principal.carriedSha256 };
}

/** The header that gives a browser its session, or takes it away. */
export function cookieFor(secret: string | null): Record<string, string> {
  return sessionCookie(cookie, secure, secret);
}
