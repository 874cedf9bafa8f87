import { describe, expect, test } from "vitest";
import type { RailTransfer } from "../../../functions/domain/rails/transfer.ts";
import { reconRowOf, unreadableRow } from "../../../functions/domain/reconciliation/row.ts";
import type { RailMove, RecordLedger } from "../../../functions/domain/settlement/ledger.ts";
import { noon, settlementIn } from "../../support/core/samples.ts";

const none: RailMove = { amountCents: 0, bookedAt: null };
const booked = (amountCents: number): RailMove => ({ amountCents, bookedAt: noon });

function ledger(change: Partial<RecordLedger> = {}): RecordLedger {
  return { balances: {}, lopsided: [], collected: none, paidOut: none, returned: none, ...change } as RecordLedger;
}

function transfer(change: Partial<RailTransfer> = {}): RailTransfer {
  const base = {
    railRef: "rail_1",
    reference: "stl_1",
    kind: "collection",
    amountCents: 10_000,
    amount: null,
  } as const;
  return { ...base, at: noon, state: "done", ...change };
}

const payout = (amount: string, change: Partial<RailTransfer> = {}) =>
  transfer({ kind: "payout", amountCents: null, amount, ...change });

describe("a settlement's row", () => {
  test("has record, ledger and rail side by side, what is owed as a positive amount", () => {
    const balances = {
      fee_income: -250,
      tenant_reserve: -975,
      tenant_payable: -8_775,
      unapplied_receipts: -5,
      rail_clearing: 1,
    };
    const full = ledger({ balances, collected: booked(10_005), paidOut: booked(1), returned: booked(2) });
    const list = [
      transfer(),
      transfer({ amountCents: 5 }),
      transfer({ kind: "return", amountCents: 2 }),
      payout("1"),
      payout("2"),
      payout("9", { state: "failed" }),
    ];
    const row = reconRowOf(settlementIn("screening").settlement, full, list, {
      unbalanced: ["fee_income"],
      breaks: ["late"],
    });
    expect(row).toMatchObject({
      ...{ ledgerCollectedCents: 10_005, ledgerFeeCents: 250, ledgerReserveCents: 975, ledgerPaidOutCents: 1 },
      ...{ ledgerReturnedCents: 2, ledgerHeldCents: 8_780, railCollectedCents: 10_005, railPaidOut: "1 + 2" },
      ...{
        railReturnedCents: 2,
        inFlight: true,
        unbalanced: ["fee_income"],
        breaks: ["late"],
        paymentStatus: "succeeded",
      },
    });
    expect(
      reconRowOf(settlementIn("completed").settlement, ledger(), [], { unbalanced: [], breaks: [] }),
    ).toMatchObject({ ...{ inFlight: false, railPaidOut: null, ledgerHeldCents: 0, ledgerFeeCents: 0 } });
  });

  test("of a record that cannot be read tells the ledger alone", () => {
    expect(unreadableRow("stl_1", "ten_1", ledger({ collected: booked(7) }))).toMatchObject({
      ...{
        settlementId: "stl_1",
        tenantId: "ten_1",
        status: "unreadable",
        paymentStatus: "unreadable",
        currency: "USD",
      },
      ...{ ledgerCollectedCents: 7, inFlight: false, unbalanced: ["record_unreadable"], breaks: [], railPaidOut: null },
    });
  });
});
