import { endAllSessions, endOperatorSessions, endOwnSession } from "../../../app/access/sessions.ts";
import { secretDigest } from "../../../app/core/api-key.ts";
import { mintLink, useLink } from "../../../app/core/console-links.ts";
import { beginSession, endSession } from "../../../app/core/console-sessions.ts";
import { throttleLogin } from "../../../app/core/login-throttle.ts";
import type { entryForms, linkOperations } from "../../../contract/console/console-entry.ts";
import { isSamePerson, operatorName } from "../../../domain/core/operator.ts";
import { Refusal } from "../../../domain/core/refusal.ts";
import type { Answer, Handlers } from "../../../http/operation-types.ts";
import { operatorOf } from "../../../http/operator-token.ts";
import { contextOf } from "../../../wiring/core/context.ts";
import { settings } from "../../../wiring/core/env.ts";
import { meter } from "../../../wiring/core/metrics.ts";
import { cookieFor, stands } from "../../../wiring/frames/console.ts";
import { tokens } from "../../../wiring/frames/operator.ts";
import { placeOf } from "./sign-in.ts";
import { seeOther, viewOf } from "./view.ts";

async function ownerOf(token: string): Promise<{ name: string; sha256: string } | undefined> {
  const found = settings.ADMIN_AUTH === "iam" ? undefined : await operatorOf(tokens, token);
  return found && { name: found.name, sha256: secretDigest(token) };
}

/** To the sign-in, with no session left in the browser. */
function signedOut(call: Parameters<typeof viewOf>[0]): Answer<string> {
  return seeOther(viewOf(call), "sign-in", { out: "1" }, cookieFor(null));
}

export const sessionActions: Handlers<ReturnType<typeof entryForms>> = {
  signIn: async (call) => {
    const { token, next } = call.body;
    const context = contextOf(call);
    const owner = await throttleLogin({ ...context, meter }, call.address, () => ownerOf(token));
    if (!owner) {
      const message = "this token is not valid here";
      throw new Refusal("invalid_api_key", message, { fields: [{ path: "token", message }] });
    }
    const who = { actor: `operator:${owner.name}`, tokenSha256: owner.sha256 };
    const secret = await beginSession(context, who, call.address);
    return seeOther(viewOf(call), placeOf(next), {}, cookieFor(secret));
  },
  enterConsole: async (call) => {
    const secret = await useLink(contextOf(call), call.params.token, call.address, stands);
    return seeOther(viewOf(call), "", {}, cookieFor(secret));
  },
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
  endSessionsOf: async (call) => {
    const { name } = call.body;
    await endOperatorSessions(contextOf(call), name);
    const isOwn = isSamePerson(call.principal.actor, `operator:${name}`);
    return isOwn ? signedOut(call) : seeOther(viewOf(call), "sessions", { done: "sessions-ended" });
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
