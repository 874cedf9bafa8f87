import * as z from "zod";
import { listedIn } from "../core/listed-in.ts";
import { type Escrow, escrowStatuses, outstandingFunding, releaseRules } from "../escrow/escrow.ts";
import type { RailTransfer } from "../rails/transfer.ts";
import type { RecordLedger } from "../settlement/ledger.ts";
import { escrowPaidOut } from "./escrow-recon-break.ts";
import { credit, railColumns, unreadable } from "./row.ts";

/** One escrow as its record, its ledger and the rail tell it. Fields that the CSV has for settlements too are the same columns there; the others follow in this order. */
export const escrowRow = z.object({
  escrowId: z.string(),
  tenantId: z.string(),
  reference: z.string().describe("the tenant's own name for it"),
  createdAt: z.string().nullable().describe("when it was made; null where its record cannot be read"),
  status: listedIn([...escrowStatuses, unreadable], z.string()).describe(
    "how far the escrow is; unreadable where its record cannot be read",
  ),
  releaseRule: listedIn(releaseRules, z.string())
    .nullable()
    .describe("what its release needs; null where its record cannot be read"),
  rail: z.string(),
  railRef: z.string().nullable(),
  currency: z.string(),
  amountCents: z.int(),
  feeCents: z.int(),
  netCents: z.int(),
  heldCents: z.int().describe("from its funding until its payout is proven"),
  unappliedCents: z.int().describe("what came and is not its amount, in cents"),
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
  unbalanced: z.array(z.string()).describe("accounts or entries that do not agree with the record"),
  breaks: z.array(z.string()).describe("kinds of breaks"),
  returnedCents: z.int().describe("what a release left of it and returned to the buyer, in cents"),
});

export type EscrowRow = z.infer<typeof escrowRow>;

export function escrowRowOf(
  state: Escrow,
  ledger: RecordLedger,
  transfers: readonly RailTransfer[],
  found: Pick<EscrowRow, "unbalanced" | "breaks">,
): EscrowRow {
  const { id: escrowId, tenantId, reference, createdAt, status, releaseRule, adapter: rail, funding, currency } = state;
  const { amountCents, feeCents, netCents, heldCents, unappliedCents, returnedCents, paidLeg, intent } = state;
  return {
    ...{ escrowId, tenantId, reference, createdAt, status, releaseRule, rail, railRef: funding?.railRef ?? null },
    ...{ currency, amountCents, feeCents, netCents, heldCents, unappliedCents },
    payoutLeg: paidLeg ?? (intent?.leg === "refund" ? "refund" : intent && "release"),
    paidOut: escrowPaidOut(state),
    txHash: state.releaseTxHash ?? state.refundTxHash,
    ...{ ...ledgerCents(ledger), ...railColumns(transfers) },
    inFlight: intent !== null || outstandingFunding(state) !== undefined,
    ...{ ...found, returnedCents },
  };
}

/** The row of a record that cannot be read: somebody wrote to it by another way. Only what the ledger says is told. */
export function unreadableEscrowRow(escrowId: string, tenantId: string, ledger: RecordLedger): EscrowRow {
  return {
    ...{ escrowId, tenantId, reference: "", createdAt: null, status: unreadable, releaseRule: null, rail: "" },
    ...{ currency: "USD", feeCents: 0, netCents: 0, heldCents: 0, unappliedCents: 0, amountCents: 0, railRef: null },
    ...{ payoutLeg: null, paidOut: null, txHash: null, railPaidOut: null, ...ledgerCents(ledger) },
    ...{ railCollectedCents: 0, railReturnedCents: 0, inFlight: false },
    ...{ unbalanced: ["record_unreadable"], breaks: [], returnedCents: 0 },
  };
}

function ledgerCents({ balances, collected, paidOut, returned }: RecordLedger) {
  return {
    ledgerCollectedCents: collected.amountCents,
    ledgerFeeCents: credit(balances, "fee_income"),
    ledgerPaidOutCents: paidOut.amountCents,
    ledgerReturnedCents: returned.amountCents,
    ledgerHeldCents: credit(balances, "escrow_held"),
    ledgerUnappliedCents: credit(balances, "unapplied_receipts"),
  };
}
