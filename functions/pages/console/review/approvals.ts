import { html } from "hono/html";
import { getApproval, listApprovals } from "../../../app/review/approvals.ts";
import { tenantNames } from "../../../app/tenants/names.ts";
import { isSamePerson, operatorName } from "../../../domain/core/operator.ts";
import { type Approval, type ApprovalStatus, approvalStatuses } from "../../../domain/review/approval.ts";
import type { Html } from "../../kit/page.ts";
import {
  badge,
  code,
  distance,
  facts,
  moment,
  money,
  notice,
  pager,
  section,
  table,
  trail,
} from "../kit/components.ts";
import type { ConsoleDesk } from "../kit/context.ts";
import { type Form, filterForm, folded } from "../kit/form.ts";
import { subjectLink } from "../kit/subject.ts";
import { type Content, href, type View } from "../kit/view.ts";
import { actWords } from "./forms.ts";

function who(actor: string | null): Html | string {
  return actor === null ? "–" : html`<span dir="auto" title="${actor}">${operatorName(actor)}</span>`;
}

/** What was asked for and waits for a second operator, or did. */
export async function approvalsPage(
  desk: ConsoleDesk,
  view: View,
  asked: { limit: number; cursor?: string | undefined; status?: ApprovalStatus | undefined },
): Promise<Content> {
  const { data, nextCursor } = await listApprovals(desk, asked);
  const names = await tenantNames(
    desk,
    data.map(({ tenantId }) => tenantId),
  );
  const rows = data.map((each) => [
    html`<a href="${href(view, `approvals/${each.id}`)}">${actWords[each.action].name}<span class="hidden"> ${each.subjectId}</span></a>`,
    each.amountCents === null ? "–" : money(each.amountCents),
    html`<span dir="auto">${names.get(each.tenantId) ?? each.tenantId}</span>`,
    who(each.askedBy),
    distance(each.askedAt, view.now),
    each.status === "pending" ? distance(each.expiresAt, view.now) : who(each.decidedBy),
    badge(each.status),
  ]);
  const columns = ["Action", "About", "Tenant", "Asked for by", "When", "Decided by, or ends", "Status"];
  const filters = filterForm(view, "approvals", [
    {
      name: "status",
      label: "Status",
      value: asked.status,
      optional: true,
      options: [["", "any"], ...approvalStatuses.map((each) => [each, each] as const)],
    },
  ]);
  return {
    title: "Approvals",
    main: html`<h1>Approvals</h1>
<section>${filters}${table(
      "Approvals, newest first",
      columns.map((head) => ({ head })),
      rows,
      "No approval is like that.",
    )}${pager(view, "approvals", { ...asked }, nextCursor)}</section>`,
  };
}

function decision(view: View, state: Approval): Html {
  const mine = isSamePerson(view.actor ?? "", state.askedBy);
  const note = { name: "note", label: "Why", type: "lines" as const, optional: true, maxLength: 500 };
  const approve: Form = {
    operation: "giveApproval",
    to: `approvals/${state.id}/approve`,
    fields: [note],
    submit: "Approve, and do it now",
  };
  const reject: Form = {
    operation: "refuseApproval",
    to: `approvals/${state.id}/reject`,
    fields: [note],
    submit: mine ? "Take it back" : "Reject it",
    look: "danger",
  };
  if (mine)
    return html`${notice("You asked for this, so another operator must approve it: nobody moves money alone. You may take it back.", "warn")}<div class="doings">${folded(view, "Take it back", reject)}</div>`;
  return html`<p>Approving does it at once, decided anew as things stand now.</p><div class="doings">${folded(view, "Approve", approve)}${folded(view, "Reject", reject)}</div>`;
}

/** One approval: what was asked for, and a second operator’s word. */
export async function approvalPage(desk: ConsoleDesk, view: View, id: string): Promise<Content> {
  const state = await getApproval(desk, id);
  const names = await tenantNames(desk, [state.tenantId]);
  const { name, does } = actWords[state.action];
  const { reference, verdict } = state.input;
  return {
    title: name,
    main: html`${trail(view, [["approvals", "Approvals"]])}
<div class="head"><h1>${name}</h1>${badge(state.status)}</div>
${section(
  "What was asked for",
  html`<p>${does}</p>`,
  facts([
    subjectLink(view, state.subjectId),
    ["Review item", html`<a href="${href(view, `review/${state.reviewId}`)}">${code(state.reviewId)}</a>`],
    [
      "Tenant",
      html`<a href="${href(view, `tenants/${state.tenantId}`)}" dir="auto">${names.get(state.tenantId) ?? state.tenantId}</a>`,
    ],
    ...(state.amountCents === null ? [] : [["It is about", money(state.amountCents)] as const]),
    ...(verdict === undefined ? [] : [["Verdict", verdict] as const]),
    ...(reference === undefined ? [] : [["Reference", reference] as const]),
    ["Asked for by", who(state.askedBy)],
    ["Asked at", moment(state.askedAt)],
    ["Because", state.note],
    ["Ends", moment(state.expiresAt)],
    ...(state.decidedAt === null
      ? []
      : ([
          ["Decided by", who(state.decidedBy)],
          ["Decided at", moment(state.decidedAt)],
          ["Their note", state.decisionNote],
        ] as const)),
  ]),
)}
${state.status === "pending" && section("Your word", decision(view, state))}`,
  };
}
