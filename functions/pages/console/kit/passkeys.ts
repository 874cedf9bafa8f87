import { html } from "hono/html";
import { readPasskeys } from "../../../app/access/operator-passkeys.ts";
import { pendingOf } from "../../../app/access/sign-in.ts";
import type { Context } from "../../../app/core/context.ts";
import { passkeyForms } from "../../../contract/access/passkeys.ts";
import { creationOptions, type Passkey, requestOptions } from "../../../domain/access/passkey.ts";
import { operatorName } from "../../../domain/core/operator.ts";
import { Refusal } from "../../../domain/core/refusal.ts";
import type { Principal } from "../../../http/operation-types.ts";
import { relyingParty, userHandle } from "../../../wiring/access/passkeys.ts";
import { stands } from "../../../wiring/frames/console.ts";
import { pageScript } from "../../browser/scripts.ts";
import type { Html } from "../../kit/page.ts";
import { action, actionForm } from "./action.ts";
import { link, section, table, trail } from "./components.ts";
import { formOfView } from "./form.ts";
import { moment } from "./text.ts";
import { type Content, mayOpen, type View } from "./view.ts";

// Which Lambda answers the forms is nothing that a page says.
const forms = passkeyForms("");

/** The script by its file's name, which changes with what is in it. */
export function showScript({ params: { name } }: { readonly params: { readonly name: string } }) {
  const { text, file } = pageScript("passkey");
  if (name !== file) throw new Refusal("not_found", "there is no such script");
  const headers = { "cache-control": "public, max-age=31536000, immutable", "x-content-type-options": "nosniff" };
  return Promise.resolve({ body: text, headers });
}

const nameField = {
  ...{ name: "name", label: "What you call it", hint: "The device or the key that has it, such as “work laptop”." },
  ...{ maxLength: 64, autocomplete: "off" },
};

/** What only a browser with script can do, and says so. */
function passkeyForm(view: View, form: Parameters<typeof formOfView>[1]): Html {
  return html`<noscript><p class="error">A passkey needs script: allow it on this page, which is the console’s own.</p></noscript>
<p class="error" data-failed hidden>The browser gave no passkey. Try again; a console that is opened by a number instead of its name (${relyingParty.id}) takes none.</p>
${formOfView(view, form)}`;
}

function creationForm(view: View, to: string, challenge: string, actor: string, keys: readonly Passkey[]): Html {
  const name = operatorName(actor);
  const options = creationOptions(relyingParty, challenge, { id: userHandle(actor), name }, keys);
  const operation = to === "passkeys" ? forms.addPasskey.id : forms.enrolPasskey.id;
  const passkey = { kind: "create", options } as const;
  return passkeyForm(view, {
    ...{ operation, to, passkey, fields: [nameField], hidden: { answer: "" } },
    submit: "Make a passkey",
  });
}

interface SessionCall {
  readonly principal?: Pick<Principal, "session"> | undefined;
}

/** The second half of a sign-in: the passkey is presented, or the first one is made. */
export async function passkeySignInPage(context: Context, view: View, { principal }: SessionCall): Promise<Content> {
  const { state, passkeys } = await pendingOf(context, principal?.session?.sha256 ?? "", stands);
  const who = html`<b dir="auto">${operatorName(state.actor)}</b>`;
  if (state.kind === "enrol")
    return {
      ...{ title: "Make a passkey", script: "passkey" },
      main: html`<h1>Make a passkey</h1><p>Your token was right, ${who}. You have no passkey yet, and nobody enters by a token alone: make one now, within five minutes. From then on each sign-in asks for it.</p>
${creationForm(view, "sign-in/passkey/new", state.challenge, state.actor, passkeys)}`,
    };
  const options = requestOptions(relyingParty, state.challenge, passkeys);
  const form = {
    ...{ operation: forms.presentPasskey.id, to: "sign-in/passkey", hidden: { answer: "" } },
    ...{ passkey: { kind: "get", options } as const, submit: "Present your passkey" },
  };
  return {
    ...{ title: "Present your passkey", script: "passkey" },
    main: html`<h1>Present your passkey</h1><p>Your token was right, ${who}. Present your passkey within five minutes.</p>
${passkeyForm(view, form)}<p class="soft">Whoever lost theirs asks another operator to take it away.</p>`,
  };
}

/** Where a new passkey is made in a session. */
export function newPasskeyPage(
  view: View,
  { challenge, passkeys, actor }: { challenge: string; passkeys: readonly Passkey[]; actor: string },
): Content {
  return {
    ...{ title: "Make a passkey", script: "passkey" },
    main: html`${trail(view, [["passkeys", "Your passkeys"]])}<h1>Make a passkey</h1>
<section>${creationForm(view, "passkeys", challenge, actor, passkeys)}</section>`,
  };
}

const ask = action(forms.askForPasskey, { submit: "Add a passkey" });

/** An operator's passkeys, with the forms that add one, and take one away. */
export async function passkeysPage(context: Context, view: View): Promise<Content> {
  const { passkeys } = await readPasskeys(context, context.actor);
  const isByToken = context.actor.startsWith("operator:");
  const removal = ({ id, name }: Passkey) =>
    actionForm(view, {
      ...action(forms.removePasskey, { submit: "Take away", look: "quiet" }),
      ...{ hidden: { passkey: id }, about: name },
    });
  const rows = table("Your passkeys", passkeys, "You have no passkey.", [
    ["Name", ({ name }) => html`<span class="words" dir="auto">${name}</span>`],
    ["Made", ({ createdAt }) => moment(createdAt)],
    ["Last used", ({ lastUsedAt }) => moment(lastUsedAt)],
    ["Taken away", (each) => removal(each)],
  ]);
  const about = isByToken
    ? "With a passkey your token alone signs nobody in any more. A second one, on another device, saves you where the first is lost."
    : "Passkeys are for who signs in by a token. You came by IAM, which has a second factor of its own.";
  return {
    title: "Your passkeys",
    main: html`${trail(view, [["sessions", "Your sessions"]])}<h1>Your passkeys</h1>
<section><p>${about}</p>${isByToken && rows}${isByToken && actionForm(view, ask)}</section>
${mayOpen(view, "operators") && section("Lost passkeys", html`<p>Those of others are taken away under ${link(view, "operators", "Operators")}.</p>`)}`,
  };
}
