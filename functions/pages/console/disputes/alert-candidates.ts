import { html } from "hono/html";
import type { InspectedAlert, SeenCandidate } from "../../../app/disputes/inspect-alert.ts";
import { centsText } from "../../../domain/core/money.ts";
import { dayOf } from "../../../domain/core/time.ts";
import { type Alert, alertMoves } from "../../../domain/disputes/alert.ts";
import type { Html } from "../../kit/page.ts";
import { badge, code, grouped, moment, money, section, table } from "../kit/components.ts";
import { type Field, type Form, folded } from "../kit/form.ts";
import { href, type View } from "../kit/view.ts";

const note: Field = { name: "note", label: "Why", type: "lines", optional: true, maxLength: 500 };

const followed =
  "Its rules are asked then, and what they say is done at once: a refund by a rail that can, a case, or the queue.";

/** Whether somebody can still say which payment an alert is about. */
function takesPayment({ status, paymentId }: Alert): boolean {
  return alertMoves[status].includes("matched") || (status === "auto_refunded" && paymentId === null);
}

function bindForm({ id }: Alert, key: string): Pick<Form, "operation" | "to" | "key"> {
  return { operation: "bindAlert", to: `disputes/alerts/${id}/match`, key };
}

function bindTo(view: View, state: Alert, { paymentId, settlement }: SeenCandidate): Html {
  return folded(view, "Bind", {
    ...bindForm(state, paymentId),
    hidden: { paymentId },
    fields: [note],
    submit: "Bind to this payment",
    about: `of invoice ${settlement?.invoiceNumber ?? paymentId}`,
  });
}

/** An id by its end, which tells it from its neighbours; whole for who hears it. */
function shortId(id: string): Html {
  return html`<code class="n"><span aria-hidden="true">…${id.slice(-8)}</span><span class="hidden">${id}</span></code>`;
}

/** How far a payment's amount is from the alert's. */
function apart({ said }: Alert, amountCents: number): string {
  const more = amountCents - said.amountCents;
  if (more === 0) return "the same";
  return `${grouped(centsText(Math.abs(more)))} ${more > 0 ? "more" : "less"}`;
}

function saidRow({ said }: Alert): unknown[] {
  const words: readonly (readonly [string, string | null])[] = [
    ["statement said", said.descriptor],
    ["card ends", said.cardLast4],
    ["authorization code", said.authCode],
    ["acquirer’s reference", said.arn],
    ["rail’s reference", said.railRef],
    ["payment", said.paymentId],
  ];
  const known = words.filter(([, value]) => value !== null);
  return [
    html`<b>The alert says</b>`,
    "–",
    html`<b>${money(said.amountCents, said.currency)}</b>`,
    html`<b class="n">${said.transactionDate?.slice(0, 10) ?? "–"}</b>`,
    "–",
    html`<b dir="auto">${said.purchaseIdentifier ?? "–"}</b>`,
    "–",
    known.length === 0
      ? "nothing else"
      : html`<ul class="plain">${known.map(([name, value]) => html`<li>${name} <b dir="auto">${value}</b></li>`)}</ul>`,
  ];
}

function candidateRow(view: View, state: Alert, candidate: SeenCandidate): unknown[] {
  const { paymentId, score, reasons, settlement } = candidate;
  const isBound = state.paymentId === paymentId;
  const bind = takesPayment(state) && bindTo(view, state, candidate);
  if (!settlement) return [code(paymentId), String(score), "–", "–", "–", "–", "–", bind || "–"];
  const { payment } = settlement;
  const at = payment.receivedAt ?? settlement.createdAt;
  return [
    html`<a href="${href(view, `settlements/${settlement.id}`)}" title="${paymentId}">${shortId(paymentId)}</a>${isBound && html` ${badge("bound to this", "good")}`}`,
    String(score),
    html`${money(payment.amountCents, settlement.currency)} <span class="soft n">${apart(state, payment.amountCents)}</span>`,
    html`<time class="n" datetime="${at}">${dayOf(at)}</time>`,
    html`<span dir="auto">${settlement.customerId}</span>`,
    html`<span dir="auto">${settlement.invoiceNumber}</span>`,
    badge(payment.status),
    html`<ul class="plain">${reasons.map((each) => html`<li dir="auto">${each}</li>`)}</ul>${bind && html`<div>${bind}</div>`}`,
  ];
}

/** The payments that an alert may be about, under what it says itself, each with the way to bind it, and any other payment by its id. */
export function candidatesSection(view: View, { state, candidates }: InspectedAlert): Html {
  const columns = [
    { head: "Payment" },
    { head: "Score", right: true },
    { head: "Amount", right: true },
    { head: "Date" },
    { head: "Payer" },
    { head: "Invoice" },
    { head: "Status" },
    { head: "Why" },
  ];
  const rows = [saidRow(state), ...candidates.map((each) => candidateRow(view, state, each))];
  const other = folded(
    view,
    "Bind it to another payment",
    {
      ...bindForm(state, "other"),
      fields: [{ name: "paymentId", label: "Payment’s id", hint: "Such as pay_01…", maxLength: 64 }, note],
      submit: "Bind to that payment",
    },
    followed,
  );
  return section(
    "Which payment it is about",
    candidates.length === 0
      ? html`<p class="empty">No payment of the tenant is like it.</p>`
      : table("The alert, and the payments that it may be about, best first", columns, rows, ""),
    takesPayment(state) && html`<div class="doings">${other}</div>`,
    state.match !== null &&
      html`<p class="soft">Bound ${state.match.method === "auto" ? "by itself" : "by hand"} at ${moment(state.match.at)} with a score of ${String(state.match.score)}.</p>`,
  );
}
