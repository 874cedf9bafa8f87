import { html } from "hono/html";
import { centsText, groupDigits } from "../../domain/core/money.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { ReleaseFacts } from "../../domain/escrow/conditions.ts";
import type { Escrow, Milestone } from "../../domain/escrow/escrow.ts";
import { cancelledCents } from "../../domain/escrow/release-split.ts";
import type { TimelineEntry } from "../../domain/settlement/timeline.ts";
import { type Html, page } from "../kit/page.ts";
import { minute, moneyLabels, moveTo, nextStepLabel, statusLabel } from "./status-labels.ts";

type Move = Pick<TimelineEntry, "at" | "from" | "to">;

function money(cents: number, currency: string): Html {
  return html`<span class="n">${currency} ${groupDigits(centsText(cents))}</span>`;
}

function fact(name: string, value: Html | string): Html {
  return html`<dt>${name}</dt><dd>${value}</dd>`;
}

const milestoneWords: Readonly<Record<Milestone["status"], string>> = {
  pending: "open",
  completed: "completed",
  cancelled: "cancelled",
};

function milestones({ milestones: all, currency }: Escrow): Html | false {
  const row = ({ description, amountCents, status }: Milestone) =>
    html`<tr><td><div dir="auto">${description}</div>${amountCents !== null && html`<small>${money(amountCents, currency)}</small>`}</td><td>${milestoneWords[status]}</td></tr>
`;
  return (
    all.length > 0 &&
    html`<h2>Milestones</h2>
<table>
<caption hidden>Milestones</caption>
<thead><tr><th scope="col">Milestone</th><th scope="col">State</th></tr></thead>
<tbody>
${all.map(row)}</tbody>
</table>`
  );
}

function approvals({ approvals: given, releaseRule, requiredApprovals }: Escrow): Html | false {
  if (releaseRule !== "dual_approval") return false;
  const yes = given.filter(({ decision }) => decision === "approve").length;
  const no = given.length - yes;
  const against = no > 0 ? `, ${no} against` : "";
  return fact("Approvals", `${yes} of ${requiredApprovals}${against}`);
}

function steps(state: Escrow, moves: readonly Move[]): Html {
  const shown = moves.filter(({ from, to }) => from !== to);
  return html`<h2>What happened</h2>
<ol class="steps">${shown.map(({ at, to }) => html`<li><time datetime="${at}">${minute(at)}</time><div>${moveTo(to, state)}</div></li>`)}</ol>`;
}

/** An escrow as its buyer and seller see it: how it stands, what is awaited and what happened; nobody’s name, address or account. Read-only, without script. */
export function escrowStatusPage(state: Escrow, moves: readonly Move[], facts: ReleaseFacts, now: Instant): string {
  const { reference, currency, amountCents, feeCents, netCents } = state;
  const next = nextStepLabel(state, facts, now);
  const restCents = cancelledCents(state);
  return page(
    `Escrow ${reference}`,
    html`<h1 dir="auto">Escrow ${reference}</h1>
<p class="due">${money(amountCents, currency)}</p>
<p class="state">${statusLabel(state)}</p>
<p>${moneyLabels(state)}</p>
${next.length > 0 && html`<h2>What is awaited</h2><ul>${next.map((each) => html`<li>${each}</li>`)}</ul>`}
<h2>Amounts</h2>
<dl>
${fact("Amount", money(amountCents, currency))}
${fact("Fee on release", money(feeCents, currency))}
${fact("For the seller", money(netCents, currency))}
${restCents > 0 && fact("Back to the buyer", money(restCents, currency))}
${approvals(state)}
</dl>
${milestones(state)}
${steps(state, moves)}
<p><small>As of ${minute(now)}. Whoever has this page’s address can see it.</small></p>`,
  );
}

export const noSuchPage = page(
  "There is nothing here",
  html`<h1>There is nothing here</h1><p>Check the address, or ask whoever sent it to you.</p>`,
);

/** What who has tried too many links is told, whichever this one is. */
export const tooManyPage = page(
  "Not so fast",
  html`<h1>Not so fast</h1><p>Too many tries came from your connection. Wait a few minutes, then try again.</p>`,
);

/** What a bug of ours leads to. */
export const troublePage = page(
  "Something went wrong on our side",
  html`<h1>Something went wrong on our side</h1><p>It has been noted. Try again in a few minutes.</p>`,
);
