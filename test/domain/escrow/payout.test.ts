import { describe, expect, test } from "vitest";
import { type Escrow, escrow } from "../../../functions/domain/escrow/escrow.ts";
import {
  awaitPayoutProof,
  mayDisburse,
  recordPayoutProof,
  recordPayoutSubmission,
  refusePayout,
  tellPayout,
  withdrawPayout,
} from "../../../functions/domain/escrow/payout.ts";
import { startRefund } from "../../../functions/domain/escrow/refund.ts";
import { startRelease } from "../../../functions/domain/escrow/release.ts";
import {
  isEscrowRailSilent,
  nextEscrowLook,
  parkPayout,
  recordEscrowRailQuery,
  resumePayout,
} from "../../../functions/domain/escrow/retry-schedule.ts";
import { recordFundingReturn } from "../../../functions/domain/escrow/return.ts";
import { escrowPosition } from "../../../functions/domain/escrow/wallet.ts";
import { later, noon } from "../../support/core/samples.ts";
import {
  beneficiary,
  buyer,
  createdEscrow,
  escrowIn,
  fundedEscrow,
  movedBy,
  quietFacts,
  refunding,
  refusal,
  releasedEscrow,
  releasing,
  screenedEscrow,
} from "../../support/escrow/escrow-samples.ts";

const key = (leg: string, n = 1) => `${createdEscrow().id}:${leg}:${n}`;
const toBuyer = { reason: "deal off", refundAddress: buyer };
const refused = (state = releasing()) => movedBy(state, refusePayout(state, { no: refusal }, later(1)));
const proven = (state: Escrow, reply: { key?: string; transferRef?: string } = {}) =>
  recordPayoutProof(state, { txHash: "0xproof", ...reply }, later(5));
const withdrawn = (state: Escrow, at: number) => withdrawPayout(state, state.intent?.key ?? "", quietFacts, later(at));

