import { html } from "hono/html";
import { getSignup, listSignups } from "../../../app/access/signups.ts";
import type { ListRequest } from "../../../app/core/list.ts";
import { type Signup, type SignupStatus, signupStatuses } from "../../../domain/access/signup.ts";
import { spoken } from "../../../domain/disputes/labels.ts";
import { longestNote } from "../../../domain/review/case-notes.ts";
import type { Html } from "../../kit/page.ts";
import { code, distance, facts, moment, money, pager, section, table, trail } from "../kit/components.ts";
import { type Form, filterForm, folded } from "../kit/form.ts";
import { type Content, href, type View } from "../kit/view.ts";
import { localeWords, peopleNav, requestBadge } from "../onboarding/people-labels.ts";
import type { PeopleDesk } from "../people-context.ts";

/** Requests that wait which the list shows above all others. */
const mostWaiting = 100;

type Asked = ListRequest & { readonly status?: SignupStatus | undefined };

function nameCell(view: View, { id, companyName }: Signup): Html {
  return html`<a href="${href(view, `people/requests/${id}`)}" dir="auto">${companyName}<span class="hidden"> ${id}</span></a>`;
}

function volume({ expectedMonthlyVolumeCents: cents }: Signup): Html | string {
  return cents === null ? "–" : money(cents);
}

const columns = [
  { head: "Business" },
  { head: "Status" },
  { head: "Contact" },
  { head: "Country" },
  { head: "A month", right: true },
  { head: "Asked" },
];

function rowOf(view: View, each: Signup): unknown[] {
  return [
    nameCell(view, each),
    requestBadge(each.status),
    html`<span dir="auto">${each.contactName}<br><span class="soft">${each.contactEmail}</span></span>`,
    each.country ?? "–",
    volume(each),
    distance(each.createdAt, view.now),
  ];
}

async function waiting(desk: PeopleDesk, view: View): Promise<Html> {
  const { data, nextCursor } = await listSignups(desk, { status: "received", limit: mostWaiting });
  const rows = data.toReversed().map((each) => rowOf(view, each));
  const caption = "Requests that wait, the longest waiting first";
  return section(
    "Waiting for somebody",
    table(caption, columns, rows, "No request waits for anybody."),
    nextCursor !== null && html`<p class="soft">There are older ones: narrow the list below to them.</p>`,
  );
}

async function all(desk: PeopleDesk, view: View, asked: Asked): Promise<Html> {
  const { data, nextCursor } = await listSignups(desk, asked);
  const rows = data.map((each) => rowOf(view, each));
  const filters = filterForm(view, "people/requests", [
    {
      ...{ name: "status", label: "Status", value: asked.status },
      options: [["", "any"], ...signupStatuses.map((each) => [each, spoken(each)] as const)],
    },
  ]);
  return section(
    "All requests",
    filters,
    table("Requests for access, newest first", columns, rows, "No request is like that."),
    pager(view, "people/requests", { ...asked }, nextCursor),
  );
}

/** The requests for access that wait, and all of them. A filtered or later page shows the list alone. */
export async function accessRequestsPage(desk: PeopleDesk, view: View, asked: Asked): Promise<Content> {
  const isWhole = asked.status === undefined && asked.cursor === undefined;
  return {
    title: "Access requests",
    main: html`${peopleNav(view)}<h1>Access requests</h1>
${isWhole && (await waiting(desk, view))}${await all(desk, view, asked)}`,
  };
}

function acceptForm(view: View, { id }: Signup): Html {
  const form: Form = {
    ...{ operation: "acceptRequest", to: `people/requests/${id}/accept`, submit: "Let it in" },
    fields: [
      {
        ...{ name: "slug", label: "Slug", optional: true, maxLength: 39 },
        hint: "2 to 39 of a-z, 0-9 and -; made from the company’s name where it is left out",
      },
      {
        ...{ name: "destChain", label: "Chain", optional: true, maxLength: 32 },
        hint: "Such as ethereum, base or tron; the application brings it where it is left out",
      },
      {
        ...{ name: "destWallet", label: "Wallet", optional: true, maxLength: 256 },
        hint: "Where its stablecoin goes; with its chain",
      },
      { name: "stable", label: "Stablecoin", value: "USDT", optional: true },
      { name: "note", label: "Note for the files", type: "lines", optional: true, maxLength: longestNote },
    ],
  };
  return folded(
    view,
    "Accept",
    form,
    "Its tenant, an API key and its invitation are made at once. The key and the link are shown once, on the next page.",
  );
}

function declineForm(view: View, { id }: Signup): Html {
  const form: Form = {
    ...{ operation: "declineRequest", to: `people/requests/${id}/decline`, submit: "Decline it" },
    look: "danger",
    fields: [{ name: "reason", label: "Reason", type: "lines", maxLength: longestNote }],
  };
  return folded(view, "Decline", form, "The reason is for the files: whoever asked is told nothing.");
}

function cameOf(view: View, { tenantId, kybId, note, decidedAt }: Signup): Html {
  return section(
    "What came of it",
    facts([
      ["Decided", moment(decidedAt)],
      ["Tenant", tenantId && html`<a href="${href(view, `tenants/${tenantId}`)}">${code(tenantId)}</a>`],
      [
        "Application",
        kybId && html`<a href="${href(view, `people/applications/${kybId}`)}">${code(kybId)}</a>`,
      ],
      ["Note", note],
    ]),
  );
}

/** A request for access: what was said, and the decision. */
export async function accessRequestPage(desk: PeopleDesk, view: View, id: string): Promise<Content> {
  const { state } = await getSignup(desk, id);
  const isOpen = state.status === "received";
  return {
    title: state.companyName,
    main: html`${trail(view, [["people/requests", "Access requests"]])}
<div class="head"><h1 dir="auto">${state.companyName}</h1>${requestBadge(state.status)}
<a class="end" href="${href(view, "audit", { subject: id })}">Audit trail</a></div>
${
  isOpen
    ? section(
        "What can be done",
        html`<div class="doings">${acceptForm(view, state)}${declineForm(view, state)}</div>`,
      )
    : cameOf(view, state)
}
${section(
  "What was said",
  facts([
    ["Request", code(id)],
    ["Company", state.companyName],
    ["Contact", state.contactName],
    ["E-mail", state.contactEmail],
    // As text: who asked is a stranger, and so is what they link to.
    ["Web site", state.website],
    ["Country", state.country],
    ["Expected a month", volume(state)],
    ["Language", localeWords[state.locale]],
    ["Asked", moment(state.createdAt)],
  ]),
  state.useCase !== null && html`<h3>What for</h3><pre dir="auto">${state.useCase}</pre>`,
)}`,
  };
}
