import { beginSignIn, type SignInBeginning, type SignInTerms, signInBeginning } from "../../../app/access/sign-in.ts";
import { useLink } from "../../../app/core/console-links.ts";
import type { Credential } from "../../../app/core/console-sessions.ts";
import { throttleLogin } from "../../../app/core/login-throttle.ts";
import { wayInOperations } from "../../../contract/console/console-entry.ts";
import type { TokenDigest } from "../../../domain/access/token-digest.ts";
import { Refusal } from "../../../domain/core/refusal.ts";
import type { Answer } from "../../../http/operation-types.ts";
import { operatorOf } from "../../../http/operator-token.ts";
import { contextOf } from "../../../wiring/core/context.ts";
import { settings } from "../../../wiring/core/env.ts";
import { meter } from "../../../wiring/core/metrics.ts";
import { cookieFor, sessionTermsOf, stands } from "../../../wiring/frames/console.ts";
import { tokens } from "../../../wiring/frames/operator.ts";
import { formPages, showOn } from "../kit/handlers.ts";
import { showScript } from "../kit/passkeys.ts";
import { enterPage, placeOf, redisplaySignIn, signInPage } from "../kit/sign-in.ts";
import { showStyle } from "../kit/style.ts";
import { seeOther, viewOf } from "../kit/view.ts";
import { serveConsole } from "../refused.ts";

// Both products' consoles have them; which of its Lambdas this is, its contract says.
const operations = wayInOperations("console-sign-in");
const showing = showOn(contextOf);

async function ownerOf(token: string): Promise<TokenDigest | undefined> {
  return settings.ADMIN_AUTH === "iam" ? undefined : operatorOf(tokens, token);
}

function termsOf(call: Parameters<typeof sessionTermsOf>[0], next: string): SignInTerms {
  return { ...sessionTermsOf(call), policy: settings.PASSKEYS, next: placeOf(next) };
}

/** To where its operator wanted to go, or to the passkey that is still owed. */
function signedIn(call: Parameters<typeof viewOf>[0], begun: SignInBeginning, place: string): Answer<string> {
  return seeOther(viewOf(call), begun.isPending ? "sign-in/passkey" : place, {}, cookieFor(begun.secret));
}

const pages = formPages(contextOf, operations, { "/console/sign-in": redisplaySignIn });

export const handler = serveConsole(
  operations,
  {
    showStyle,
    showScript,
    showSignIn: showing(signInPage),
    showEnter: showing(enterPage),
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
  },
  pages,
);
