import { endAllSessions, endOperatorSessions, endOwnSession } from "../../../app/access/sessions.ts";
import { beginSignIn, type SignInBeginning, type SignInTerms, signInBeginning } from "../../../app/access/sign-in.ts";
import { mintLink, useLink } from "../../../app/core/console-links.ts";
import { type Credential, endSession } from "../../../app/core/console-sessions.ts";
import { throttleLogin } from "../../../app/core/login-throttle.ts";
import type { entryForms, linkOperations } from "../../../contract/console/console-entry.ts";
import type { TokenDigest } from "../../../domain/access/token-digest.ts";
import { operatorName } from "../../../domain/core/operator.ts";
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

async function ownerOf(token: string): Promise<TokenDigest | undefined> {
  return settings.ADMIN_AUTH === "iam" ? undefined : operatorOf(tokens, token);
}

function termsOf({ address }: { readonly address: string }, next: string): SignInTerms {
  return { policy: settings.PASSKEYS, address, next: placeOf(next) };
}

/** To where its operator wanted to go, or to the passkey that is still owed. */
function signedIn(call: Parameters<typeof viewOf>[0], begun: SignInBeginning, place: string): Answer<string> {
  return seeOther(viewOf(call), begun.isPending ? "sign-in/passkey" : place, {}, cookieFor(begun.secret));
}

/** To the sign-in, with no session left in the browser. */
function signedOut(call: Parameters<typeof viewOf>[0]): Answer<string> {
  return seeOther(viewOf(call), "sign-in", { out: "1" }, cookieFor(null));
}

export const sessionActions: Handlers<ReturnType<typeof entryForms>> = {
  signIn: async (call) => {
    const { token, next } = call.body;
    const context = contextOf(call);
    const begin = async () => {
      const owner = await ownerOf(token);
      if (!owner) return undefined;
      const who = { actor: `operator:${owner.name}`, tokenSha256: owner.sha256 };
      return beginSignIn(context, who, termsOf(call, next));
    };
    const begun = await throttleLogin({ ...context, meter }, call.address, begin, ({ isPending }) => !isPending);
    if (!begun) {
      const message = "this token is not valid here";
      throw new Refusal("invalid_api_key", message, { fields: [{ path: "token", message }] });
    }
    return signedIn(call, begun, placeOf(next));
  },
  enterConsole: async (call) => {
    const context = contextOf(call);
    const begin = (who: Credential) => signInBeginning(context, who, termsOf(call, ""));
    return signedIn(call, await useLink(context, call.params.token, stands, begin), "");
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
