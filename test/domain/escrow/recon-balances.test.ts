import { describe, expect, test } from "vitest";
import type { Escrow, EscrowTransitions } from "../../../functions/domain/escrow/escrow.ts";
import { receiveFunding, returnUnappliedFunds } from "../../../functions/domain/escrow/fund.ts";
import { escrowLedgerOf } from "../../../functions/domain/escrow/ledger.ts";
import { recordPayoutProof, recordPayoutSubmission, refusePayout } from "../../../functions/domain/escrow/payout.ts";
import { recordFundingReturn } from "../../../functions/domain/escrow/return.ts";
import type { RailTransfer } from "../../../functions/domain/rails/transfer.ts";
import {
  escrowBreaksOf,
  escrowPaidOut,
  escrowRailRefsOf,
} from "../../../functions/domain/reconciliation/escrow-recon-break.ts";
import type { LedgerEntry } from "../../../functions/domain/settlement/ledger.ts";
import { agreed, later } from "../../support/core/samples.ts";
import {
  escrowIn,
  fundedEscrow,
  movedBy,
  refunding,
  refusal,
  releasing,
  total,
} from "../../support/escrow/escrow-samples.ts";

const funding: EscrowTransitions[number] = {
  ...{ next: fundedEscrow(), from: "awaiting_funds", to: "funded", reason: "funds received" },
  postings: [
    { account: "rail_clearing", amountCents: 10_000 },
    { account: "escrow_held", amountCents: -10_000 },
  ],
};

/** The ledger after the money was held and these transitions. */
function booksOf(transitions: EscrowTransitions, paidLeg: Escrow["paidLeg"] = null) {
  const entries = [funding, ...transitions].map(({ from, to, postings = [] }, at): LedgerEntry => {
    const named = { aggregateId: "esc_1", aggregateType: "escrow", tenantId: "ten_1" };
    return { ...named, seq: at + 1, from, to, at: later(at), postings: [...postings] };
  });
  return escrowLedgerOf(entries, paidLeg);
}

const cents = ({ collected, paidOut, returned }: ReturnType<typeof booksOf>) =>
  [collected, paidOut, returned].map(({ amountCents }) => amountCents);

describe("what left the rail for an escrow", () => {
  test("is a payout once it is proven", () => {
    const proof = recordPayoutProof(releasing(), { txHash: "0xproof" }, later(1));
    expect(cents(booksOf(proof))).toEqual([10_000, 9_750, 0]);
  });

  test("went back to the payer's bank where that took it", () => {
    expect(cents(booksOf(recordFundingReturn(fundedEscrow(), "R10", later(1))))).toEqual([10_000, 0, 10_000]);
  });

  test("is a payout too where it was proven after the escrow had failed, as its record tells", () => {
    const failed = movedBy(releasing(), refusePayout(releasing(), { no: refusal }, later(1)));
    const late = recordPayoutProof(failed, { key: failed.pastPayouts[0]?.key, txHash: "0xlate" }, later(2));
    const state = movedBy(failed, late);
    expect(state).toMatchObject({ status: "failed", paidLeg: "release" });
    expect(cents(booksOf(late, state.paidLeg))).toEqual([10_000, 9_750, 0]);
    expect(escrowPaidOut(state)).toBe("97.500000");
  });

  test("is a payout where a refund is proven, and where one left beside it", () => {
    const back = recordPayoutProof(refunding(), { txHash: "0xback" }, later(1));
    expect(cents(booksOf(back, "refund"))).toEqual([10_000, 10_000, 0]);
    const failed = movedBy(releasing(), refusePayout(releasing(), { no: refusal }, later(1)));
    const again = refunding(failed);
    const stray = recordPayoutProof(again, { key: failed.pastPayouts[0]?.key, txHash: "0xlate" }, later(2));
    expect(cents(booksOf(stray))).toEqual([10_000, 9_750, 0]);
  });

  test("went back where the rail sent back what was applied to nothing", () => {
    const over = movedBy(fundedEscrow(), receiveFunding(fundedEscrow(), total(12_000), later(1)));
    const input = { amountCents: 2_000, reference: "w", by: "anna" };
    const back = agreed(returnUnappliedFunds(over, input, later(2)));
    expect(cents(booksOf(back))).toEqual([10_000, 0, 2_000]);
  });
});

describe("an escrow against the rail's list", () => {
  const taken = movedBy(
    releasing(),
    recordPayoutSubmission(releasing(), { key: releasing().intent?.key ?? "", transferRef: "tr_2" }, later(1)),
  );
  const proof = recordPayoutProof(taken, { txHash: "0xproof" }, later(2));
  const state = movedBy(taken, proof);

  function transfer(change: Partial<RailTransfer>): RailTransfer {
    const named = { railRef: "rail_1", reference: state.id, at: later(2), state: "done" } as const;
    return { ...named, kind: "collection", amountCents: 10_000, amount: null, ...change };
  }

  test("is asked about under its deposit's reference and its payout's own", () => {
    expect(escrowRailRefsOf(taken)).toEqual(["rail_1", "tr_2"]);
    expect(escrowRailRefsOf(state)).toEqual(["rail_1", "tr_2"]);
  });

  test("agrees by amounts, and differs by each that is another or not there", () => {
    const paid = transfer({ kind: "payout", amountCents: null, amount: "97.5" });
    const found = (...transfers: RailTransfer[]) =>
      escrowBreaksOf(state, booksOf(proof), transfers, later(1_000)).map(({ kind, about }) => [kind, about]);
    expect(found(transfer({}), paid)).toEqual([]);
    expect(found(transfer({}), { ...paid, amount: "97.4" })).toEqual([["amount_mismatch", "payout"]]);
    expect(found(paid)).toEqual([["missing_on_theirs", "collection"]]);
    expect(found(transfer({}), paid, transfer({ kind: "return" }))).toEqual([["missing_on_our_side", "return"]]);
  });

  test("has nothing to compare before it was funded", () => {
    expect(escrowRailRefsOf(escrowIn("awaiting_funds"))).toEqual([]);
    expect(escrowPaidOut(escrowIn("awaiting_funds"))).toBeNull();
  });
});
