import { describe, expect, test } from "vitest";
import type { RailTransfer } from "../../../functions/domain/rails/transfer.ts";
import { breaksOf, isRecordExpected, unmatchedBreak } from "../../../functions/domain/reconciliation/break.ts";
import { escrowBreaksOf, escrowPaidOut } from "../../../functions/domain/reconciliation/escrow-recon-break.ts";
import type { RailMove, RecordLedger } from "../../../functions/domain/settlement/ledger.ts";
import { type Settlement, type SettlementStatus, settlement } from "../../../functions/domain/settlement/settlement.ts";
import { later, noon, settlementIn } from "../../support/core/samples.ts";
import { escrowIn, fundedEscrow } from "../../support/escrow/escrow-samples.ts";

const hours = 3600;
const now = later(48 * hours);

function at(status: SettlementStatus, change: object = {}, payment: object = {}): Settlement {
  const { settlement: state } = settlementIn(status);
  return settlement.parse({ ...state, ...change, payment: { ...state.payment, ...payment } });
}

const none: RailMove = { amountCents: 0, bookedAt: null };
const booked = (amountCents: number, seconds = 0): RailMove => ({ amountCents, bookedAt: later(seconds) });

function ledger(change: Partial<RecordLedger> = {}): RecordLedger {
  return { balances: {}, lopsided: [], collected: none, paidOut: none, returned: none, ...change } as RecordLedger;
}

function transfer(change: Partial<RailTransfer> = {}): RailTransfer {
  return {
    ...{ railRef: "rail_1", reference: "stl_1", kind: "collection", amountCents: 10_000, amount: null },
    ...{ at: noon, state: "done" },
    ...change,
  };
}

const payout = (amount: string, change: Partial<RailTransfer> = {}) =>
  transfer({ kind: "payout", amountCents: null, amount, ...change });

