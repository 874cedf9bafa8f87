import type { Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import { counting } from "../settlement/counters.ts";
import { type Settlement, settlementTransition } from "../settlement/settlement.ts";
import {
  type Alert,
  type AlertCandidate,
  type AlertTransitions,
  alertFacts,
  alertTransition,
  type ReportedOutcome,
} from "./alert.ts";
import { countedAt, countsOfAlert } from "./counters.ts";

export type NewAlert = Readonly<Pick<Alert, "id" | "tenantId" | "source" | "said">> & {
  /** Whether we fetched it from its source; not, where this is left out. */
  readonly fetched?: boolean;
};

/** The payment that an alert was found to be about, or the escrow whose deposit it is, and how sure that is. */
export interface Bound {
  readonly paymentId: string | null;
  readonly escrowId?: string | null;
  readonly score: number;
  readonly method: "auto" | "operator";
}

export interface PaymentSearch {
  readonly candidates: readonly AlertCandidate[];
  readonly bound: Bound | null;
}

/** Whether the network has given the money back by itself: such an alert moves nothing and asks nothing of anybody. */
export function isMirror({ kind, refundedByNetwork }: ReportedOutcome): boolean {
  return kind === "rdr" || refundedByNetwork;
}

/** Takes an alert in: it is kept, and bound to its payment where that is clear. Rules come after that, and for a bound one alone. */
export function receiveAlert(
  input: NewAlert,
  { candidates, bound }: PaymentSearch,
  now: Instant,
): [born: Transition<Alert>, next: Transition<Alert>] {
  const born = bornAlert(input, candidates, now);
  const { next } = born;
  if (bound) return [born, bindAlert(next, bound, now)];
  return [born, isMirror(next.said) ? mirrorRefund(next, now) : queueAlert(next, now)];
}

function bornAlert(
  input: NewAlert,
  candidates: readonly AlertCandidate[],
  now: Instant,
): AlertTransitions[number] & { readonly next: Alert } {
  const { source, said: report, fetched = false } = input;
  const next: Alert = {
    ...{ ...input, fetched },
    status: "received",
    candidates: [...candidates],
    ...{ paymentId: null, escrowId: null, match: null, ruleAudit: [], ruleId: null, rulesVersion: null },
    ...{ reviewReason: null, isoRef: null, refund: null, caseId: null, resolution: null, reportedAt: null },
    ...{ createdAt: now, updatedAt: now },
  };
  const { arn, descriptor, respondBy } = report;
  return {
    ...{ next, from: null, to: "received", reason: `${report.kind} alert from ${source}` },
    events: [{ name: "alert.created", data: { ...alertFacts(next), arn, descriptor, respondBy } }],
    follows: counting(input.tenantId, countedAt(next), countsOfAlert(report)),
  };
}

function queueAlert(state: Alert, now: Instant): AlertTransitions[number] {
  const { length } = state.candidates;
  return alertTransition(state, { ...state, status: "unmatched" }, now, {
    reason: length === 0 ? "no payment found" : `none of ${length} payments is clearly the one`,
    events: (next) => [{ name: "alert.unmatched", data: { ...alertFacts(next), candidates: length } }],
  });
}

/** Binds an alert to its payment. One that has ended keeps its status: only what it is about is told. */
export function bindAlert(
  state: Alert,
  { paymentId, escrowId = null, score, method }: Bound,
  now: Instant,
  note?: string,
): AlertTransitions[number] {
  const status = state.status === "auto_refunded" ? state.status : "matched";
  const next: Alert = { ...state, status, paymentId, escrowId, match: { score, method, at: now } };
  const how = method === "auto" ? `score ${score}` : (note ?? "by hand");
  return alertTransition(state, next, now, {
    reason: `bound to ${paymentId ?? escrowId}: ${how}`,
    events: (after) => [{ name: "alert.matched", data: { ...alertFacts(after), paymentId, escrowId, score, method } }],
  });
}

export function mirrorRefund(state: Alert, now: Instant): AlertTransitions[number] {
  const { arn, networkRef, amountCents, currency } = state.said;
  const refund = { by: "network" as const, amountCents, currency, arn, networkRef, at: now };
  return alertTransition(state, { ...state, status: "auto_refunded", refund }, now, {
    reason: "the network gave the money back by itself",
    events: (next) => [{ name: "alert.auto_refunded", data: { ...alertFacts(next), arn, networkRef } }],
  });
}

/** Keeps with a payment what its card network gave back, so that nobody gives it back again. No money of ours moved. */
export function noteNetworkRefund(
  settlement: Settlement,
  { id, said: report }: Pick<Alert, "id" | "said">,
  now: Instant,
): Transition<Settlement> {
  const { fiatInCents, networkRefundCents: beforeCents = 0 } = settlement;
  const networkRefundCents = Math.min(fiatInCents, beforeCents + report.amountCents);
  return settlementTransition(settlement, { ...settlement, networkRefundCents }, now, {
    reason: `the card network gave ${report.amountCents} cents back by itself (${id})`,
    quiet: true,
  });
}
