import { withBreak } from "../core/record-break.ts";
import { illegalMoveOf, type Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import { isOnHold } from "./credit-suspension.ts";
import { conversionOf } from "./purchase.ts";
import { isEnded, type Settlement, type SettlementTransitions, settlementTransition } from "./settlement.ts";
import { feeAndReserve } from "./transitions.ts";

/** Records the intent to convert, under its key, before the vendor is asked; refused while the settlement is on hold. */
export function startConversion(state: Settlement, now: Instant): SettlementTransitions | Refusal {
  const { status } = state;
  const isPast = status === "converting" || status === "settling" || isEnded(status);
  if (status !== "screened" || isOnHold(state)) return isPast ? [] : illegal(state, "converting");
  const intent = { leg: "convert" as const, key: `${state.id}:convert:1`, at: now };
  const next = { ...state, status: "converting" as const, intent };
  return [settlementTransition(state, next, now, { reason: "conversion started" })];
}

const illegal = /* @__PURE__ */ illegalMoveOf("illegal_settlement_transition", "a settlement");

/** What a conversion vendor said: a rate, and its own reference where it has one. */
export interface Quote {
  readonly rate: string;
  readonly conversionRef?: string | undefined;
  /** All that the collection became, in stablecoin, where the rail's receipt tells it. */
  readonly bought?: string | undefined;
}

/** Keeps the vendor's reference of a conversion that is on its way; its rate counts once it is delivered. */
export function awaitConversion(state: Settlement, conversionRef: string, now: Instant): SettlementTransitions {
  if (state.status !== "converting" || state.conversionRef === conversionRef) return [];
  return [settlementTransition(state, { ...state, conversionRef }, now, { reason: "conversion is on its way" })];
}

/** Records the conversion's rate, books fee and reserve, and records the intent to pay out. */
export function recordConversion(state: Settlement, { rate, ...report }: Quote, now: Instant): SettlementTransitions {
  if (state.status !== "converting") return [];
  const bought = boughtAt(state, report);
  const { usdtOut, fxRate } = conversionOf({ ...state, ...bought }, rate);
  const conversionRef = report.conversionRef ?? state.conversionRef;
  const intent = { leg: "payout" as const, key: `${state.id}:payout:1`, at: now };
  const settling = { ...state, status: "settling" as const, conversionRef, fxRate, usdtOut, ...bought };
  const next = { ...settling, intent, parked: null };
  return [settlementTransition(state, next, now, { reason: `converted at ${fxRate}`, postings: feeAndReserve(state) })];
}

/** What the collection became: as the rail said when it came, else as its conversion says. */
function boughtAt({ bought, boughtCents, payment }: Settlement, report: Pick<Quote, "bought">) {
  if (bought !== null) return { bought, boughtCents };
  return { bought: report.bought ?? null, boughtCents: report.bought === undefined ? null : payment.receivedCents };
}

/** A conversion that finished after the settlement had ended: the vendor holds stablecoin that somebody must account for. */
export function lateConversion(state: Settlement, { rate, ...report }: Quote, now: Instant): SettlementTransitions {
  if (!isEnded(state.status) || state.intent?.leg !== "convert" || state.fxRate !== null) return [];
  const reconBreaks = withBreak(state.reconBreaks, "conversion_after_end", now);
  const conversionRef = report.conversionRef ?? state.conversionRef;
  const bought = boughtAt(state, report);
  const { usdtOut, fxRate } = conversionOf({ ...state, ...bought }, rate);
  const next: Settlement = { ...state, conversionRef, fxRate, usdtOut, ...bought, reconBreaks };
  return [settlementTransition(state, next, now, { reason: "converted after the settlement had ended" })];
}
