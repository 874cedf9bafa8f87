import { html } from "hono/html";
import { reviewSubjects } from "../../../app/operations/review-subjects.ts";
import { getReview, listReview, type ReviewFilter, type ReviewItem } from "../../../app/review/review.ts";
import { tenantNames } from "../../../app/tenants/names.ts";
import { operatorName } from "../../../domain/core/operator.ts";
import { type Instant, secondsBetween } from "../../../domain/core/time.ts";
import { type ReviewKind, reviewKinds } from "../../../domain/review/review-reason-code.ts";
import type { Html } from "../../kit/page.ts";
import {
  badge,
  distance,
  facts,
  moment,
  money,
  pager,
  section,
  type Tone,
  table,
  trail,
} from "../kit/components.ts";
import type { ConsoleDesk } from "../kit/context.ts";
import { filterForm } from "../kit/form.ts";
import { subjectLink, subjectOfItem } from "../kit/subject.ts";
import { tenantField } from "../kit/tenant-field.ts";
import { type Content, href, type View } from "../kit/view.ts";
import { actionForms, assignForms, noteForm } from "./forms.ts";

/** Kinds in words, the most urgent first. */
export const kindWords: Readonly<Record<ReviewKind, readonly [words: string, tone: Tone]>> = {
  listed: ["Wallet listed", "bad"],
  amount_mismatch: ["Wrong amount", "bad"],
  rail_unknown: ["Unknown word of the rail", "bad"],
  alert: ["Dispute alert", "bad"],
  dispute: ["Dispute to answer", "warn"],
  screening: ["Screen unanswered", "warn"],
  parked: ["Vendor silent", "warn"],
  recon_break: ["Does not add up", "bad"],
  held: ["Money held", "warn"],
  blocked: ["Release blocked", "warn"],
  reserve: ["Reserve kept", "calm"],
  stalled: ["Late", "warn"],
  in_flight: ["In flight", "calm"],
};

function kindBadge(kind: ReviewKind): Html {
  return badge(...kindWords[kind]);
}

/** How much time is left: red when there is none, yellow in the last hour. */
function deadlineWords(deadline: Instant | null, now: Instant): Html | string {
  if (deadline === null) return "–";
  const left = secondsBetween(now, deadline);
  const tone = left <= 0 ? "bad" : left < 3600 ? "warn" : undefined;
  return tone ? html`<span class="badge ${tone}">${distance(deadline, now)}</span>` : distance(deadline, now);
}

function rowOf(view: View, item: ReviewItem, names: ReadonlyMap<string, string>): unknown[] {
  const waits = item.approvals.length > 0 && html` ${badge("awaits approval", "warn")}`;
  return [
    html`<a href="${href(view, `review/${item.id}`)}">${kindBadge(item.kind)}<span class="hidden"> ${item.subjectId}</span></a>${waits}`,
    item.reason,
    html`<span dir="auto">${names.get(item.tenantId) ?? item.tenantId}</span>`,
    distance(item.since, view.now),
    deadlineWords(item.deadline, view.now),
    item.assignee === null
      ? html`<span class="soft">nobody</span>`
      : html`<span dir="auto">${item.assignee}</span>`,
  ];
}

/** What operators have to look after: the most urgent kind first, in each what waits longest. */
export async function reviewPage(desk: ConsoleDesk, view: View, asked: ReviewFilter): Promise<Content> {
  const { data, nextCursor } = await listReview({ ...desk, subjects: reviewSubjects }, asked);
  const names = await tenantNames(
    desk,
    data.map(({ tenantId }) => tenantId),
  );
  const mine = operatorName(view.actor ?? "");
  const filters = filterForm(view, "review", [
    {
      name: "kind",
      label: "Why",
      value: asked.kind,
      optional: true,
      options: [["", "anything"], ...reviewKinds.map((kind) => [kind, kindWords[kind][0]] as const)],
    },
    await tenantField(desk, asked.tenantId, "all"),
    { name: "assignee", label: "Owner", value: asked.assignee, optional: true },
  ]);
  const columns = ["Why", "What is the matter", "Tenant", "Since", "Deadline", "Owner"];
  const rows = data.map((item) => rowOf(view, item, names));
  const empty = "Nothing is like that. All is well here.";
  return {
    title: "Review queue",
    main: html`<div class="head"><h1>Review queue</h1><a class="end" href="${href(view, "review", { assignee: mine })}">Mine</a></div>
<section>${filters}${table(
      "Review queue, most urgent first",
      columns.map((head) => ({ head })),
      rows,
      empty,
    )}${pager(view, "review", { ...asked }, nextCursor)}</section>`,
  };
}

function notes(view: View, item: ReviewItem): Html {
  const shown = item.notes.map(
    (note) =>
      html`<li><span class="when">${moment(note.at)} · <span dir="auto">${operatorName(note.actor)}</span></span><div dir="auto">${note.text}</div></li>`,
  );
  return section(
    "Notes",
    item.notes.length > 0
      ? html`<ol class="timeline">${shown}</ol>`
      : html`<p class="empty">No note yet.</p>`,
    noteForm(view, item),
  );
}

/** One item: why it is here, its clocks, and everything that can be done about it. */
export async function reviewItemPage(desk: ConsoleDesk, view: View, id: string): Promise<Content> {
  const item = await getReview({ ...desk, subjects: reviewSubjects }, id);
  const [subject, names] = await Promise.all([
    subjectOfItem(desk, item.subjectId),
    tenantNames(desk, [item.tenantId]),
  ]);
  const waiting = item.approvals.map(
    (approval) =>
      html`<p class="notice warn">An action waits for a second operator: <a href="${href(view, `approvals/${approval}`)}">look at it</a>.</p>`,
  );
  const [title] = kindWords[item.kind];
  return {
    title: `${title}: ${subject.name}`,
    main: html`${trail(view, [["review", "Review queue"]])}
<div class="head"><h1>${title}: <span dir="auto">${subject.name}</span></h1>${badge(item.status)}</div>
<p>${item.reason.slice(0, 1).toUpperCase()}${item.reason.slice(1)}.</p>${waiting}
<div class="two"><div>${section(
      "What it is",
      facts([
        subjectLink(view, item.subjectId),
        [
          "Tenant",
          html`<a href="${href(view, `tenants/${item.tenantId}`)}">${names.get(item.tenantId) ?? item.tenantId}</a>`,
        ],
        ["Amount", money(subject.amountCents, subject.currency)],
        ["Since", html`${moment(item.since)} <span class="soft">(${distance(item.since, view.now)})</span>`],
        [
          "Deadline",
          item.deadline && html`${moment(item.deadline)} ${deadlineWords(item.deadline, view.now)}`,
        ],
        ["Owner", item.assignee ?? "nobody"],
      ]),
      assignForms(view, item),
    )}${notes(view, item)}</div>
${section("What can be done", actionForms(view, item))}</div>`,
  };
}
