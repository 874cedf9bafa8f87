import { html } from "hono/html";
import { type OperatorOverview, overviewOperator, overviewOperators } from "../../../app/access/operator-overview.ts";
import { readPasskeys } from "../../../app/access/operator-passkeys.ts";
import { listSessions } from "../../../app/core/console-sessions.ts";
import type { Context } from "../../../app/core/context.ts";
import { operatorForms } from "../../../contract/access/operator-pages.ts";
import { sessionForms } from "../../../contract/access/sessions.ts";
import { isSamePerson } from "../../../domain/core/operator.ts";
import { tokenNames } from "../../../wiring/frames/operator.ts";
import { action, actionForm, formRow } from "../kit/action.ts";
import { factsSection, link, section, table } from "../kit/components.ts";
import { detailPage } from "../kit/detail.ts";
import { actorName, badge, code, distance, moment } from "../kit/text.ts";
import type { Content, ParamsCall, View } from "../kit/view.ts";

// Which Lambda answers the forms is nothing that a page says.
const forms = operatorForms("");

const roleTexts = {
  viewer: "Viewer: looks",
  reviewer: "Reviewer: works the queue, cases and applications",
  finance: "Finance: moves money and closes the books",
  admin: "Admin: sets tenants, keys, endpoints, flags and operators up",
};

const setRole = action(forms.setRoleOf, { submit: "Give it", fields: { role: { label: "Role", called: roleTexts } } });
const endSessions = action(forms.endSessionsOf, {
  ...{ opens: "End their sessions", submit: "End all of their sessions", look: "danger" as const },
  before: "They end at once, whatever door they came by, and so do links that nobody has used.",
});
const removePasskeys = action(forms.removePasskeysOf, {
  ...{ opens: "They lost their passkeys", submit: "Take their passkeys away", look: "danger" as const },
  before:
    "First see that it is they who ask, as sure as when they got their token. Their sessions end; at their next sign-in they make a new passkey where one is required.",
});
const endEverybodys = action(sessionForms("").endEverybodysSessions, {
  ...{ submit: "End everybody’s sessions", look: "danger" as const, opens: "End everybody’s sessions" },
  before: "Everybody signs in anew, you too.",
});

function placeOf(name: string): string {
  return `operators/${encodeURIComponent(name)}`;
}

/** Everybody who may come in, with what they may do and have open. */
export async function operatorsPage(context: Context, view: View): Promise<Content> {
  const all = await overviewOperators(context, await tokenNames());
  const rows = table("Operators, by name", all, "Nobody is on record.", [
    ["Name", ({ name }) => link(view, placeOf(name), name)],
    ["Role", ({ role }) => badge(role, "calm")],
    ["Comes by", ({ isByToken }) => (isByToken ? "a token" : "IAM")],
    ["Signed in last", ({ signedInAt }) => (signedInAt === null ? "not known" : distance(signedInAt, view.now))],
    ["Sessions", ({ sessions }) => String(sessions), "right"],
    ["Passkeys", ({ passkeys }) => String(passkeys), "right"],
  ]);
  return {
    title: "Operators",
    main: html`<div class="head"><h1>Operators</h1></div>
<section><p>Each role may do all that those before it may: viewer, reviewer, finance, admin. A principal of IAM who was given none and is not signed in is not listed. Who has signed in is known for eight hours, and by passkey for good.</p>${rows}</section>
${section("Everybody", formRow(actionForm(view, endEverybodys)))}`,
  };
}

function roleSection(view: View, { name, role, changedAt, changedBy }: OperatorOverview, isOwn: boolean) {
  return factsSection("Role", [
    ["May do", roleTexts[role]],
    changedAt === null ? ["Given", "never: it is that of their door"] : ["Given", moment(changedAt)],
    changedBy !== null && ["By", actorName(changedBy)],
    ["Another", isOwn ? "Nobody changes their own role." : actionForm(view, setRole, { name }, { role })],
  ]);
}

/** One operator, with the forms that give a role, end sessions and take lost passkeys away. */
export async function operatorPage(context: Context, view: View, { params }: ParamsCall<{ readonly name: string }>) {
  const found = await overviewOperator(context, params.name, await tokenNames());
  const { name, role } = found;
  const isOwn = isSamePerson(context.actor, `operator:${name}`);
  const [sessions, { passkeys }] = await Promise.all([
    listSessions(context, name),
    readPasskeys(context, `operator:${name}`),
  ]);
  const ofSessions = table("Their sessions, newest first", sessions, "They have no session.", [
    ["Begun", ({ createdAt }) => moment(createdAt)],
    ["Last seen", ({ seenAt }) => distance(seenAt, view.now)],
    ["From", ({ address }) => code(address)],
    ["By", ({ tokenSha256, passkeyId }) => (tokenSha256 === null ? "IAM" : `a token${passkeyId ? ", passkey" : ""}`)],
  ]);
  const ofPasskeys = table("Their passkeys", passkeys, "They have no passkey.", [
    ["Name", (each) => html`<span class="words" dir="auto">${each.name}</span>`],
    ["Made", ({ createdAt }) => moment(createdAt)],
    ["Last used", ({ lastUsedAt }) => moment(lastUsedAt)],
  ]);
  const lost = isOwn
    ? html`<p class="soft">Another admin takes yours away.</p>`
    : passkeys.length > 0 && actionForm(view, removePasskeys, { name });
  return detailPage(view, {
    title: name,
    heading: html`<h1 dir="auto">${name}</h1>`,
    above: [["operators", "Operators"]],
    status: badge(role, "calm"),
    parts: [
      roleSection(view, found, isOwn),
      section("Sessions", ofSessions, formRow(actionForm(view, endSessions, { name }))),
      section("Passkeys", ofPasskeys, formRow(lost)),
    ],
  });
}
