import type { ServiceEvent } from "../core/event.ts";
import { balancedPostings, transfer } from "../core/ledger.ts";
import type { Instant } from "../core/time.ts";
import { confirmPayment, type Invoice, releaseAside } from "../invoicing/invoice.ts";
import { receiptMail } from "../invoicing/payer-mail.ts";
import type { Collection } from "../rails/deposit-instructions.ts";
import type { VendorRefusal } from "../rails/vendor-refusal.ts";
import { counting, countsOfCollection } from "./counters.ts";
import type { Payment } from "./payment.ts";
import { type Settlement, settlementFacts, settlementTransition } from "./settlement.ts";
import { nothing, type SettlementChange } from "./settlement-change.ts";
import { failSettlement, wake } from "./transitions.ts";

/** Records that collection began, and at once its end where the rail collects synchronously. */
export function recordCollection(
  state: Settlement,
  invoice: Invoice,
  report: Collection,
  now: Instant,
): SettlementChange {
  if (state.status !== "created") return nothing;
  const { railRef, instructions } = report;
  const payment = { ...state.payment, railRef, instructions, railState: report.state };
  const collecting = settlementTransition(state, { ...state, status: "collecting", payment }, now, {
    reason: `collection began as ${railRef}`,
    follows: [
      { kind: "start_settlement", settlementId: state.id, tenantId: state.tenantId, presentation: state.presentation },
    ],
  });
  if (report.state === "awaiting_funds") return { settlement: [collecting], invoice: [] };
  const received = receiveFunds(collecting.next, invoice, state.fiatInCents, now);
  return { settlement: [collecting, ...received.settlement], invoice: received.invoice };
}

/** Records a rail that will not collect: payment and settlement failed, the invoice as it was. */
export function refuseCollection(
  state: Settlement,
  invoice: Invoice,
  no: VendorRefusal,
  now: Instant,
): SettlementChange {
  if (state.status !== "created" && state.status !== "collecting") return nothing;
  const payment: Payment = {
    ...state.payment,
    status: "failed",
    railState: "failed",
    failureCode: no.code,
    failureReason: no.reason,
  };
  return {
    settlement: [failSettlement({ ...state, payment }, no, now)],
    invoice: [releaseAside(invoice, state.fiatInCents, state.payment.id, now)],
  };
}

/** Why a collection does not end without its money; undefined where none has come. */
export function whyNotUnpaid({ status, mismatchCents, unappliedCents }: Settlement): string | undefined {
  if (status !== "created" && status !== "collecting") return `its settlement is ${status}`;
  return mismatchCents !== null || unappliedCents > 0 ? "money has come: refund it, or wait for the rest" : undefined;
}

/** Why a payment cannot be canceled by its tenant; undefined where no money has come, and none is being pulled. */
export function whyNotCancel(state: Settlement): string | undefined {
  const { payment } = state;
  const isPulled = payment.source === "ach" && payment.railRef === null;
  return whyNotUnpaid(state) ?? (isPulled ? "the debit may be on its way to the bank" : undefined);
}

/** Who ended a payment before any money came, and the code that its settlement fails with. */
const cancellations = {
  tenant: { code: "canceled", reason: "canceled by its tenant before any money came" },
  rail: { code: "canceled", reason: "canceled by the rail before any money came" },
  expiry: { code: "expired", reason: "no money came before it lapsed" },
} as const satisfies Record<string, VendorRefusal>;
export type CanceledBy = keyof typeof cancellations;

/** Ends a payment that nobody waits for any more, once the rail has given its collection up: the invoice can be paid again. Money that comes all the same is applied to nothing. */
export function cancelCollection(
  state: Settlement,
  invoice: Invoice,
  now: Instant,
  by: CanceledBy = "tenant",
): SettlementChange {
  if (by === "rail" ? whyNotUnpaid(state) : whyNotCancel(state)) return nothing;
  const no = cancellations[by];
  const payment: Payment = { ...state.payment, status: "canceled", railState: "canceled", instructions: null };
  return {
    settlement: [failSettlement({ ...state, payment }, no, now)],
    invoice: [releaseAside(invoice, state.fiatInCents, state.payment.id, now)],
  };
}

/** Counts the payer's money as collected, once, and only the exact amount, with what came before it; any other parks the settlement, and so does any while what came is being sent back. */
export function receiveFunds(
  state: Settlement,
  invoice: Invoice,
  receivedCents: number,
  now: Instant,
): SettlementChange {
  if (state.status !== "collecting" || state.mismatchCents !== null) return nothing;
  const { fiatInCents, unappliedCents, sendBack } = state;
  const exact = unappliedCents + receivedCents === fiatInCents;
  if (!exact || sendBack !== null) return mismatch(state, receivedCents, now);
  const next = { ...withCollectedFunds(state, now), unappliedCents: 0 };
  const transition = settlementTransition(state, next, now, {
    reason: "funds received",
    postings: balancedPostings(
      { account: "rail_clearing", amountCents: receivedCents },
      { account: "unapplied_receipts", amountCents: unappliedCents },
      { account: "tenant_payable", amountCents: -fiatInCents },
    ),
    follows: [
      ...wake(state),
      ...counting(state.tenantId, now, countsOfCollection(next.payment)),
      ...receiptMail(invoice, next.payment),
    ],
  });
  return { settlement: [transition], invoice: [confirmPayment(invoice, fiatInCents, state.payment.id, now)] };
}

/** A settlement whose collection has succeeded; the machine that waits for it is to be woken. */
export function withCollectedFunds(state: Settlement, now: Instant): Settlement {
  const payment: Payment = {
    ...state.payment,
    status: "succeeded",
    railState: "funds_received",
    receivedCents: state.fiatInCents,
    receivedAt: now,
  };
  const settled = { mismatchCents: null, intent: null, waiting: null, stalledAt: null };
  return { ...state, status: "screening", payment, ...settled };
}

export function mismatchEvent(parked: Settlement, receivedCents: number): ServiceEvent {
  const data = { ...settlementFacts(parked), expectedCents: parked.fiatInCents, receivedCents };
  return { name: "settlement.amount_mismatch", data };
}

/** A difference parks the settlement where it is: the money is on the ledger, unapplied, until an operator decides. */
function mismatch(state: Settlement, arrivedCents: number, now: Instant): SettlementChange {
  const receivedCents = state.unappliedCents + arrivedCents;
  const payment: Payment = { ...state.payment, receivedCents, receivedAt: now };
  const next: Settlement = { ...state, payment, mismatchCents: receivedCents, unappliedCents: 0 };
  const transition = settlementTransition(state, next, now, {
    reason: `received ${receivedCents} cents, expected ${state.fiatInCents}`,
    postings: transfer("rail_clearing", "unapplied_receipts", arrivedCents),
    events: (parked) => [mismatchEvent(parked, receivedCents)],
  });
  return { settlement: [transition], invoice: [] };
}
