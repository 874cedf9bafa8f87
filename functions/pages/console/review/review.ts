import { html } from "hono/html";
import { getReview, listReview, type ReviewItem } from "../../../app/review/review.ts";
import { tenantNames } from "../../../app/tenants/tenants.ts";
import { consoleOperations } from "../../../contract/console/console.ts";
import { operatorName, platform } from "../../../domain/core/operator.ts";
import { type Instant, secondsBetween } from "../../../domain/core/time.ts";
import { reviewReasonCodes } from "../../../domain/review/review-reason-code.ts";
import type { Html } from "../../kit/page.ts";
import { facts, link, section } from "../kit/components.ts";
import { type ConsoleContext, consoleList } from "../kit/context.ts";
import { detailPage } from "../kit/detail.ts";
import { subjectLink, subjectOfItem } from "../kit/subject.ts";
import { tenantColumn, tenantFilter, tenantsOf } from "../kit/tenant-field.ts";
import { badge, distance, emptyText, isolateText, moment, money, soft } from "../kit/text.ts";
import { href, type RecordCall, type View } from "../kit/view.ts";
import { actionForms, assignForms, noteForm } from "./forms.ts";
import { reasonCodeLabels } from "./labels.ts";

/** How much time is left: red when there is none, yellow in the last hour. */
function deadlineText(deadline: Instant | null, now: Instant): Html | string {
  if (deadline === null) return "–";
  const left = secondsBetween(now, deadline);
  const tone = left <= 0 ? "bad" : left < 3600 ? "warn" : undefined;
  return tone ? html`<span class="badge ${tone}">${distance(deadline, now)}</span>` : distance(deadline, now);
}

export const reviewPage = consoleList(consoleOperations.showReviewQueue, {
  title: "Review queue",
  load: listReview,
  names: tenantsOf,
  caption: "Review queue, most urgent first",
  columns: [
    [
      "Why",
      ({ id, kind, subjectId, approvals }, { view }) =>
        html`${link(view, `review/${id}`, html`${badge(...reasonCodeLabels[kind])}<span class="hidden"> ${subjectId}</span>`)}${approvals.length > 0 && html` ${badge("awaits approval", "warn")}`}`,
    ],
    ["What is the matter", (each) => each.reason],
    tenantColumn,
    ["Since", (each, { view }) => distance(each.since, view.now)],
    ["Deadline", (each, { view }) => deadlineText(each.deadline, view.now)],
    ["Owner", ({ assignee }) => (assignee === null ? soft("nobody") : isolateText(assignee))],
  ],
  empty: "Nothing is like that. All is well here.",
  filters: {
    kind: {
      label: "Why",
      options: [["", "anything"], ...reviewReasonCodes.map((kind) => [kind, reasonCodeLabels[kind][0]] as const)],
    },
    tenantId: tenantFilter(),
    assignee: "Owner",
  },
  beside: (view) =>
    html`<a class="end" href="${href(view, "review", { assignee: operatorName(view.actor ?? "") })}">Mine</a>`,
});

function notes(view: View, item: ReviewItem): Html {
  const shown = item.notes.map(
    ({ at, actor, text }) =>
      html`<li><span class="when">${moment(at)} · ${isolateText(operatorName(actor))}</span><div dir="auto">${text}</div></li>`,
  );
  return section(
    "Notes",
    shown.length > 0 ? html`<ol class="timeline">${shown}</ol>` : emptyText("No note yet."),
    noteForm(view, item),
  );
}

export async function reviewItemPage(context: ConsoleContext, view: View, { params }: RecordCall) {
  const item = await getReview(context, params.id);
  const [subject, names] = await Promise.all([
    subjectOfItem(context, item.subjectId),
    tenantNames(context, [item.tenantId]),
  ]);
  const { tenantId, reason, since, deadline } = item;
  const waiting = item.approvals.map(
    (id) =>
      html`<p class="notice warn">An action waits for a second operator: ${link(view, `approvals/${id}`, "look at it")}.</p>`,
  );
  const [title] = reasonCodeLabels[item.kind];
  const about = section(
    "What it is",
    facts([
      subjectLink(view, subject.recordId ?? item.subjectId),
      ["Tenant", tenantId === platform ? "–" : link(view, `tenants/${tenantId}`, names.get(tenantId) ?? tenantId)],
      subject.amountCents !== null && ["Amount", money(subject.amountCents, subject.currency)],
      ["Since", html`${moment(since)} ${soft(html`(${distance(since, view.now)})`)}`],
      ["Deadline", deadline && html`${moment(deadline)} ${deadlineText(deadline, view.now)}`],
      ["Owner", item.assignee ?? "nobody"],
    ]),
    assignForms(view, item),
  );
  return detailPage(view, {
    title: `${title}: ${subject.name}`,
    heading: html`<h1>${title}: ${isolateText(subject.name)}</h1>`,
    above: [["review", "Review queue"]],
    status: badge(item.status),
    parts: [
      html`<p>${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.</p>${waiting}`,
      html`<div class="two"><div>${about}${notes(view, item)}</div>
${section("What can be done", actionForms(view, item))}</div>`,
    ],
  });
}
