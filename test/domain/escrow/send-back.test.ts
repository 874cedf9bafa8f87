import { describe, expect, test } from "vitest";
import { expireEscrow } from "../../../functions/domain/escrow/expire.ts";
import { askFunding, receiveFunding, recordCollectionCancellation } from "../../../functions/domain/escrow/fund.ts";
import { recordPayoutProof } from "../../../functions/domain/escrow/payout.ts";
import { startRefund } from "../../../functions/domain/escrow/refund.ts";
import { nextEscrowLook } from "../../../functions/domain/escrow/retry-schedule.ts";
import { recordFundingReturn } from "../../../functions/domain/escrow/return.ts";
import { escrowReviewReason } from "../../../functions/domain/escrow/review.ts";
import { orderSendBack, recordEscrowSendBack } from "../../../functions/domain/escrow/send-back.ts";
import { agreed, later } from "../../support/core/samples.ts";
import {
  awaiting,
  buyer,
  fundedEscrow,
  funds,
  movedBy,
  screenedEscrow,
  total,
} from "../../support/escrow/escrow-samples.ts";

const came = (totalCents: number, state = awaiting()) =>
  movedBy(state, receiveFunding(state, total(totalCents), later(1)));
const givenUp = (state = awaiting()) => movedBy(state, recordCollectionCancellation(state, later(2)));
const wish = { reason: "deal off", refundAddress: null };

/** An escrow whose refund asks the rail to send back what came. */
function sendingBack(cents: number) {
  const state = givenUp(came(cents));
  return movedBy(state, agreed(startRefund(state, wish, later(3))));
}

describe("a refund of an escrow that got another amount than its own", () => {
  test.each([6_000, 14_000])("orders %i cents back by the rail, all that came, under a key", (cents) => {
    const state = sendingBack(cents);
    expect(state).toMatchObject({ status: "awaiting_funds", unappliedCents: cents, refundedCents: 0 });
    expect(state.sendBack).toMatchObject({ key: `${state.id}:return:1`, railRef: "rail_1", amountCents: cents });
    expect(escrowReviewReason(state)).toMatchObject({ kind: "in_flight" });
    expect(nextEscrowLook(state)?.at).toBe(later(63));
  });

  test("ends once the rail has sent it, and tells the amount", () => {
    const state = sendingBack(6_000);
    const key = state.sendBack?.key ?? "";
    const transitions = recordEscrowSendBack(state, key, { transferRef: "tr_9", returned: "sent" }, later(4));
    expect(transitions[0]?.postings).toEqual([
      { account: "unapplied_receipts", amountCents: 6_000 },
      { account: "rail_clearing", amountCents: -6_000 },
    ]);
    expect(transitions[1]).toMatchObject({
      ...{ to: "refunded", next: { unappliedCents: 0, refundedCents: 6_000, sendBack: null } },
      events: [{ name: "escrow.refunded", data: { refundedCents: 6_000, refundTxHash: null, reason: "deal off" } }],
    });
    const after = movedBy(state, transitions);
    expect(recordEscrowSendBack(after, key, { transferRef: "tr_9", returned: "sent" }, later(5))).toEqual([]);
  });

  test("leaves the money where it is, for operators to see, when the rail refuses", () => {
    const state = sendingBack(6_000);
    const refused = { refused: { code: "bridge_refused", reason: "too old" } };
    const after = movedBy(state, recordEscrowSendBack(state, state.sendBack?.key ?? "", refused, later(4)));
    expect(after).toMatchObject({ status: "awaiting_funds", unappliedCents: 6_000, sendBack: null });
    expect(after.reconBreaks).toMatchObject([{ kind: "return_failed" }]);
    const again = movedBy(after, agreed(startRefund(after, wish, later(5))));
    expect(again.sendBack?.key).toBe(`${state.id}:return:2`);
    const twice = movedBy(again, recordEscrowSendBack(again, again.sendBack?.key ?? "", refused, later(6)));
    expect(twice.reconBreaks).toHaveLength(1);
  });

  test("is funded, expired and refunded by nobody else meanwhile", () => {
    const state = sendingBack(6_000);
    expect(askFunding(state, funds, later(4)).no?.code).toBe("illegal_escrow_transition");
    expect(expireEscrow(state, "asked", later(4))).toMatchObject({ code: "illegal_escrow_transition" });
    expect(startRefund(state, wish, later(4))).toEqual([]);
    expect(came(10_000, state)).toMatchObject({ status: "awaiting_funds", heldCents: 0, unappliedCents: 10_000 });
  });

  test("that operators have begun becomes the tenant's end", () => {
    const state = givenUp(came(6_000));
    const ordered = movedBy(state, orderSendBack(state, { by: "anna", closes: false }, later(3)));
    const closing = movedBy(ordered, agreed(startRefund(ordered, wish, later(4))));
    const report = { transferRef: "tr_9", returned: "sent" } as const;
    expect(movedBy(ordered, recordEscrowSendBack(ordered, `${state.id}:return:1`, report, later(5))).status).toBe(
      "awaiting_funds",
    );
    expect(movedBy(closing, recordEscrowSendBack(closing, `${state.id}:return:1`, report, later(5))).status).toBe(
      "refunded",
    );
  });

  test("that the payer's bank has taken as well is lost, and a break", () => {
    const state = sendingBack(6_000);
    const taken = movedBy(state, recordFundingReturn(state, "R10", later(4)));
    const report = { transferRef: "tr_9", returned: "sent" } as const;
    const [transition] = recordEscrowSendBack(taken, state.sendBack?.key ?? "", report, later(5));
    expect(transition?.next).toMatchObject({ shortfallCents: 6_000, reconBreaks: [{ kind: "return_after_refund" }] });
  });
});