describe("a release that is ordered", () => {
  test("is recorded under its key before the rail is asked, and a machine follows", () => {
    const { transitions, no } = startRelease(screenedEscrow(fundedEscrow()), quietFacts, noon);
    expect(no).toBeNull();
    expect(transitions).toMatchObject([
      {
        ...{ from: "funded", to: "funded" },
        follows: [{ kind: "start_escrow_payout", escrowId: createdEscrow().id, presentation: 1 }],
      },
    ]);
    expect(transitions[0]?.next.intent).toMatchObject({
      ...{ leg: "release", key: key("release"), address: beneficiary, chain: "base" },
      ...{ amountCents: 9750, amount: "97.500000", submitted: false },
    });
  });

  test("is released by its proof alone: fee to us, net to the beneficiary", () => {
    const [transition] = proven(releasing());
    expect(transition).toMatchObject({
      ...{ to: "released", next: { heldCents: 0, releaseTxHash: "0xproof", releasedAt: later(5) } },
      events: [{ name: "escrow.released", data: { releaseTxHash: "0xproof", netCents: 9750 } }],
      postings: [
        { account: "escrow_held", amountCents: 10_000 },
        { account: "fee_income", amountCents: -250 },
        { account: "rail_clearing", amountCents: -9750 },
      ],
    });
    expect(transition && proven(transition.next)).toEqual([]);
  });

  test("says once that the rail took it", () => {
    const reply = { key: key("release"), transferRef: "t1" };
    const taken = movedBy(releasing(), recordPayoutSubmission(releasing(), reply, later(1)));
    expect(taken.intent).toMatchObject({ submitted: true, transferRef: "t1" });
    expect(recordPayoutSubmission(taken, reply, later(2))).toEqual([]);
    expect(recordPayoutSubmission(releasing(), { ...reply, key: "other" }, noon)).toEqual([]);
    expect(proven(taken, { transferRef: "t2" })).toEqual([]);
    expect(proven(taken, { transferRef: "t1" })).toMatchObject([{ to: "released" }]);
    expect(proven(taken, { key: "other" })).toEqual([]);
  });

  test("shows a wallet that got another amount", () => {
    const paid = (amount: string) =>
      recordPayoutProof(releasing(), { txHash: "0x1", paid: amount }, noon)[0]?.next.reconBreaks;
    expect(paid("97.5")).toEqual([]);
    expect(paid("97.4")).toMatchObject([{ kind: "payout_amount_mismatch" }]);
  });

  test("books what left of a pooled wallet, and owes what is less until somebody has dealt with it", () => {
    const pooled = { adapter: "bridge", partnerCustomerId: "cust_1" };
    const funding = { ...releasing().funding, bought: "100.000000" } as Escrow["funding"];
    const state: Escrow = { ...releasing(), ...pooled, funding } as Escrow;
    const paidBy = (told: { paid?: string; cost?: string }) =>
      recordPayoutProof(state, { txHash: "0x1", ...told }, noon).at(-1) ?? expect.fail();
    const more = paidBy({ paid: "97.5", cost: "97.600000" });
    expect(more.next).toMatchObject({ paidOut: "97.600000", exchangeCents: 10 });
    expect(more.postings).toContainEqual({ account: "fx_gain_loss", amountCents: 10 });
    expect(escrowPosition(more.next)).toMatchObject({ here: 2_400_000n, transit: 0n, clients: 0n });
    const less = paidBy({ paid: "97.4" });
    expect(less.next).toMatchObject({ paidOut: "97.4", exchangeCents: -10 });
    expect(escrowPosition(less.next)).toMatchObject({ here: 2_600_000n, clients: 100_000n });
    const reconBreaks = less.next.reconBreaks.map((each) => ({ ...each, resolvedAt: noon }));
    expect(escrowPosition({ ...less.next, reconBreaks })).toMatchObject({ here: 2_600_000n, clients: 0n });
  });

  test("wakes the machine that waits, and ends the wait of an older one", () => {
    expect(awaitPayoutProof(fundedEscrow(), "ONE", noon)).toEqual([]);
    const [one] = awaitPayoutProof(releasing(), "ONE", noon);
    expect(one).toMatchObject({ quiet: true, next: { updatedAt: noon } });
    const waits = movedBy(releasing(), one ? [one] : []);
    expect(awaitPayoutProof(waits, "ONE", noon)).toEqual([]);
    expect(awaitPayoutProof(waits, "TWO", noon)).toMatchObject([{ follows: [{ kind: "end_token", token: "ONE" }] }]);
    const woken = [{ kind: "answer_token", token: "ONE" }];
    expect(proven(waits)).toMatchObject([{ follows: woken }]);
    expect(refusePayout(waits, { no: refusal }, noon)).toMatchObject([{ follows: woken }]);
    const stale = withdrawPayout(waits, key("release"), quietFacts, later(1200));
    expect(stale).toMatchObject([{ follows: woken, next: { waiting: null } }]);
  });

  test("may be sent only while every condition still holds", () => {
    expect(mayDisburse(fundedEscrow(), quietFacts, noon)).toBe(false);
    expect(mayDisburse(releasing(), quietFacts, later(900))).toBe(true);
    expect(mayDisburse(releasing(), quietFacts, later(901))).toBe(false);
    expect(mayDisburse(releasing(), { disputeOpen: true }, noon)).toBe(false);
    expect(mayDisburse(screenedEscrow(releasing(), "block"), quietFacts, noon)).toBe(false);
    const gone = movedBy(releasing(), recordFundingReturn(releasing(), "R10", noon));
    expect(mayDisburse(gone, quietFacts, noon)).toBe(false);
  });
});

