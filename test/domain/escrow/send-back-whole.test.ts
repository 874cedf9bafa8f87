import { describe, expect, test } from "vitest";
import type { Escrow } from "../../../functions/domain/escrow/escrow.ts";
import {
  askFunding,
  receiveFunding,
  recordCollectionCancellation,
  recordFunding,
} from "../../../functions/domain/escrow/fund.ts";
import { decideEscrowAction, returnableOf, whyNotOnEscrow } from "../../../functions/domain/escrow/operator-actions.ts";
import { startRefund } from "../../../functions/domain/escrow/refund.ts";
import { escrowReviewReason } from "../../../functions/domain/escrow/review.ts";
import {
  isEscrowSendBackDue,
  orderSendBack,
  postponeEscrowSendBack,
  receiveEscrowSendBack,
  recordEscrowSendBack,
  whyNotSendBackEscrow,
} from "../../../functions/domain/escrow/send-back.ts";
import { viewEscrow } from "../../../functions/domain/escrow/view.ts";
import { agreed, later, noon } from "../../support/core/samples.ts";
import {
  awaitedFunding,
  awaiting,
  beneficiary,
  createdEscrow,
  escrowIn,
  fundedEscrow,
  funds,
  movedBy,
  quietFacts,
  refusal,
  releasing,
  screenedEscrow,
  total,
} from "../../support/escrow/escrow-samples.ts";

const came = (totalCents: number, state = awaiting()) =>
  movedBy(state, receiveFunding(state, total(totalCents), later(1)));
const givenUp = (state: Escrow) => movedBy(state, recordCollectionCancellation(state, later(2)));
const free = () => givenUp(came(6_000));
const order = (state: Escrow, closes = false) => movedBy(state, orderSendBack(state, { by: "anna", closes }, later(3)));
const key = `${createdEscrow().id}:return:1`;
const sent = { transferRef: "tr_9", returned: "sent" } as const;
const record = (state: Escrow, report: Parameters<typeof recordEscrowSendBack>[2], at = 4) =>
  recordEscrowSendBack(state, key, report, later(at));
/** A second collection, of which nothing came yet, after the first of 6,000 cents was given up. */
function anew(): Escrow {
  const asked = movedBy(free(), askFunding(free(), funds, later(3)).transitions);
  return movedBy(asked, recordFunding(asked, { ...awaitedFunding, railRef: "rail_2" }, later(3)));
}

describe("an order to send a deposit back", () => {
  test("is on record whole, before the rail is told", () => {
    const [transition] = orderSendBack(free(), { by: "anna", closes: false }, later(3));
    expect(transition?.reason).toBe(`6000 cents to be sent back by the rail as ${key} (anna)`);
    expect(transition?.next.sendBacks).toBe(1);
    expect(transition?.next.sendBack).toEqual({
      ...{ key, railRef: "rail_1", amountCents: 6_000, closes: false, by: "anna" },
      ...{ transferRef: null, at: later(3), lookAt: later(3) },
    });
  });

  test.each<[string, Escrow, string | undefined]>([
    ["a deposit that was given up", free(), undefined],
    ["what goes back already", order(free()), "it is being sent back already"],
    ["a deposit that may grow", came(6_000), "its money is on its way"],
    ["what is held", fundedEscrow(), "nothing came that the rail could send back whole"],
    ["nothing", givenUp(awaiting()), "nothing came that the rail could send back whole"],
  ])("is for %s, or says why not", (_, state, why) => {
    expect(whyNotSendBackEscrow(state)).toBe(why);
    expect(whyNotOnEscrow("return", state, noon)).toBe(why);
    expect(orderSendBack(state, { by: "anna", closes: false }, noon)).toHaveLength(why === undefined ? 1 : 0);
  });

  test("of operators is refused beside a dispute, and ends nothing", () => {
    const input = { escrow: free(), reference: "", verdict: "pass", screen: null, by: "apr_1", now: later(3) } as const;
    expect(decideEscrowAction("return", { ...input, facts: { disputeOpen: true } })).toMatchObject({
      message: "a dispute case about this escrow is open: its bank may take the money",
    });
    const [transition] = agreed(decideEscrowAction("return", { ...input, facts: quietFacts }));
    expect(transition?.next.sendBack).toMatchObject({ by: "apr_1", closes: false });
    expect(whyNotOnEscrow("returned_off_platform", order(free()), noon)).toBe("it is being sent back already");
  });

  test("that waits for our own balance is over where operators send it back, and so is the refund that asked for it", () => {
    const short = order({ ...free(), adapter: "bridge" }, true);
    const { cost: _, ...waits } = { ...short.sendBack, floatShortSince: later(4) };
    const funding = short.funding && { ...short.funding, bought: "59.000000" };
    const input = { reference: "WIRE-7", verdict: "pass", screen: null, by: "apr_1", now: later(9) } as const;
    const back = (closes: boolean) => {
      const escrow = { ...short, funding, refundReason: "off", sendBack: { ...waits, closes } } as Escrow;
      const moves = agreed(decideEscrowAction("returned_off_platform", { ...input, escrow, facts: quietFacts }));
      return moves.map(({ to, reason, next }) => [to, reason, next.sendBack, next.refundedCents]);
    };
    const gone = ["awaiting_funds", "6000 cents sent back as WIRE-7 (apr_1)", null, 6_000];
    expect(back(false)).toEqual([gone]);
    expect(back(true)).toEqual([gone, ["refunded", "refunded, all that came went back: off", null, 6_000]]);
  });

  test("is due at its look, and later where the rail gave no answer", () => {
    const state = order(free());
    expect([later(2), later(3)].map((at) => isEscrowSendBackDue(state, at))).toEqual([false, true]);
    expect(isEscrowSendBackDue(free(), later(99))).toBe(false);
    expect(postponeEscrowSendBack(state, key, later(9))).toMatchObject([
      { quiet: true, reason: "return asked about", next: { sendBack: { ...state.sendBack, lookAt: later(609) } } },
    ]);
    expect(postponeEscrowSendBack(state, "other", later(9))).toEqual([]);
    expect(postponeEscrowSendBack(free(), key, later(9))).toEqual([]);
  });
});

