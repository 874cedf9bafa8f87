import * as z from "zod";
import { holderTypes } from "../../domain/core/holder-type.ts";
import { idOf } from "../../domain/core/id.ts";
import { positiveCents } from "../../domain/core/money.ts";
import { approvalDecisions, escrowReference, escrowStatuses } from "../../domain/escrow/escrow.ts";
import { approvalView, escrowView, milestoneView } from "../../domain/escrow/view.ts";
import { paymentSources } from "../../domain/rails/payment-source.ts";
import { printableLines } from "../../http/printable.ts";
import { codedAs, countryCode } from "../../http/schemas.ts";
import { expandedListOf, expandedRecordOf } from "../expand.ts";
import {
  byStatus,
  changeOf,
  creationRange,
  get,
  operationTable,
  parents,
  patch,
  post,
  remove,
} from "../operation-table.ts";
import { approverRef, knownApproverRef } from "./approver-ref.ts";
import { escrowConditions } from "./escrow-conditions.ts";
import { escrowDetail, listedEscrow } from "./expandable-escrow.ts";
import { label, newEscrow, payoutChain, ticker, wallet } from "./new-escrow.ts";

/** An escrow by its id or by the tenant's reference. */
const named = z.strictObject({
  id: z.union([idOf("esc"), escrowReference]).meta({ description: "the escrow's id, or your reference" }),
});

const reads = { caller: "tenant", tag: "Escrow", lambda: "escrow", actorLabel: true, scope: "escrow" } as const;
const money = { ...reads, lambda: "escrow-money" } as const;
const once = { idempotencyKey: "required", claim: "own" } as const;

const keyed = ["idempotency_key_reuse", "idempotency_in_progress", "version_conflict"] as const;

export const escrowOperations = operationTable(reads, {
  getEscrow: get("/api/v1/escrow/{id}", "Read an escrow with its history", expandedRecordOf(named, escrowDetail)),
  correctEscrow: patch("/api/v1/escrow/{id}", "Correct where an escrow pays out to", {
    ...changeOf(
      named,
      escrowView,
      ...(["chain_mismatch", "illegal_escrow_transition", "asset_not_allowed", "wallet_frozen"] as const),
    ),
    description:
      "Until its money is asked for: from then on there are deposit instructions, and what is bought lies on that chain. A refundAddress that nobody has named yet is taken until the escrow ends, so that a release can return the rest of a cancelled milestone. Where wallets are checked, a bad checksum, an address of another chain and a stablecoin that the chain does not carry are refused.",
    body: z
      .strictObject({
        payoutAddress: wallet.describe("the beneficiary's wallet"),
        payoutChain: payoutChain.describe("the chain that it is on; the sandbox takes other names too"),
        payoutStable: ticker.describe("the stablecoin that it is paid in"),
        refundAddress: wallet.describe("where money goes back to, on the same chain"),
      })
      .partial(),
  }),
  getEscrowConditions: get("/api/v1/escrow/{id}/conditions", "What stands between an escrow and its release", {
    ...changeOf(named, escrowConditions),
    description:
      "Screens the beneficiary's address and evaluates the release rule; with screen=false by the last screen there is, which is good for 15 minutes.",
    query: z.strictObject({
      screen: z
        .enum(["true", "false"])
        .default("true")
        .transform((value) => value === "true")
        .meta({ description: "false skips the live screen" }),
    }),
  }),
  completeMilestone: post("/api/v1/escrow/{id}/milestones/{milestoneId}/complete", "Complete a milestone", {
    ...changeOf(named.extend({ milestoneId: idOf("mil") }), milestoneView, "illegal_escrow_transition"),
    description: "Again it is answered unchanged. Moves no money and no status.",
  }),
  cancelMilestone: post(
    "/api/v1/escrow/{id}/milestones/{milestoneId}/cancel",
    "Cancel a milestone that is not completed",
    {
      ...changeOf(
        named.extend({ milestoneId: idOf("mil") }),
        milestoneView,
        ...(["illegal_escrow_transition", "payout_in_flight"] as const),
      ),
      description:
        "It is not waited for any more and never paid: a release returns its amount to the refund address. Not once the payout is under way. Again it is answered unchanged.",
    },
  ),
  recordApproval: post("/api/v1/escrow/{id}/approvals", "Record an approver's decision", {
    description:
      "One for each approver; the same again is answered unchanged. A rejection blocks the release until it is withdrawn.",
    params: named,
    body: z.strictObject({
      approverRef,
      decision: codedAs("invalid_decision", approvalDecisions.join(" or "), z.enum(approvalDecisions))
        .default("approve")
        .meta({ description: "what the approver decides" }),
      note: printableLines(1, 500).optional(),
    }),
    reply: { status: 201, schema: approvalView },
    refusals: [
      ...(["not_found", "approver_link_required", "invalid_decision", "approval_conflict"] as const),
      ...(["illegal_escrow_transition", "version_conflict"] as const),
    ],
  }),
  withdrawApproval: remove(
    "/api/v1/escrow/{id}/approvals/{approverRef}",
    "Withdraw an approver's decision",
    changeOf(
      named.extend({ approverRef: knownApproverRef }),
      approvalView,
      ...(["approver_link_required", "illegal_escrow_transition"] as const),
    ),
  ),
  sendApproverLink: post("/api/v1/escrow/{id}/approvers/{approverRef}/link", "Send an approver their link again", {
    ...changeOf(
      named.extend({ approverRef: knownApproverRef }),
      z
        .object({ approverRef: z.string(), email: z.string().describe("where the letter with the link goes") })
        .meta({ id: "ApproverLink" }),
      "illegal_escrow_transition",
    ),
    description: "At most ten letters an approver. Their earlier links stay good. The link itself is in no reply.",
  }),
});

