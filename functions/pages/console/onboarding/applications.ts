import { html } from "hono/html";
import type { Entry } from "../../../app/core/aggregate.ts";
import { listKyb, readKyb } from "../../../app/onboarding/reads.ts";
import { consolePeopleOperations } from "../../../contract/console/console-people.ts";
import { consolePeopleActionOperations as forms } from "../../../contract/console/console-people-actions.ts";
import { operatorName } from "../../../domain/core/operator.ts";
import { spokenLabel } from "../../../domain/disputes/labels.ts";
import { isWithPartner, type Kyb, kybStatuses, kybSteps } from "../../../domain/onboarding/kyb.ts";
import { viewOfKyb } from "../../../domain/onboarding/view.ts";
import type { Html } from "../../kit/page.ts";
import { action, actionForm, openActions } from "../kit/action.ts";
import { facts, factsSection, recordLink, section, table } from "../kit/components.ts";
import { detailPage, formPage } from "../kit/detail.ts";
import { entriesFold } from "../kit/history.ts";
import { applicationTones, localeLabels, statusBadge, stepName } from "../kit/labels.ts";
import { oneOf } from "../kit/list.ts";
import { peopleNav } from "../kit/people-nav.ts";
import { tenantField, tenantLink } from "../kit/tenant-field.ts";
import { badge, code, distance, emptyText, isolateText, moment, plainList } from "../kit/text.ts";
import { href, type QueryCall, type RecordCall, type View } from "../kit/view.ts";
import { type PeopleContext, peopleList } from "../people-context.ts";
import { answersSection, filesSection } from "./application-answers.ts";

/** Applications of each status that the list shows above all others. */
const mostWaiting = 25;

function nameCell(view: View, { id, legalName, answers }: Kyb): Html {
  return recordLink(view, "people/applications", answers.company?.legalName ?? legalName, id);
}

async function withPartner(context: PeopleContext, view: View): Promise<Html> {
  const waiting = kybStatuses.filter((status) => isWithPartner({ status }));
  const lists = await Promise.all(waiting.map((status) => listKyb(context, { status, limit: mostWaiting })));
  const since = (state: Kyb) => state.submittedAt ?? state.createdAt;
  const states = lists.flatMap(({ data }) => data).toSorted((a, b) => (since(a) < since(b) ? -1 : 1));
  const more = lists.some(({ nextCursor }) => nextCursor !== null);
  return section(
    "With the partner",
    table("Applications that the partner has, the longest first", states, "The partner has none.", [
      ["Business", (state) => nameCell(view, state)],
      ["Status", ({ status }) => statusBadge(applicationTones, status)],
      ["It lacks", ({ partner }) => partner?.missing.map(stepName).join(", ") || "nothing"],
      ["Submitted", (state) => distance(since(state), view.now)],
      ["Next look", ({ partner }) => (partner?.lookAt ? distance(partner.lookAt, view.now) : "–")],
    ]),
    more && html`<p class="soft">There are more: narrow the list below to them.</p>`,
  );
}

export const applicationsPage = peopleList(consolePeopleOperations.showApplications, {
  title: "Applications",
  tabs: peopleNav,
  beside: (view) => html`<a class="button end" href="${href(view, "people/applications/new")}">Invite a business</a>`,
  above: withPartner,
  section: "All applications",
  load: listKyb,
  caption: "Applications, newest first",
  columns: [
    ["Business", (state, { view }) => nameCell(view, state)],
    ["Status", ({ status }) => statusBadge(applicationTones, status)],
    ["Done", (state) => `${viewOfKyb(state).stepsDone.length} of ${kybSteps.length} steps`],
    ["Contact", ({ contactEmail }) => isolateText(contactEmail)],
    ["Invited", ({ createdAt }) => moment(createdAt)],
  ],
  empty: "No application is like that.",
  filters: { status: oneOf("Status", spokenLabel) },
});

function progressSection(state: Kyb): Html {
  const { stepsDone, missing } = viewOfKyb(state);
  const step = (each: (typeof kybSteps)[number]) =>
    html`${stepName(each)} ${stepsDone.includes(each) ? badge("done", "good") : badge("open", "calm")}`;
  const title = state.status === "under_review" ? "The partner asks for" : "Missing";
  return factsSection("How far it is", [
    ["Steps", plainList(kybSteps.map(step))],
    [title, plainList(missing.map(stepName))],
    ["Submitted", moment(state.submittedAt)],
    ["Decided", moment(state.decidedAt)],
  ]);
}

function partnerSection(view: View, { partner, walletScreen: screen, screens }: Kyb): Html {
  const passed = screen?.outcome === "pass";
  if (!partner && !screen) return section("Partner and wallet", emptyText("Neither was asked yet."));
  const looks = partner && `${partner.looks} ${partner.looks === 1 ? "time" : "times"} since it was submitted`;
  return section(
    "Partner and wallet",
    facts([
      partner && ["Partner says", partner.standing?.replaceAll("_", " ") ?? "nothing yet"],
      partner && ["Its reasons", plainList(partner.reasons)],
      partner && ["It asks for", plainList(partner.missing.map(stepName))],
      partner && ["Partner’s reference", partner.ref && code(partner.ref)],
      partner && ["Looked at", looks],
      partner && ["Next look", partner.lookAt && distance(partner.lookAt, view.now)],
      screen && ["Wallet’s screen", html`${badge(screen.outcome, passed ? "good" : "bad")} ${moment(screen.at)}`],
      screen && ["Wallet’s risk", screen.risk],
      screen && ["Screen’s reference", screen.ref && code(screen.ref)],
    ]),
    screens > 1 && html`<p class="soft">${String(screens)} wallets were screened in all.</p>`,
  );
}

