import { html } from "hono/html";
import { listSessions } from "../../../app/core/console-sessions.ts";
import type { Context } from "../../../app/core/context.ts";
import { sessionForms } from "../../../contract/access/sessions.ts";
import { operatorName } from "../../../domain/core/operator.ts";
import { action, actionForm, formRow } from "./action.ts";
import { link, section, table } from "./components.ts";
import { code, distance, moment } from "./text.ts";
import { type Content, href, mayOpen, type View } from "./view.ts";

// Which Lambda answers the forms is nothing that a page says.
const forms = sessionForms("");

const endOne = action(forms.endSession, { submit: "End", look: "quiet" });
const endOwn = action(forms.endOwnSessions, {
  ...{ submit: "End all of my sessions", look: "danger" as const, opens: "End all of mine" },
  before: "This one ends too, and links that you minted and did not use.",
});

/** An operator's own sessions, with the forms that end one of them or all of them. */
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
${section("End more", formRow(actionForm(view, endOwn)), mayOpen(view, "operators") && html`<p>${link(view, "operators", "Operators")} has the sessions of others.</p>`)}`,
  };
}