describe("an escrow that is funded anew after its deposit was given up", () => {
  const anew = () => {
    const late = came(4_000, givenUp());
    return movedBy(late, askFunding(late, { ...funds, source: "ach_push" }, later(3)).transitions);
  };

  test("asks for the money under a key of its own, and counts each deposit for itself", () => {
    const state = anew();
    expect(state.funding).toMatchObject({ key: `${state.id}:fund:2`, receivedCents: 0 });
    expect(state.pastFundings).toMatchObject([{ railRef: "rail_1", receivedCents: 4_000 }]);
    const more = movedBy(state, receiveFunding(state, total(6_000, "rail_1"), later(4)));
    expect(more).toMatchObject({ status: "awaiting_funds", unappliedCents: 6_000, receivedCents: 6_000 });
    const held = movedBy(more, receiveFunding(more, total(10_000), later(5)));
    expect(held).toMatchObject({ status: "funded", unappliedCents: 6_000, receivedCents: 16_000 });
  });

  test("gives back by its refund what is held, and then what came before", () => {
    const held = came(10_000, anew());
    const passed = screenedEscrow(held, "pass", buyer, later(6));
    const ordered = movedBy(passed, agreed(startRefund(passed, { ...wish, refundAddress: buyer }, later(7))));
    const after = movedBy(ordered, recordPayoutProof(ordered, { txHash: "0xback" }, later(8)));
    expect(after).toMatchObject({ status: "refunded", refundedCents: 10_000, unappliedCents: 4_000 });
    expect(after.sendBack).toMatchObject({ railRef: "rail_1", amountCents: 4_000, closes: false });
  });

  test("is refused after twenty times", () => {
    let state = givenUp();
    for (let times = 2; times <= 20; times++) {
      state = movedBy(state, askFunding(state, funds, later(times)).transitions);
      state = movedBy(state, recordCollectionCancellation(state, later(times)));
    }
    expect(state.funding?.key).toBe(`${state.id}:fund:20`);
    expect(askFunding(state, funds, later(21)).no?.code).toBe("illegal_escrow_transition");
  });
});

test("a refund pays out what came beside the held amount in the same deposit", () => {
  const over = came(12_000, fundedEscrow());
  const passed = screenedEscrow(over, "pass", buyer, later(2));
  const ordered = movedBy(passed, agreed(startRefund(passed, { ...wish, refundAddress: buyer }, later(3))));
  expect(ordered.intent).toMatchObject({ leg: "refund", amountCents: 12_000 });
  const [transition] = recordPayoutProof(ordered, { txHash: "0xback" }, later(4));
  expect(transition).toMatchObject({
    ...{ to: "refunded", next: { unappliedCents: 0, refundedCents: 12_000 } },
    events: [{ data: { refundedCents: 12_000 } }],
    postings: [
      { account: "escrow_held", amountCents: 10_000 },
      { account: "unapplied_receipts", amountCents: 2_000 },
      { account: "rail_clearing", amountCents: -12_000 },
    ],
  });
});
