import { html } from "hono/html";
import { type Overview, overview } from "../../app/console/overview.ts";
import type { ReviewReasonCode } from "../../domain/review/review-reason-code.ts";
import type { Html } from "../kit/page.ts";
import { factsSection, link, section, table, tiles } from "./kit/components.ts";
import type { ConsoleContext } from "./kit/context.ts";
import { badge, code, countText, distance, emptyText, moment, money } from "./kit/text.ts";
import { type Content, mayOpen, type View } from "./kit/view.ts";
import { flowPicture } from "./reconciliation/flow-picture.ts";
import { reasonCodeLabels } from "./review/labels.ts";
import { coinsSection } from "./tenants/coins.ts";

function waiting({ attention }: Overview, kind: ReviewReasonCode): string {
  return countText(attention.find((each) => each.kind === kind) ?? { count: 0, more: false });
}

function settlementCount(count: number, text = String(count)): string {
  return `in ${text} ${count === 1 ? "settlement" : "settlements"}`;
}

function figures(view: View, state: Overview): Html {
  const { underWay, today, approvals, requests, applications, attention } = state;
  const sumOf = (counts: readonly number[]) => counts.reduce((sum, each) => sum + each, 0);
  const cents = sumOf(underWay.statuses.map((each) => each.cents));
  const count = sumOf(underWay.statuses.map((each) => each.count));
  const urgent = sumOf(attention.map((each) => each.count));
  const more = attention.some((each) => each.more);
  const { delivered } = today.total;
  return html`${tiles([
    ["Money under way", money(cents), settlementCount(count, countText({ count, more: underWay.more }))],
    ["Delivered today", money(delivered.cents), settlementCount(delivered.count)],
  ])}
${tiles([
  ["Needs somebody", countText({ count: urgent, more }), link(view, "review", "Review queue")],
  ["Alerts waiting", waiting(state, "alert"), link(view, "disputes/alerts", "Dispute alerts")],
  ["Cases to answer", waiting(state, "dispute"), link(view, "disputes/cases", "Dispute cases")],
  ["Awaits approval", countText(approvals), link(view, "approvals", "Approvals", { status: "pending" })],
  ["Ask to be let in", countText(requests), link(view, "people/requests", "Access requests")],
  ["With the partner", countText(applications), link(view, "people/applications", "Applications")],
])}`;
}

function attentionTable(view: View, { attention }: Overview): Html {
  return section(
    "What needs attention",
    table("What needs attention, most urgent first", attention, "Nothing. All is well.", [
      ["Why", ({ kind }) => link(view, "review", badge(...reasonCodeLabels[kind]), { kind })],
      ["Count", countText, "right"],
      // Cases stand in the queue by their deadline.
      ["First", ({ kind, since }) => html`${kind === "dispute" && "due "}${distance(since, view.now)}`],
    ]),
  );
}

function underWayTable(view: View, { underWay }: Overview): Html {
  return section(
    "Under way, by status and age",
    table("Settlements under way, by status and age", underWay.statuses, "Nothing is under way.", [
      ["Status", ({ status }) => link(view, "settlements", badge(status), { status })],
      ["Count", (each) => String(each.count), "right"],
      ["Money", (each) => money(each.cents), "right"],
      ["Over 1 h", (each) => String(each.overHour), "right"],
      ["Over 1 d", (each) => String(each.overDay), "right"],
      ["Oldest", (each) => distance(each.oldest, view.now)],
    ]),
    underWay.more && html`<p class="soft">Counted up to a limit; there is more.</p>`,
  );
}

function lastClose(view: View, { lastClose: close }: Overview): Html {
  if (!close) {
    const none = emptyText("No day has been closed yet.");
    return section("Last close", none, mayOpen(view, "recon") && link(view, "recon/daily", "Look at yesterday"));
  }
  const { date, created, adjusted, unbalanced } = close.figures;
  return factsSection("Last close", [
    ["Day", link(view, "recon/daily", date, { date })],
    ["Set out that day", String(created)],
    ["Adjusted", String(adjusted)],
    ["Unbalanced", unbalanced === 0 ? badge("none", "good") : badge(String(unbalanced), "bad")],
    ["Closed", moment(close.closedAt)],
    ["SHA-256", code(close.sha256)],
  ]);
}

export async function overviewPage(context: ConsoleContext, view: View): Promise<Content> {
  const state = await overview(context);
  const { today } = state;
  return {
    title: "Overview",
    main: html`<h1>Overview</h1>
${figures(view, state)}
${section(
  `Today’s flow, ${today.date} UTC`,
  flowPicture(today, "today-flow"),
  today.more && html`<p class="soft">The newest settlements only; the close has the whole day.</p>`,
)}
<div class="two wider">${attentionTable(view, state)}<div>${underWayTable(view, state)}${lastClose(view, state)}${coinsSection(view)}</div></div>`,
  };
}
