import { addPasskey, askForPasskey } from "../../../app/access/add-passkey.ts";
import { removeOwnPasskey, removePasskeysOf } from "../../../app/access/operator-passkeys.ts";
import { changeOperatorRole } from "../../../app/access/operator-roles.ts";
import { endOperatorSessions } from "../../../app/access/sessions.ts";
import { enrolPasskey, presentPasskey } from "../../../app/access/sign-in.ts";
import { throttleLogin } from "../../../app/core/login-throttle.ts";
import { operatorForms, operatorPages } from "../../../contract/access/operator-pages.ts";
import { passkeyForms } from "../../../contract/access/passkeys.ts";
import { isSamePerson } from "../../../domain/core/operator.ts";
import { Refusal } from "../../../domain/core/refusal.ts";
import type { Principal } from "../../../http/operation-types.ts";
import { passkeyJudge as judge } from "../../../wiring/access/passkey-judge.ts";
import { contextOf } from "../../../wiring/core/context.ts";
import { meter } from "../../../wiring/core/metrics.ts";
import { cookieFor, sessionTermsOf, stands } from "../../../wiring/frames/console.ts";
import { operatorPage, operatorsPage } from "../access/operators.ts";
import { formPages, leading, performing, showOn } from "../kit/handlers.ts";
import { htmlAnswer } from "../kit/layout.ts";
import { newPasskeyPage, passkeysPage } from "../kit/passkeys.ts";
import { placeOf, redisplaySignIn } from "../kit/sign-in.ts";
import { seeOther, viewOf } from "../kit/view.ts";
import { serveConsole } from "../refused.ts";

// Both products' consoles have them; which of its Lambdas this is, its contract says.
const lambda = "console-passkeys";
const ofOperators = operatorForms(lambda);
const operations = { ...passkeyForms(lambda), ...operatorPages(lambda), ...ofOperators };
const showing = showOn(contextOf);

function sessionOf({ session }: Principal): NonNullable<Principal["session"]> {
  if (!session) throw new Error("these forms are for who has a session");
  return session;
}

type SignInCall = Parameters<typeof contextOf>[0] &
  Parameters<typeof viewOf>[0] & { readonly principal: Principal; readonly address: string };

/** Finishes a sign-in by what its passkey answered; a wrong answer counts as a wrong token does. */
async function finish(
  call: SignInCall & { readonly body: { readonly answer: string } },
  judged: (
    context: ReturnType<typeof contextOf>,
    given: Parameters<typeof presentPasskey>[1],
  ) => ReturnType<typeof presentPasskey>,
) {
  const { address, body } = call;
  const context = contextOf(call);
  const { sha256 } = sessionOf(call.principal);
  const given = { ...sessionTermsOf(call), sha256, answer: body.answer, stands, judge };
  const done = await throttleLogin({ ...context, meter }, address, () => judged(context, given));
  if (!done) throw refused("sign in again");
  return seeOther(viewOf(call), placeOf(done.next), {}, cookieFor(done.secret));
}

function refused(then: string): Refusal {
  return new Refusal("passkey_refused", `this passkey was not taken: ${then}`);
}

const operatorActions = performing(ofOperators, contextOf, {
  setRoleOf: leading("operators/{name}", "role-given", (context, { params, body }) =>
    changeOperatorRole(context, params.name, body.role),
  ),
  endSessionsOf: async (context, { params: { name }, principal }, view) => {
    await endOperatorSessions(context, name);
    const isOwn = isSamePerson(principal.actor, `operator:${name}`);
    return isOwn
      ? seeOther(view, "sign-in", { out: "1" }, cookieFor(null))
      : { to: `operators/${name}`, done: "sessions-ended" };
  },
  removePasskeysOf: leading("operators/{name}", "passkey-removed", (context, { params }) =>
    removePasskeysOf(context, params.name),
  ),
});

const pages = formPages(contextOf, operations, {
  "/console/operators/{name}": operatorPage,
  "/console/sign-in": redisplaySignIn,
  "/console/passkeys": passkeysPage,
});

export const handler = serveConsole(
  operations,
  {
    presentPasskey: (call) => finish(call, presentPasskey),
    enrolPasskey: (call) => finish(call, (context, given) => enrolPasskey(context, { ...given, name: call.body.name })),
    askForPasskey: async (call) => {
      const asked = await askForPasskey(contextOf(call), sessionOf(call.principal));
      const view = viewOf(call);
      return htmlAnswer(view, newPasskeyPage(view, { ...asked, actor: call.principal.actor }));
    },
    addPasskey: async (call) => {
      const { address, body, principal } = call;
      const context = contextOf(call);
      const added = await throttleLogin({ ...context, meter }, address, () =>
        addPasskey(context, sessionOf(principal), { ...body, judge }),
      );
      if (!added) throw refused("ask for a new one");
      const view = viewOf(call);
      if (!added.isFirst) return seeOther(view, "passkeys", { done: "passkey-added" });
      return seeOther(view, "sign-in", { out: "1" }, cookieFor(null));
    },
    removePasskey: async (call) => {
      await removeOwnPasskey(contextOf(call), call.body.passkey, sessionOf(call.principal).passkeyId);
      return seeOther(viewOf(call), "passkeys", { done: "passkey-removed" });
    },
    showOperators: showing(operatorsPage),
    showOperator: showing(operatorPage),
    ...operatorActions,
  },
  pages,
);
