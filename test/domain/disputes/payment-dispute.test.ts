import { describe, expect, test } from "vitest";
import { disputePayment, undisputePayment } from "../../../functions/domain/disputes/payment-dispute.ts";
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
