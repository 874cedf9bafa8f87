import { html } from "hono/html";
import { isStageEnd, type PayerStage, payerStage } from "../../domain/checkout/payer-status.ts";
import { momentText, moneyText } from "../../domain/core/format.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import type { Answer } from "../../http/operation-types.ts";
import { kitMessages } from "../kit/messages/kit.ts";
import type { Html } from "../kit/page.ts";
import { brandedPage } from "../tenants/branded.ts";
import { depositDetails } from "./deposit.ts";
import { invoiceMessages } from "./messages/invoice.ts";
import { linksOf, type PayerView } from "./payer-view.ts";
import { stageNotice, stageSteps } from "./status-line.ts";
import { invoiceStyle } from "./style.ts";

/** Whoever reads details off a page is not interrupted as often as who only waits. */
function looksAgainAfter(stage: PayerStage): number | undefined {
  if (isStageEnd(stage)) return undefined;
  return stage === "awaiting_transfer" || stage === "other_amount" ? 15 : 3;
}

/** Stages whose money counts on the invoice. */
const counting: ReadonlySet<PayerStage> = new Set<PayerStage>(["received", "converted", "settled", "held"]);

/** A payment as its payer sees it: followed until it is settled, with what has to be sent, and then the receipt. */
export function hostedPaymentPage(snapshot: PayerView, state: Settlement): Answer<string> {
  const { root, brand, invoice, locale } = snapshot;
  const { payment: messages, stages } = invoiceMessages[locale];
  const kit = kitMessages[locale];
  const stage = payerStage(state);
  const refreshSeconds = looksAgainAfter(stage);
  const { instructions } = state.payment;
  const title = messages.title(moneyText(state.fiatInCents, state.currency, locale));
  return brandedPage({
    ...{ root, brand, locale, title, style: invoiceStyle, scripts: ["live", "copy"] },
    ...(refreshSeconds !== undefined && { refreshSeconds }),
    main: html`<p><a class="back" href="${linksOf(snapshot).invoice}">← ${messages.back}</a></p>
<h1>${title}</h1>
<p class="lead" dir="auto">${invoiceMessages[locale].invoice(invoice.number, invoice.sellerName)}</p>
<div id="live"${refreshSeconds !== undefined && html` data-live="${String(refreshSeconds)}"`} data-say="${stages[stage].short}">
${stageNotice(stage, locale)}
${stage === "other_amount" && html`<p>${otherAmount(state, snapshot)}</p>`}
${stage === "awaiting_transfer" && instructions !== null && depositDetails(instructions, invoiceMessages[locale], kit)}
${stageSteps(stage, locale)}
${counting.has(stage) && receipt(snapshot, state, stage)}
${refreshSeconds !== undefined && html`<p class="soft followed">${messages.followed}</p><noscript><p><a class="back" href="">${kit.again}</a></p></noscript>`}
</div>`,
  });
}

function otherAmount({ fiatInCents, mismatchCents, currency }: Settlement, { locale }: PayerView): string {
  const money = (cents: number) => moneyText(cents, currency, locale);
  return invoiceMessages[locale].payment.expected(money(fiatInCents), money(mismatchCents ?? 0));
}

function receipt({ invoice, locale }: PayerView, state: Settlement, stage: PayerStage): Html {
  const { payment: messages } = invoiceMessages[locale];
  const { facts } = messages;
  const { payment, currency, txHash, destChain } = state;
  const { bankAccount, receivedAt, railRef } = payment;
  const from = bankAccount ? messages.account(bankAccount.accountLast4) : messages.transfer;
  const hash = stage === "settled" && txHash !== null ? `${destChain} ${txHash}` : null;
  const fact = (name: string, value: string | null, look = "") =>
    value !== null &&
    html`<div><dt>${name}</dt><dd${look && html` class="${look}"`} dir="auto">${value}</dd></div>
`;
  const mayName = bankAccount !== undefined || payment.source === "ach_push";
  return html`<section class="card" aria-labelledby="receipt"><h2 id="receipt">${messages.receipt}</h2>
<dl>
${fact(facts.amount, moneyText(state.fiatInCents, currency, locale))}${fact(facts.received, receivedAt === null ? null : momentText(receivedAt, locale))}${fact(facts.invoice, invoice.number)}${fact(facts.to, invoice.sellerName)}${fact(facts.from, mayName ? from : null)}${fact(facts.reference, payment.id, "copied")}${fact(facts.rail, railRef, "copied")}${fact(facts.hash, hash, "copied")}</dl>
<p class="soft followed">${messages.print}</p></section>`;
}
