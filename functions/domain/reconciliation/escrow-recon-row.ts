import * as z from "zod";
import type { Escrow } from "../escrow/escrow.ts";
import { outstandingFunding } from "../escrow/outstanding.ts";
import type { EscrowBooks } from "../escrow/recon-balances.ts";
import type { RailTransfer } from "../rails/transfer.ts";
import { escrowPaidOut } from "./escrow-recon-break.ts";
import { credit, railCents, railPaidOut } from "./row.ts";

/** One escrow as its record, its ledger and the rail tell it. Fields that the CSV has for settlements too are the same columns there; the others follow in this order. */
export const escrowRow = z.object({
  escrowId: z.string(),
  tenantId: z.string(),
  reference: z.string().describe("the tenant's own name for it"),
  createdAt: z.string(),
  status: z.string(),
  releaseRule: z.string(),
  rail: z.string(),
  railRef: z.string().nullable(),
  currency: z.string(),
  amountCents: z.int(),
  feeCents: z.int(),
  netCents: z.int(),
  heldCents: z.int().describe("from its funding until its payout is proven"),
  unappliedCents: z.int(),
  payoutLeg: z.enum(["release", "refund"]).nullable().describe("of the payout that is proven or under way"),
  paidOut: z.string().nullable().describe("stablecoin that was ordered out and proven"),
  txHash: z.string().nullable(),
  ledgerCollectedCents: z.int(),
  ledgerFeeCents: z.int(),
  ledgerPaidOutCents: z.int(),
  ledgerReturnedCents: z.int(),
  ledgerHeldCents: z.int(),
  ledgerUnappliedCents: z.int(),
  railCollectedCents: z.int(),
  railPaidOut: z.string().nullable(),
  railReturnedCents: z.int(),
  inFlight: z.boolean().describe("a deposit or a payout is under way; what is merely held is not"),
  unbalanced: z.array(z.string()),
  breaks: z.array(z.string()),
});

export type EscrowRow = z.infer<typeof escrowRow>;

/** The row of one escrow. */
export function escrowRowOf(
  state: Escrow,
  books: EscrowBooks,
  transfers: readonly RailTransfer[],
  found: Pick<EscrowRow, "unbalanced" | "breaks">,
): EscrowRow {
  return {
    escrowId: state.id,
    tenantId: state.tenantId,
    reference: state.reference,
    createdAt: state.createdAt,
    status: state.status,
    releaseRule: state.releaseRule,
    rail: state.adapter,
    railRef: state.funding?.railRef ?? null,
    currency: state.currency,
    amountCents: state.amountCents,
    feeCents: state.feeCents,
    netCents: state.netCents,
    heldCents: state.heldCents,
    unappliedCents: state.unappliedCents,
    payoutLeg: state.paidLeg ?? state.intent?.leg ?? null,
    paidOut: escrowPaidOut(state),
    txHash: state.releaseTxHash ?? state.refundTxHash,
    ...booksCents(books),
    railCollectedCents: railCents(transfers, "collection"),
    railPaidOut: railPaidOut(transfers),
    railReturnedCents: railCents(transfers, "return"),
    inFlight: state.intent !== null || outstandingFunding(state) !== undefined,
    ...found,
  };
}

/** The row of a record that cannot be read: somebody wrote to it by another way. Only what the ledger says is told. */
export function unreadableEscrowRow(escrowId: string, tenantId: string, books: EscrowBooks): EscrowRow {
  const nothing = { feeCents: 0, netCents: 0, heldCents: 0, unappliedCents: 0, amountCents: 0 };
  const nobody = { railRef: null, payoutLeg: null, paidOut: null, txHash: null, railPaidOut: null };
  return {
    ...{ escrowId, tenantId, reference: "", createdAt: "", status: "unreadable", releaseRule: "", rail: "" },
    ...{ currency: "USD", ...nothing, ...nobody, ...booksCents(books) },
    ...{ railCollectedCents: 0, railReturnedCents: 0, inFlight: false },
    ...{ unbalanced: ["record_unreadable"], breaks: [] },
  };
}

function booksCents({ balances, collected, paidOut, returned }: EscrowBooks) {
  return {
    ledgerCollectedCents: collected.amountCents,
    ledgerFeeCents: credit(balances, "fee_income"),
    ledgerPaidOutCents: paidOut.amountCents,
    ledgerReturnedCents: returned.amountCents,
    ledgerHeldCents: credit(balances, "escrow_held"),
    ledgerUnappliedCents: credit(balances, "unapplied_receipts"),
  };
}
