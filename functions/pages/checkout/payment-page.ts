import { html } from "hono/html";
import { isStageEnd, type PayerStage, payerStage } from "../../domain/checkout/payer-status.ts";
import { momentText, moneyText } from "../../domain/core/format.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import type { Answer } from "../../http/operation-types.ts";
import { kitWords } from "../kit/messages/kit.ts";
import type { Html } from "../kit/page.ts";
import { brandedPage } from "../tenants/branded.ts";
import { depositDetails } from "./deposit.ts";
import { invoiceWords } from "./messages/invoice.ts";
import { type InvoiceSight, linksOf } from "./payer-view.ts";
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
export function hostedPaymentPage(sight: InvoiceSight, state: Settlement): Answer<string> {
  const { root, brand, invoice, locale } = sight;
  const { payment: words, stages } = invoiceWords[locale];
  const kit = kitWords[locale];
  const stage = payerStage(state);
  const again = looksAgainAfter(stage);
  const { instructions } = state.payment;
  const title = words.title(moneyText(state.fiatInCents, state.currency, locale));
  return brandedPage({
    ...{ root, brand, locale, title, style: invoiceStyle, scripts: ["live", "copy"] },
    ...(again !== undefined && { refreshSeconds: again }),
    main: html`<p><a class="back" href="${linksOf(sight).invoice}">← ${words.back}</a></p>
<h1>${title}</h1>
<p class="lead" dir="auto">${invoiceWords[locale].invoice(invoice.number, invoice.sellerName)}</p>
<div id="live"${again !== undefined && html` data-live="${String(again)}"`} data-say="${stages[stage].short}">
${stageNotice(stage, locale)}
${stage === "other_amount" && html`<p>${otherAmount(state, sight)}</p>`}
${stage === "awaiting_transfer" && instructions !== null && depositDetails(instructions, invoiceWords[locale], kit)}
${stageSteps(stage, locale)}
${counting.has(stage) && receipt(sight, state, stage)}
${again !== undefined && html`<p class="soft followed">${words.followed}</p><noscript><p><a class="back" href="">${kit.again}</a></p></noscript>`}
</div>`,
  });
}

function otherAmount({ fiatInCents, mismatchCents, currency }: Settlement, { locale }: InvoiceSight): string {
  const money = (cents: number) => moneyText(cents, currency, locale);
  return invoiceWords[locale].payment.expected(money(fiatInCents), money(mismatchCents ?? 0));
}

function receipt({ invoice, locale }: InvoiceSight, state: Settlement, stage: PayerStage): Html {
  const { payment: words } = invoiceWords[locale];
  const { facts } = words;
  const { payment, currency, txHash, destChain } = state;
  const { bankAccount, receivedAt, railRef } = payment;
  const from = bankAccount ? words.account(bankAccount.holder, bankAccount.accountLast4) : words.transfer;
  const hash = stage === "settled" && txHash !== null ? `${destChain} ${txHash}` : null;
  const fact = (name: string, value: string | null, look = "") =>
    value !== null &&
    html`<div><dt>${name}</dt><dd${look && html` class="${look}"`} dir="auto">${value}</dd></div>
`;
  const mayName = bankAccount !== undefined || payment.source === "ach_push";
  return html`<section class="card" aria-labelledby="receipt"><h2 id="receipt">${words.receipt}</h2>
<dl>
${fact(facts.amount, moneyText(state.fiatInCents, currency, locale))}${fact(facts.received, receivedAt === null ? null : momentText(receivedAt, locale))}${fact(facts.invoice, invoice.number)}${fact(facts.to, invoice.sellerName)}${fact(facts.from, mayName ? from : null)}${fact(facts.reference, payment.id, "copied")}${fact(facts.rail, railRef, "copied")}${fact(facts.hash, hash, "copied")}</dl>
<p class="soft followed">${words.print}</p></section>`;
}
