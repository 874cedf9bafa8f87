import { Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import { askRefund } from "../settlement/payer-refund.ts";
import type { Settlement } from "../settlement/settlement.ts";
import type { Tenant } from "../tenants/tenant.ts";
import { type Alert, type AlertTransitions, alertFacts, alertTransition } from "./alert.ts";
import { type EarlierLoss, lossesOf, reportsChargeback } from "./alert-double-loss.ts";
import type { AlertReviewReason } from "./alert-review.ts";
import { isMirror, mirrorRefund, noteNetworkRefund } from "./ingest-alert.ts";
import { resolveAlert, takenOut } from "./resolve.ts";
import { type DisputeRule, evaluateRules } from "./rule.ts";
import { ruleFactsOf } from "./rule-facts.ts";

export interface MatchedAlertDetails {
  /** Null where the alert is about an escrow's deposit, which no rule gives back. */
  readonly settlement: Settlement | null;
  readonly earlier: EarlierLoss;
  readonly tenant: Pick<Tenant, "status" | "isoRef">;
  readonly rules: readonly DisputeRule[];
  /** Null for the default rules. */
  readonly rulesVersion: number | null;
  readonly railOn: boolean;
}

/** What a bound alert comes to: transitions of its own, what is done to its payment, and whether it goes on as a case, which `state` is to be told of. */
export interface RuleDecision {
  readonly state: Alert;
  readonly transitions: AlertTransitions;
  readonly settlement: Transition<Settlement> | null;
  readonly opensCase: boolean;
}

/** Decides about an alert that has just been bound to its payment: what the network refunded is mirrored, a fraud report is for information, and for all others the tenant's rules are asked. */
export function decideBound(state: Alert, snapshot: MatchedAlertDetails, now: Instant): RuleDecision {
  if (isMirror(state.said)) return mirrored(state, snapshot, now);
  if (state.said.kind === "fraud_report") {
    const transitions = resolveAlert(state, { resolution: "informational", note: null }, now);
    if (transitions instanceof Refusal) throw transitions;
    return ends(state, transitions);
  }
  const { audit, rule } = evaluateRules(snapshot.rules, ruleFactsOf(state, snapshot.tenant, now));
  const ruled: Alert = { ...state, ruleAudit: audit, ruleId: rule?.id ?? null, rulesVersion: snapshot.rulesVersion };
  if (rule) return actions[rule.action](ruled, snapshot, now);
  // The bank has taken the money already: without a case nobody would ask for it back.
  return state.said.kind === "ach_return" ? actions.open_case(ruled, snapshot, now) : toReview(ruled, "no_rule", now);
}

type Action = (state: Alert, snapshot: MatchedAlertDetails, now: Instant) => RuleDecision;

const actions: Readonly<Record<DisputeRule["action"], Action>> = {
  refund: refundByRule,
  review: (state, _, now) => toReview(state, "rule", now),
  open_case: (state) => ({ ...ends(state, []), opensCase: true }),
  dismiss: (state, _, now) => {
    const reason = `dismissed by rule ${state.ruleId}`;
    return ends(state, [alertTransition(state, { ...state, status: "dismissed" }, now, { reason })]);
  },
  notify_iso: notifyIso,
};

function ends(
  state: Alert,
  transitions: AlertTransitions,
  settlement: Transition<Settlement> | null = null,
): RuleDecision {
  return { state: transitions.at(-1)?.next ?? state, transitions, settlement, opensCase: false };
}

function mirrored(state: Alert, { settlement }: MatchedAlertDetails, now: Instant): RuleDecision {
  const transitions = state.status === "auto_refunded" ? [] : [mirrorRefund(state, now)];
  return ends(state, transitions, settlement && noteNetworkRefund(settlement, state, now));
}

export function toReview(state: Alert, why: AlertReviewReason, now: Instant): RuleDecision {
  const { ruleId } = state;
  const next: Alert = { ...state, status: "in_review", reviewReason: why };
  const transition = alertTransition(state, next, now, {
    reason: `to review: ${why}`,
    events: (after) => [{ name: "alert.routed_to_review", data: { ...alertFacts(after), ruleId, reason: why } }],
  });
  return ends(state, [transition]);
}

/** Gives the payment back by its rail, or sends the alert to people with the reason why not. */
function refundByRule(state: Alert, snapshot: MatchedAlertDetails, now: Instant): RuleDecision {
  const transition = refundTransition(state, snapshot, now);
  if (typeof transition === "string") return toReview(state, transition, now);
  const { amountCents, currency } = state.said;
  const next: Alert = {
    ...{ ...state, status: "resolved", resolution: "refunded" },
    refund: { by: "service", amountCents, currency, arn: null, networkRef: null, at: now },
  };
  const reason = `${amountCents} cents are given back by the rail (rule ${state.ruleId})`;
  const follows = takenOut(state, "refunded", now);
  return ends(state, [alertTransition(state, next, now, { reason, follows })], transition);
}

function refundTransition(
  state: Alert,
  snapshot: MatchedAlertDetails,
  now: Instant,
): Transition<Settlement> | AlertReviewReason {
  const { settlement, earlier, railOn, tenant } = snapshot;
  const { amountCents, currency } = state.said;
  if (settlement === null) return reportsChargeback(state) ? "double_loss" : "refund_refused";
  if (!settlement.refundable) return "refund_unsupported";
  if (reportsChargeback(state) || lossesOf(settlement, earlier).length > 0) return "double_loss";
  if (!railOn) return "rail_disabled";
  if (tenant.status === "suspended") return "tenant_suspended";
  if (currency !== settlement.currency) return "refund_refused";
  const transition = askRefund(settlement, { amountCents, reason: `alert ${state.id}` }, now);
  if (!(transition instanceof Refusal)) return transition;
  return transition.code === "refund_unsupported" ? "refund_unsupported" : "refund_refused";
}

/** Tells the reseller of record, by an event and a task in the review queue. */
function notifyIso(state: Alert, { tenant }: MatchedAlertDetails, now: Instant): RuleDecision {
  const isoRef = state.said.isoRef ?? tenant.isoRef;
  if (isoRef === null) return toReview(state, "no_iso", now);
  const { respondBy } = state.said;
  const transition = alertTransition(state, { ...state, status: "notified_iso", isoRef }, now, {
    reason: `reseller of record ${isoRef} notified`,
    events: (next) => [
      { name: "alert.notify_iso", data: { ...alertFacts(next), isoRef, ruleId: state.ruleId ?? "", respondBy } },
    ],
  });
  return ends(state, [transition]);
}
