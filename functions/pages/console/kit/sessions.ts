import { html } from "hono/html";
import { listSessions } from "../../../app/core/console-sessions.ts";
import type { Context } from "../../../app/core/context.ts";
import { sessionForms } from "../../../contract/access/sessions.ts";
import { operatorName } from "../../../domain/core/operator.ts";
import { action, actionForm, formRow } from "./action.ts";
import { section, table } from "./components.ts";
import { code, distance, moment } from "./text.ts";
import { type Content, href, type View } from "./view.ts";

// Which Lambda answers the forms is nothing that a page says.
const forms = sessionForms("");

const endOne = action(forms.endSession, { submit: "End", look: "quiet" });
const endOwn = action(forms.endOwnSessions, {
  ...{ submit: "End all of my sessions", look: "danger" as const, opens: "End all of mine" },
  before: "This one ends too, and links that you minted and did not use.",
});
const endOf = action(forms.endSessionsOf, {
  ...{ submit: "End their sessions", look: "danger" as const, opens: "End an operator’s" },
  before: "All of their sessions end at once, whatever door they came by, and links that they did not use.",
  fields: { name: "The operator’s name" },
});
const endEverybodys = action(forms.endEverybodysSessions, {
  ...{ submit: "End everybody’s sessions", look: "danger" as const, opens: "End everybody’s" },
  before: "Everybody signs in anew, you too.",
});

/** An operator's own sessions, with the forms that end one of them, all of them, another operator's, or everybody's. */
export async function sessionsPage(
  context: Context,
  view: View,
  call: { readonly principal?: { readonly session?: { readonly id: string } } | undefined },
): Promise<Content> {
  const own = await listSessions(context, operatorName(context.actor));
  const here = call.principal?.session?.id;
  const rows = table("Your sessions, newest first", own, "You have no session.", [
    ["Begun", ({ createdAt, id }) => html`${moment(createdAt)}${id === here && html`<br>this one`}`],
    ["Last seen", ({ seenAt }) => distance(seenAt, view.now)],
    ["From", ({ address }) => code(address)],
    ["By", ({ tokenSha256 }) => (tokenSha256 === null ? "IAM" : "a token")],
    ["Ended", ({ id, createdAt }) => actionForm(view, { ...endOne, about: `begun ${createdAt}` }, { id })],
  ]);
  return {
    title: "Your sessions",
    main: html`<div class="head"><h1>Your sessions</h1><a class="end" href="${href(view, "passkeys")}">Your passkeys</a></div>
<section><p>A session lasts eight hours, or half an hour after its last use. It ends sooner with the token that it began with.</p>${rows}</section>
${section("End more", formRow(actionForm(view, endOwn), actionForm(view, endOf), actionForm(view, endEverybodys)))}`,
  };
}
