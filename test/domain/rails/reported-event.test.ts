import { describe, expect, test } from "vitest";
import { eventsOf, type ReportedTransfer } from "../../../functions/domain/rails/reported-event.ts";
import { exchangeCents, returnCost } from "../../../functions/domain/rails/return-cost.ts";

const transfer: ReportedTransfer = {
  railRef: "col_1",
  transferRef: "tr_1",
  reference: null,
  leg: "payout",
  events: [
    { kind: "funds_received", totalCents: 1_000 },
    { kind: "payment_processed", txHash: "0x1" },
    { kind: "failed", code: "bridge_error" },
  ],
  returned: null,
  receivedCents: 1_000,
  paid: "9.99",
  state: "error",
};

const [funds, proof, failure] = transfer.events;

describe("what follows from what a rail says of a transfer", () => {
  test("is what the wallet got with its proof, and that it was the payout that failed", () => {
    expect(eventsOf(transfer)).toEqual([funds, { ...proof, paid: "9.99" }, { ...failure, leg: "payout" }]);
  });

  test("is only what the rail tells", () => {
    expect(eventsOf({ ...transfer, paid: null }).map((event) => Object.keys(event))).toEqual([
      ["kind", "totalCents"],
      ["kind", "txHash"],
      ["kind", "code", "leg"],
    ]);
  });

  test.each(["collection", "return"] as const)("is no payout's failure where a %s failed", (leg) => {
    expect(eventsOf({ ...transfer, leg, events: [{ kind: "failed", code: "bridge_error" }] })).toEqual([
      { kind: "failed", code: "bridge_error" },
    ]);
  });
});

describe("sending money back to a payer's bank", () => {
  test("takes a unit of stablecoin for each dollar", () => {
    expect(returnCost(123_456)).toBe("1234.560000");
  });

  test.each([
    ["10.000000", "9.990000", 1],
    ["10.000000", "10.000000", 0],
    ["10.000000", "10.020000", -2],
  ])("of %s that had bought %s costs %i cents more than that", (cost, bought, cents) => {
    expect(exchangeCents(cost, bought)).toBe(cents);
  });
});