describe("a payout whose fate is unknown", () => {
  test("stands in the way of a refund", () => {
    expect(startRefund(releasing(), toBuyer, noon)).toMatchObject({ code: "payout_in_flight" });
    expect(startRelease(refunding(), quietFacts, noon).no?.code).toBe("payout_in_flight");
  });

  test("is not taken back while it may be on its way, nor while it may still be sent", () => {
    const blocked = screenedEscrow(releasing(), "block");
    expect(withdrawn(blocked, 1199)).toEqual([]);
    expect(withdrawn(screenedEscrow(releasing(), "pass", beneficiary, later(1200)), 1200)).toEqual([]);
    const taken = recordPayoutSubmission(blocked, { key: key("release"), transferRef: null }, noon);
    expect(withdrawn(movedBy(blocked, taken), 1201)).toEqual([]);
    expect(withdrawPayout(blocked, "other", quietFacts, later(1201))).toEqual([]);
  });

  test("is not taken back for twenty minutes after the rail was told again", () => {
    const [response] = tellPayout(releasing(), key("release"), quietFacts, later(300));
    expect(response).toMatchObject({ quiet: true, next: { intent: { at: noon, toldAt: later(300) } } });
    const blocked = response && screenedEscrow(response.next, "block");
    expect(blocked && withdrawn(blocked, 1499)).toEqual([]);
    expect(blocked && withdrawn(blocked, 1500)).toMatchObject([{ to: "release_pending" }]);
  });

  test("is not told to the rail where it may not be sent, or was taken", () => {
    const response = (state: Escrow, of = key("release"), at = noon) => tellPayout(state, of, quietFacts, at);
    expect(response(screenedEscrow(releasing(), "block"))).toEqual([]);
    expect(response(releasing(), key("release"), later(901))).toEqual([]);
    expect(response(releasing(), key("release", 2))).toEqual([]);
    const taken = recordPayoutSubmission(releasing(), { key: key("release"), transferRef: null }, noon);
    expect(response(movedBy(releasing(), taken))).toEqual([]);
  });

  test("is taken back when the rail does not know it and its screen does not pass", () => {
    const [transition] = withdrawn(screenedEscrow(releasing(), "block"), 1200);
    expect(transition).toMatchObject({
      ...{ to: "release_pending", next: { intent: null, unmet: ["screening_declined"] } },
      events: [{ name: "escrow.release_blocked", data: { unmet: ["screening_declined"] } }],
    });
    const again =
      transition && releasedEscrow(screenedEscrow(transition.next, "pass", beneficiary, later(1201)), later(1201));
    // The rail may have made it late under the first order: it is looked for from there on.
    expect(again?.intent).toMatchObject({ key: key("release"), at: later(1201), orderedAt: noon });
    expect(again?.pastPayouts).toEqual([]);
    const back = transition && refunding(transition.next);
    expect(back?.intent).toMatchObject({ key: key("refund"), address: buyer });
  });

  test("as a refund is open again, under the same key", () => {
    const open = movedBy(refunding(), withdrawn(screenedEscrow(refunding(), "block", buyer), 1200));
    expect(open).toMatchObject({ status: "funded", intent: null });
    expect(refunding(open).intent?.key).toBe(key("refund"));
  });

  test("that was withdrawn and left all the same is released, and shown as a break", () => {
    const pending = movedBy(releasing(), withdrawn(screenedEscrow(releasing(), "block"), 1200));
    const [transition] = proven(pending, { key: key("release") });
    expect(transition).toMatchObject({
      ...{ from: "release_pending", to: "released", next: { heldCents: 0 } },
      events: [{ name: "escrow.released" }],
    });
    expect(transition?.next.reconBreaks).toMatchObject([{ kind: "proof_after_refusal" }]);
    expect(escrow.parse(transition?.next)).toEqual(transition?.next);
    expect(transition && proven(transition.next, { key: key("release") })).toEqual([]);
  });
});

