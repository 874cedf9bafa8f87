import { describe, expect, test } from "vitest";
import { disputedRefund, disputeFactsOf } from "../../../functions/domain/escrow/dispute.ts";
import type { Escrow } from "../../../functions/domain/escrow/escrow.ts";
import { receiveFunding, returnUnappliedFunds } from "../../../functions/domain/escrow/fund.ts";
import { decideEscrowAction } from "../../../functions/domain/escrow/operator-actions.ts";
import { escrowCounts } from "../../../functions/domain/escrow/overview.ts";
import { recordFundingReturn } from "../../../functions/domain/escrow/return.ts";
import { escrowReviewReason } from "../../../functions/domain/escrow/review.ts";
import {
  escrowReportDeadline,
  listedAddressOf,
  recordEscrowListing,
  whyNotEscrowReported,
} from "../../../functions/domain/escrow/sanctions-hit.ts";
import { agreed, later, noon } from "../../support/core/samples.ts";
import {
  awaiting,
  beneficiary,
  buyer,
  createdEscrow,
  escrowIn,
  fundedEscrow,
  movedBy,
  quietFacts,
  refunding,
  releasing,
  screenedEscrow,
  total,
} from "../../support/escrow/escrow-samples.ts";

const day = 86_400;

describe("an escrow to a dispute about its deposit", () => {
  test("is told with all that is known of it", () => {
    const milestones = [
      { id: "mil_1", seq: 1, description: "build", amountCents: null, status: "completed" as const },
      { id: "mil_2", seq: 2, description: "ship", amountCents: null, status: "pending" as const },
    ];
    const { id: escrowId, tenantId } = createdEscrow();
    expect(disputeFactsOf({ ...escrowIn("released"), buyerRef: "buyer-7", milestones })).toEqual({
      ...{ escrowId, tenantId, currency: "USD", amountCents: 10_000, refundedCents: 0 },
      known: [
        {
          type: "receipt",
          text: `Escrow deal-1 of 100.00 USD, made on 2026-11-21\nDeposit of 100.00 USD by ACH debit (CCD)\nHeld since ${noon}\nReference at the bank's side: rail_1`,
        },
        { type: "product_description", text: "1. build (completed)\n2. ship (pending)" },
        { type: "customer_name", text: "buyer-7" },
        { type: "delivery_on_chain", text: "97.50 USD released in USDT on base to 0xBENEFICIARY\nTransaction 0xproof" },
        { type: "screening_reference", text: `${noon}: release screen of 0xBENEFICIARY: pass` },
      ],
    });
  });

  test("has a line for each of its screens", () => {
    const both = screenedEscrow(screenedEscrow(fundedEscrow(), "pass"), "block", buyer, later(1));
    expect(disputeFactsOf(both).known.at(-1)?.text).toBe(
      `${noon}: release screen of 0xBENEFICIARY: pass\n${later(1)}: refund screen of 0xBUYER: declined`,
    );
  });

  test("that got nothing yet is told by what was asked for", () => {
    const push = "Escrow deal-1 of 100.00 USD, made on 2026-11-21\nDeposit of 0.00 USD by a transfer of the buyer's";
    expect(disputeFactsOf(createdEscrow())).toMatchObject({
      ...{ amountCents: 10_000, refundedCents: 0, known: [{ type: "receipt", text: push }] },
    });
    expect(disputeFactsOf(awaiting()).known).toEqual([
      { type: "receipt", text: `${push}\nReference at the bank's side: rail_1` },
    ]);
  });

  test("says how much of what came went back, and never more than that", () => {
    const part = movedBy(awaiting(), receiveFunding(awaiting(), total(4_000), noon));
    const back = { amountCents: 1_000, reference: "w", by: "operator:anna" };
    const less = movedBy(part, agreed(returnUnappliedFunds(part, back, noon)));
    expect(disputeFactsOf(less)).toMatchObject({ amountCents: 4_000, refundedCents: 1_000 });
    const taken = movedBy(less, recordFundingReturn(less, "R10", later(1)));
    expect(disputeFactsOf(taken)).toMatchObject({ amountCents: 4_000, refundedCents: 4_000 });
    expect(disputeFactsOf({ ...fundedEscrow(), refundedCents: 12_000 }).refundedCents).toBe(10_000);
  });

  test("is not refunded beside it, where there is anything that its bank may take", () => {
    const no = {
      code: "action_not_available",
      message: "a dispute case about this escrow is open: its bank may take the money",
    };
    expect(disputedRefund(fundedEscrow(), true)).toMatchObject(no);
    expect(disputedRefund({ ...fundedEscrow(), unappliedCents: 10_000 }, true)).toMatchObject(no);
    expect(disputedRefund({ ...createdEscrow(), unappliedCents: 70 }, true)).toMatchObject(no);
    expect(disputedRefund(fundedEscrow(), false)).toBeUndefined();
    expect(disputedRefund(createdEscrow(), true)).toBeUndefined();
    expect(disputedRefund(refunding(), true)).toBeUndefined();
    const sendBack = { key: "k", railRef: "rail_1", amountCents: 70, closes: false, by: "anna" };
    const goingBack = { ...sendBack, transferRef: null, at: noon, lookAt: noon };
    expect(disputedRefund({ ...fundedEscrow(), sendBack: goingBack }, true)).toBeUndefined();
  });
});

