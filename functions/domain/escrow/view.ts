import * as z from "zod";
import {
  approvalDecisions,
  type Escrow,
  type EscrowApproval,
  escrowRails,
  escrowStatuses,
  type Milestone,
  milestone,
  releaseRules,
} from "./escrow.ts";
import { lastScreen } from "./gate.ts";

/** A milestone as clients see it. */
export const milestoneView = milestone.meta({ id: "Milestone" });

/** One approver's decision as clients see it. */
export const approvalView = z
  .object({
    approverRef: z.string(),
    decision: z.enum(approvalDecisions),
    note: z.string().nullable(),
    at: z.string(),
  })
  .meta({ id: "EscrowApproval" });

/** An escrow as clients see it (spec section 2), but for its history. Amounts in cents. */
export const escrowView = z
  .object({
    id: z.string(),
    reference: z.string(),
    tenantId: z.string(),
    status: z.enum(escrowStatuses),
    rail: z.enum(escrowRails),
    releaseRule: z.enum(releaseRules),
    requiredApprovals: z.int(),
    amountCents: z.int(),
    feeCents: z.int(),
    netCents: z.int().describe("what the beneficiary receives on release"),
    currency: z.string(),
    buyerRef: z.string().nullable(),
    sellerRef: z.string().nullable(),
    payoutChain: z.string(),
    payoutAddress: z.string().nullable(),
    payoutStable: z.string(),
    refundAddress: z.string().nullable(),
    invoiceId: z.string().nullable(),
    metadata: z.record(z.string(), z.string()),
    fundingRef: z.string().nullable(),
    depositTxHash: z.string().nullable(),
    railRef: z.string().nullable(),
    sourceDepositInstructions: z.record(z.string(), z.unknown()).nullable(),
    releaseTxHash: z.string().nullable(),
    refundTxHash: z.string().nullable(),
    screeningRef: z.string().nullable(),
    screeningRisk: z.string().nullable(),
    declineReason: z.string().nullable(),
    failureCode: z.string().nullable(),
    failureReason: z.string().nullable(),
    unmet: z.array(z.string()).describe("what blocks the release, as last evaluated; empty otherwise"),
    payout: z
      .object({
        leg: z.enum(["release", "refund"]),
        address: z.string(),
        amountCents: z.int(),
        at: z.string(),
      })
      .nullable()
      .describe("a release or refund that is under way until its proof arrives"),
    expiresAt: z.string().nullable(),
    fundedAt: z.string().nullable(),
    releasedAt: z.string().nullable(),
    milestones: z.array(milestoneView),
    approvals: z.array(approvalView),
    statusUrl: z.string().describe("a page for buyer and seller; whoever has the link can see it"),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: "Escrow" });

export type EscrowView = z.infer<typeof escrowView>;

/** What a client sees; `pagesUrl` is where pages are served, without a slash at its end. */
export function viewEscrow(state: Escrow, pagesUrl: string): EscrowView {
  const screen = state.payoutAddress === null ? undefined : lastScreen(state, state.payoutAddress);
  return {
    id: state.id,
    reference: state.reference,
    tenantId: state.tenantId,
    status: state.status,
    rail: state.rail,
    releaseRule: state.releaseRule,
    requiredApprovals: state.requiredApprovals,
    amountCents: state.amountCents,
    feeCents: state.feeCents,
    netCents: state.netCents,
    currency: state.currency,
    buyerRef: state.buyerRef,
    sellerRef: state.sellerRef,
    payoutChain: state.payoutChain,
    payoutAddress: state.payoutAddress,
    payoutStable: state.payoutStable,
    refundAddress: state.refundAddress,
    invoiceId: state.invoiceId,
    metadata: state.metadata,
    ...moneyView(state),
    screeningRef: screen?.ref ?? null,
    screeningRisk: screen?.risk ?? null,
    declineReason: state.declineReason,
    failureCode: state.failureCode,
    failureReason: state.failureReason,
    unmet: state.unmet,
    expiresAt: state.expiresAt,
    fundedAt: state.fundedAt,
    releasedAt: state.releasedAt,
    milestones: state.milestones.map(viewMilestone),
    approvals: state.approvals.map(viewApproval),
    statusUrl: `${pagesUrl}/s/${state.statusToken}`,
    createdAt: state.createdAt,
    updatedAt: state.updatedAt,
  };
}

function moneyView({ intent, ...state }: Escrow) {
  return {
    fundingRef: state.fundingRef,
    depositTxHash: state.depositTxHash,
    railRef: state.funding?.railRef ?? null,
    sourceDepositInstructions: state.instructions,
    releaseTxHash: state.releaseTxHash,
    refundTxHash: state.refundTxHash,
    payout: intent && {
      leg: intent.leg,
      address: intent.address,
      amountCents: intent.amountCents,
      at: intent.at,
    },
  };
}

export function viewMilestone({ id, seq, description, amountCents, status }: Milestone) {
  return { id, seq, description, amountCents, status };
}

export function viewApproval({ approverRef, decision, note, at }: EscrowApproval) {
  return { approverRef, decision, note, at };
}
