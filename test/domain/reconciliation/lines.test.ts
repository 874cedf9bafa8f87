import { describe, expect, test } from "vitest";
import { receiveFunding, recordCollectionCancellation } from "../../../functions/domain/escrow/fund.ts";
import { orderSendBack } from "../../../functions/domain/escrow/send-back.ts";
import type { RailTransfer } from "../../../functions/domain/rails/transfer.ts";
import { hasTransfer, type ReconBreak } from "../../../functions/domain/reconciliation/break.ts";
import { escrowBreaksOf, escrowRailRefsOf } from "../../../functions/domain/reconciliation/escrow-recon-break.ts";
import { escrowRowOf, unreadableEscrowRow } from "../../../functions/domain/reconciliation/escrow-recon-row.ts";
import { type FeeSweep, openFeeSweep } from "../../../functions/domain/reconciliation/fee-sweep.ts";
import { feeSweepBreaks } from "../../../functions/domain/reconciliation/fee-sweep-break.ts";
import { countIn, emptySummary, type ReconLine } from "../../../functions/domain/reconciliation/line.ts";
import { reconRowOf, unreadableRow } from "../../../functions/domain/reconciliation/row.ts";
import type { RecordLedger } from "../../../functions/domain/settlement/ledger.ts";
import { later, noon, settlementIn } from "../../support/core/samples.ts";
import { awaiting, escrowIn, fundedEscrow, movedBy, refunding, total } from "../../support/escrow/escrow-samples.ts";

const booked = (amountCents: number) => ({ amountCents, bookedAt: noon });
const ledger: RecordLedger = {
  balances: {
    fee_income: -250,
    escrow_held: -9_000,
    unapplied_receipts: -70,
    tenant_reserve: -900,
    tenant_payable: -7,
  },
  ...{ lopsided: [], collected: booked(10_000), paidOut: booked(600), returned: booked(80) },
};
const ledgerCents = {
  ...{ ledgerCollectedCents: 10_000, ledgerFeeCents: 250, ledgerPaidOutCents: 600, ledgerReturnedCents: 80 },
};
const transfer = (change: Partial<RailTransfer>): RailTransfer => ({
  ...{ railRef: "rail_1", reference: null, kind: "collection", amountCents: 10_000, amount: null },
  ...{ at: noon, state: "done", ...change },
});
const list = [
  transfer({}),
  transfer({ kind: "return", amountCents: 80 }),
  transfer({ kind: "return", amountCents: 9, state: "pending" }),
  transfer({ kind: "payout", amountCents: null, amount: "6" }),
];
const found = { unbalanced: ["escrow_held"], breaks: ["late"] };

describe("an escrow's row", () => {
  const { id: escrowId, tenantId, adapter: rail } = fundedEscrow();
  const named = { escrowId, tenantId, reference: "deal-1", createdAt: noon, releaseRule: "manual", rail };
  const fromLedger = { ...ledgerCents, ledgerHeldCents: 9_000, ledgerUnappliedCents: 70 };

  test("has record, ledger and rail side by side", () => {
    expect(escrowRowOf(escrowIn("released"), ledger, list, found)).toEqual({
      ...{ ...named, ...fromLedger, status: "released", railRef: "rail_1", currency: "USD" },
      ...{ amountCents: 10_000, feeCents: 250, netCents: 9_750, heldCents: 0, unappliedCents: 0, returnedCents: 0 },
      ...{ payoutLeg: "release", paidOut: "97.500000", txHash: "0xproof", inFlight: false },
      ...{ railCollectedCents: 10_000, railPaidOut: "6", railReturnedCents: 80, ...found },
    });
  });

  test("tells what is under way: a deposit or a payout, and not what is merely held", () => {
    const flight = (state = awaiting()) => {
      const { inFlight, payoutLeg, txHash, railRef } = escrowRowOf(state, ledger, [], found);
      return [inFlight, payoutLeg, txHash, railRef];
    };
    expect(flight()).toEqual([true, null, null, "rail_1"]);
    expect(flight(refunding())).toEqual([true, "refund", null, "rail_1"]);
    expect(flight(fundedEscrow())).toEqual([false, null, null, "rail_1"]);
    expect(flight(escrowIn("refunded"))).toEqual([false, "refund", "0xback", "rail_1"]);
    expect(flight(escrowIn("expired"))).toEqual([false, null, null, null]);
  });

  test("of a record that cannot be read tells the ledger alone", () => {
    expect(unreadableEscrowRow("esc_9", "ten_9", ledger)).toEqual({
      ...{ escrowId: "esc_9", tenantId: "ten_9", reference: "", createdAt: null, releaseRule: null, rail: "" },
      ...{ ...fromLedger, status: "unreadable", railRef: null, currency: "USD" },
      ...{ amountCents: 0, feeCents: 0, netCents: 0, heldCents: 0, unappliedCents: 0, returnedCents: 0 },
      ...{ payoutLeg: null, paidOut: null, txHash: null, inFlight: false },
      ...{ railCollectedCents: 0, railPaidOut: null, railReturnedCents: 0 },
      ...{ unbalanced: ["record_unreadable"], breaks: [] },
    });
  });
});

