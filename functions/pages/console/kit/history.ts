import { html } from "hono/html";
import type { Entry } from "../../../app/core/aggregate.ts";
import { operatorName } from "../../../domain/core/operator.ts";
import type { TimelineLine } from "../../../domain/settlement/timeline.ts";
import type { Html } from "../../kit/page.ts";
import { table } from "./components.ts";
import { actorName, badge, code, digest, isolateText, moment } from "./text.ts";
import { href, type View } from "./view.ts";

/** The audit entries with their hashes. */
export function entriesTable(entries: readonly Entry[]): Html {
  return table("Audit entries, oldest first", entries, "", [
    ["No.", ({ seq }) => String(seq)],
    ["When", ({ at }) => moment(at)],
    [
      "Status",
      ({ from, to }) => (from === to ? badge(to) : html`${from !== null && html`${badge(from)} → `}${badge(to)}`),
    ],
    ["Why", ({ reason }) => isolateText(reason)],
    ["Who", ({ actor }) => actorName(actor)],
    ["Hash", ({ hash }) => digest(hash)],
  ]);
}

/** The same behind a fold. */
export function entriesFold(entries: readonly Entry[]): Html {
  return html`<details><summary>Each with its hash</summary><div class="fold">${entriesTable(entries)}</div></details>`;
}

const lineWords: Readonly<Record<TimelineLine["kind"], string>> = {
  hop: "record",
  screen: "screen",
  intent: "intent",
  rail: "rail",
  delivery: "webhook",
};

function lineOf(view: View, line: TimelineLine): Html {
  const bad = /^(Declined|Failed|Payment returned|A release was asked for and is blocked)|not passed|given up/.test(
    line.what,
  );
  const by = line.actor !== null && html` · <span dir="auto">${operatorName(line.actor)}</span>`;
  const ref = line.ref?.startsWith("dlv_")
    ? html` <a href="${href(view, `deliveries/${line.ref}`)}">delivery</a>`
    : line.ref && html` ${code(line.ref)}`;
  return html`<li${bad && html` class="bad-mark"`}><span class="when">${moment(line.at)} · ${lineWords[line.kind]}${by}</span><div>${line.what}${ref}</div></li>`;
}

/** What happened to a record, oldest first, with the way to each delivery. */
export function timelineList(view: View, timeline: readonly TimelineLine[]): Html {
  return html`<ol class="timeline">${timeline.map((line) => lineOf(view, line))}</ol>`;
}
