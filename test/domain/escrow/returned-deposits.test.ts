import { describe, expect, test } from "vitest";
import { transfer } from "../../../functions/domain/core/ledger.ts";
import type { Escrow } from "../../../functions/domain/escrow/escrow.ts";
import { expireEscrow } from "../../../functions/domain/escrow/expire.ts";
import { recordFunding, returnUnappliedFunds } from "../../../functions/domain/escrow/fund.ts";
import { recordFundingReturn } from "../../../functions/domain/escrow/return.ts";
import { agreed, later, noon } from "../../support/core/samples.ts";
import {
  anew,
  askForFunds,
  awaitedFunding,
  awaiting,
  came,
  createdEscrow,
  escrowIn,
  fundedEscrow,
  givenUp,
  movedBy,
  releasing,
} from "../../support/escrow/escrow-samples.ts";

const { id, tenantId } = createdEscrow();
describe("money that its payer's bank takes back", () => {
  const alert = (code: string) => ({ kind: "raise_escrow_return_alert", escrowId: id, tenantId, code, at: later(9) });
  const count = (counts: object) => ({ kind: "count", tenantId, at: later(9), counts });
  const returned = (state: Escrow, code = "R10", railRef?: string) =>
    recordFundingReturn(state, code, later(9), railRef)[0];

  test("is counted as a return of a debit, which was counted when it was held", () => {
    expect(returned(fundedEscrow())?.follows).toEqual([count({ returnsUnauthorized: 1 }), alert("R10")]);
    expect(returned(fundedEscrow(), "R01")?.follows).toEqual([count({ returnsOther: 1 })]);
    expect(returned(came(awaiting(), 4_000))?.follows).toEqual([alert("R10")]);
    const part = came(movedBy(askForFunds(), recordFunding(askForFunds(), awaitedFunding, noon)), 4_000);
    expect(returned(part)?.follows).toEqual([count({ returnsUnauthorized: 1, debits: 1 }), alert("R10")]);
  });

  test("is nothing where nothing had come", () => {
    expect(returned(awaiting())).toBeUndefined();
  });

  test("leaves nothing of it, neither held nor applied to nothing", () => {
    expect(returned(came(fundedEscrow(), 12_000))).toMatchObject({
      ...{ to: "failed", reason: "funding returned R10" },
      postings: [
        { account: "unapplied_receipts", amountCents: 2_000 },
        { account: "rail_clearing", amountCents: -2_000 },
        { account: "escrow_held", amountCents: 10_000 },
        { account: "rail_clearing", amountCents: -10_000 },
      ],
      next: {
        ...{ returned: { code: "R10", at: later(9) }, heldCents: 0, unappliedCents: 0, shortfallCents: 0, unmet: [] },
        ...{ failureCode: "funding_returned", failureReason: "returned R10", blockedAt: null, reconBreaks: [] },
      },
    });
    const blocked = returned(escrowIn("release_pending"))?.next;
    expect([blocked?.unmet, blocked?.blockedAt]).toEqual([[], null]);
  });

  test("while it is paid out is a break, and what is held stays until that has ended", () => {
    expect(returned(releasing())).toMatchObject({
      ...{ to: "funded", next: { heldCents: 10_000, shortfallCents: 10_000 } },
      postings: transfer("return_shortfall", "rail_clearing", 10_000),
    });
    expect(returned(releasing())?.next.reconBreaks).toEqual([{ kind: "return_in_flight", at: later(9) }]);
  });

  test("after the end without it takes what is applied to nothing", () => {
    const ended = movedBy(givenUp(), agreed(expireEscrow(givenUp(), "asked", noon)));
    expect(returned(came(ended, 10_000))).toMatchObject({
      ...{ from: "expired", to: "expired", next: { unappliedCents: 0, failureCode: null } },
    });
  });

  test("of a collection that was given up takes that alone, and what was sent back of it is lost", () => {
    const less = movedBy(
      anew(),
      agreed(returnUnappliedFunds(anew(), { amountCents: 1_000, reference: "w", by: "a" }, noon)),
    );
    const held = came(less, 10_000);
    const transition = returned(held, "R10", "rail_1");
    expect(transition).toMatchObject({
      ...{ to: "funded", reason: "funding returned R10, of a collection that had been given up" },
      postings: [
        ...transfer("unapplied_receipts", "rail_clearing", 3_000),
        ...transfer("return_shortfall", "rail_clearing", 1_000),
      ],
      next: { returned: null, heldCents: 10_000, unappliedCents: 0, shortfallCents: 1_000 },
      follows: [alert("R10")],
    });
    expect(transition?.next.pastFundings).toMatchObject([{ returned: { code: "R10", at: later(9) } }]);
    expect(transition && returned(transition.next, "R10", "rail_1")).toBeUndefined();
    const first = askForFunds(
      givenUp(came(movedBy(askForFunds(), recordFunding(askForFunds(), awaitedFunding, noon)), 4_000)),
    );
    const second = came(movedBy(first, recordFunding(first, { ...awaitedFunding, railRef: "rail_2" }, noon)), 10_000);
    expect(returned(second, "R01", "rail_1")?.follows).toEqual([count({ returnsOther: 1, debits: 1 })]);
  });
});
