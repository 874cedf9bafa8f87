import {
  type Balances,
  foldLedger,
  type LedgerEntry,
  ledgerProblems,
  type RecordLedger,
} from "../settlement/ledger.ts";
import type { Escrow } from "./escrow.ts";
import type { PayoutLeg } from "./movement.ts";
import { cancelledCents } from "./release-split.ts";

/** A release that leaves a rest is proven without a move of status. */
const provenLeg = /^(release|rest) proven/;

/** What operators sent back outside the rail is on no list of payouts. */
const offRail = /^\d+ cents that the release left sent back as /;

/** Folds an escrow's entries; its record's `paidLeg` tells a payout that was proven after its escrow had failed. What is held leaves it once, by a payout where one was proven, else back to the payer. */
export function escrowLedgerOf(entries: readonly LedgerEntry[], paidLeg: PayoutLeg | null): RecordLedger {
  return foldLedger(entries, ({ from, to, postings, reason = "" }, amountCents) => {
    if (amountCents > 0) return "collected";
    const takes = (account: string) => postings.some((each) => each.account === account && each.amountCents > 0);
    if (takes("payout_after_return")) return "paidOut";
    if (offRail.test(reason)) return "returned";
    const proven = (from !== to && (to === "released" || to === "refunded")) || provenLeg.test(reason);
    // What the payer's bank takes of the rest fails the escrow.
    const late = paidLeg !== null && (from === to || to !== "failed");
    return takes("escrow_held") && (proven || late) ? "paidOut" : "returned";
  });
}

/** What every account but the rail's must show of an escrow, by its record alone. The rail's follows, since all of them add up to 0. */
export function expectedEscrowBalances(state: Escrow): Balances {
  return {
    escrow_held: 0 - state.heldCents,
    fee_income: state.paidLeg === "release" ? 0 - state.feeCents : 0,
    unapplied_receipts: 0 - state.unappliedCents,
    return_shortfall: state.shortfallCents,
    payout_after_return: state.strayPayoutCents,
    fx_gain_loss: state.exchangeCents,
  };
}

export function escrowImbalances(state: Escrow, ledger: Pick<RecordLedger, "balances" | "lopsided">): string[] {
  const restCents = state.amountCents - state.feeCents - state.netCents;
  const isSplit = restCents === 0 || (restCents > 0 && restCents <= cancelledCents(state));
  return ledgerProblems(ledger, expectedEscrowBalances(state), isSplit);
}