describe("what the rail says of a deposit that goes back", () => {
  test("is on the trail once it is on its way, and looked at again", () => {
    const [first] = record(order(free()), { transferRef: "tr_9", returned: null });
    expect(first).toMatchObject({ reason: "on its way back as tr_9", next: { sendBack: { lookAt: later(604) } } });
    expect(first).not.toHaveProperty("quiet");
    const again = first && record(first.next, { transferRef: "tr_9", returned: null }, 604);
    expect(again).toMatchObject([{ quiet: true, next: { sendBack: { transferRef: "tr_9", lookAt: later(1_204) } } }]);
  });

  test("is on the trail again where it costs otherwise", () => {
    const on = { transferRef: "tr_9", returned: null } as const;
    const [first] = record(order({ ...free(), adapter: "bridge" }), { ...on, cost: "60.000000" });
    const again = (cost: string) => (first ? record(first.next, { ...on, cost }, 604) : [])[0];
    expect([again("60.000000")?.quiet, again("60.500000")?.quiet]).toEqual([true, undefined]);
    expect(again("60.500000")?.next.sendBack?.cost).toBe("60.500000");
  });

  test("is booked with what it cost, which is nothing on a rail without wallets", () => {
    expect(record(order(free()), sent)).toMatchObject([
      {
        ...{ to: "awaiting_funds", reason: "6000 cents sent back by the rail as tr_9 (anna)" },
        next: {
          ...{ sendBack: null, refundedCents: 6_000, exchangeCents: 0, shortfallCents: 0, reconBreaks: [] },
          funding: { sentBackCents: 6_000, returnRef: "tr_9", returnCost: null },
        },
      },
    ]);
    const pooled = order({ ...free(), adapter: "bridge" });
    const [told] = record(pooled, { ...sent, cost: "60.500000" });
    expect(told?.next).toMatchObject({ exchangeCents: 50, funding: { returnCost: "60.500000" } });
    expect(told?.postings).toEqual([
      { account: "unapplied_receipts", amountCents: 6_000 },
      { account: "fx_gain_loss", amountCents: 50 },
      { account: "rail_clearing", amountCents: -6_050 },
    ]);
    const before = pooled.funding && { ...pooled.funding, returnCost: "1.000000" };
    expect(record({ ...pooled, funding: before }, sent)[0]?.next.funding?.returnCost).toBe("61.000000");
    const costless = pooled.sendBack && { ...pooled.sendBack, cost: undefined };
    expect(record({ ...pooled, sendBack: costless }, sent)[0]?.next.funding?.returnCost).toBe("60.000000");
  });

  test("is no more than a break where it did not happen", () => {
    for (const [report, code] of [
      [{ transferRef: "tr_9", returned: "failed" as const }, "return_failed"],
      [{ refused: refusal }, "payout_rejected"],
    ] as const)
      expect(record(order(free()), report)).toMatchObject([
        {
          reason: `the rail did not send the money back: ${code}`,
          next: { sendBack: null, unappliedCents: 6_000, reconBreaks: [{ kind: "return_failed", at: later(4) }] },
        },
      ]);
  });

  test("by a callback is about the transfer that it names", () => {
    const state = movedBy(order(free()), record(order(free()), { transferRef: "tr_9", returned: null }));
    expect(receiveEscrowSendBack(state, sent, later(5))).toMatchObject([{ next: { refundedCents: 6_000 } }]);
    expect(receiveEscrowSendBack(state, { ...sent, transferRef: "tr_8" }, later(5))).toEqual([]);
    expect(receiveEscrowSendBack(free(), sent, later(5))).toEqual([]);
    expect(recordEscrowSendBack(state, "other", sent, later(5))).toEqual([]);
    const strange = { ...state, sendBack: state.sendBack && { ...state.sendBack, railRef: "rail_9" } };
    expect(() => receiveEscrowSendBack(strange, sent, later(5))).toThrow(`${state.id} knows no collection rail_9`);
  });

  test("ends the escrow that waited for it, and nothing that stands otherwise", () => {
    const ends = (change: object) =>
      record({ ...order(free(), true), refundReason: "off", ...change } as Escrow, sent).map(({ to, reason }) => [
        to,
        reason,
      ]);
    const gone = "6000 cents sent back by the rail as tr_9 (anna)";
    const ended = ["refunded", "refunded, all that came went back: off"];
    expect(ends({})).toEqual([["awaiting_funds", gone], ended]);
    expect(ends({ refundReason: null })).toEqual([
      ["awaiting_funds", gone],
      ["refunded", "refunded, all that came went back"],
    ]);
    expect(ends({ status: "failed", failureCode: "x" })).toEqual([["failed", gone], ended]);
    expect(ends({ status: "failed", failureCode: "x", paidLeg: "release" })).toEqual([["failed", gone]]);
    expect(ends({ status: "failed", failureCode: "x", heldCents: 5 })).toEqual([["failed", gone]]);
    expect(ends({ status: "failed", failureCode: "x", intent: releasing().intent })).toEqual([["failed", gone]]);
    expect(ends({ status: "expired" })).toEqual([["expired", gone]]);
  });
});

