import { centsText } from "../core/money.ts";
import { Refusal } from "../core/refusal.ts";
import { dayOf } from "../core/time.ts";
import type { EscrowFacts } from "../disputes/disputed-escrow.ts";
import type { KnownText } from "../disputes/generated-evidence.ts";
import { secCodeOf } from "../settlement/return-window.ts";
import type { Escrow } from "./escrow.ts";

/** What an escrow is to a dispute about its deposit: how much came, what of it went back, and what can be said as evidence. */
export function disputeFactsOf(state: Escrow): EscrowFacts {
  const { id: escrowId, tenantId, currency, amountCents, receivedCents } = state;
  const cameCents = receivedCents > 0 ? receivedCents : amountCents;
  return {
    ...{ escrowId, tenantId, currency, amountCents: cameCents },
    refundedCents: Math.min(cameCents, gaveBackCents(state)),
    known: knownTexts(state),
  };
}

/** What the buyer has had back already: what the bank took, and what was refunded. */
function gaveBackCents({ returned, receivedCents, refundedCents }: Escrow): number {
  return returned !== null ? receivedCents : refundedCents;
}

function knownTexts(state: Escrow): KnownText[] {
  const { buyerRef, milestones, screens } = state;
  const texts: KnownText[] = [{ type: "receipt", text: receiptText(state) }];
  if (milestones.length > 0)
    texts.push({
      type: "product_description",
      text: milestones.map(({ seq, description, status }) => `${seq}. ${description} (${status})`).join("\n"),
    });
  if (buyerRef !== null) texts.push({ type: "customer_name", text: buyerRef });
  if (state.releaseTxHash !== null) texts.push({ type: "delivery_on_chain", text: deliveryText(state) });
  if (screens.length > 0)
    texts.push({
      type: "screening_reference",
      text: screens
        .map(({ at, stage, address, outcome }) => `${at}: ${stage} screen of ${address}: ${outcome}`)
        .join("\n"),
    });
  return texts;
}

function receiptText({
  reference,
  amountCents,
  receivedCents,
  currency,
  funding,
  fundedAt,
  createdAt,
}: Escrow): string {
  const secCode = funding && secCodeOf(funding);
  const lines = [
    `Escrow ${reference} of ${centsText(amountCents)} ${currency}, made on ${dayOf(createdAt)}`,
    `Deposit of ${centsText(receivedCents)} ${currency} ${secCode === null ? "by a transfer of the buyer's" : `by ACH debit (${secCode})`}`,
    fundedAt === null ? null : `Held since ${fundedAt}`,
    funding?.railRef ? `Reference at the bank's side: ${funding.railRef}` : null,
  ];
  return lines.filter((line) => line !== null).join("\n");
}

function deliveryText({ releaseTxHash, netCents, currency, payoutStable, payoutChain, payoutAddress }: Escrow): string {
  return `${centsText(netCents)} ${currency} released in ${payoutStable} on ${payoutChain} to ${payoutAddress}\nTransaction ${releaseTxHash}`;
}

/** The no to a refund of what a dispute may take as well: the buyer would have it twice. */
export function disputedRefund(state: Escrow, disputeOpen: boolean): Refusal | undefined {
  const { heldCents, unappliedCents, intent, sendBack } = state;
  if (!disputeOpen || heldCents + unappliedCents === 0 || intent !== null || sendBack !== null) return undefined;
  return new Refusal("action_not_available", "a dispute case about this escrow is open: its bank may take the money");
}
