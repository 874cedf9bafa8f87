import { describe, expect, test } from "vitest";
import {
  type DisputedEscrow,
  disputeEscrow,
  isEscrowDisputed,
  noteEscrow,
  undisputeEscrow,
} from "../../../functions/domain/disputes/disputed-escrow.ts";
import { disputePayment, refundedOf, undisputePayment } from "../../../functions/domain/disputes/payment-dispute.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { lastOf, later, settlementIn } from "../../support/core/samples.ts";

const { settlement } = settlementIn("completed");

function disputed(state: Settlement = settlement): Settlement {
  return lastOf(disputePayment(state, "cas_1", later(1))).next;
}

function ended(status: Parameters<typeof undisputePayment>[1]["status"]): Settlement {
  return lastOf(undisputePayment(disputed(), { id: "cas_1", status }, later(2))).next;
}

describe("a payment with an open case", () => {
  test("names it once, however often it is said", () => {
    expect(disputed().disputes).toEqual(["cas_1"]);
    expect(disputePayment(disputed(), "cas_1", later(2))).toEqual([]);
  });

  test.each(["lost", "accepted", "expired"] as const)("remembers that it was %s", (status) => {
    expect(ended(status)).toMatchObject({ disputes: [], disputesLost: ["cas_1"] });
  });

  test.each(["won", "withdrawn"] as const)("has lost nothing when it is %s", (status) => {
    expect(ended(status).disputes).toEqual([]);
    expect(ended(status).disputesLost).toBeUndefined();
  });
});

describe("a payment whose case was lost", () => {
  test("has lost nothing yet where the next stage is fought", () => {
    expect(disputed(ended("lost"))).toMatchObject({ disputes: ["cas_1"], disputesLost: [] });
  });

  test("is not touched by the end of a case that it does not know", () => {
    const other = { id: "cas_2", status: "lost" } as const;
    expect(undisputePayment(ended("lost"), other, later(3))).toEqual([]);
  });
});

describe("the trail of a dispute on its payment", () => {
  test("is on the case: the settlement's row says it quietly", () => {
    expect(disputePayment(settlement, "cas_1", later(1))).toMatchObject([
      { quiet: true, reason: "its payment is disputed by cas_1" },
    ]);
    expect(undisputePayment(disputed(), { id: "cas_1", status: "won" }, later(2))).toMatchObject([
      { quiet: true, reason: "its dispute cas_1 has ended" },
    ]);
  });

  test("keeps the other cases of the payment, open and lost", () => {
    const two = lastOf(disputePayment(disputed(), "cas_2", later(2))).next;
    expect(two.disputes).toEqual(["cas_1", "cas_2"]);
    const one = lastOf(undisputePayment(two, { id: "cas_1", status: "lost" }, later(3))).next;
    expect(one).toMatchObject({ disputes: ["cas_2"], disputesLost: ["cas_1"] });
    const both = lastOf(undisputePayment(one, { id: "cas_2", status: "expired" }, later(4))).next;
    expect(both).toMatchObject({ disputes: [], disputesLost: ["cas_1", "cas_2"] });
    expect(lastOf(disputePayment(both, "cas_2", later(5))).next.disputesLost).toEqual(["cas_1"]);
  });
});

describe("what a payer has had back", () => {
  const { payment, fiatInCents } = settlement;
  const sent = (...cents: number[]): Settlement["sentBack"] => {
    return cents.map((amountCents) => ({ ...({} as Settlement["sentBack"][number]), amountCents }));
  };

  test.each([
    ["nothing", {}, 0],
    ["all that its bank took", { payment: { ...payment, status: "returned" } }, fiatInCents],
    ["all that was refunded", { payment: { ...payment, status: "refunded" } }, fiatInCents],
    ["what was sent, together", { sentBack: sent(100, 250) }, 350],
    ["never more than was paid", { sentBack: sent(fiatInCents, 250) }, fiatInCents],
  ] as const)("is %s", (_, change, cents) => {
    expect(refundedOf({ ...settlement, ...change } as Settlement)).toBe(cents);
  });
});

describe("an escrow whose deposit is disputed", () => {
  const escrow: DisputedEscrow = {
    ...{ escrowId: "esc_1", tenantId: "ten_1", amountCents: 500, currency: "USD", refundedCents: 0, known: [] },
    disputes: ["cas_1"],
  };
  const row = { from: "known", to: "known", quiet: true };

  test("names each case about it once, until that has ended", () => {
    const both = { ...escrow, disputes: ["cas_1", "cas_2"] };
    expect(disputeEscrow(escrow, "cas_1")).toEqual([]);
    expect(disputeEscrow(escrow, "cas_2")).toEqual([{ ...row, next: both, reason: "disputed by cas_2" }]);
    expect(undisputeEscrow(both, "cas_2")).toEqual([{ ...row, next: escrow, reason: "its dispute cas_2 has ended" }]);
    expect(undisputeEscrow(escrow, "cas_2")).toEqual([]);
    expect([isEscrowDisputed(escrow), isEscrowDisputed({ disputes: [] })]).toEqual([true, false]);
  });

  test("is kept as it is where an alert may still become a case", () => {
    expect(noteEscrow(escrow)).toEqual([{ ...row, next: escrow, reason: "its deposit is the matter of an alert" }]);
  });
});