describe("an address that comes onto a list", () => {
  const found = { list: "OFAC SDN", address: beneficiary, version: 7, ref: "scr_9", others: 0, othersHeldCents: 0 };
  const listed = (state: Escrow, address: string, now = later(9)) =>
    listedAddressOf(state, (each) => each === address, now);

  test("matters to money that is here, wherever it may go, however old", () => {
    const state = { ...fundedEscrow(), refundAddress: buyer };
    for (const now of [later(9), later(999 * day)]) {
      expect(listed(state, beneficiary, now)).toBe(beneficiary);
      expect(listed(state, buyer, now)).toBe(buyer);
    }
    expect(listed(state, "0xOTHER")).toBeUndefined();
    expect(listed({ ...createdEscrow(), unappliedCents: 1 }, beneficiary)).toBe(beneficiary);
    expect(listed({ ...fundedEscrow(), payoutAddress: null }, beneficiary)).toBeUndefined();
  });

  test("matters to money that went there lately, and to nothing else", () => {
    const [released, refunded] = [escrowIn("released"), escrowIn("refunded")];
    expect([listed(released, beneficiary), listed({ ...released, refundAddress: buyer }, buyer)]).toEqual([
      ...[beneficiary, undefined],
    ]);
    expect([listed(refunded, buyer), listed(refunded, beneficiary)]).toEqual([buyer, undefined]);
    expect(listedAddressOf(escrowIn("expired"), () => true, later(9))).toBeUndefined();
    expect(listedAddressOf(createdEscrow(), () => true, later(9))).toBeUndefined();
    const edge = 90 * day;
    expect(listed(released, beneficiary, later(edge))).toBe(beneficiary);
    expect(listed(released, beneficiary, later(edge + 1))).toBeUndefined();
  });

  test("is written down once for a version, and is the first thing in the queue", () => {
    const [transition] = recordEscrowListing(fundedEscrow(), found, later(9));
    expect(transition).toMatchObject({
      reason: "0xBENEFICIARY is on OFAC SDN now (screened as scr_9)",
      next: { listing: { ...found, at: later(9) } },
    });
    const state = transition?.next ?? fundedEscrow();
    expect(recordEscrowListing(state, found, later(10))).toEqual([]);
    expect(escrowReviewReason(state)).toMatchObject({ kind: "listed", since: later(9) });
    expect(escrowReviewReason(state)?.reason).toContain("100.00 USD is still here");
    expect(escrowReviewReason({ ...state, unappliedCents: 70 })?.reason).toContain("100.70 USD is still here");
  });

  test("is over once it was reported, under a reference", () => {
    const state = movedBy(fundedEscrow(), recordEscrowListing(fundedEscrow(), found, later(9)));
    expect([whyNotEscrowReported(state), whyNotEscrowReported(fundedEscrow())]).toEqual([
      ...[undefined, "nothing is blocked that has not been reported"],
    ]);
    const input = { escrow: state, facts: quietFacts, reference: "OFAC-7", verdict: "pass", screen: null } as const;
    const [reported] = agreed(decideEscrowAction("reported", { ...input, by: "apr_1", now: later(60) }));
    expect(reported).toMatchObject({
      reason: "blocked property reported as OFAC-7 (apr_1)",
      next: { blockReports: [{ reference: "OFAC-7", at: later(60) }] },
    });
    expect(reported && [whyNotEscrowReported(reported.next), escrowReviewReason(reported.next)]).toEqual([
      ...["nothing is blocked that has not been reported", null],
    ]);
  });
});

describe("money whose beneficiary the provider declined", () => {
  const due = "2026-12-08T04:00:00.000Z";
  const declined = screenedEscrow(fundedEscrow(), "block");

  test("is to be reported within ten banking days", () => {
    expect(escrowReportDeadline(declined)).toBe(due);
    expect(whyNotEscrowReported(declined)).toBeUndefined();
    expect(escrowReportDeadline(screenedEscrow(releasing(), "block"))).toBe(due);
  });

  test("is not where operators said no, where it passed since, or where none of it is held", () => {
    const byPeople = {
      ...declined,
      screens: declined.screens.map((each) => ({ ...each, source: "operator" as const })),
    };
    const elsewhere = screenedEscrow(fundedEscrow(), "block", buyer);
    const passed = screenedEscrow(declined, "pass", beneficiary, later(1));
    const gone = { ...declined, heldCents: 0, unappliedCents: 70 } as Escrow;
    for (const state of [byPeople, elsewhere, passed, gone, { ...declined, payoutAddress: null } as Escrow])
      expect([escrowReportDeadline(state), whyNotEscrowReported(state)]).toEqual([
        ...[null, "nothing is blocked that has not been reported"],
      ]);
  });
});

test("the public overview counts an escrow by its status, and its amount once", () => {
  const created = createdEscrow();
  expect(escrowCounts(null, created)).toEqual({
    ...{ escrows: 1, "escrows.totalCents": 10_000, "escrows.awaiting_funds": 1 },
  });
  expect(escrowCounts(created, fundedEscrow())).toEqual({ "escrows.awaiting_funds": -1, "escrows.funded": 1 });
});