describe("a settlement's row", () => {
  const fromLedger = { ...ledgerCents, ledgerReserveCents: 900, ledgerHeldCents: 77 };

  test("has record, ledger and rail side by side", () => {
    const { settlement } = settlementIn("completed");
    expect(reconRowOf(settlement, ledger, list, found)).toEqual({
      ...{ settlementId: settlement.id, tenantId: settlement.tenantId, invoice: "A-1", createdAt: noon },
      ...{ status: "completed", paymentStatus: "succeeded", rail: "mock", railRef: "rail_1", currency: "USD" },
      ...{ fiatInCents: 10_000, feeCents: 250, reserveCents: 975, netCents: 8_775, usdtOut: "87.750000" },
      ...{ usdtStable: "USDT", txHash: "0xproof", ...fromLedger, inFlight: false, ...found },
      ...{ railCollectedCents: 10_000, railPaidOut: "6", railReturnedCents: 80 },
    });
  });

  test("of a record that cannot be read tells the ledger alone", () => {
    expect(unreadableRow("stl_9", "ten_9", ledger)).toEqual({
      ...{ settlementId: "stl_9", tenantId: "ten_9", invoice: "", createdAt: null, rail: "", railRef: null },
      ...{ status: "unreadable", paymentStatus: "unreadable", currency: "USD", usdtStable: "", usdtOut: null },
      ...{ fiatInCents: 0, feeCents: 0, reserveCents: 0, netCents: 0, txHash: null, inFlight: false, ...fromLedger },
      ...{ railCollectedCents: 0, railPaidOut: null, railReturnedCents: 0 },
      ...{ unbalanced: ["record_unreadable"], breaks: [] },
    });
  });
});

describe("a summary", () => {
  const input = { from: noon, to: later(1), tenantId: null, type: "all" as const, nightly: [] };

  test("counts each line once, by what it is", () => {
    const summary = emptySummary(input);
    expect(summary).toMatchObject({ ...input, currency: "USD", settlements: 0, escrows: 0, complete: true });
    const oneBreak = (kind: string) => ({ kind }) as ReconBreak;
    const settlement = reconRowOf(settlementIn("completed").settlement, ledger, list, { unbalanced: [], breaks: [] });
    const lines: ReconLine[] = [
      { kind: "settlement", row: settlement, breaks: [oneBreak("late"), oneBreak("duplicate")] },
      { kind: "settlement", row: { ...settlement, inFlight: true, status: "collecting" }, breaks: [] },
      { kind: "escrow", row: escrowRowOf(refunding(), ledger, list, found), breaks: [oneBreak("late")] },
      { kind: "escrow", row: escrowRowOf(fundedEscrow(), ledger, list, found), breaks: [] },
      { kind: "stray", breaks: [oneBreak("missing_on_our_side")] },
    ];
    for (const line of lines) countIn(summary, line);
    expect(summary).toEqual({
      ...{ ...input, currency: "USD", complete: true, settlements: 2, byStatus: { completed: 1, collecting: 1 } },
      totals: {
        ...{ fiatInCents: 20_000, feeCents: 500, reserveCents: 1_950, netCents: 17_550 },
        ...{ ledgerCollectedCents: 20_000, ledgerFeeCents: 500, ledgerReserveCents: 1_800, ledgerPaidOutCents: 1_200 },
        ...{ ledgerReturnedCents: 160, ledgerHeldCents: 154, railCollectedCents: 20_000, railReturnedCents: 160 },
      },
      ...{ escrows: 2, escrowsByStatus: { funded: 2 }, heldCents: 20_000 },
      escrowTotals: {
        ...{
          amountCents: 20_000,
          heldCents: 20_000,
          unappliedCents: 0,
          returnedCents: 0,
          ledgerCollectedCents: 20_000,
        },
        ...{ ledgerFeeCents: 500, ledgerPaidOutCents: 1_200, ledgerReturnedCents: 160, ledgerHeldCents: 18_000 },
        ...{ ledgerUnappliedCents: 140, railCollectedCents: 20_000, railReturnedCents: 160 },
      },
      ...{ inFlight: 2, unbalanced: 2, breaks: 4 },
      breaksByKind: { late: 2, duplicate: 1, missing_on_our_side: 1 },
    });
  });
});

