import { html } from "hono/html";
import { getApproval, listApprovals } from "../../../app/review/approvals.ts";
import { consoleOperations } from "../../../contract/console/console.ts";
import { reviewForms } from "../../../contract/console/console-review.ts";
import { isSamePerson, platform } from "../../../domain/core/operator.ts";
import { type Approval, decisionRole } from "../../../domain/review/approval.ts";
import type { Html } from "../../kit/page.ts";
import { type Action, action, actionForm, formRow, why } from "../kit/action.ts";
import { facts, link, section } from "../kit/components.ts";
import { type ConsoleContext, consoleList } from "../kit/context.ts";
import { detailPage } from "../kit/detail.ts";
import { oneOf } from "../kit/list.ts";
import { subjectLink } from "../kit/subject.ts";
import { tenantColumn, tenantLink, tenantsOf } from "../kit/tenant-field.ts";
import { actorName, badge, code, distance, moment, money, notice } from "../kit/text.ts";
import type { RecordCall, View } from "../kit/view.ts";
import { actionTexts } from "./forms.ts";
import { changeDetails, settingTexts } from "./setting-changes.ts";

const texts = { ...actionTexts, ...settingTexts };

export const approvalsPage = consoleList(consoleOperations.showApprovals, {
  title: "Approvals",
  load: listApprovals,
  names: tenantsOf,
  caption: "Approvals, newest first",
  columns: [
    [
      "Action",
      ({ id, action: name, subjectId }, { view }) =>
        link(view, `approvals/${id}`, html`${texts[name].name}<span class="hidden"> ${subjectId}</span>`),
    ],
    ["About", ({ amountCents }) => (amountCents === null ? "–" : money(amountCents))],
    tenantColumn,
    ["Asked for by", (each) => actorName(each.askedBy)],
    ["When", (each, { view }) => distance(each.askedAt, view.now)],
    [
      "Decided by, or ends",
      ({ status, expiresAt, decidedBy }, { view }) =>
        status === "pending" ? distance(expiresAt, view.now) : actorName(decidedBy),
    ],
    ["Status", (each) => badge(each.status)],
  ],
  empty: "No approval is like that.",
  filters: { status: oneOf("Status") },
});

const approve = action(reviewForms.giveApproval, {
  opens: "Approve",
  submit: "Approve, and do it now",
  fields: { note: why },
});
const reject = action(reviewForms.refuseApproval, {
  opens: "Reject",
  submit: "Reject it",
  look: "danger",
  fields: { note: why },
});
const takeBack = { ...reject, opens: "Take it back", submit: "Take it back" };

const agree = action(reviewForms.giveApproval, { opens: "Approve", submit: "Approve it", fields: { note: why } });
const agreeNow = action(reviewForms.giveApprovalNow, {
  opens: "Put it into effect at once",
  before: "The tenant’s contact has no time to object then. The reason stands in the audit trail.",
  submit: "Approve, and put it into effect now",
  look: "danger",
  fields: { reason: why },
});

/** Whether somebody may still decide: a change of settings until it is in force. */
function isOpen({ status, change }: Approval): boolean {
  return status === "pending" || (status === "approved" && change !== null);
}

function decision(view: View, state: Approval): Html {
  const { id, askedBy, status, effectiveAt, change } = state;
  const actor = view.actor ?? "";
  const form = (each: Action, word: "approve" | "reject" = "approve") =>
    actionForm(view, { ...each, role: decisionRole(state, actor, word) }, { id });
  if (isSamePerson(actor, askedBy))
    return html`${notice("You asked for this, so another operator must approve it: nobody moves money alone. You may take it back.", "warn")}${formRow(form(takeBack, "reject"))}`;
  if (effectiveAt !== null && change !== null && effectiveAt > view.now)
    return html`<p>Approved, it takes effect at ${moment(effectiveAt)}, decided anew as things stand then.</p>${formRow(
      status === "pending" && form(agree),
      form(agreeNow),
      form(reject, "reject"),
    )}`;
  return html`<p>Approving does it at once, decided anew as things stand now.</p>${formRow(
    status === "pending" && form(approve),
    form(reject, "reject"),
  )}`;
}

/** Whether what it is about is a record with a page of its own. */
function hasPage({ change }: Approval): boolean {
  return change === null || change.kind === "tenant" || change.kind === "rail_report";
}

export async function approvalPage(context: ConsoleContext, view: View, { params }: RecordCall) {
  const state = await getApproval(context, params.id);
  const { name, does } = texts[state.action];
  const { reference, verdict, invoiceId } = state.input;
  const isDecided = state.decidedAt !== null;
  return detailPage(view, {
    title: name,
    above: [["approvals", "Approvals"]],
    status: badge(state.status),
    parts: [
      section(
        "What was asked for",
        html`<p>${does}</p>`,
        facts([
          hasPage(state) && subjectLink(view, state.subjectId),
          state.reviewId !== null && ["Review item", link(view, `review/${state.reviewId}`, code(state.reviewId))],
          state.tenantId !== platform && ["Tenant", await tenantLink(context, view, state.tenantId)],
          state.amountCents !== null && ["It is about", money(state.amountCents)],
          verdict !== undefined && ["Verdict", verdict],
          reference !== undefined && ["Reference", reference],
          typeof invoiceId === "string" && ["Invoice", link(view, `invoices/${invoiceId}`, code(invoiceId))],
          ["Asked for by", actorName(state.askedBy)],
          ["Asked at", moment(state.askedAt)],
          ["Because", state.note],
          ["Ends", moment(state.expiresAt)],
          state.effectiveAt !== null && [
            state.status === "effective" ? "In force since" : "Takes effect",
            moment(state.effectiveAt),
          ],
          isDecided && ["Decided by", actorName(state.decidedBy)],
          isDecided && ["Decided at", moment(state.decidedAt)],
          isDecided && ["Their note", state.decisionNote],
          state.failure !== null && ["Did not take effect", state.failure],
        ]),
        state.change !== null && changeDetails(view, state.change),
      ),
      isOpen(state) && section("Your word", decision(view, state)),
    ],
  });
}
