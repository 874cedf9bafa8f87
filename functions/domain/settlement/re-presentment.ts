import { addBankingDays, easternDate } from "../core/banking-day.ts";
import type { Instant } from "../core/time.ts";
import type { Invoice } from "../invoicing/invoice.ts";
import type { Collection } from "../rails/deposit-instructions.ts";
import type { VendorRefusal } from "../rails/vendor-refusal.ts";
import { receiveFunds, refuseCollection } from "./collection.ts";
import { counting, countsOfReturn } from "./counters.ts";
import { fundsCame } from "./receive-funds.ts";
import { mayRepresent } from "./return-code-rules.ts";
import { type Settlement, settlementTransition } from "./settlement.ts";
import { nothing, type SettlementChange } from "./settlement-change.ts";

/** Banking days before a returned debit is presented again, so that the account may have filled up (domain facts 1.10). */
const pauseBankingDays = 3;

/** A debit that was returned for want of funds is presented again under a key of its own, while nothing is built on its money; undefined where it is a return like any other. */
export function scheduleRepresentment(state: Settlement, code: string, now: Instant): SettlementChange | undefined {
  const { payment, status, createdAt } = state;
  if (status !== "collecting" || payment.source !== "ach" || payment.receivedCents !== null) return undefined;
  // The same return told twice.
  if (payment.presentAt !== null) return nothing;
  if (!mayRepresent(code, payment.presented, createdAt, now)) return undefined;
  const presented = payment.presented + 1;
  const presentAt = `${addBankingDays(easternDate(now), pauseBankingDays)}T14:00:00.000Z`;
  const next: Settlement = {
    ...state,
    payment: { ...payment, presented, presentAt, railState: "returned" },
    intent: { leg: "collect", key: `${state.id}:collect:${presented}`, at: now },
  };
  const reason = `returned ${code}, presented again at ${presentAt}`;
  const follows = counting(state.tenantId, now, countsOfReturn(payment, code, false));
  return { settlement: [settlementTransition(state, next, now, { reason, follows })], invoice: [] };
}

/** The rail took it although it had been given up meanwhile: what it brings must find its way here. */
function presentedTooLate(
  state: Settlement,
  invoice: Invoice,
  outcome: Collection | { readonly refused: VendorRefusal },
  now: Instant,
): SettlementChange {
  if ("refused" in outcome || state.status !== "failed" || state.payment.presentAt === null) return nothing;
  const { railRef, state: railState } = outcome;
  const payment = { ...state.payment, railRef, railState, presentAt: null };
  const transition = settlementTransition(state, { ...state, payment }, now, {
    reason: `presented as ${railRef} although it had been given up`,
  });
  if (railState === "awaiting_funds") return { settlement: [transition], invoice: [] };
  const late = fundsCame(transition.next, invoice, { amountCents: state.fiatInCents }, now);
  return { ...late, settlement: [transition, ...late.settlement] };
}

export function isToPresent({ status, payment }: Settlement, now: Instant): boolean {
  return status === "collecting" && payment.presentAt !== null && payment.presentAt <= now;
}

/** What the rail answered to a debit that was presented again. */
export function recordPresentation(
  state: Settlement,
  invoice: Invoice,
  outcome: Collection | { readonly refused: VendorRefusal },
  now: Instant,
): SettlementChange {
  if (!isToPresent(state, now)) return presentedTooLate(state, invoice, outcome, now);
  if ("refused" in outcome) return refuseCollection(state, invoice, outcome.refused, now);
  const { railRef, state: railState } = outcome;
  const payment = { ...state.payment, railRef, railState, presentAt: null };
  // The rail has had it since now.
  const intent = state.intent && { ...state.intent, at: now };
  const presented = settlementTransition(state, { ...state, payment, intent }, now, {
    reason: `presented for the ${payment.presented}. time as ${railRef}`,
  });
  if (outcome.state === "awaiting_funds") return { settlement: [presented], invoice: [] };
  const received = receiveFunds(presented.next, invoice, state.fiatInCents, now);
  return { settlement: [presented, ...received.settlement], invoice: received.invoice };
}