function aboutSection(state: Kyb, tenant: Html | string): Html {
  const { id, contactEmail, locale, partnerCustomerId } = state;
  return factsSection("About it", [
    ["Application", code(id)],
    ["Invited as", state.legalName],
    ["Contact", contactEmail],
    ["Letters in", localeLabels[locale]],
    ["Tenant", tenant],
    ["Partner customer", partnerCustomerId && code(partnerCustomerId)],
    ["Invited", moment(state.createdAt)],
    ["Changed", moment(state.updatedAt)],
  ]);
}

/** When each link was made and ends; the links themselves are kept nowhere. */
function linksSection(view: View, { links }: Kyb): Html {
  return section(
    "Links",
    table("Links, oldest first", links, "No link opens it.", [
      ["Made", ({ madeAt }) => moment(madeAt)],
      ["Ends", ({ expiresAt }) => moment(expiresAt)],
      ["State", (each) => (each.expiresAt > view.now ? badge("open", "good") : badge("over", "calm"))],
    ]),
    html`<p class="soft">One each for whoever invited and for every letter. Only a link’s digest is kept.</p>`,
  );
}

function consentSection({ consents }: Kyb): Html | false {
  if (consents.length === 0) return false;
  return section(
    "Consent",
    table("Consents, oldest first", consents, "", [
      ["Who", ({ name, title }) => isolateText(`${name}, ${title}`)],
      ["Terms", ({ termsVersion }) => termsVersion],
      ["When", ({ at }) => moment(at)],
      ["From", ({ address }) => address ?? "–"],
    ]),
  );
}

function whoDid(actor: string): string {
  return actor.startsWith("applicant:") ? "the applicant" : operatorName(actor);
}

/** What happened, oldest first; looks that told nothing new are among the audit entries alone. */
function history(entries: readonly Entry[]): Html {
  const moves = entries.filter(({ from, to, reason }) => from !== to || !/^(looked at|no answer)/.test(reason));
  const line = ({ at, from, to, reason, actor }: Entry) =>
    html`<li${to === "rejected" && html` class="bad-mark"`}><span class="when">${moment(at)} · <span dir="auto">${whoDid(actor)}</span></span><div dir="auto">${reason}${from !== to && html` ${badge(to)}`}</div></li>`;
  return html`<ol class="timeline">${moves.map(line)}</ol>`;
}

/** An application, of whose secrets the last four are shown alone. */
export async function applicationPage(context: PeopleContext, view: View, { params: { id } }: RecordCall) {
  const { state, entries } = await readKyb(context, id);
  const { tenantId, answers } = state;
  const tenant = tenantId === null ? "none yet: its approval makes one" : await tenantLink(context, view, tenantId);
  const name = answers.company?.legalName ?? state.legalName;
  return detailPage(view, {
    title: name,
    heading: html`<h1 dir="auto">${name}</h1>`,
    above: [["people/applications", "Applications"]],
    status: statusBadge(applicationTones, state.status),
    links: [
      ["Letters", "people/letters", { about: id }],
      ["Audit trail", "audit", { subject: id }],
      ["What is stored of them", `privacy/subjects/${id}`],
    ],
    parts: [
      applicationActions(view, state),
      html`<div class="two"><div>${progressSection(state)}${partnerSection(view, state)}</div><div>${aboutSection(state, tenant)}${linksSection(view, state)}</div></div>`,
      answersSection(state),
      filesSection(view, state),
      consentSection(state),
      section("What happened", history(entries)),
      section("Audit entries", entriesFold(entries)),
    ],
  });
}

export async function newInvitePage(
  context: PeopleContext,
  view: View,
  { query: { tenantId } }: QueryCall<{ readonly tenantId?: string | undefined }>,
) {
  const { name: _, ...tenant } = await tenantField(context, tenantId, "a new one, once it is approved");
  const invite = action(forms.inviteByHand, {
    submit: "Invite",
    fields: {
      legalName: "Legal name",
      contactEmail: { label: "Contact e-mail", hint: "A letter with a link of its own goes there" },
      tenantId: tenant,
      locale: { label: "Language of its letters", called: localeLabels },
    },
  });
  return formPage(view, "Invite a business", ["people/applications", "Applications"], actionForm(view, invite));
}

const resend = action(forms.resendByHand, { opens: "Send again", submit: "Make a new link" });
const revoke = action(forms.revokeByHand, {
  opens: "Revoke",
  before: "No link of it opens anything any more, and it cannot be opened again. What was said is kept.",
  submit: "Revoke the invitation",
  look: "danger",
});

function applicationActions(view: View, state: Kyb): Html {
  const { id, status, decidedAt, contactEmail } = state;
  const isOver = status === "revoked" || decidedAt !== null;
  const before = `A letter goes to ${contactEmail}, and its link and the one that you are shown are the only ones that open it from then on.`;
  return openActions([
    !isOver && actionForm(view, { ...resend, before }, { id }),
    !isOver && !isWithPartner(state) && actionForm(view, revoke, { id }),
  ]);
}
