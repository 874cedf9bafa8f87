import { html } from "hono/html";
import { getAccountRequest, listAccountRequests } from "../../app/screening/account-requests.ts";
import { screeningConsoleOperations } from "../../contract/screening/screening-console.ts";
import { screeningConsoleForms } from "../../contract/screening/screening-console-actions.ts";
import { erasedText } from "../../domain/core/sealed-text.ts";
import { spokenLabel } from "../../domain/disputes/labels.ts";
import type { AccountRequest } from "../../domain/screening/account-request.ts";
import { plans } from "../../domain/screening/plan.ts";
import { action, actionForm, openActions } from "../console/kit/action.ts";
import { facts, link, recordLink, section } from "../console/kit/components.ts";
import { detailPage } from "../console/kit/detail.ts";
import { localeLabels, requestTones, statusBadge } from "../console/kit/labels.ts";
import { oneOf } from "../console/kit/list.ts";
import { code, distance, moment, soft } from "../console/kit/text.ts";
import type { RecordCall, View } from "../console/kit/view.ts";
import type { Html } from "../kit/page.ts";
import { type ScreeningContext, screeningList } from "./context.ts";
import { planChoice } from "./labels.ts";

export const requestsPage = screeningList(screeningConsoleOperations.showAccountRequests, {
  title: "Requests",
  heading: "Requests for an account",
  load: listAccountRequests,
  caption: "Requests for an account, newest first",
  columns: [
    ["Business", (each, { view }) => recordLink(view, "requests", each.companyName, each.id)],
    ["Status", ({ status }) => statusBadge(requestTones, status)],
    ["Plan", ({ plan }) => html`<span class="words">${plans[plan].title}</span>`],
    ["Contact", (each) => html`<span dir="auto">${each.contactName}<br>${soft(each.contactEmail)}</span>`],
    ["Asked", ({ createdAt }, { view }) => distance(createdAt, view.now)],
  ],
  empty: ({ status }) => (status === undefined ? "Nobody has asked for an account yet." : "No request is like that."),
  filters: { status: oneOf("Status", spokenLabel) },
});

const accept = action(screeningConsoleForms.letAccountIn, {
  opens: "Accept",
  before:
    "Its account and first key are made at once. The key is shown once, on the next page, to be passed on by a way that keeps it secret: the service writes to nobody.",
  submit: "Open the account",
});
const decline = action(screeningConsoleForms.turnAccountDown, {
  opens: "Decline",
  before:
    "The reason is for the files, and the service tells nothing to whoever asked. They were told that a person would write to them.",
  submit: "Decline it",
  look: "danger",
  fields: { reason: { label: "Reason", type: "lines" } },
});

const erase = action(screeningConsoleForms.eraseRequest, {
  opens: "Erase",
  before:
    "What was said is gone from tables, archive and backups for good; an account that was opened stays. Hand out what is below first where the person asked for it.",
  submit: "Erase it",
  look: "danger",
  fields: {
    reason: { label: "Why", called: spokenLabel },
    confirmation: { label: "Confirmation", hint: "Type the word erase" },
  },
});

function decisionForms({ environment }: ScreeningContext, view: View, { id, plan }: AccountRequest): Html {
  const note = { label: "Note for the files", type: "lines" } as const;
  const accepts = { ...accept, fields: { plan: planChoice(environment), note } };
  return openActions([actionForm(view, accepts, { id }, { plan }), actionForm(view, decline, { id })]);
}

function outcome(view: View, { accountId, note, decidedAt }: AccountRequest): Html {
  return section(
    "What came of it",
    facts([
      ["Decided", moment(decidedAt)],
      ["Account", accountId && link(view, `accounts/${accountId}`, code(accountId))],
      ["Note", note],
    ]),
    accountId !== null &&
      html`<p class="soft">Its first key was shown once, to whoever accepted. If nobody has it, revoke it on the account’s page and mint another.</p>`,
  );
}

export async function requestPage(context: ScreeningContext, view: View, { params }: RecordCall) {
  const { state } = await getAccountRequest(context, params.id);
  const { companyName, status } = state;
  return detailPage(view, {
    title: companyName,
    heading: html`<h1 dir="auto">${companyName}</h1>`,
    above: [["requests", "Requests"]],
    status: statusBadge(requestTones, status),
    parts: [
      status === "received" ? decisionForms(context, view, state) : outcome(view, state),
      section(
        "What was said",
        facts([
          ["Request", code(state.id)],
          ["Company", companyName],
          ["Contact", state.contactName],
          ["E-mail", state.contactEmail],
          ["Plan", plans[state.plan].title],
          ["Language", localeLabels[state.locale]],
          ["Asked", moment(state.createdAt)],
        ]),
        state.useCase !== null && html`<h3>What for</h3><pre dir="auto">${state.useCase}</pre>`,
        state.contactEmail !== erasedText && openActions([actionForm(view, erase, { id: state.id })]),
      ),
    ],
  });
}