describe("a record and a transfer of the rail's", () => {
  test("belong together by the collection's reference, and the transfer's own where it has one", () => {
    const owned = { settlementId: "stl_1", escrowId: null, tenantId: "ten_1" };
    const record = { owned, collectedAs: ["tr_1"], railRefs: ["tr_1", "tr_2"] };
    expect(hasTransfer(record, { railRef: "tr_1" })).toBe(true);
    expect(hasTransfer(record, { railRef: "tr_1", transferRef: "tr_2" })).toBe(true);
    expect(hasTransfer(record, { railRef: "tr_1", transferRef: "tr_9" })).toBe(false);
    expect(hasTransfer(record, { railRef: "tr_2", transferRef: "tr_2" })).toBe(false);
  });

  test("of an escrow have the references of its returns and of payouts that came to nothing", () => {
    const came = movedBy(awaiting(), receiveFunding(awaiting(), total(6_000), later(1)));
    const free = movedBy(came, recordCollectionCancellation(came, later(2)));
    const ordered = movedBy(free, orderSendBack(free, { by: "anna", closes: false }, later(3)));
    const sendBack = ordered.sendBack && { ...ordered.sendBack, transferRef: "tr_back" };
    expect(escrowRailRefsOf({ ...ordered, sendBack })).toEqual(["rail_1", "tr_back"]);
    const [intent] = [refunding().intent];
    const past = intent && { ...intent, transferRef: "tr_past", code: "no", txHash: null };
    const state = { ...fundedEscrow(), pastPayouts: past ? [past] : [], payoutRef: "rail_1" };
    expect(escrowRailRefsOf(state)).toEqual(["rail_1", "tr_past"]);
  });

  test("of an escrow differ by what its record holds open", () => {
    const reconBreaks = [
      { kind: "rail_failed", at: later(3) },
      { kind: "return_failed", at: noon, resolvedAt: noon },
    ];
    const { id: escrowId, tenantId } = fundedEscrow();
    const agreed = { ...ledger, paidOut: booked(0), returned: booked(0) };
    expect(escrowBreaksOf({ ...fundedEscrow(), reconBreaks }, agreed, [transfer({})], later(999))).toEqual([
      {
        ...{ kind: "rail_failed", about: "record", settlementId: null, escrowId, tenantId, railRef: "rail_1" },
        ...{ ours: null, theirs: null, at: later(3) },
      },
    ]);
  });
});

describe("a sweep of fees beside the rail's own list", () => {
  const opened = openFeeSweep(
    {
      ...{ id: "fsw_1", tenantId: "ten_1", date: "2026-11-20", toAddress: "0xOURS", units: "45.000000" },
      ...{ amountCents: 4_500, floatUnits: "5.000000", rail: "bridge", customer: "c", chain: "base", stable: "USDC" },
    },
    noon,
  ).next;
  const proven: FeeSweep = { ...opened, status: "proven", transferRef: "tr_9", txHash: "0x1", updatedAt: later(1) };
  const swept = (amount: string | null, change: Partial<RailTransfer> = {}) =>
    transfer({ kind: "sweep", amountCents: null, amount, ...change });
  const now = later(9_999);

  test("is there with its amount once it has left, and not before", () => {
    expect(feeSweepBreaks(proven, [swept("45"), transfer({})], now)).toEqual([]);
    expect(feeSweepBreaks(opened, [swept("45", { state: "pending" }), transfer({})], now)).toEqual([]);
  });

  test("differs where it is missing on a side, or another", () => {
    const about = { about: "sweep", settlementId: null, escrowId: null, feeSweepId: "fsw_1", tenantId: "ten_1" };
    const own = { ...about, railRef: "tr_9", ours: "45.000000" };
    expect(feeSweepBreaks(proven, [transfer({})], now)).toEqual([
      { ...own, kind: "missing_on_theirs", theirs: null, at: later(1) },
    ]);
    expect(feeSweepBreaks(proven, [swept("44"), swept(null, { at: later(2) })], now)).toEqual([
      { ...own, kind: "amount_mismatch", theirs: "44 + 0", at: later(2) },
    ]);
    expect(feeSweepBreaks(opened, [swept("45")], now)).toEqual([
      { ...about, railRef: null, kind: "missing_on_our_side", ours: null, theirs: "45", at: noon },
    ]);
  });
});
