import { html } from "hono/html";
import { getSignup, listSignups } from "../../../app/access/signups.ts";
import { consolePeopleOperations } from "../../../contract/console/console-people.ts";
import { consolePeopleActionOperations as forms } from "../../../contract/console/console-people-actions.ts";
import type { Signup } from "../../../domain/access/signup.ts";
import { spokenLabel } from "../../../domain/disputes/labels.ts";
import type { Html } from "../../kit/page.ts";
import { action, actionForm, openActions } from "../kit/action.ts";
import { facts, factsSection, link, recordLink, section, table } from "../kit/components.ts";
import { detailPage } from "../kit/detail.ts";
import { localeLabels, requestTones, statusBadge } from "../kit/labels.ts";
import { columnsIn, type ListColumn, oneOf } from "../kit/list.ts";
import { peopleNav } from "../kit/people-nav.ts";
import { code, distance, moment, money } from "../kit/text.ts";
import type { RecordCall, View } from "../kit/view.ts";
import { type PeopleContext, peopleList } from "../people-context.ts";

/** Requests that wait which the list shows above all others. */
const mostWaiting = 100;

function volume({ expectedMonthlyVolumeCents: cents }: Signup): Html | string {
  return cents === null ? "–" : money(cents);
}

const columns: readonly ListColumn<Signup>[] = [
  ["Business", (each, { view }) => recordLink(view, "people/requests", each.companyName, each.id)],
  ["Status", ({ status }) => statusBadge(requestTones, status)],
  [
    "Contact",
    (each) => html`<span dir="auto">${each.contactName}<br><span class="soft">${each.contactEmail}</span></span>`,
  ],
  ["Country", ({ country }) => country ?? "–"],
  ["A month", volume, "right"],
  ["Asked", ({ createdAt }, { view }) => distance(createdAt, view.now)],
];

async function waiting(context: PeopleContext, view: View): Promise<Html> {
  const { data, nextCursor } = await listSignups(context, { status: "received", limit: mostWaiting });
  return section(
    "Waiting for somebody",
    table(
      "Requests that wait, the longest waiting first",
      data.toReversed(),
      "No request waits for anybody.",
      columnsIn({ view, names: new Map() }, columns),
    ),
    nextCursor !== null && html`<p class="soft">There are older ones: narrow the list below to them.</p>`,
  );
}

export const accessRequestsPage = peopleList(consolePeopleOperations.showAccessRequests, {
  title: "Access requests",
  tabs: peopleNav,
  above: waiting,
  section: "All requests",
  load: listSignups,
  caption: "Requests for access, newest first",
  columns,
  empty: "No request is like that.",
  filters: { status: oneOf("Status", spokenLabel) },
});

const accept = action(forms.acceptRequest, {
  opens: "Accept",
  before:
    "Its tenant, an API key and its invitation are made at once. The key and the link are shown once, on the next page.",
  submit: "Let it in",
  fields: {
    slug: {
      label: "Slug",
      hint: "2 to 39 of a-z, 0-9 and -; made from the company’s name where it is left out",
      maxLength: 39,
    },
    destChain: {
      label: "Chain",
      hint: "Such as ethereum, base or tron; the application brings it where it is left out",
    },
    destWallet: { label: "Wallet", hint: "Where its stablecoin goes; with its chain" },
    stable: { label: "Stablecoin", optional: true },
    note: { label: "Note for the files", type: "lines" },
  },
});

const decline = action(forms.declineRequest, {
  opens: "Decline",
  before: "The reason is for the files: whoever asked is told nothing.",
  submit: "Decline it",
  look: "danger",
  fields: { reason: { label: "Reason", type: "lines" } },
});

function outcome(view: View, { tenantId, kybId, note, decidedAt }: Signup): Html {
  return factsSection("What came of it", [
    ["Decided", moment(decidedAt)],
    ["Tenant", tenantId && link(view, `tenants/${tenantId}`, code(tenantId))],
    ["Application", kybId && link(view, `people/applications/${kybId}`, code(kybId))],
    ["Note", note],
  ]);
}

export async function accessRequestPage(context: PeopleContext, view: View, { params }: RecordCall) {
  const { state } = await getSignup(context, params.id);
  const isOpen = state.status === "received";
  return detailPage(view, {
    title: state.companyName,
    heading: html`<h1 dir="auto">${state.companyName}</h1>`,
    above: [["people/requests", "Access requests"]],
    status: statusBadge(requestTones, state.status),
    links: [
      ["Audit trail", "audit", { subject: state.id }],
      ["What is stored of them", `privacy/subjects/${state.id}`],
    ],
    parts: [
      isOpen
        ? openActions([actionForm(view, accept, params), actionForm(view, decline, params)])
        : outcome(view, state),
      section(
        "What was said",
        facts([
          ["Request", code(state.id)],
          ["Company", state.companyName],
          ["Contact", state.contactName],
          ["E-mail", state.contactEmail],
          // As text: who asked is a stranger, and so is what they link to.
          ["Web site", state.website],
          ["Country", state.country],
          ["Expected a month", volume(state)],
          ["Language", localeLabels[state.locale]],
          ["Asked", moment(state.createdAt)],
        ]),
        state.useCase !== null && html`<h3>What for</h3><pre dir="auto">${state.useCase}</pre>`,
      ),
    ],
  });
}
