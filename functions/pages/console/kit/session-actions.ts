import { endAllSessions, endOperatorSessions, endOwnSession } from "../../../app/access/sessions.ts";
import { mintLink } from "../../../app/core/console-links.ts";
import { endSession } from "../../../app/core/console-sessions.ts";
import type { leavingForms, linkOperations } from "../../../contract/console/console-entry.ts";
import { operatorName } from "../../../domain/core/operator.ts";
import type { Answer, Handlers } from "../../../http/operation-types.ts";
import { contextOf } from "../../../wiring/core/context.ts";
import { settings } from "../../../wiring/core/env.ts";
import { cookieFor } from "../../../wiring/frames/console.ts";
import { seeOther, viewOf } from "./view.ts";

/** To the sign-in, with no session left in the browser. */
function signedOut(call: Parameters<typeof viewOf>[0]): Answer<string> {
  return seeOther(viewOf(call), "sign-in", { out: "1" }, cookieFor(null));
}

/** What ends sessions. */
export const sessionActions: Handlers<ReturnType<typeof leavingForms>> = {
  signOut: async (call) => {
    const { session } = call.principal;
    if (session) await endSession(contextOf(call), session.sha256);
    return signedOut(call);
  },
  endSession: async (call) => {
    const { id } = call.params;
    await endOwnSession(contextOf(call), id);
    const isThisOne = id === call.principal.session?.id;
    return isThisOne ? signedOut(call) : seeOther(viewOf(call), "sessions", { done: "session-ended" });
  },
  endOwnSessions: async (call) => {
    await endOperatorSessions(contextOf(call), operatorName(call.principal.actor));
    return signedOut(call);
  },
  endEverybodysSessions: async (call) => {
    await endAllSessions(contextOf(call));
    return signedOut(call);
  },
};

/** The link by which an IAM principal enters. */
export const linkActions: Handlers<ReturnType<typeof linkOperations>> = {
  mintConsoleLink: async (call) => {
    const { secret, expiresAt } = await mintLink(contextOf(call), call.principal.tokenSha256 ?? null);
    return { body: { url: `${settings.CONSOLE_URL}/enter/${secret}`, expiresAt } };
  },
};
