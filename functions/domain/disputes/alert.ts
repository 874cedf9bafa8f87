import * as z from "zod";
import { positiveCents } from "../core/money.ts";
import { illegalMoveOf } from "../core/refusal.ts";
import { statusesOf, statusMoves, type Transition, transitionsAlong } from "../core/transition.ts";
import { alertSources } from "./alert-source.ts";
import { disputeNetworks } from "./network.ts";

export const alertKinds = ["fraud", "dispute", "rdr", "fraud_report", "inquiry", "chargeback", "ach_return"] as const;
export type AlertType = (typeof alertKinds)[number];

/** The allowed moves. What is handled stays so; an expired one can still be opened as a case. */
export const alertMoves = /* @__PURE__ */ statusMoves({
  received: ["matched", "unmatched", "auto_refunded"],
  matched: ["auto_refunded", "in_review", "notified_iso", "case_opened", "resolved", "dismissed", "expired"],
  unmatched: ["matched", "auto_refunded", "case_opened", "dismissed", "resolved"],
  in_review: ["notified_iso", "case_opened", "resolved", "dismissed", "expired"],
  auto_refunded: [],
  notified_iso: ["in_review", "case_opened", "resolved", "dismissed", "expired"],
  case_opened: [],
  resolved: [],
  expired: ["case_opened"],
  dismissed: [],
});
export const alertStatuses = statusesOf(alertMoves);
export type AlertStatus = (typeof alertStatuses)[number];

/** What the sender of an alert said (domain facts 5.7); null where it said nothing. */
export const reportedOutcome = z.object({
  externalId: z.string(),
  kind: z.enum(alertKinds),
  amountCents: positiveCents,
  currency: z.string(),
  network: z.enum(disputeNetworks).nullable(),
  reasonCode: z.string().nullable(),
  arn: z.string().nullable(),
  authCode: z.string().nullable(),
  cardLast4: z.string().nullable(),
  cardBin: z.string().nullable(),
  descriptor: z.string().nullable(),
  /** A date or an instant, as it was sent. */
  transactionDate: z.string().nullable(),
  paymentId: z.string().nullable(),
  railRef: z.string().nullable(),
  purchaseIdentifier: z.string().nullable(),
  /** When the source had it; when it reached us where it did not say. */
  receivedAt: z.string(),
  respondBy: z.string().nullable(),
  refundedByNetwork: z.boolean(),
  networkRef: z.string().nullable(),
  isoRef: z.string().nullable(),
  raw: z.record(z.string(), z.unknown()).nullable(),
});

export type ReportedOutcome = z.infer<typeof reportedOutcome>;

/** A payment that an alert may be about, with the reasons for its score. */
export const alertCandidate = z.object({
  paymentId: z.string(),
  score: z.int().describe("how well the payment fits, from 0 to 100"),
  reasons: z.array(z.string()).describe("what speaks for it"),
});

export type AlertCandidate = z.infer<typeof alertCandidate>;

/** One rule as it was evaluated, with the values that were compared. */
export const ruleEvaluation = z.object({
  ruleId: z.string(),
  name: z.string().describe("what the rule is called"),
  matched: z.boolean().describe("whether all of its conditions held"),
  conditions: z
    .array(
      z.object({
        attribute: z.string().describe("the fact of the alert that was looked at"),
        operator: z.string().describe("how it was compared"),
        value: z.unknown().describe("what it was compared with"),
        actual: z.unknown().describe("what the alert said; null where it said nothing"),
        held: z.boolean().describe("whether the condition held"),
      }),
    )
    .describe("each condition with the values that were compared"),
});

export type RuleEvaluation = z.infer<typeof ruleEvaluation>;

/** Money that went back because of an alert: by the network, which we mirror, or by our own rail. */
const alertRefund = z.object({
  by: z.enum(["network", "service"]),
  amountCents: positiveCents,
  currency: z.string(),
  arn: z.string().nullable(),
  networkRef: z.string().nullable(),
  at: z.string(),
});

export type AlertRefund = z.infer<typeof alertRefund>;

export const alertResolutions = [
  "refunded",
  "previously_refunded",
  "not_found",
  "duplicate",
  "informational",
  "other",
] as const;

/** An alert as stored. `paymentId` of `said` is what the sender claims; `paymentId` here is what it is bound to. */
export const alert = z.object({
  id: z.string(),
  tenantId: z.string(),
  status: z.enum(alertStatuses),
  source: z.enum(alertSources),
  said: reportedOutcome,
  paymentId: z.string().nullable(),
  /** The escrow that it is bound to, where it is about a deposit and no payment. */
  escrowId: z.string().nullable().default(null),
  match: z.object({ score: z.int(), method: z.enum(["auto", "operator"]), at: z.string() }).nullable(),
  candidates: z.array(alertCandidate),
  ruleAudit: z.array(ruleEvaluation),
  /** The rule that decided, and the version of the list it stood in; null where none did. */
  ruleId: z.string().nullable(),
  rulesVersion: z.int().nullable(),
  /** Why it is with people; null where it is not. */
  reviewReason: z.string().nullable(),
  /** The reseller that was told; null where none was. */
  isoRef: z.string().nullable(),
  refund: alertRefund.nullable(),
  caseId: z.string().nullable(),
  resolution: z.enum(alertResolutions).nullable(),
  /** Whether we fetched it from its source, which then waits to hear its end from us; whoever brings one in a source's name answers there. */
  fetched: z.boolean().default(false),
  reportedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type Alert = z.infer<typeof alert>;

export type AlertTransitions = Transition<Alert>[];

export const illegalAlertMove = /* @__PURE__ */ illegalMoveOf("invalid_state_transition", "an alert");

export function alertFacts({ id, tenantId, source, said: report, createdAt }: Alert) {
  const { kind, externalId, amountCents, currency } = report;
  return { alertId: id, tenantId, createdAt, source, kind, externalId, amountCents, currency };
}

export const alertTransition = /* @__PURE__ */ transitionsAlong<Alert>(alertMoves);
