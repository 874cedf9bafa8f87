import { transfer } from "../core/ledger.ts";
import { withBreak } from "../core/record-break.ts";
import type { Instant } from "../core/time.ts";
import type { Invoice } from "../invoicing/invoice.ts";
import { mismatchEvent, receiveFunds } from "./collection.ts";
import { hasLateFunds } from "./held-funds.ts";
import { withBought } from "./purchase.ts";
import { type Settlement, settlementTransition } from "./settlement.ts";
import { nothing, type SettlementChange } from "./settlement-change.ts";

/** What a rail says came: all of it so far, or what came just now. */
export interface ReceivedFunds {
  readonly amountCents?: number | undefined;
  readonly totalCents?: number | undefined;
  /** What all that became, in stablecoin. */
  readonly bought?: string | undefined;
}

/** Counts money that came. A rail that tells totals tells repeats from more money, at any time; one that does not is believed only while money is expected. */
export function fundsCame(before: Settlement, invoice: Invoice, report: ReceivedFunds, now: Instant): SettlementChange {
  const state = withBought(before, report);
  const change = counted(state, invoice, report, now);
  const isNews = state !== before && report.totalCents === before.payment.receivedCents;
  return isNews && change.settlement.length === 0 ? learned(state, now) : change;
}

/** A rail that tells only later what the money became. */
function learned(state: Settlement, now: Instant): SettlementChange {
  const reason = `what came became ${state.bought} ${state.usdtStable}`;
  return { settlement: [settlementTransition(state, state, now, { reason })], invoice: [] };
}

function counted(state: Settlement, invoice: Invoice, report: ReceivedFunds, now: Instant): SettlementChange {
  const { payment, fiatInCents, unappliedCents } = state;
  // A debit that came back and waits to be presented again: what is told now is older than that.
  if (payment.presentAt !== null) return nothing;
  if (report.totalCents !== undefined)
    return moreCame(state, invoice, report.totalCents - (payment.receivedCents ?? 0), now);
  const restCents = fiatInCents - unappliedCents;
  const arrivedCents = report.amountCents ?? restCents;
  // Without a total, what came before is told again, unless it is the very rest.
  if (arrivedCents === unappliedCents && arrivedCents !== restCents) return nothing;
  if (state.status !== "failed") return receiveFunds(state, invoice, arrivedCents, now);
  if (payment.receivedCents !== null) return nothing;
  if (payment.status === "canceled") return extraFunds(state, arrivedCents, now);
  const isFirst = payment.status === "failed";
  return isFirst ? lateFunds(state, arrivedCents, now) : nothing;
}

function moreCame(state: Settlement, invoice: Invoice, moreCents: number, now: Instant): SettlementChange {
  const { payment, status, mismatchCents, unappliedCents } = state;
  if (moreCents <= 0 || status === "created") return nothing;
  // What went back before anybody had told what had come: a total that is told now is older than that.
  if (payment.status === "returned" && payment.receivedCents === null) return nothing;
  if (status === "collecting") {
    const waiting = { ...state, mismatchCents: null, unappliedCents: (mismatchCents ?? 0) + unappliedCents };
    return receiveFunds(waiting, invoice, moreCents, now);
  }
  const isLate = payment.status === "failed" && (payment.receivedCents === null || hasLateFunds(state));
  return isLate ? lateFunds(state, moreCents, now) : extraFunds(state, moreCents, now);
}

/** Money that arrives for a collection that had been given up: held, on the ledger, and shown as a break. */
function lateFunds(state: Settlement, moreCents: number, now: Instant): SettlementChange {
  const receivedCents = (state.payment.receivedCents ?? 0) + moreCents;
  const payment = { ...state.payment, receivedCents, receivedAt: state.payment.receivedAt ?? now };
  const reconBreaks = hasLateFunds(state)
    ? state.reconBreaks
    : withBreak(state.reconBreaks, "funds_after_failure", now);
  const transition = settlementTransition(state, { ...state, payment, reconBreaks }, now, {
    reason: `received ${moreCents} cents after the collection had failed`,
    postings: transfer("rail_clearing", "tenant_payable", moreCents),
  });
  return { settlement: [transition], invoice: [] };
}

/** Money beyond what was settled: on the ledger, applied to nothing, for operators to send back. */
function extraFunds(state: Settlement, moreCents: number, now: Instant): SettlementChange {
  const receivedCents = (state.payment.receivedCents ?? 0) + moreCents;
  const payment = { ...state.payment, receivedCents, receivedAt: state.payment.receivedAt ?? now };
  const next = { ...state, payment, unappliedCents: state.unappliedCents + moreCents };
  const transition = settlementTransition(state, next, now, {
    reason: `received ${moreCents} cents more than was settled`,
    postings: transfer("rail_clearing", "unapplied_receipts", moreCents),
    events: (parked) => [mismatchEvent(parked, receivedCents)],
  });
  return { settlement: [transition], invoice: [] };
}
