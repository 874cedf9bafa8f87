import { html } from "hono/html";
import type { ListRequest } from "../../app/core/list.ts";
import { getAccountRequest, listAccountRequests } from "../../app/screening/account-requests.ts";
import { type RequestStatus, requestStatuses } from "../../domain/access/access-request.ts";
import { spoken } from "../../domain/disputes/labels.ts";
import type { AccountRequest } from "../../domain/screening/account-request.ts";
import { plans } from "../../domain/screening/plan.ts";
import { code, distance, facts, moment, pager, section, table, trail } from "../console/kit/components.ts";
import { type Form, filterForm, folded } from "../console/kit/form.ts";
import { type Content, href, type View } from "../console/kit/view.ts";
import type { Html } from "../kit/page.ts";
import { planField } from "./account-forms.ts";
import type { OfficeDesk } from "./context.ts";
import { requestBadge } from "./labels.ts";

/** Requests for an account, by status. */
export async function requestsPage(
  desk: OfficeDesk,
  view: View,
  asked: ListRequest & { readonly status?: RequestStatus | undefined },
): Promise<Content> {
  const { data, nextCursor } = await listAccountRequests(desk, asked);
  const rows = data.map((each) => [
    html`<a href="${href(view, `requests/${each.id}`)}" dir="auto">${each.companyName}<span class="hidden"> ${each.id}</span></a>`,
    requestBadge(each.status),
    html`<span class="words">${plans[each.plan].title}</span>`,
    html`<span dir="auto">${each.contactName}<br><span class="soft">${each.contactEmail}</span></span>`,
    distance(each.createdAt, view.now),
  ]);
  const columns = ["Business", "Status", "Plan", "Contact", "Asked"].map((head) => ({ head }));
  const filters = filterForm(view, "requests", [
    {
      ...{ name: "status", label: "Status", value: asked.status },
      options: [["", "any"], ...requestStatuses.map((each) => [each, spoken(each)] as const)],
    },
  ]);
  const empty =
    asked.status === undefined ? "Nobody has asked for an account yet." : "No request is like that.";
  return {
    title: "Requests",
    main: html`<h1>Requests for an account</h1>
<section>${filters}${table("Requests for an account, newest first", columns, rows, empty)}${pager(view, "requests", { ...asked }, nextCursor)}</section>`,
  };
}

function decisionForms({ environment }: OfficeDesk, view: View, { id, plan }: AccountRequest): Html {
  const accept: Form = {
    ...{ operation: "letAccountIn", to: `requests/${id}/accept`, submit: "Open the account" },
    fields: [
      planField(environment, plan),
      { name: "note", label: "Note for the files", type: "lines", optional: true, maxLength: 500 },
    ],
  };
  const decline: Form = {
    ...{ operation: "turnAccountDown", to: `requests/${id}/decline`, submit: "Decline it" },
    look: "danger",
    fields: [{ name: "reason", label: "Reason", type: "lines", maxLength: 500 }],
  };
  return html`<div class="doings">${folded(view, "Accept", accept, "Its account and first key are made at once. The key is shown once, on the next page, to be passed on by a way that keeps it secret: the service writes to nobody.")}${folded(view, "Decline", decline, "The reason is for the files, and the service tells nothing to whoever asked. They were told that a person would write to them.")}</div>`;
}

function cameOf(view: View, { accountId, note, decidedAt }: AccountRequest): Html {
  const account = accountId && html`<a href="${href(view, `accounts/${accountId}`)}">${code(accountId)}</a>`;
  return section(
    "What came of it",
    facts([
      ["Decided", moment(decidedAt)],
      ["Account", account],
      ["Note", note],
    ]),
    accountId !== null &&
      html`<p class="soft">Its first key was shown once, to whoever accepted. If nobody has it, revoke it on the account’s page and mint another.</p>`,
  );
}

/** A request for an account: what was said, and the decision. */
export async function requestPage(desk: OfficeDesk, view: View, id: string): Promise<Content> {
  const { state } = await getAccountRequest(desk, id);
  const isOpen = state.status === "received";
  return {
    title: state.companyName,
    main: html`${trail(view, [["requests", "Requests"]])}
<div class="head"><h1 dir="auto">${state.companyName}</h1>${requestBadge(state.status)}</div>
${isOpen ? section("What can be done", decisionForms(desk, view, state)) : cameOf(view, state)}
${section(
  "What was said",
  facts([
    ["Request", code(id)],
    ["Company", state.companyName],
    ["Contact", state.contactName],
    ["E-mail", state.contactEmail],
    ["Plan", plans[state.plan].title],
    ["Language", state.locale === "es" ? "Spanish" : "English"],
    ["Asked", moment(state.createdAt)],
  ]),
  state.useCase !== null && html`<h3>What for</h3><pre dir="auto">${state.useCase}</pre>`,
)}`,
  };
}
