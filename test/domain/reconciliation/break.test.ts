import { describe, expect, test } from "vitest";
import type { RailTransfer } from "../../../functions/domain/rails/transfer.ts";
import { differences, type RecordComparison } from "../../../functions/domain/reconciliation/break.ts";

const now = "2026-11-22T00:20:00.000Z";
const hoursAgo = "2026-11-21T20:00:00.000Z";
const minuteAgo = "2026-11-22T00:19:00.000Z";

function moved(change: Partial<RailTransfer>): RailTransfer {
  const whose = { railRef: "tr_1", reference: "stl_1.inv_1" };
  return { ...whose, kind: "payout", amountCents: null, amount: "87.75", at: hoursAgo, state: "done", ...change };
}

/** A settlement whose collection and payout are on the ledger, and what the rail lists of it. */
function comparison(transfers: readonly RailTransfer[], bookedAt = hoursAgo): RecordComparison {
  const booked = (amountCents: number) => ({ amountCents, bookedAt });
  const collection = moved({ kind: "collection", amountCents: 10_000, amount: null });
  return {
    record: { settlementId: "stl_1", escrowId: null, tenantId: "ten_1", railRef: "tr_1" },
    updatedAt: hoursAgo,
    ledger: {
      ...{ balances: {}, lopsided: [], collected: booked(10_000), paidOut: booked(8_775) },
      returned: { amountCents: 0, bookedAt: null },
    },
    transfers: [collection, ...transfers],
    ...{ ordered: "87.750000", offRailCents: 0, own: [] },
  };
}

const kindsOf = (compared: RecordComparison) => differences(compared, now).map(({ kind, about }) => `${about} ${kind}`);

describe("a ledger and the rail's list that agree", () => {
  test("differ in nothing, however the rail writes its amounts", () => {
    expect(kindsOf(comparison([moved({})]))).toEqual([]);
  });
});

describe("another sum than the ledger's", () => {
  test("is a mismatch once it is five minutes old", () => {
    expect(kindsOf(comparison([moved({ amount: "87.74" })]))).toEqual(["payout amount_mismatch"]);
  });

  test("is no break while the last thing that the rail did may be on its way to us", () => {
    expect(kindsOf(comparison([moved({}), moved({ amount: "9.75", at: minuteAgo })]))).toEqual([]);
    expect(kindsOf(comparison([moved({}), moved({ at: minuteAgo })]))).toEqual([]);
  });
});