describe("a payout that the rail refuses", () => {
  test("leaves it failed with all its money, to be refunded under a key of its own", () => {
    expect(refused()).toMatchObject({
      ...{ status: "failed", failureCode: "payout_failed", heldCents: 10_000, intent: null },
      failureReason: "payout_rejected: closed account",
    });
    expect(refusePayout(refused(), { no: refusal }, later(2))).toEqual([]);
    expect(refusePayout(releasing(), { no: refusal, key: "other" }, later(2))).toEqual([]);
    const once = refused(refunding(refused()));
    expect(once).toMatchObject({ status: "failed", heldCents: 10_000 });
    expect(refunding(once).intent?.key).toBe(key("refund", 2));
  });

  test("and that left all the same is booked as what it is, and not refunded as well", () => {
    const [transition] = proven(refused());
    expect(transition).toMatchObject({
      ...{ to: "failed", next: { heldCents: 0, releaseTxHash: "0xproof", paidLeg: "release" } },
      events: [],
    });
    expect(transition && startRefund(transition.next, toBuyer, noon)).toMatchObject({
      ...{ code: "illegal_escrow_transition", message: expect.stringContaining("paid out after all") },
    });
    expect(transition && escrow.parse(transition.next)).toEqual(transition?.next);
    const refund = refused(refunding());
    expect(proven(refund)).toMatchObject([{ to: "refunded", events: [{ name: "escrow.refunded" }] }]);
  });

  test("and that left beside a refund is a loss to be claimed", () => {
    const back = refunding(refused());
    const [transition] = proven(back, { key: key("release") });
    expect(transition).toMatchObject({
      next: { strayPayoutCents: 9750, heldCents: 10_000, intent: { leg: "refund" } },
      postings: [
        { account: "payout_after_return", amountCents: 9750 },
        { account: "rail_clearing", amountCents: -9750 },
      ],
    });
    const ended = movedBy(back, proven(back));
    expect(proven(ended, { key: key("release") })).toMatchObject([
      { from: "refunded", to: "refunded", next: { strayPayoutCents: 9750 } },
    ]);
  });

  test("is not proven by a repeat about another payout", () => {
    const once = refused(refunding());
    const again = refunding(once);
    const taken = recordPayoutSubmission(again, { key: key("refund", 2), transferRef: "t2" }, noon);
    const ended = movedBy(again, taken);
    const done = movedBy(ended, proven(ended, { transferRef: "t2" }));
    expect(done.status).toBe("refunded");
    expect(proven(done, { transferRef: "t2" })).toEqual([]);
    expect(proven(done)).toEqual([]);
  });
});

describe("a payout that the rail is silent about", () => {
  test("is parked, and tried again by a new machine", () => {
    const parked = movedBy(releasing(), parkPayout(releasing(), "no answer", later(1)));
    expect(nextEscrowLook(parked)?.at).toBe(later(301));
    expect(resumePayout(parked, later(300))).toEqual([]);
    expect(resumePayout(parked, later(301))).toMatchObject([
      { next: { parked: null }, follows: [{ kind: "start_escrow_payout", presentation: 2 }] },
    ]);
    const again = movedBy(parked, parkPayout(parked, "still none", later(400)));
    expect(again.parked).toMatchObject({ since: later(1), until: later(700) });
    expect(parkPayout(fundedEscrow(), "nothing to park", noon)).toEqual([]);
    expect(resumePayout(fundedEscrow(), later(9999))).toEqual([]);
  });

  test("is given a new machine when none has waited for half an hour", () => {
    expect(nextEscrowLook(releasing())?.at).toBe(later(1800));
    expect(resumePayout(releasing(), later(1800))).toHaveLength(1);
    const waits = movedBy(releasing(), awaitPayoutProof(releasing(), "ONE", noon));
    expect(resumePayout(waits, later(9999))).toEqual([]);
  });

  test("is asked about after ten minutes, and then less and less often", () => {
    const reply = { key: key("release"), transferRef: "t1" };
    const taken = movedBy(releasing(), recordPayoutSubmission(releasing(), reply, noon));
    expect([isEscrowRailSilent(taken, later(599)), isEscrowRailSilent(taken, later(600))]).toEqual([false, true]);
    const input = movedBy(taken, recordEscrowRailQuery(taken, later(4000)));
    expect(isEscrowRailSilent(input, later(7999))).toBe(false);
    expect(isEscrowRailSilent(input, later(8000))).toBe(true);
  });

  test("is nothing once it has ended", () => {
    expect(nextEscrowLook(escrowIn("released"))?.at).toBeUndefined();
  });
});
