import { html } from "hono/html";
import { type ScreeningOverview, screeningOverview } from "../../app/screening/overview.ts";
import { settings } from "../../wiring/core/env.ts";
import { badge, counted, distance, moment, section, table } from "../console/kit/components.ts";
import { type Content, href, type View } from "../console/kit/view.ts";
import type { Html } from "../kit/page.ts";
import type { OfficeDesk } from "./context.ts";
import { actionBadge, addressOf, ownBadge, runbook, who } from "./labels.ts";
import { listsTable } from "./lists.ts";

function health({ problems, lists }: ScreeningOverview): Html {
  if (problems.length === 0)
    return html`<li><span>Screening</span><b>${badge("answers", "good")}</b><span>by ${lists.length} ${lists.length === 1 ? "list" : "lists"}</span></li>`;
  return html`<li><span>Screening</span><b>${badge("answers nobody", "bad")}</b><span>${runbook("stale-lists", "What to do")}</span></li>`;
}

function tiles(view: View, seen: ScreeningOverview): Html {
  const { proposed, withdrawals, requests } = seen;
  const waiting = (status: string) => href(view, "own-lists", { status });
  return html`<ul class="tiles">
${health(seen)}
<li><span>Entries proposed</span><b>${counted(proposed)}</b><span><a href="${waiting("proposed")}">Own lists, proposed</a></span></li>
<li><span>Withdrawals proposed</span><b>${counted(withdrawals)}</b><span><a href="${waiting("withdrawal_proposed")}">Own lists, to be taken off</a></span></li>
<li><span>Ask for an account</span><b>${counted(requests)}</b><span><a href="${href(view, "requests", { status: "received" })}">Requests, received</a></span></li>
</ul>`;
}

function problemsOf({ problems }: ScreeningOverview): Html | false {
  if (problems.length === 0) return false;
  const said = problems.map(
    ({ list, problem, loadedAt }) =>
      html`<li>${list}: ${problem === "missing" ? "is not there" : html`was last loaded at ${moment(loadedAt)}, longer ago than it may be`}</li>`,
  );
  return section(
    "Why nobody is screened",
    html`<ul class="plain">${said}</ul><p>Some of the lists alone would let pass who is on the others, so every screen is refused until this is mended. ${runbook("stale-lists", "What to do")}</p>`,
  );
}

function proposals(view: View, { proposals: open }: ScreeningOverview): Html {
  const rows = open.map((each) => [
    html`<a href="${href(view, `own-lists/${each.id}`)}">${addressOf(each)}</a>`,
    actionBadge(each.kind),
    ownBadge(each.status),
    who((each.withdrawal ?? each.listing).askedBy),
    distance(each.updatedAt, view.now),
  ]);
  const columns = ["Address", "Kind", "Status", "Asked by", "Since"].map((head) => ({ head }));
  return section(
    "Waits for a second operator",
    table("Proposals, the longest waiting first", columns, rows, "No proposal waits for anybody."),
  );
}

/** How screening is, and what waits for an operator. */
export async function overviewPage(desk: OfficeDesk, view: View): Promise<Content> {
  const seen = await screeningOverview(desk, desk.requiredLists);
  const asked = settings.EXPOSURE;
  return {
    title: "Overview",
    main: html`<h1>Overview</h1>
${tiles(view, seen)}${problemsOf(seen)}
${section("Lists in force", listsTable(view, seen.lists), html`<p class="soft">Providers that are asked beside the lists: ${asked.length === 0 ? "none" : asked.join(", ")}.</p>`)}
${proposals(view, seen)}`,
  };
}
