import * as z from "zod";
import { cents, decimalText, positiveCents } from "../core/money.ts";
import { recordBreak } from "../core/record-break.ts";
import { illegalMoveOf, type Refusal } from "../core/refusal.ts";
import { storedLink } from "../core/stored-link.ts";
import { statusesOf, statusMoves, type Transition, transitionsAlong } from "../core/transition.ts";
import { blockedFields } from "../gate/blocked-property.ts";
import { screenOutcomes } from "../gate/payout-gate.ts";
import { escrowScreenStages } from "../gate/screen-answer.ts";
import { assetWarning } from "../tenants/asset-policy.ts";
import { funding, fundingReturn, mainLegs, payoutIntent, sendBack } from "./movement.ts";

export const escrowRails = ["fiat", "stablecoin"] as const;
export const releaseRules = ["manual", "milestone", "dual_approval", "compliance_gate"] as const;
const milestoneStatuses = ["pending", "completed", "cancelled"] as const;
export const approvalDecisions = ["approve", "reject"] as const;

/** The allowed moves (spec section 3). `failed` is a rail's definite no, or a payer's bank that took the money back; what is held then can only be refunded. */
export const escrowMoves = /* @__PURE__ */ statusMoves({
  created: ["awaiting_funds", "refunded", "expired"],
  awaiting_funds: ["funded", "refunded", "expired", "failed"],
  funded: ["release_pending", "released", "refunded", "failed"],
  release_pending: ["released", "refunded", "failed"],
  released: [],
  refunded: [],
  expired: [],
  failed: ["refunded"],
});
export const escrowStatuses = statusesOf(escrowMoves);
export type EscrowStatus = (typeof escrowStatuses)[number];

/** A tenant's own name for an escrow: 1 to 64 printable characters, no `/`, no `.` or `..` alone, which a path does not carry, and never like an id of ours. */
export const escrowReference = z
  .string()
  .regex(
    /^(?!esc_)(?!\.{1,2}$)(?!.*\/)[^\p{C}\p{Zl}\p{Zp}]{1,64}$/u,
    "1 to 64 printable characters, no /, not . or .., not esc_...",
  )
  .refine((value) => value.trim().length > 0, "not blank");

export const milestone = z.object({
  id: z.string(),
  seq: z.int().min(1).describe("its place among the escrow's milestones, from 1 on"),
  description: z.string().describe("what is to be done, as buyer and seller see it"),
  amountCents: positiveCents
    .nullable()
    .describe("its part of the escrow's amount, in cents; null where no milestone has one"),
  status: z.enum(milestoneStatuses).describe("whether it is done; a cancelled one is never paid"),
});

export type Milestone = z.infer<typeof milestone>;

export const approval = z.object({
  approverRef: z.string(),
  decision: z.enum(approvalDecisions).describe("what the approver decided"),
  note: z.string().nullable(),
  at: z.string().describe("when it was decided"),
});

export type EscrowApproval = z.infer<typeof approval>;

/** A person who decides by a link that only they are sent. */
const approver = z.object({ approverRef: z.string(), email: z.string(), linksSent: z.int().default(1) });

export type EscrowApprover = z.infer<typeof approver>;

/** One recorded screen; rounds rise over all stages, so that no key is ever used for two questions. */
const escrowScreen = z.object({
  stage: z.enum(escrowScreenStages),
  round: z.int().min(1),
  outcome: z.enum(screenOutcomes),
  ref: z.string().nullable(),
  risk: z.string().nullable(),
  address: z.string(),
  at: z.string(),
  /** A manual review by operators; absent where the provider said so. */
  source: z.literal("operator").optional(),
});

export type EscrowScreen = z.infer<typeof escrowScreen>;

const feeTerms = z.object({ bps: z.int(), fixedCents: cents, minCents: cents, maxCents: cents.nullable() });

