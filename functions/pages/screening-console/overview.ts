import { html } from "hono/html";
import { type ScreeningOverview, screeningOverview } from "../../app/screening/overview.ts";
import { settings } from "../../wiring/core/env.ts";
import { link, section, table, tiles } from "../console/kit/components.ts";
import { ownEntryTones, statusBadge, verdictTones } from "../console/kit/labels.ts";
import { actorName, badge, code, countText, distance, moment } from "../console/kit/text.ts";
import type { Content, View } from "../console/kit/view.ts";
import type { Html } from "../kit/page.ts";
import type { ScreeningContext } from "./context.ts";
import { runbook } from "./labels.ts";
import { listsTable } from "./lists.ts";

function figures(view: View, state: ScreeningOverview): Html {
  const { problems, lists, proposed, withdrawals, requests } = state;
  const ownLists = (status: string, text: string) => link(view, "own-lists", text, { status });
  const health =
    problems.length === 0
      ? ([badge("answers", "good"), `by ${lists.length} ${lists.length === 1 ? "list" : "lists"}`] as const)
      : ([badge("answers nobody", "bad"), runbook("stale-lists", "What to do")] as const);
  return tiles([
    ["Screening", ...health],
    ["Entries proposed", countText(proposed), ownLists("proposed", "Own lists, proposed")],
    ["Withdrawals proposed", countText(withdrawals), ownLists("withdrawal_proposed", "Own lists, to be taken off")],
    ["Ask for an account", countText(requests), link(view, "requests", "Requests, received", { status: "received" })],
  ]);
}

function problemsOf({ problems }: ScreeningOverview): Html | false {
  if (problems.length === 0) return false;
  const answer = problems.map(
    ({ list, problem, loadedAt }) =>
      html`<li>${list}: ${problem === "missing" ? "is not there" : html`was last loaded at ${moment(loadedAt)}, longer ago than it may be`}</li>`,
  );
  return section(
    "Why nobody is screened",
    html`<ul class="plain">${answer}</ul><p>Some of the lists alone would let pass who is on the others, so every screen is refused until this is mended. ${runbook("stale-lists", "What to do")}</p>`,
  );
}

function proposals(view: View, { proposals: open }: ScreeningOverview): Html {
  return section(
    "Waits for a second operator",
    table("Proposals, the longest waiting first", open, "No proposal waits for anybody.", [
      ["Address", ({ id, value }) => link(view, `own-lists/${id}`, code(value))],
      ["Kind", ({ kind }) => statusBadge(verdictTones, kind)],
      ["Status", ({ status }) => statusBadge(ownEntryTones, status)],
      ["Asked by", ({ withdrawal, listing }) => actorName((withdrawal ?? listing).askedBy)],
      ["Since", ({ updatedAt }) => distance(updatedAt, view.now)],
    ]),
  );
}

export async function overviewPage(context: ScreeningContext, view: View): Promise<Content> {
  const state = await screeningOverview(context, context.requiredLists);
  const providers = settings.EXPOSURE.length === 0 ? "none" : settings.EXPOSURE.join(", ");
  const note = html`<p class="soft">Providers that are asked beside the lists: ${providers}.</p>`;
  return {
    title: "Overview",
    main: html`<h1>Overview</h1>
${figures(view, state)}${problemsOf(state)}
${section("Lists in force", listsTable(view, state.lists), note)}
${proposals(view, state)}`,
  };
}
