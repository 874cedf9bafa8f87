import { html } from "hono/html";
import { type Overview, overview } from "../../app/console/overview.ts";
import type { ReviewKind } from "../../domain/review/review-reason-code.ts";
import type { Html } from "../kit/page.ts";
import { badge, code, counted, distance, facts, moment, money, section, table } from "./kit/components.ts";
import type { ConsoleDesk } from "./kit/context.ts";
import { type Content, href, type View } from "./kit/view.ts";
import { flowPicture } from "./reconciliation/flow-picture.ts";
import { kindWords } from "./review/review.ts";

/** What of the queue is there for one reason. */
function waiting({ attention }: Overview, kind: ReviewKind): string {
  return counted(attention.find((each) => each.kind === kind) ?? { count: 0, more: false });
}

function tiles(view: View, seen: Overview): Html {
  const { underWay, today, approvals, requests, applications, attention } = seen;
  const cents = underWay.statuses.reduce((sum, each) => sum + each.cents, 0);
  const count = underWay.statuses.reduce((sum, each) => sum + each.count, 0);
  const urgent = attention.reduce((sum, each) => sum + each.count, 0);
  const more = attention.some((each) => each.more);
  return html`<ul class="tiles">
<li><span>Money under way</span><b>${money(cents)}</b><span>in ${counted({ count, more: underWay.more })} ${count === 1 ? "settlement" : "settlements"}</span></li>
<li><span>Delivered today</span><b>${money(today.total.delivered.cents)}</b><span>in ${today.total.delivered.count} ${today.total.delivered.count === 1 ? "settlement" : "settlements"}</span></li>
</ul>
<ul class="tiles">
<li><span>Needs somebody</span><b>${counted({ count: urgent, more })}</b><span><a href="${href(view, "review")}">Review queue</a></span></li>
<li><span>Alerts waiting</span><b>${waiting(seen, "alert")}</b><span><a href="${href(view, "disputes/alerts")}">Dispute alerts</a></span></li>
<li><span>Cases to answer</span><b>${waiting(seen, "dispute")}</b><span><a href="${href(view, "disputes/cases")}">Dispute cases</a></span></li>
<li><span>Awaits approval</span><b>${counted(approvals)}</b><span><a href="${href(view, "approvals", { status: "pending" })}">Approvals</a></span></li>
<li><span>Ask to be let in</span><b>${counted(requests)}</b><span><a href="${href(view, "people/requests")}">Access requests</a></span></li>
<li><span>With the partner</span><b>${counted(applications)}</b><span><a href="${href(view, "people/applications")}">Applications</a></span></li>
</ul>`;
}

function attentionTable(view: View, { attention }: Overview): Html {
  const rows = attention.map((each) => [
    html`<a href="${href(view, "review", { kind: each.kind })}">${badge(...kindWords[each.kind])}</a>`,
    counted(each),
    // Cases stand in the queue by their deadline.
    html`${each.kind === "dispute" && "due "}${distance(each.since, view.now)}`,
  ]);
  const columns = [{ head: "Why" }, { head: "Count", right: true }, { head: "First" }];
  return section(
    "What needs attention",
    table("What needs attention, most urgent first", columns, rows, "Nothing. All is well."),
  );
}

function underWayTable(view: View, { underWay }: Overview): Html {
  const rows = underWay.statuses.map((each) => [
    html`<a href="${href(view, "settlements", { status: each.status })}">${badge(each.status)}</a>`,
    String(each.count),
    money(each.cents),
    String(each.overHour),
    String(each.overDay),
    distance(each.oldest, view.now),
  ]);
  const columns = [
    { head: "Status" },
    { head: "Count", right: true },
    { head: "Money", right: true },
    { head: "Over 1 h", right: true },
    { head: "Over 1 d", right: true },
    { head: "Oldest" },
  ];
  return section(
    "Under way, by status and age",
    table("Settlements under way, by status and age", columns, rows, "Nothing is under way."),
    underWay.more && html`<p class="soft">Counted up to a limit; there is more.</p>`,
  );
}

function lastClose(view: View, { lastClose: close }: Overview): Html {
  if (!close)
    return section(
      "Last close",
      html`<p class="empty">No day has been closed yet.</p><a href="${href(view, "recon/daily")}">Look at yesterday</a>`,
    );
  const { date, created, adjusted, unbalanced } = close.figures;
  return section(
    "Last close",
    facts([
      ["Day", html`<a href="${href(view, "recon/daily", { date })}">${date}</a>`],
      ["Set out that day", String(created)],
      ["Adjusted", String(adjusted)],
      ["Unbalanced", unbalanced === 0 ? badge("none", "good") : badge(String(unbalanced), "bad")],
      ["Closed", moment(close.closedAt)],
      ["SHA-256", code(close.sha256)],
    ]),
  );
}

/** What is going on, and what needs somebody. */
export async function overviewPage(desk: ConsoleDesk, view: View): Promise<Content> {
  const seen = await overview(desk);
  return {
    title: "Overview",
    main: html`<h1>Overview</h1>
${tiles(view, seen)}
${section(
  `Today’s flow, ${seen.today.date} UTC`,
  flowPicture(seen.today, "today-flow"),
  seen.today.more && html`<p class="soft">The newest settlements only; the close has the whole day.</p>`,
)}
<div class="two wider">${attentionTable(view, seen)}<div>${underWayTable(view, seen)}${lastClose(view, seen)}</div></div>`,
  };
}