describe("a refund where money goes back by the rail", () => {
  const wish = { reason: "off", refundAddress: null };

  test("becomes its end, once, unless something is held", () => {
    const [transition] = agreed(startRefund(order(free()), wish, later(4)));
    expect(transition).toMatchObject({
      reason: "refunded once all that came has gone back",
      next: { refundReason: "off", sendBack: { closes: true } },
    });
    expect(transition && startRefund(transition.next, wish, later(5))).toEqual([]);
    expect(startRefund({ ...order(free()), heldCents: 5 } as Escrow, wish, later(5))).toEqual([]);
  });

  test("orders it for a minute from now, so that the caller asks first", () => {
    const [transition] = agreed(startRefund(free(), wish, later(4)));
    expect(transition?.next).toMatchObject({ refundReason: "off", sendBack: { by: "refund", lookAt: later(64) } });
  });

  test("is refused where the rail cannot send back what came", () => {
    const { funding } = free();
    expect(startRefund({ ...free(), funding: funding && { ...funding, railRef: null } }, wish, later(4))).toMatchObject(
      {
        ...{ code: "refund_unsupported", message: "the rail cannot send back what came: operators return it" },
        detail: { extra: { unappliedCents: 6_000 } },
      },
    );
  });

  test("ends at once where nothing came, and says why", () => {
    const [transition] = agreed(startRefund(createdEscrow({ expiresAt: later(60) }), wish, later(4)));
    expect(transition).toMatchObject({ reason: "refunded, nothing was held: off", next: { expiryLookAt: null } });
    expect(agreed(startRefund(createdEscrow(), { ...wish, reason: null }, noon))[0]?.reason).toBe(
      "refunded, nothing was held",
    );
  });
});