describe("a ledger beside the rail's own list", () => {
  const collected = { collected: booked(10_000) };
  const whole = { ...collected, paidOut: booked(8_775) };

  test.each<[string, Settlement, Partial<RecordLedger>, RailTransfer[]]>([
    ["nothing on either side", at("collecting"), {}, []],
    ["the same collection", at("screening"), collected, [transfer()]],
    [
      "two deposits that make it up",
      at("screening"),
      collected,
      [transfer({ amountCents: 4_000 }), transfer({ amountCents: 6_000 })],
    ],
    ["what is not done yet", at("collecting"), {}, [transfer({ state: "pending" }), transfer({ state: "failed" })]],
    ["the payout in another spelling", at("completed"), whole, [transfer(), payout("87.75")]],
    ["a booking of a moment ago", at("screening"), { collected: booked(10_000, 48 * hours - 299) }, []],
    ["a transfer of a moment ago", at("collecting"), {}, [transfer({ at: later(48 * hours - 299) })]],
    ["a booking an hour behind", at("screening"), { collected: booked(10_000, hours) }, [transfer()]],
    [
      "what operators sent back outside the rail",
      at("failed", { sentBack: [{ amountCents: 10_000, reference: "WIRE", at: noon, byRail: false }] }),
      { ...collected, returned: booked(10_000) },
      [transfer()],
    ],
  ])("agrees about %s", (_, state, change, transfers) => {
    expect(breaksOf(state, ledger(change), transfers, now)).toEqual([]);
  });

  test.each<[string, Settlement, Partial<RecordLedger>, RailTransfer[], object]>([
    [
      "the rail lacks",
      at("screening"),
      collected,
      [],
      { kind: "missing_on_theirs", about: "collection", ours: "100.00", theirs: null, at: noon },
    ],
    [
      "the rail lacks five minutes later",
      at("screening"),
      { collected: booked(10_000, 48 * hours - 300) },
      [],
      { kind: "missing_on_theirs" },
    ],
    [
      "we lack",
      at("collecting"),
      {},
      [transfer()],
      { kind: "missing_on_our_side", about: "collection", ours: null, theirs: "100.00" },
    ],
    [
      "we lack five minutes later",
      at("collecting"),
      {},
      [transfer({ at: later(48 * hours - 300) })],
      { kind: "missing_on_our_side" },
    ],
    [
      "is of another amount",
      at("screening"),
      collected,
      [transfer({ amountCents: 4_000 }), transfer({ amountCents: 5_999, at: later(7) })],
      { kind: "amount_mismatch", ours: "100.00", theirs: "99.99", at: later(7) },
    ],
    [
      "came twice",
      at("screening"),
      collected,
      [transfer(), transfer({ at: later(9) })],
      { kind: "duplicate", ours: "100.00", theirs: "200.00", at: later(9) },
    ],
    [
      "was booked late",
      at("screening"),
      { collected: booked(10_000, hours + 1) },
      [transfer()],
      { kind: "late", at: noon },
    ],
    [
      "went to the wallet twice",
      at("completed"),
      whole,
      [transfer(), payout("87.75"), payout("87.750000")],
      { kind: "duplicate", about: "payout", ours: "87.750000", theirs: "87.75 + 87.750000" },
    ],
    [
      "went to the wallet with another amount",
      at("completed"),
      whole,
      [transfer(), payout("87.74")],
      { kind: "amount_mismatch", about: "payout", ours: "87.750000", theirs: "87.74" },
    ],
    [
      "went to the wallet in parts that were not ordered",
      at("completed"),
      whole,
      [transfer(), payout("80"), payout("7.75")],
      { kind: "amount_mismatch", theirs: "80 + 7.75" },
    ],
    [
      "went back by the rail and not on our side",
      at("failed"),
      collected,
      [transfer(), transfer({ kind: "return" })],
      { kind: "missing_on_our_side", about: "return", theirs: "100.00" },
    ],
    [
      "went back on our side alone",
      at("failed"),
      { ...collected, returned: booked(10_000) },
      [transfer()],
      { kind: "missing_on_theirs", about: "return" },
    ],
  ])("differs in what %s", (_, state, change, transfers, found) => {
    const { id: settlementId, tenantId } = state;
    const about = { settlementId, tenantId, escrowId: null, railRef: "rail_1" };
    expect(breaksOf(state, ledger(change), transfers, now)).toMatchObject([{ ...about, ...found }]);
  });

  test("expects a released reserve beside the net", () => {
    const reserve = { ...held(), status: "released", usdtOut: "9.75" };
    const state = at("completed", { reserve });
    const paid = { ...collected, paidOut: booked(9_750) };
    expect(breaksOf(state, ledger(paid), [transfer(), payout("87.75"), payout("9.75")], now)).toEqual([]);
    expect(breaksOf(state, ledger(paid), [transfer(), payout("87.75")], now)).toMatchObject([
      { kind: "amount_mismatch", ours: "87.750000 + 9.75", theirs: "87.75" },
    ]);
    expect(breaksOf(state, ledger(paid), [transfer(), payout("87.75"), payout("9.7")], now)).toMatchObject([
      { kind: "amount_mismatch", theirs: "87.75 + 9.7" },
    ]);
    expect(breaksOf(at("completed", { reserve: held() }), ledger(whole), [transfer(), payout("87.75")], now)).toEqual(
      [],
    );
  });

  function held() {
    return {
      ...{
        id: "rsv_1",
        status: "held",
        amountCents: 975,
        heldCents: 975,
        usedCents: 0,
        releaseAt: noon,
        blocked: null,
      },
      ...{ kept: false, lookAt: noon, screens: 0, usdtOut: null, txHash: null },
    };
  }

  test("shows what the record itself holds open, behind what the rail tells", () => {
    const open = {
      reconBreaks: [
        { kind: "rail_unknown", at: later(3) },
        { kind: "return_failed", at: noon, resolvedAt: noon },
      ],
    };
    const state = at("collecting", { ...open, mismatchCents: 4_000, updatedAt: later(5) });
    const record = { about: "record", settlementId: state.id };
    const mismatch = { ...record, kind: "amount_mismatch", ours: "100.00", theirs: "40.00" };
    expect(breaksOf(state, ledger({ collected: booked(4_000) }), [], now)).toMatchObject([
      { kind: "missing_on_theirs", about: "collection" },
      { ...mismatch, at: later(5) },
      { ...record, kind: "rail_unknown", ours: null, theirs: null, at: later(3) },
    ]);
    const told = at("collecting", { mismatchCents: 4_000 }, { receivedAt: later(2) });
    expect(breaksOf(told, ledger(), [], now)).toMatchObject([{ ...mismatch, at: later(2) }]);
    expect(breaksOf(at("failed", { mismatchCents: 4_000 }), ledger(), [], now)).toEqual([]);
  });
});

