import { maxCents } from "../core/money.ts";
import { withBreak } from "../core/record-break.ts";
import type { Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import type { Invoice } from "../invoicing/invoice.ts";
import { isIssuerFreeze, issuerFreeze } from "../rails/issuer-freeze.ts";
import type { RailEvent } from "../rails/rail-event.ts";
import type { VendorRefusal } from "../rails/vendor-refusal.ts";
import { recordReturn } from "./ach-return.ts";
import { cancelCollection, refuseCollection } from "./collection.ts";
import { railGaveUp } from "./held-funds.ts";
import { failPayout, lateProof } from "./late-payout.ts";
import { withPaidOut } from "./paid-out.ts";
import { scheduleRepresentment } from "./re-presentment.ts";
import { fundsCame, type ReceivedFunds } from "./receive-funds.ts";
import { achMeaning, isCorrection, isReturn, withReturnBreak } from "./return-code-rules.ts";
import { isEnded, type Settlement, settlementFacts, settlementTransition } from "./settlement.ts";
import { nothing, type SettlementChange } from "./settlement-change.ts";
import { failSettlement, recordProof } from "./transitions.ts";

/** What a code about a payment says: money taken back, details corrected, or something between banks, which is for people and moves nothing. */
function achSays(state: Settlement, invoice: Invoice, code: string, now: Instant): SettlementChange {
  if (isReturn(code, now)) {
    const shown = { ...state, reconBreaks: withReturnBreak(state.reconBreaks, code, now) };
    return scheduleRepresentment(state, code, now) ?? recordReturn(shown, invoice, code, now);
  }
  return isCorrection(code, now) ? correct(state, code, now) : addBreak(state, `ach_${code}`, now);
}

/** Something that does not add up, shown to operators once; money stays where it is. */
function addBreak(state: Settlement, kind: string, now: Instant): SettlementChange {
  if (state.reconBreaks.some((each) => each.kind === kind)) return nothing;
  const next = { ...state, reconBreaks: withBreak(state.reconBreaks, kind, now) };
  return { settlement: [settlementTransition(state, next, now, { reason: kind })], invoice: [] };
}

function correct(state: Settlement, code: string, now: Instant): SettlementChange {
  if (state.payment.correctionCode === code) return nothing;
  const next = { ...state, payment: { ...state.payment, correctionCode: code } };
  const reason = `notification of change ${code}: ${achMeaning(code, now).meaning}`;
  const transition = settlementTransition(state, next, now, { reason });
  // Whatever waits goes on waiting since when it did.
  const { updatedAt } = state;
  return { settlement: [{ ...transition, next: { ...transition.next, updatedAt } }], invoice: [] };
}

/** A word that we do not know comes into the queue, and so does another one after it; tenants are told of the first. */
function unknownState(state: Settlement, word: string, now: Instant): SettlementChange {
  const isFirst = state.unknownRailState === null;
  // What has ended comes into the queue as a break alone.
  if (!isFirst && isEnded(state.status)) return addBreak(state, "rail_unknown", now);
  if (state.unknownRailState === word) return nothing;
  const reconBreaks = isEnded(state.status) ? withBreak(state.reconBreaks, "rail_unknown", now) : state.reconBreaks;
  const next = { ...state, unknownRailState: word, unknownRailAt: now, reconBreaks };
  const transition = settlementTransition(state, next, now, {
    reason: `the rail said ${word}, which we do not know${isFirst ? "" : " either"}`,
    events: (next) =>
      isFirst ? [{ name: "settlement.rail_unknown", data: { ...settlementFacts(next), railState: word } }] : [],
  });
  return { settlement: [transition], invoice: [] };
}

function noOf(code: string): VendorRefusal {
  return isIssuerFreeze(code) ? issuerFreeze : { code, reason: "the rail reported a failure" };
}

/** A definite no of the rail: before the funds came the collection failed or was canceled, while settling the payout did, and after delivery it is a return (spec section 3). */
function railFailed(
  state: Settlement,
  invoice: Invoice,
  { code, canceled }: Extract<RailEvent, { kind: "failed" }>,
  now: Instant,
): SettlementChange {
  const no = noOf(code);
  const ended = canceled ? cancelCollection(state, invoice, now, "rail") : nothing;
  if (ended.settlement.length > 0) return ended;
  if (state.status === "created" || state.status === "collecting") return refuseCollection(state, invoice, no, now);
  if (state.status === "completed") {
    const change = recordReturn(state, invoice, code, now);
    return { ...change, settlement: change.settlement.map((each) => ({ ...each, next: withFailedRail(each.next) })) };
  }
  if (isEnded(state.status)) return isHeldLate(state) ? addBreak(state, railGaveUp, now) : nothing;
  return { settlement: [failSettlement(withFailedRail(state), no, now)], invoice: [] };
}

/** Whether money is held that came after its payment was canceled. */
function isHeldLate({ payment, unappliedCents }: Settlement): boolean {
  return payment.status === "canceled" && unappliedCents > 0;
}

function withFailedRail<S extends Settlement>(state: S): S {
  return { ...state, payment: { ...state.payment, railState: "failed" } };
}

/** Whether a record can carry what came; no rail moves more at once. */
function isCountable({ payment }: Settlement, { amountCents = 0, totalCents = 0 }: ReceivedFunds): boolean {
  return (payment.receivedCents ?? 0) + amountCents <= maxCents && totalCents <= maxCents;
}

/** A rail that keeps nothing pays out before the gate has decided: its proof is kept, for whatever end that comes to. */
function provenEarly(state: Settlement, txHash: string, now: Instant): SettlementChange {
  if (state.keepsReserve || state.earlyHash !== undefined) return nothing;
  const next = { ...state, earlyHash: txHash };
  return {
    settlement: [settlementTransition(state, next, now, { reason: "paid out by the rail already" })],
    invoice: [],
  };
}

/** A proof; what the wallet got, and what that took of the rail's, must be what was ordered. */
function proven(
  state: Settlement,
  event: Extract<RailEvent, { kind: "payment_processed" }>,
  now: Instant,
): SettlementChange {
  const { txHash } = event;
  if (!isEnded(state.status) && state.status !== "settling") return provenEarly(state, txHash, now);
  const transitions = isEnded(state.status) ? lateProof(state, txHash, now) : recordProof(state, txHash, now);
  return { settlement: withPaidOut(state, transitions, event, now), invoice: [] };
}

/** What follows from a rail's callback. Repeats, stale and out-of-order ones change nothing. */
export function receiveRailEvent(
  state: Settlement,
  invoice: Invoice,
  event: RailEvent,
  now: Instant,
): SettlementChange {
  switch (event.kind) {
    case "funds_received":
      return isCountable(state, event)
        ? fundsCame(state, invoice, event, now)
        : unknownState(state, "more money than a record can carry", now);
    case "payment_processed":
      return proven(state, event, now);
    case "failed":
      return event.leg === "payout"
        ? { settlement: failPayout(state, noOf(event.code), now), invoice: [] }
        : railFailed(state, invoice, event, now);
    case "returned":
    case "notification_of_change":
      return achSays(state, invoice, event.code, now);
    case "unknown":
      return unknownState(state, event.state, now);
    default:
      return event satisfies never;
  }
}

/** What follows from all that a rail says at once, in its order. */
export function railTells(
  state: Settlement,
  invoice: Invoice,
  events: readonly RailEvent[],
  now: Instant,
): SettlementChange {
  const settlementChange = { settlement: [] as Transition<Settlement>[], invoice: [] as Transition<Invoice>[] };
  for (const event of events) {
    const from = settlementChange.settlement.at(-1)?.next ?? state;
    const change = receiveRailEvent(from, settlementChange.invoice.at(-1)?.next ?? invoice, event, now);
    settlementChange.settlement.push(...change.settlement);
    settlementChange.invoice.push(...change.invoice);
  }
  return settlementChange;
}
