import { describe, expect, test } from "vitest";
import type { Escrow } from "../../../functions/domain/escrow/escrow.ts";
import { recordPayoutProof, refusePayout, withdrawPayout } from "../../../functions/domain/escrow/payout.ts";
import { startRefund } from "../../../functions/domain/escrow/refund.ts";
import { recordFundingReturn } from "../../../functions/domain/escrow/return.ts";
import { agreed, later, noon } from "../../support/core/samples.ts";
import {
  buyer,
  createdEscrow,
  fundedEscrow,
  movedBy,
  quietFacts,
  refunding,
  refusal,
  releasedEscrow,
  releasing,
  screenedEscrow,
} from "../../support/escrow/escrow-samples.ts";

const toBuyer = { reason: "deal off", refundAddress: buyer };
const proven = (state: Escrow) => recordPayoutProof(state, { txHash: "0xproof" }, later(5));
const refused = (state: Escrow) => movedBy(state, refusePayout(state, { no: refusal }, later(1)));
const withdrawn = (state: Escrow, at: number) => withdrawPayout(state, state.intent?.key ?? "", quietFacts, later(at));

describe("a refund", () => {
  test("gives the whole amount back, by its proof", () => {
    const [transition] = proven(refunding());
    expect(transition).toMatchObject({
      ...{ to: "refunded", next: { heldCents: 0, refundTxHash: "0xproof" } },
      events: [{ name: "escrow.refunded", data: { refundTxHash: "0xproof", reason: "off" } }],
      postings: [
        { account: "escrow_held", amountCents: 10_000 },
        { account: "rail_clearing", amountCents: -10_000 },
      ],
    });
    expect(refunding().intent).toMatchObject({ amountCents: 10_000, amount: "100.000000" });
  });

  test("needs an address once value is held, and that of the escrow will do", () => {
    const none = { reason: null, refundAddress: null };
    expect(startRefund(fundedEscrow(), none, noon)).toMatchObject({ code: "refund_address_required" });
    expect(startRefund(createdEscrow(), none, noon)).toMatchObject([{ to: "refunded" }]);
    const known = screenedEscrow(fundedEscrow({ refundAddress: buyer }), "pass", buyer);
    expect(agreed(startRefund(known, none, noon))[0]?.next.intent?.address).toBe(buyer);
  });

  test.each(["block", "silent", "pending"] as const)("to an address whose screen says %s is refused", (verdict) => {
    const state = screenedEscrow(fundedEscrow(), verdict, buyer);
    expect(startRefund(state, toBuyer, noon)).toMatchObject({
      ...{ code: "kyt_declined", detail: { extra: { stage: "refund" } } },
    });
  });

  test("to an address that was not screened, or too long ago, is refused", () => {
    expect(startRefund(fundedEscrow(), toBuyer, noon)).toMatchObject({
      ...{ code: "kyt_declined", detail: { extra: { screeningRef: null, risk: null } } },
    });
    const state = screenedEscrow(fundedEscrow(), "pass", buyer);
    expect(startRefund(state, toBuyer, later(900))).toHaveLength(1);
    expect(startRefund(state, toBuyer, later(901))).toMatchObject({ code: "kyt_declined" });
  });

  test("under way goes on, and none to another address begins", () => {
    expect(startRefund(refunding(), toBuyer, noon)).toEqual([]);
    expect(startRefund(refunding(), { ...toBuyer, refundAddress: null }, noon)).toEqual([]);
    expect(startRefund(refunding(), { ...toBuyer, refundAddress: "0xELSE" }, noon)).toMatchObject({
      code: "payout_in_flight",
    });
  });

  test("is open although the beneficiary is blocked", () => {
    const blocked = releasedEscrow(screenedEscrow(fundedEscrow(), "block"));
    expect(blocked).toMatchObject({ status: "release_pending", unmet: ["screening_declined"] });
    expect(proven(refunding(blocked))).toMatchObject([{ from: "release_pending", to: "refunded" }]);
  });
});

describe("money that the payer's bank takes back during a payout", () => {
  const back = (state = releasing()) => movedBy(state, recordFundingReturn(state, "R10", later(1)));

  test("is a shortfall while the payout may arrive", () => {
    expect(back()).toMatchObject({ status: "funded", heldCents: 10_000, shortfallCents: 10_000 });
    expect(back().reconBreaks).toMatchObject([{ kind: "return_in_flight" }]);
    expect(movedBy(back(), proven(back()))).toMatchObject({ status: "released", shortfallCents: 10_000 });
  });

  test("is covered by what is held once the payout has come to nothing", () => {
    const covered = { status: "failed", heldCents: 0, shortfallCents: 0, failureCode: "funding_returned" };
    expect(refused(back())).toMatchObject(covered);
    expect(movedBy(back(), withdrawn(back(), 1200))).toMatchObject(covered);
    expect(withdrawn(back(), 1199)).toEqual([]);
  });
});
