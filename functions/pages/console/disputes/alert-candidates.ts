import { html } from "hono/html";
import type { CandidateDetails, InspectedAlert } from "../../../app/disputes/inspect.ts";
import { consoleDisputeActionOperations as forms } from "../../../contract/console/console-dispute-actions.ts";
import { centsText, groupDigits } from "../../../domain/core/money.ts";
import { dayOf } from "../../../domain/core/time.ts";
import { type Alert, alertMoves } from "../../../domain/disputes/alert.ts";
import type { Html } from "../../kit/page.ts";
import { action, actionForm, formRow, why } from "../kit/action.ts";
import { type Column, section, table } from "../kit/components.ts";
import { badge, code, emptyText, isolateText, moment, money } from "../kit/text.ts";
import { href, type View } from "../kit/view.ts";

const bind = action(forms.bindAlert, { opens: "Bind", submit: "Bind to this payment", fields: { note: why } });

const bindOther = action(forms.bindAlert, {
  key: "other",
  opens: "Bind it to another payment",
  before:
    "Its rules are asked then, and what they say is done at once: a refund by a rail that can, a case, or the queue.",
  submit: "Bind to that payment",
  fields: { paymentId: { label: "Payment’s id", hint: "Such as pay_01…", maxLength: 64 }, note: why },
});

/** Whether somebody can still say which payment an alert is about. */
function takesPayment({ status, paymentId }: Alert): boolean {
  return alertMoves[status].includes("matched") || (status === "auto_refunded" && paymentId === null);
}

function bindForm(view: View, { id }: Alert, { paymentId, settlement }: CandidateDetails): Html {
  const about = `of invoice ${settlement?.invoiceNumber ?? paymentId}`;
  return actionForm(view, { ...bind, key: paymentId, hidden: { paymentId }, about }, { id });
}

/** An id by its end, which tells it from its neighbours; whole for who hears it. */
function shortId(id: string): Html {
  return html`<code class="n"><span aria-hidden="true">…${id.slice(-8)}</span><span class="hidden">${id}</span></code>`;
}

function apart({ said: answer }: Alert, amountCents: number): string {
  const more = amountCents - answer.amountCents;
  if (more === 0) return "the same";
  return `${groupDigits(centsText(Math.abs(more)))} ${more > 0 ? "more" : "less"}`;
}

function saidRow({ said: answer }: Alert): unknown[] {
  const facts: readonly (readonly [string, string | null])[] = [
    ["statement said", answer.descriptor],
    ["card ends", answer.cardLast4],
    ["authorization code", answer.authCode],
    ["acquirer’s reference", answer.arn],
    ["rail’s reference", answer.railRef],
    ["payment", answer.paymentId],
  ];
  const known = facts.filter(([, value]) => value !== null);
  return [
    html`<b>The alert says</b>`,
    "–",
    html`<b>${money(answer.amountCents, answer.currency)}</b>`,
    html`<b class="n">${answer.transactionDate?.slice(0, 10) ?? "–"}</b>`,
    "–",
    html`<b dir="auto">${answer.purchaseIdentifier ?? "–"}</b>`,
    "–",
    known.length === 0
      ? "nothing else"
      : html`<ul class="plain">${known.map(([name, value]) => html`<li>${name} <b dir="auto">${value}</b></li>`)}</ul>`,
  ];
}

function candidateRow(view: View, state: Alert, candidate: CandidateDetails): unknown[] {
  const { paymentId, score, reasons, settlement } = candidate;
  const isBound = state.paymentId === paymentId;
  const form = takesPayment(state) && bindForm(view, state, candidate);
  if (!settlement) return [code(paymentId), String(score), "–", "–", "–", "–", "–", form || "–"];
  const { payment } = settlement;
  const at = payment.receivedAt ?? settlement.createdAt;
  return [
    html`<a href="${href(view, `settlements/${settlement.id}`)}" title="${paymentId}">${shortId(paymentId)}</a>${isBound && html` ${badge("bound to this", "good")}`}`,
    String(score),
    html`${money(payment.amountCents, settlement.currency)} <span class="soft n">${apart(state, payment.amountCents)}</span>`,
    html`<time class="n" datetime="${at}">${dayOf(at)}</time>`,
    isolateText(settlement.customerId),
    isolateText(settlement.invoiceNumber),
    badge(payment.status),
    html`<ul class="plain">${reasons.map((each) => html`<li dir="auto">${each}</li>`)}</ul>${form && html`<div>${form}</div>`}`,
  ];
}

const heads: readonly (readonly [head: string, side?: "right"])[] = [
  ...([["Payment"], ["Score", "right"], ["Amount", "right"], ["Date"]] as const),
  ...([["Payer"], ["Invoice"], ["Status"], ["Why"]] as const),
];

/** The payments that an alert may be about, under what it says itself, each with the way to bind it, and any other payment by its id. */
export function candidatesSection(view: View, { state, candidates }: InspectedAlert): Html {
  const rows = [saidRow(state), ...candidates.map((each) => candidateRow(view, state, each))];
  const columns = heads.map(([head, side], at): Column<unknown[]> => [head, (row) => row[at], side]);
  return section(
    "Which payment it is about",
    candidates.length === 0
      ? emptyText("No payment of the tenant is like it.")
      : table("The alert, and the payments that it may be about, best first", rows, "", columns),
    takesPayment(state) && formRow(actionForm(view, bindOther, { id: state.id })),
    state.match !== null &&
      html`<p class="soft">Bound ${state.match.method === "auto" ? "by itself" : "by hand"} at ${moment(state.match.at)} with a score of ${String(state.match.score)}.</p>`,
  );
}