export const escrowMoneyOperations = operationTable(money, {
  // It shares its path with createEscrow, and one Lambda answers for a path.
  listEscrows: get(
    "/api/v1/escrow",
    "List escrows, newest first",
    expandedListOf(listedEscrow, {
      ...byStatus(escrowStatuses),
      ...creationRange,
      ...parents({ invoiceId: "inv" }),
      reference: escrowReference.optional().meta({ description: "the one escrow that has this reference" }),
    }),
  ),
  createEscrow: post("/api/v1/escrow", "Create an escrow", {
    ...once,
    description:
      "It waits for its money. Fee and net are computed by your escrow fee rule. Where the settlement adapter cannot hold value it is refused: ask /api/v1/capabilities.",
    body: newEscrow,
    reply: { status: 201, schema: escrowView },
    refusals: [
      ...(["milestone_sum_mismatch", "amount_too_small", "chain_mismatch", ...keyed] as const),
      ...(["escrow_disabled", "rail_disabled", "vendor_disabled", "wallet_frozen"] as const),
      ...(["escrow_not_offered", "asset_not_allowed", "tenant_suspended", "reference_exists"] as const),
    ],
  }),
  fundEscrow: post("/api/v1/escrow/{id}/fund", "Fund an escrow", {
    ...once,
    description:
      "Collects its exact amount, or takes a deposit that has come, by the payer's reference or its hash. With source ach_push it waits for the buyer's transfer, by the deposit instructions. A funded escrow is answered unchanged.",
    params: named,
    body: z.strictObject({
      amountCents: positiveCents.meta({ description: "cents; the escrow's own amount" }),
      fundingRef: label.optional(),
      depositTxHash: label.optional(),
      source: z
        .strictObject({
          type: z
            .enum(paymentSources)
            .optional()
            .describe("how the buyer pays: ach is pulled from the bank, ach_push is a transfer that the buyer sends"),
          holderType: z.enum(holderTypes).optional(),
          country: countryCode
            .optional()
            .describe(
              "ISO 3166-1 alpha-2 country of the bank that the buyer's money comes from; outside the US the deposit is an international ACH transaction",
            ),
        })
        .default({})
        .meta({
          description:
            "as on pay: holderType says whose account it is, which decides for how long a debit may come back",
        }),
    }),
    reply: { status: 200, schema: escrowView },
    refusals: [
      ...(["not_found", "amount_mismatch", ...keyed, "escrow_disabled", "rail_disabled", "vendor_disabled"] as const),
      ...(["escrow_hold_unsupported", "tenant_suspended", "illegal_escrow_transition", "asset_not_allowed"] as const),
      ...(["partner_customer_unlinked", "partner_customer_not_approved", "wallet_frozen"] as const),
      ...(["partner_customer_lookup_failed", "funding_ref_used", "rail_unavailable"] as const),
    ],
  }),
  releaseEscrow: post("/api/v1/escrow/{id}/release", "Release an escrow to its beneficiary", {
    ...once,
    description:
      "Needs its rule and a passing screen of the beneficiary's address at that moment; otherwise it is refused with all that is unmet, and stays release_pending. Released once the payout is proven on chain; until then `payout` tells that it is under way.",
    params: named,
    reply: { status: 200, schema: escrowView },
    refusals: [
      ...(["not_found", ...keyed, "escrow_disbursement_unsupported", "tenant_suspended"] as const),
      ...(["illegal_escrow_transition", "release_conditions_unmet", "payout_in_flight"] as const),
      ...(["payout_failed", "rail_unavailable", "wallet_frozen"] as const),
    ],
  }),
  refundEscrow: post("/api/v1/escrow/{id}/refund", "Refund an escrow", {
    ...once,
    scope: "refund",
    description:
      "Held value goes back whole to refundAddress, which is screened first; where nothing is held the escrow is closed. Not while a dispute case about its deposit is open: the buyer would have it twice.",
    params: named,
    body: z.strictObject({
      reason: printableLines(1, 256).optional().describe("why; shown as refundReason"),
      refundAddress: wallet.optional(),
    }),
    bodyOptional: true,
    reply: { status: 200, schema: escrowView },
    refusals: [
      ...(["not_found", "refund_address_required", ...keyed, "action_not_available", "wallet_frozen"] as const),
      ...(["escrow_disbursement_unsupported", "tenant_suspended", "illegal_escrow_transition"] as const),
      ...(["payout_in_flight", "kyt_declined", "payout_failed", "rail_unavailable"] as const),
    ],
  }),
  expireEscrow: post("/api/v1/escrow/{id}/expire", "Expire an escrow that was not funded", {
    ...once,
    description: "A funded one must be refunded.",
    params: named,
    reply: { status: 200, schema: escrowView },
    refusals: ["not_found", ...keyed, "tenant_suspended", "illegal_escrow_transition", "rail_unavailable"],
  }),
});
