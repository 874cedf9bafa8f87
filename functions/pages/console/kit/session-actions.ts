import { secretDigest } from "../../../app/core/api-key.ts";
import { mintLink, useLink } from "../../../app/core/console-links.ts";
import { beginSession, endSession } from "../../../app/core/console-sessions.ts";
import { throttleLogin } from "../../../app/core/login-throttle.ts";
import type { entryForms, linkOperations } from "../../../contract/console/console-entry.ts";
import { Refusal } from "../../../domain/core/refusal.ts";
import type { Handlers } from "../../../http/operation-types.ts";
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
    return seeOther(viewOf(call), "sign-in", { out: "1" }, cookieFor(null));
  },
};

/** The link by which an IAM principal enters. */
export const linkActions: Handlers<ReturnType<typeof linkOperations>> = {
  mintConsoleLink: async (call) => {
    const { secret, expiresAt } = await mintLink(contextOf(call), call.principal.tokenSha256 ?? null);
    return { body: { url: `${settings.CONSOLE_URL}/enter/${secret}`, expiresAt } };
  },
};
