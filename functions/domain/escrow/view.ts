import * as z from "zod";
import { payerTypes } from "../core/holder-type.ts";
import { pickFields } from "../core/pick-fields.ts";
import { waitingForView } from "../core/waiting-for.ts";
import { entryClasses, entryClassOf, iatDecision } from "../settlement/entry-terms.ts";
import { bankCode } from "../settlement/return-code-rules.ts";
import { returnWindowEnds } from "../settlement/return-window.ts";
import { assetWarning } from "../tenants/asset-policy.ts";
import {
  approval,
  type Escrow,
  type EscrowApproval,
  escrowRails,
  escrowStatuses,
  type Milestone,
  milestone,
  releaseRules,
} from "./escrow.ts";
import { lastScreen } from "./gate.ts";
import { releasedCentsOf } from "./payout-record.ts";
import { escrowWaitsFor } from "./waiting.ts";

export const milestoneView = milestone.meta({ id: "Milestone" });

export const approvalView = approval.meta({ id: "EscrowApproval" });

/** An escrow as clients see it (spec section 2), but for its history. Amounts in cents. */
export const escrowView = z
  .object({
    id: z.string(),
    reference: z.string().describe("your own name for it, unique among your escrows"),
    tenantId: z.string(),
    status: z.enum(escrowStatuses).describe("how far it is; released and refunded once the payout is proven on chain"),
    rail: z.enum(escrowRails),
    releaseRule: z.enum(releaseRules),
    requiredApprovals: z.int(),
    amountCents: z.int().describe("what the buyer pays, in cents"),
    feeCents: z.int().describe("what is taken as fee on release, in cents"),
    netCents: z.int().describe("what the beneficiary receives on release: of what is not cancelled, less the fee"),
    releasedCents: z.int().describe("what of its amount was released, the fee included; 0 until the payout is proven"),
    returnedCents: z.int().describe("what a release of a part left and returned to the buyer"),
    currency: z.string(),
    buyerRef: z.string().nullable(),
    sellerRef: z.string().nullable(),
    payoutChain: z.string(),
    payoutAddress: z.string().nullable(),
    payoutStable: z.string(),
    refundAddress: z.string().nullable(),
    refundReason: z
      .string()
      .nullable()
      .describe("why it was, or is to be, refunded, as the call said; null where it said nothing"),
    invoiceId: z.string().meta({ maxLength: 64 }).nullable(),
    metadata: z.record(z.string(), z.string()),
    receivedCents: z.int().describe("all that the rail said came"),
    unappliedCents: z.int().describe("what came and is not, or not yet, its amount"),
    refundedCents: z.int().describe("what went back to the buyer"),
    fundingRef: z.string().nullable(),
    depositTxHash: z.string().nullable(),
    railRef: z.string().nullable(),
    holderType: z
      .enum(payerTypes)
      .nullable()
      .default(null)
      .describe("whose account its money comes from; null until it is asked for"),
    secCode: z
      .enum(entryClasses)
      .nullable()
      .default(null)
      .describe(
        "the debit's entry class: CCD of a business, PPD of an individual, IAT where `iat` says that it is international; null for a transfer",
      ),
    entryDescription: z
      .string()
      .nullable()
      .default(null)
      .describe("what the buyer reads of the debit on the bank's statement; null for a transfer"),
    iat: iatDecision
      .nullable()
      .default(null)
      .describe(
        "whether its deposit is an international ACH transaction, decided when the deposit is asked for; null until then, for a deposit on chain, and where it was asked for before that was decided",
      ),
    returnWindowEndsAt: z
      .string()
      .nullable()
      .default(null)
      .describe("when the buyer's bank can take nothing back any more; null until it is funded"),
    sourceDepositInstructions: z.record(z.string(), z.unknown()).nullable(),
    releaseTxHash: z.string().nullable(),
    refundTxHash: z.string().nullable(),
    screeningRef: z.string().nullable(),
    screeningRisk: z.string().nullable(),
    declineReason: z.string().nullable(),
    failureCode: z.string().nullable(),
    failureReason: z.string().nullable(),
    returnCode: z.string().nullable().default(null).describe("why the buyer's bank took the money back, where it did"),
    returnedAt: z.string().nullable().default(null),
    unmet: z.array(z.string()).describe("what blocks the release, as last evaluated; empty otherwise"),
    payout: z
      .object({
        leg: z
          .enum(["release", "refund", "return"])
          .describe("where the money goes: to the beneficiary, to the refund address, or back to the buyer's bank"),
        address: z.string().nullable().describe("null for a return, which goes to the bank that the money came from"),
        amountCents: z.int().describe("what goes, in cents"),
        at: z.string().describe("when it was begun"),
      })
      .nullable()
      .describe("a release, a refund or a return that is under way until its proof arrives"),
    waitingFor: waitingForView
      .nullable()
      .default(null)
      .describe(
        "what its money waits for; `approval` is your release, refund or milestone, or an approver's decision; null once nothing is left to happen",
      ),
    warnings: z
      .array(assetWarning)
      .optional()
      .describe("what a rule said against its stablecoin when it was created; absent where none did"),
    expiresAt: z.string().nullable(),
    fundedAt: z.string().nullable(),
    releasedAt: z.string().nullable(),
    milestones: z.array(milestoneView).describe("its milestones, in their order; empty where it has none"),
    approvals: z.array(approvalView).describe("what its approvers decided, each once"),
    approvers: z
      .array(z.object({ approverRef: z.string(), email: z.string().describe("where the approver's own link is sent") }))
      .describe("who decides by a link of their own; where there are any, nobody else's decision counts"),
    statusUrl: z.string().describe("a page for buyer and seller; whoever has the link can see it"),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: "Escrow" });

