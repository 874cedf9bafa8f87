import { describe, expect, test } from "vitest";
import { transfer } from "../../../functions/domain/core/ledger.ts";
import { type Escrow, escrowFacts } from "../../../functions/domain/escrow/escrow.ts";
import { receiveFunding, returnUnappliedFunds } from "../../../functions/domain/escrow/fund.ts";
import {
  awaitPayoutProof,
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
import { agreed, later, noon } from "../../support/core/samples.ts";
import {
  awaiting,
  buyer,
  createdEscrow,
  fundedEscrow,
  movedBy,
  quietFacts,
  refunding,
  refusal,
  releasing,
  screenedEscrow,
  total,
} from "../../support/escrow/escrow-samples.ts";

const { id: escrowId, tenantId } = createdEscrow();
const key = (leg: string) => `${escrowId}:${leg}:1`;
const waits = { state: "proof", token: "ONE" } as const;
const parked = { reason: "timeout", since: noon, until: later(300) };
/** A release that is waited for, asked about and parked. */
const busy = (state = releasing()): Escrow => {
  const marks = { waiting: waits, parked, parkedSince: noon, askedAt: noon, unmet: ["x"], blockedAt: noon };
  return { ...state, ...marks };
};
const calm = {
  intent: null,
  waiting: null,
  parked: null,
  parkedSince: null,
  askedAt: null,
  unmet: [],
  blockedAt: null,
};
const woken = [{ kind: "answer_token", token: "ONE" }];
const proven = (state: Escrow, more: { key?: string; transferRef?: string; txHash?: string } = {}) =>
  recordPayoutProof(state, { txHash: "0x1", ...more }, later(5));
const returned = (state: Escrow) => movedBy(state, recordFundingReturn(state, "R10", later(2)));

describe("a payout that is proven", () => {
  test("ends all that waited for it, with what it took", () => {
    const [transition] = proven(busy());
    expect(transition).toMatchObject({ reason: "release proven", follows: woken });
    expect(transition?.next).toMatchObject({
      ...{ ...calm, status: "released", paidLeg: "release", paidOut: "97.500000", payoutRef: null, heldCents: 0 },
      ...{ releaseTxHash: "0x1", releasedAt: later(5), refundTxHash: null, reconBreaks: [] },
    });
    const ended = transition?.next ?? fundedEscrow();
    expect(transition?.events).toEqual([
      {
        name: "escrow.released",
        data: {
          ...{ ...escrowFacts(ended), releaseTxHash: "0x1", refundTxHash: null },
          ...{ releasedCents: 10_000, returnedCents: 0 },
        },
      },
    ]);
  });

  test("as a refund tells what went back, and why", () => {
    const [transition, ...more] = proven(busy(refunding()));
    expect(more).toEqual([]);
    expect(transition?.next).toMatchObject({ ...calm, status: "refunded", refundTxHash: "0x1", refundedCents: 10_000 });
    const ended = transition?.next ?? fundedEscrow();
    expect(transition?.events).toEqual([
      {
        name: "escrow.refunded",
        data: { ...escrowFacts(ended), refundTxHash: "0x1", reason: "off", refundedCents: 10_000 },
      },
    ]);
  });

  test("has the rail's reference of it, from before or with the proof", () => {
    const taken = movedBy(
      releasing(),
      recordPayoutSubmission(releasing(), { key: key("release"), transferRef: "t1" }, noon),
    );
    expect(proven(taken)[0]?.next.payoutRef).toBe("t1");
    expect(proven(releasing(), { transferRef: "t9" })[0]?.next.payoutRef).toBe("t9");
    expect(proven(taken, { transferRef: "t9" })).toEqual([]);
  });
});

describe("a payout that came to nothing", () => {
  test("is kept with its code, and everything else is as before it", () => {
    const [transition] = refusePayout(busy(), { no: refusal }, later(5));
    const { intent } = releasing();
    expect(transition).toMatchObject({ reason: "release refused: payout_rejected", follows: woken, postings: [] });
    expect(transition?.next).toMatchObject({
      ...{ ...calm, status: "failed", heldCents: 10_000, shortfallCents: 0, failureCode: "payout_failed" },
      pastPayouts: [{ ...intent, code: "payout_rejected", txHash: null }],
    });
  });

  test("after the money was taken back pays for that with what was held", () => {
    const covered = {
      postings: transfer("escrow_held", "return_shortfall", 10_000),
      next: {
        ...{ status: "failed", heldCents: 0, shortfallCents: 0, failureCode: "funding_returned", intent: null },
        failureReason: "returned R10",
      },
    };
    expect(refusePayout(returned(busy()), { no: refusal }, later(5))).toMatchObject([covered]);
    expect(withdrawPayout(returned(busy()), key("release"), quietFacts, later(9_999))).toMatchObject([
      { ...covered, reason: "payout withdrawn: the funding was returned", follows: woken },
    ]);
  });

  test("as a refund leaves it open, and says why", () => {
    const blocked = screenedEscrow(busy(refunding()), "block", buyer);
    const [transition] = withdrawPayout(blocked, key("refund"), quietFacts, later(9_999));
    expect(transition).toMatchObject({
      ...{ to: "funded", reason: "refund withdrawn: its address did not pass screening", follows: woken },
      next: { intent: null, waiting: null, parked: null, parkedSince: null, pastPayouts: [{ code: "withdrawn" }] },
    });
  });

  test("and left all the same is what was held, with its hash", () => {
    const refused = movedBy(releasing(), refusePayout(releasing(), { no: refusal }, later(1)));
    const [late] = proven(refused, { key: key("release") });
    expect(late).toMatchObject({
      ...{ from: "failed", to: "failed", reason: "release proven after it had come to nothing" },
      postings: [
        { account: "escrow_held", amountCents: 10_000 },
        { account: "fee_income", amountCents: -250 },
        { account: "rail_clearing", amountCents: -9_750 },
      ],
      next: { paidOut: "97.500000", pastPayouts: [{ txHash: "0x1" }], strayPayoutCents: 0 },
    });
    expect(late?.next.reconBreaks).toEqual([{ kind: "proof_after_refusal", at: later(5) }]);
    expect(proven(refused, { transferRef: "t9" })).toEqual([]);
    expect(proven(refused, { key: "other" })).toEqual([]);
  });

  test("as a refund of more than is still there is a loss of the rest", () => {
    const over = movedBy(fundedEscrow(), receiveFunding(fundedEscrow(), total(12_000), later(1)));
    const refused = movedBy(refunding(over), refusePayout(refunding(over), { no: refusal }, later(2)));
    const less = movedBy(
      refused,
      agreed(returnUnappliedFunds(refused, { amountCents: 2_000, reference: "w", by: "a" }, later(3))),
    );
    expect(proven(refused)).toMatchObject([
      {
        to: "refunded",
        postings: [
          { account: "escrow_held", amountCents: 10_000 },
          { account: "unapplied_receipts", amountCents: 2_000 },
          { account: "rail_clearing", amountCents: -12_000 },
        ],
        next: { unappliedCents: 0, refundedCents: 12_000, funding: { sentBackCents: 2_000 } },
      },
    ]);
    expect(proven(less)).toMatchObject([
      {
        to: "refunded",
        postings: [
          { account: "escrow_held", amountCents: 10_000 },
          { account: "return_shortfall", amountCents: 2_000 },
          { account: "rail_clearing", amountCents: -12_000 },
        ],
        next: { shortfallCents: 2_000, refundedCents: 14_000, refundTxHash: "0x1" },
        events: [{ name: "escrow.refunded" }],
      },
    ]);
  });
});

describe("a payout on its way", () => {
  test("is on the trail when the rail took it, and when another machine waits for it", () => {
    const [taken] = recordPayoutSubmission(busy(), { key: key("release"), transferRef: null }, later(1));
    expect(taken).toMatchObject({ reason: "release submitted, waiting for proof" });
    expect(taken?.next).toMatchObject({ parked: null, parkedSince: null, waiting: waits });
    const [again] = awaitPayoutProof(busy(), "TWO", later(1));
    expect(again).toMatchObject({
      reason: "waiting for proof again",
      next: { parked: null, parkedSince: null, waiting: { state: "proof", token: "TWO" } },
    });
    expect(awaitPayoutProof(releasing(), "ONE", noon)[0]?.reason).toBe("waiting for proof");
    expect(tellPayout(releasing(), key("release"), quietFacts, noon)[0]?.reason).toBe(
      `telling the rail of ${key("release")}`,
    );
  });

  test("is parked with why, since the first time, and tried again", () => {
    const first = movedBy(releasing(), parkPayout(releasing(), "timeout", later(1)));
    expect(first).toMatchObject({ parkedSince: later(1), parked: { reason: "timeout", since: later(1) } });
    expect(parkPayout(first, "still", later(9))).toMatchObject([
      { reason: "parked: still", next: { parkedSince: later(1), parked: { reason: "still", until: later(309) } } },
    ]);
    expect(resumePayout(first, later(301))).toMatchObject([
      {
        ...{ reason: "tried again", next: { parked: null, parkedSince: later(1), presentation: 2 } },
        follows: [{ kind: "start_escrow_payout", escrowId, tenantId, presentation: 2 }],
      },
    ]);
    expect(resumePayout(releasing(), later(1_799))).toEqual([]);
  });

  test("is asked about anew from what was last heard of it", () => {
    const taken = movedBy(
      releasing(),
      recordPayoutSubmission(releasing(), { key: key("release"), transferRef: null }, noon),
    );
    const heard = { ...taken, updatedAt: later(4_000), askedAt: later(4_000) };
    expect([4_599, 4_600].map((at) => isEscrowRailSilent(heard, later(at)))).toEqual([false, true]);
    expect(recordEscrowRailQuery(taken, later(1))).toMatchObject([
      { quiet: true, reason: "asked the rail", next: { askedAt: later(1), updatedAt: taken.updatedAt } },
    ]);
  });
});

describe("when an escrow is looked at next", () => {
  const goingBack = { key: "k", railRef: "rail_1", amountCents: 7, closes: false, by: "a", transferRef: null };

  test.each<[string, Escrow, object | undefined]>([
    ["its payout is to be tried again, by ourselves", releasing(), { at: later(1_800), asks: false }],
    ["its parked payout is", { ...releasing(), parked }, { at: later(300), asks: false }],
    ["its rail is to be asked about its deposit", awaiting(), { at: later(3_600), asks: true }],
    ["it expires", createdEscrow({ expiresAt: later(60) }), { at: later(60), asks: true }],
    [
      "money goes back",
      { ...fundedEscrow(), sendBack: { ...goingBack, at: noon, lookAt: later(7) } },
      { at: later(7), asks: true },
    ],
    ["never", fundedEscrow({ expiresAt: later(60) }), undefined],
    ["never, with an expiry that is over", { ...fundedEscrow(), expiryLookAt: later(60) }, undefined],
  ])("is when %s", (_, state, look) => {
    expect(nextEscrowLook(state)).toEqual(look);
  });
});

describe("a payout of a deposit of which the rail has not told what it became", () => {
  test("is not ordered, and can be asked for again", () => {
    const { funding } = fundedEscrow();
    const untold = { ...fundedEscrow(), funding: funding && { ...funding, bought: null } };
    const no = {
      ...{ code: "rail_unavailable", message: "the rail has not told what the deposit became" },
      detail: { retryAfterSeconds: 60 },
    };
    expect(startRelease(screenedEscrow(untold), quietFacts, noon)).toMatchObject({ transitions: [], no });
    const toBuyer = { reason: null, refundAddress: buyer };
    expect(startRefund(screenedEscrow(untold, "pass", buyer), toBuyer, noon)).toMatchObject(no);
  });
});
