import * as z from "zod";
import { listedIn } from "../core/listed-in.ts";
import { cents, positiveCents } from "../core/money.ts";
import { moves } from "../core/overview-counts.ts";
import { illegalMoveOf } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import { statusesOf, statusMoves, type Transition, type TransitionNote, transitionsAlong } from "../core/transition.ts";
import { evidenceTypes } from "./evidence-type.ts";
import { disputeNetworks } from "./network.ts";
import { disputeCategories } from "./reason-code.ts";

/** In the order in which networks go through them. */
export const disputeStages = ["inquiry", "chargeback", "pre_arbitration", "arbitration"] as const;
export type DisputeStage = (typeof disputeStages)[number];

/** The allowed moves (spec section 3); to `open` from an end is the next stage. */
export const caseMoves = /* @__PURE__ */ statusMoves({
  open: ["gathering", "accepted", "withdrawn", "expired"],
  gathering: ["open", "submitted", "accepted", "withdrawn", "expired"],
  submitted: ["open", "won", "lost", "withdrawn"],
  won: ["open"],
  lost: ["open"],
  accepted: ["open"],
  expired: ["open"],
  withdrawn: [],
});
export const caseStatuses = statusesOf(caseMoves);
export type CaseStatus = (typeof caseStatuses)[number];

/** Who brought a piece of evidence: the tenant, an operator, or the service from what it knows. */
export const evidenceOrigins = ["tenant", "operator", "service"] as const;

export const evidence = z.object({
  id: z.string(),
  type: z.enum(evidenceTypes),
  origin: z.enum(evidenceOrigins),
  filename: z.string().nullable(),
  contentType: z.string(),
  sizeBytes: z.int().min(0),
  /** SHA-256 of its bytes, lower-case hex; null for a form's upload that has not come. */
  sha256: z.string().nullable(),
  /** Where its object lies; null for text, which is kept in a row of its own. */
  objectKey: z.string().nullable(),
  status: z.enum(["pending", "provided", "rejected"]),
  problem: z.string().nullable(),
  at: z.string(),
  /** When it was first submitted: it never changes after that. */
  submittedAt: z.string().nullable(),
});

export type Evidence = z.infer<typeof evidence>;

/** What may be missing of compelling evidence. */
export const compellingActions = [
  "missing_customer_identifiers",
  "missing_disputed_transaction_description",
  "missing_merchandise_or_services",
  "missing_prior_undisputed_transaction_description",
  "missing_prior_undisputed_transactions",
] as const;

export type CompellingAction = (typeof compellingActions)[number];

export const compellingResult = z.object({
  status: z
    .enum(["not_applicable", "not_qualified", "requires_action", "qualified"])
    .describe("whether earlier payments of the same payer prove the case"),
  requiredActions: z.array(listedIn(compellingActions, z.string())).describe("what is still missing"),
  priorPaymentIds: z.array(z.string()).describe("the earlier payments that it is proven by"),
});

export const disputeCase = z.object({
  id: z.string(),
  tenantId: z.string(),
  status: z.enum(caseStatuses),
  stage: z.enum(disputeStages),
  alertId: z.string().nullable(),
  paymentId: z.string().nullable(),
  /** The escrow whose deposit is disputed, where it is about no payment. */
  escrowId: z.string().nullable().default(null),
  network: z.enum(disputeNetworks).nullable(),
  reasonCode: z.string().nullable(),
  category: z.enum(disputeCategories),
  amountCents: positiveCents,
  currency: z.string(),
  /** When the network's window closes, and our own before it. */
  networkDueBy: z.string(),
  internalDueBy: z.string(),
  evidence: z.array(evidence),
  narrative: z.string().nullable(),
  submittedAt: z.string().nullable(),
  outcome: z
    .object({
      result: z.enum(["won", "lost"]),
      networkRef: z.string().nullable(),
      decidedAt: z.string(),
      recoveredCents: cents,
    })
    .nullable(),
  /** What the payment has had back already, so that nobody loses it twice. */
  refundedCents: cents,
  /** The moment as of which it was counted as a chargeback for the ratio programs, by itself or by its alert; null where it was not. */
  countedAt: z.string().nullable().default(null),
  /** The alert that it was counted by; null where it was counted by itself. */
  countedBy: z.string().nullable().default(null),
  /** What Visa's compelling evidence 3.0 comes to. */
  compellingEvidence: compellingResult.nullable(),
  /** The packet as last ordered; `revision` is that of the evidence in it. */
  packet: z
    .object({
      revision: z.int(),
      status: z.enum(["building", "ready", "failed"]),
      objectKey: z.string().nullable(),
      sha256: z.string().nullable(),
      sizeBytes: z.int().nullable(),
      pages: z.int().nullable(),
      orderedAt: z.string(),
    })
    .nullable(),
  /** One more with every change of what a packet shows. */
  revision: z.int().min(1),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type DisputeCase = z.infer<typeof disputeCase>;

export type CaseTransitions = Transition<DisputeCase>[];

/** Whether a clock still runs for us or for the network. */
export function isCaseOpen({ status }: Pick<DisputeCase, "status">): boolean {
  return status === "open" || status === "gathering" || status === "submitted";
}

/** Whether the network has the money: a case that was lost, accepted or not answered in time. */
export function isCaseLost({ status }: Pick<DisputeCase, "status">): boolean {
  return status === "lost" || status === "accepted" || status === "expired";
}

export const illegalCaseMove = /* @__PURE__ */ illegalMoveOf("invalid_state_transition", "a case");

export function caseFacts(state: DisputeCase) {
  const { id, tenantId, alertId, paymentId, escrowId, reasonCode, category, createdAt, networkDueBy } = state;
  return { caseId: id, tenantId, alertId, paymentId, escrowId, reasonCode, category, createdAt, dueBy: networkDueBy };
}

const moveCase = /* @__PURE__ */ transitionsAlong<DisputeCase>(caseMoves);

/** A transition to `next`; a move of status or stage says so in its event. */
export function caseTransition(
  state: DisputeCase,
  next: DisputeCase,
  now: Instant,
  note: Omit<TransitionNote<DisputeCase>, "events">,
): Transition<DisputeCase> {
  const { status: from } = state;
  const isMove = next.status !== from || next.stage !== state.stage;
  const name = "case.status_changed";
  return moveCase(state, next, now, {
    ...note,
    events: (moved) => (isMove ? [{ name, data: { ...caseFacts(moved), from, to: moved.status } }] : []),
  });
}

export const caseCounts = moves<DisputeCase>(({ status, amountCents }) => ({
  disputes: 1,
  "disputes.totalCents": amountCents,
  [`disputes.${status}`]: 1,
}));