describe("what operators see of money that is applied to nothing", () => {
  test("is a mismatch, but for what goes back and what waits for its rest", () => {
    expect(escrowReviewReason(came(6_000))).toMatchObject({
      ...{
        kind: "in_flight",
        reason: "60.00 USD of 100.00 USD came; waiting for the rest",
        since: noon,
        deadline: null,
      },
    });
    expect(escrowReviewReason(free())?.kind).toBe("amount_mismatch");
    expect(escrowReviewReason(anew())).toMatchObject({ kind: "amount_mismatch", since: later(3) });
    expect(escrowReviewReason(order(free()))).toMatchObject({
      ...{ kind: "in_flight", reason: "60.00 USD is being sent back to the bank it came from", since: later(3) },
      deadline: later(3 + 5 * 86_400),
    });
    const failed = { ...givenUp(awaiting()), status: "failed", failureCode: "x" } as Escrow;
    expect(escrowReviewReason(failed)).toBeNull();
  });

  test("may be returned but for what a deposit on its way needs", () => {
    expect(returnableOf(anew())).toBe(6_000);
    expect(returnableOf(came(3_000, anew()))).toBe(6_000);
    expect(returnableOf(came(10_000, anew()))).toBe(6_000);
    expect(returnableOf(givenUp(came(3_000, anew())))).toBe(9_000);
    expect(returnableOf(came(10_000))).toBe(0);
  });
});

test("a client sees an escrow whole, but for what is ours", () => {
  const state = screenedEscrow(fundedEscrow({ metadata: { po: "7" } }), "pass");
  const { id, tenantId } = state;
  const shown = {
    ...{ id, tenantId, reference: "deal-1", status: "funded", rail: "stablecoin", releaseRule: "manual" },
    ...{ requiredApprovals: 2, amountCents: 10_000, feeCents: 250, netCents: 9_750, currency: "USD", buyerRef: null },
    ...{ sellerRef: null, payoutChain: "base", payoutAddress: beneficiary, payoutStable: "USDT" },
    ...{ refundAddress: null, refundReason: null, releasedCents: 0, returnedCents: 0 },
    ...{ invoiceId: null, metadata: { po: "7" }, receivedCents: 10_000, unappliedCents: 0, refundedCents: 0 },
    ...{ fundingRef: "rail_1", depositTxHash: null, railRef: "rail_1", holderType: "business", secCode: "CCD" },
    ...{ returnWindowEndsAt: "2026-11-26T05:00:00.000Z", sourceDepositInstructions: null, releaseTxHash: null },
    ...{ refundTxHash: null, screeningRef: "scr_p", screeningRisk: "low", declineReason: null, failureCode: null },
    ...{ failureReason: null, returnCode: null, returnedAt: null, unmet: [], payout: null, expiresAt: null },
    waitingFor: { reason: "approval", since: noon, until: null },
    ...{ entryDescription: "INVOICE", iat: state.funding?.iat },
    ...{ fundedAt: noon, releasedAt: null, milestones: [], approvals: [], approvers: [] },
    ...{ createdAt: noon, updatedAt: noon },
    statusUrl: "https://pay.test/s/STATUS-TOKEN",
  };
  expect(viewEscrow(state, "https://pay.test")).toEqual(shown);
  const fresh = viewEscrow({ ...createdEscrow(), payoutAddress: null }, "");
  expect(fresh).toMatchObject({ railRef: null, holderType: null, secCode: null, screeningRef: null, iat: null });
  expect(viewEscrow(awaiting(), "")).toMatchObject({ secCode: null, returnWindowEndsAt: null });
  expect(viewEscrow({ ...state, returned: { code: "R10", at: later(1) } }, "")).toMatchObject({
    ...{ returnCode: "R10", returnedAt: later(1) },
  });
  const going = { leg: "return", address: null, amountCents: 6_000, at: later(3) };
  expect(viewEscrow(order(free()), "").payout).toEqual(going);
  const paying = { leg: "release", address: beneficiary, amountCents: 9_750, at: noon };
  expect(viewEscrow(releasing(), "").payout).toEqual(paying);
  expect(viewEscrow(escrowIn("released"), "").payout).toBeNull();
});