const base = z.object({
  id: z.string(),
  tenantId: z.string(),
  tenantSlug: z.string(),
  reference: escrowReference,
  rail: z.enum(escrowRails),
  /** The settlement adapter that holds it. */
  adapter: z.string(),
  /** Whether that can send part of it back to the buyer. */
  refundable: z.boolean().default(true),
  releaseRule: z.enum(releaseRules),
  requiredApprovals: z.int().min(1),
  amountCents: positiveCents,
  feeCents: cents,
  netCents: positiveCents,
  feeRuleId: z.string(),
  /** The terms of that rule, by which a release of part of it is charged; an older release's row has none. */
  feeTerms: feeTerms.nullable().default(null),
  currency: z.literal("USD"),
  buyerRef: z.string().nullable(),
  sellerRef: z.string().nullable(),
  payoutChain: z.string(),
  payoutAddress: z.string().nullable(),
  payoutStable: z.string(),
  refundAddress: z.string().nullable(),
  refundReason: z.string().nullable(),
  invoiceId: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  milestones: z.array(milestone),
  approvals: z.array(approval),
  /** Who decides by a link of their own; where there are any, nobody else's decision counts. */
  approvers: z.array(approver).default([]),
  /** What was said against its stablecoin when it was created; absent where nothing was. */
  assetWarnings: z.array(assetWarning).optional(),
  /** What stands between it and its release, as last evaluated; empty but while release_pending. */
  unmet: z.array(z.string()),
  blockedAt: z.string().nullable(),
  screens: z.array(escrowScreen),
  funding: funding.nullable(),
  /** Collections that were given up before the present one. */
  pastFundings: z.array(funding).default([]),
  /** What the buyer must do on an ach_push rail: passed through as the rail returned it. */
  instructions: z.record(z.string(), z.unknown()).nullable(),
  fundingRef: z.string().nullable(),
  depositTxHash: z.string().nullable(),
  /** All that the rail said came. */
  receivedCents: cents,
  /** What came and is not, or not yet, this escrow's amount. */
  unappliedCents: cents,
  /** What of that operators sent back outside the rail. */
  sentBackCents: cents,
  sendBack: sendBack.nullable().default(null),
  /** How often the rail was told to send something back. */
  sendBacks: z.int().default(0),
  /** All that went back to the buyer, by payout, by the rail's return, or outside the rail. */
  refundedCents: cents.default(0),
  /** What that cost in stablecoin beyond what it had bought, in cents. */
  exchangeCents: z.int().default(0),
  /** The partner's customer whose wallet its money lies in, since it was first asked for. */
  partnerCustomerId: z.string().nullable().default(null),
  /** What we hold for it: its amount from funding until its payout is proven, else 0. */
  heldCents: cents,
  /** When the payer's bank took the money back, and with which code. */
  returned: fundingReturn.nullable(),
  /** What we paid, or may still have to, without holding it. */
  shortfallCents: cents,
  intent: payoutIntent.nullable(),
  /** Payouts that came to nothing, refused by the rail or withdrawn before it had them; one that proves itself all the same has its hash. */
  pastPayouts: z.array(
    payoutIntent.extend({ code: z.string(), txHash: z.string().nullable(), left: decimalText.optional() }),
  ),
  /** Which payout took what was held, and the rail's reference of it where that has its own. */
  paidLeg: z.enum(mainLegs).nullable(),
  /** What that payout took, in stablecoin. */
  paidOut: decimalText.nullable().default(null),
  /** What was ordered for it, where the rail says that another amount left. */
  orderedOut: decimalText.optional(),
  payoutRef: z.string().nullable(),
  /** What of it a release left, and went back to the buyer: cents, stablecoin that it took, what was ordered where another amount left, and the rail's reference. */
  returnedCents: cents.default(0),
  restOut: decimalText.nullable().default(null),
  restOrdered: decimalText.optional(),
  restRef: z.string().nullable().default(null),
  /** What left by a past payout although another had taken what was held. */
  strayPayoutCents: cents,
  /** A Step Functions task that waits for the proof. */
  waiting: z.object({ state: z.literal("proof"), token: z.string() }).nullable(),
  /** How often a state machine has been started for it. */
  presentation: z.int().min(0),
  /** When the machine gave up on an outside call; it is tried again by key at `until`. */
  parked: z.object({ reason: z.string(), since: z.string(), until: z.string() }).nullable(),
  parkedSince: z.string().nullable(),
  /** When the rail was last asked, because it was silent. */
  askedAt: z.string().nullable(),
  reconBreaks: z.array(recordBreak),
  ...blockedFields,
  /** What stands for the unguessable part of the buyer's and seller's status page (core/stored-link.ts). */
  statusToken: storedLink,
  releaseTxHash: z.string().nullable(),
  refundTxHash: z.string().nullable(),
  declineReason: z.string().nullable(),
  failureCode: z.string().nullable(),
  failureReason: z.string().nullable(),
  expiresAt: z.string().nullable(),
  /** When its expiry is looked at: `expiresAt`, and later again while its money is on its way. */
  expiryLookAt: z.string().nullable(),
  fundedAt: z.string().nullable(),
  releasedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

const idle = { heldCents: z.literal(0), intent: z.null() };

export const escrow = z.discriminatedUnion("status", [
  base.extend({ status: z.literal("created"), ...idle }),
  base.extend({ status: z.literal("awaiting_funds"), ...idle }),
  base.extend({ status: z.literal("funded"), heldCents: positiveCents, fundedAt: z.string() }),
  base.extend({ status: z.literal("release_pending"), heldCents: positiveCents, fundedAt: z.string() }),
  base.extend({
    ...{ status: z.literal("released"), ...idle },
    ...{ releaseTxHash: z.string(), releasedAt: z.string() },
  }),
  base.extend({ status: z.literal("refunded"), ...idle }),
  base.extend({ status: z.literal("expired"), ...idle }),
  base.extend({ status: z.literal("failed"), failureCode: z.string() }),
]);

export type Escrow = z.infer<typeof escrow>;

export type EscrowTransitions = Transition<Escrow>[];

/** What a call comes to that may write something and be refused all the same: the transitions are committed, then the no is answered. */
export interface EscrowDecision {
  readonly transitions: EscrowTransitions;
  readonly no: Refusal | null;
}

/** Whether nothing but the rail's late words can change it any more. */
export function isEscrowEnded(status: EscrowStatus): boolean {
  return escrowMoves[status].length === 0;
}

/** Whether money is held and can still be released. */
export function isHolding(state: Escrow): state is Extract<Escrow, { status: "funded" | "release_pending" }> {
  return state.status === "funded" || state.status === "release_pending";
}

export const illegalMove = /* @__PURE__ */ illegalMoveOf("illegal_escrow_transition", "an escrow");

export function escrowFacts(state: Escrow) {
  const { id: escrowId, tenantId, updatedAt: createdAt, reference, status, currency } = state;
  const { amountCents, feeCents, netCents } = state;
  return { escrowId, tenantId, createdAt, reference, status, amountCents, feeCents, netCents, currency };
}

export const escrowTransition = /* @__PURE__ */ transitionsAlong<Escrow>(escrowMoves);

/** Money that was asked for and may still come; undefined where none is, or where it was given up with the rail. */
export function outstandingFunding({ status, funding }: Escrow): NonNullable<Escrow["funding"]> | undefined {
  if (status !== "awaiting_funds" || funding === null || funding.cancelledAt !== null) return undefined;
  return funding;
}