describe("a transfer that no record knows", () => {
  test("is missing on our side, or a duplicate of a record's", () => {
    const stray = { about: "collection", railRef: "rail_1", ours: null, theirs: "100.00", at: noon };
    expect(unmatchedBreak(transfer(), undefined)).toEqual({
      ...{ kind: "missing_on_our_side", settlementId: null, escrowId: null, tenantId: null },
      ...stray,
    });
    const owned = { settlementId: "stl_1", escrowId: null, tenantId: "ten_1" };
    const record = { owned, collectedAs: ["rail_0"], railRefs: ["rail_0"] };
    expect(unmatchedBreak(transfer(), record)).toEqual({ kind: "duplicate", ...owned, ...stray });
    expect(unmatchedBreak(payout("1.5"), undefined)).toMatchObject({ about: "payout", theirs: "1.5" });
    const same = { owned, collectedAs: [], railRefs: ["rail_1", "rail_1"] };
    expect(unmatchedBreak(transfer(), same)).toMatchObject({ kind: "missing_on_our_side", settlementId: "stl_1" });
    expect(unmatchedBreak(transfer(), { ...same, railRefs: ["rail_1", "rail_2"] }).kind).toBe("duplicate");
  });

  test("is looked for once it is done and five minutes old", () => {
    expect(isRecordExpected(transfer(), later(299))).toBe(false);
    expect(isRecordExpected(transfer(), later(300))).toBe(true);
    for (const state of ["pending", "failed"] as const) expect(isRecordExpected(transfer({ state }), now)).toBe(false);
  });
});

describe("an escrow beside the rail's own list", () => {
  test("was paid out what its payouts proved, those that had come to nothing first", () => {
    expect(escrowPaidOut(fundedEscrow())).toBeNull();
    const released = escrowIn("released");
    expect(escrowPaidOut(released)).toBe(released.paidOut);
    expect(escrowPaidOut(escrowIn("refunded"))).toBe(escrowIn("refunded").paidOut);
    const past = { ...escrowIn("release_pending"), ...{ amount: "5", key: "k", code: "payout_rejected" } };
    const late = {
      ...released,
      pastPayouts: [
        { ...past, txHash: "0xlate" },
        { ...past, txHash: null },
      ],
    } as unknown as typeof released;
    expect(escrowPaidOut(late)).toBe(`5 + ${released.paidOut}`);
    const own = { ...released, pastPayouts: [{ ...past, txHash: "0xproof" }] } as unknown as typeof released;
    expect(escrowPaidOut(own)).toBe("5");
  });

  test("shows money that is applied to nothing", () => {
    const state = { ...fundedEscrow(), unappliedCents: 70 };
    const found = escrowBreaksOf(
      state,
      ledger({ collected: booked(10_070) }),
      [transfer({ amountCents: 10_070 })],
      now,
    );
    expect(found).toEqual([
      {
        ...{
          kind: "amount_mismatch",
          about: "record",
          settlementId: null,
          escrowId: state.id,
          tenantId: state.tenantId,
        },
        ...{ railRef: "rail_1", ours: "100.00", theirs: "0.70", at: noon },
      },
    ]);
    expect(escrowBreaksOf(fundedEscrow(), ledger({ collected: booked(10_000) }), [transfer()], now)).toEqual([]);
  });
});