/** An escrow as its events show it: without the link and without the account to pay into, which are for nobody else. */
export const escrowObject = escrowView
  .omit({ statusUrl: true, sourceDepositInstructions: true })
  .meta({ id: "EscrowObject" });

export type EscrowView = z.infer<typeof escrowView>;

/** What a client sees; `pagesUrl` is where pages are served, without a slash at its end. */
export function viewEscrow(state: Escrow, pagesUrl: string): EscrowView {
  const { payoutAddress, funding, instructions, statusToken } = state;
  const screen = payoutAddress === null ? undefined : lastScreen(state, payoutAddress);
  return pickFields(escrowView, {
    ...state,
    releasedCents: releasedCentsOf(state),
    railRef: funding?.railRef ?? null,
    holderType: funding?.holderType ?? null,
    secCode: funding && entryClassOf(funding, funding.iat ?? undefined),
    entryDescription: funding?.entryDescription ?? null,
    iat: funding?.iat ?? null,
    returnWindowEndsAt: funding && state.fundedAt && returnWindowEnds(funding, state.fundedAt),
    sourceDepositInstructions: instructions,
    screeningRef: screen?.ref ?? null,
    screeningRisk: screen?.risk ?? null,
    returnCode: bankCode(state.returned?.code ?? null),
    returnedAt: state.returned?.at ?? null,
    payout: payoutOf(state),
    waitingFor: escrowWaitsFor(state),
    ...(state.assetWarnings && { warnings: state.assetWarnings }),
    milestones: state.milestones.map(viewMilestone),
    approvals: state.approvals.map(viewApproval),
    approvers: state.approvers.map(({ approverRef, email }) => ({ approverRef, email })),
    statusUrl: `${pagesUrl}/s/${statusToken}`,
  });
}

export function viewEscrowObject(state: Escrow): z.infer<typeof escrowObject> {
  return pickFields(escrowObject, viewEscrow(state, ""));
}

/** What leaves: a payout, or else what goes back to the payer's bank. */
function payoutOf({ intent, sendBack }: Escrow): EscrowView["payout"] {
  if (intent) {
    const { address, amountCents, at } = intent;
    return { leg: intent.leg === "rest" ? "refund" : intent.leg, address, amountCents: amountCents, at };
  }
  return sendBack && { leg: "return", address: null, amountCents: sendBack.amountCents, at: sendBack.at };
}

export function viewMilestone(state: Milestone) {
  return pickFields(milestoneView, state);
}

export function viewApproval(state: EscrowApproval) {
  return pickFields(approvalView, state);
}
