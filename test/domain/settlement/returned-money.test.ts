import { describe, expect, test } from "vitest";
import { recordReturn } from "../../../functions/domain/settlement/ach-return.ts";
import { type Settlement, type SettlementStatus, settlement } from "../../../functions/domain/settlement/settlement.ts";
import { lastOf, later, settlementIn } from "../../support/core/samples.ts";
import { deliveredReserve } from "../../support/settlement/reserve-life.ts";

function at(status: SettlementStatus, change: object = {}, payment: object = {}): Settlement {
  const { settlement: state } = settlementIn(status);
  return settlement.parse({ ...state, ...change, payment: { ...state.payment, ...payment } });
}

function returned(state: Settlement, code = "R02") {
  return recordReturn(state, settlementIn(state.status).invoice, code, later(9));
}

/** What a return moves, by account, in cents. */
function moved(state: Settlement): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { account, amountCents } of lastOf(returned(state).settlement).postings ?? [])
    sums[account] = (sums[account] ?? 0) + amountCents;
  return sums;
}

const sent = (amountCents: number) => ({
  sentBack: [{ amountCents, reference: "r", at: later(1), byRail: true, lostCents: 0 }],
});
const late = { reconBreaks: [{ kind: "funds_after_failure", at: later(1) }] };

describe("what a payer's bank takes back leaves the ledger", () => {
  test.each<[string, Settlement, Record<string, number>]>([
    ["before anything came", at("collecting"), {}],
    [
      "with a wrong amount",
      at("collecting", { mismatchCents: 400, unappliedCents: 30 }),
      { unapplied_receipts: 430, rail_clearing: -430 },
    ],
    ["before delivery", at("screening"), { tenant_payable: 10_000, rail_clearing: -10_000 }],
    [
      "with an extra",
      at("screened", { unappliedCents: 70 }),
      { tenant_payable: 10_000, rail_clearing: -10_070, unapplied_receipts: 70 },
    ],
    [
      "after the conversion, whose fee and reserve are undone",
      at("settling"),
      { tenant_payable: 8_775, rail_clearing: -10_000, fee_income: 250, tenant_reserve: 975 },
    ],
    ["after delivery", at("completed"), { return_shortfall: 10_000, rail_clearing: -10_000 }],
    [
      "after delivery with a reserve, which goes first",
      deliveredReserve(),
      { return_shortfall: 9_000, rail_clearing: -10_000, tenant_reserve: 1_000 },
    ],
    [
      "beside what operators had sent back",
      at("declined", { ...sent(300) }),
      { tenant_payable: 10_000, rail_clearing: -10_300, return_shortfall: 300 },
    ],
    [
      "that had come late, after the collection was given up",
      at("failed", late, { status: "failed", receivedCents: 10_000 }),
      { tenant_payable: 10_000, rail_clearing: -10_000 },
    ],
  ])("%s", (_, state, accounts) => {
    expect(moved(state)).toEqual(accounts);
    const { next } = lastOf(returned(state).settlement);
    expect(next).toMatchObject({
      ...{ mismatchCents: null, unappliedCents: 0 },
      payment: { status: "returned", railState: "returned", returnCode: "R02", returnedAt: later(9) },
    });
  });

  test("only once, and nothing where nothing came", () => {
    const nothing = { settlement: [], invoice: [] };
    expect(returned(at("failed", {}, { status: "returned", returnCode: "R02" }))).toEqual(nothing);
    expect(returned(at("failed", {}, { status: "failed" }))).toEqual(nothing);
    expect(returned(at("failed", {}, { status: "canceled" }))).toEqual(nothing);
    expect(returned(at("failed", {}, { status: "canceled", receivedCents: 0 }))).toEqual(nothing);
  });

  test("of a canceled payment it takes what had come", () => {
    const state = at("failed", { unappliedCents: 80 }, { status: "canceled", receivedCents: 80 });
    expect(moved(state)).toEqual({ unapplied_receipts: 80, rail_clearing: -80 });
    expect(lastOf(returned(state).settlement).reason).toBe("payment returned R02");
  });

  test("after a refund it is lost until somebody claims it", () => {
    for (const status of ["refunded", "canceled"]) {
      const state = at("failed", sent(10_000), { status, receivedCents: 10_000 });
      const transition = lastOf(returned(state).settlement);
      expect(moved(state)).toEqual({ return_shortfall: 10_000, rail_clearing: -10_000 });
      expect(transition.reason).toBe("payment returned R02 after its money had been sent back");
      expect(transition.next).toMatchObject({
        ...{ sentBack: [{ amountCents: 10_000, lostCents: 10_000 }] },
        reconBreaks: [{ kind: "return_after_refund", at: later(9) }],
      });
    }
  });
});

describe("a return's trail", () => {
  test.each<[SettlementStatus, object, string, string]>([
    ["collecting", {}, "failed", "payment_returned: returned R02"],
    ["settling", {}, "failed", "payment_returned: returned R02"],
    ["completed", {}, "completed", "payment returned R02 after delivery"],
    ["declined", {}, "declined", "payment returned R02"],
    ["failed", {}, "failed", "payment returned R02"],
  ])("of a %s one with %j leads to %s", (status, change, to, reason) => {
    expect(lastOf(returned(at(status, change)).settlement)).toMatchObject({ from: status, to, reason });
  });

  test("tells the tenant after delivery what is short", () => {
    const { events = [] } = lastOf(returned(deliveredReserve(), "R29").settlement);
    expect(events).toMatchObject([
      {
        name: "settlement.returned_after_disbursement",
        data: { status: "completed", returnCode: "R29", shortfallCents: 9_000, createdAt: later(9) },
      },
    ]);
  });

  test("moves the invoice back by what was paid, or gives back what was set aside", () => {
    expect(returned(at("completed")).invoice).toMatchObject([
      { from: "paid", to: "sent", next: { amountPaidCents: 0 } },
    ]);
    expect(returned(at("collecting")).invoice).toMatchObject([
      { next: { amountProcessingCents: 0, amountPaidCents: 0 } },
    ]);
    expect(returned(at("failed", sent(10_000), { status: "refunded" })).invoice).toEqual([]);
  });

  test.each<[string, Settlement, string[]]>([
    ["a payout that the rail had taken", at("settling", {}, { railState: "payout_submitted" }), ["payout_under_way"]],
    ["a conversion at another vendor", at("converting", { conversionVendor: "hifi" }), ["conversion_unknown"]],
    ["a payout to be ordered at another vendor", at("settling", { conversionVendor: "hifi" }), ["conversion_unknown"]],
    ["a conversion by the rail itself", at("converting"), []],
    ["no conversion yet", at("screened", { conversionVendor: "hifi" }), []],
  ])("shows what goes on at the vendors: %s", (_, state, kinds) => {
    expect(lastOf(returned(state).settlement).next.reconBreaks.map(({ kind }) => kind)).toEqual(kinds);
  });

  const follows = (state: Settlement, code: string) => lastOf(returned(state, code).settlement).follows ?? [];

  test("counts it against the rules' limits, and raises an alert for one that nobody had allowed", () => {
    const { id: settlementId, tenantId } = at("created");
    const count = { kind: "count", tenantId, at: later(9) };
    expect(follows(at("completed"), "R02")).toEqual([{ ...count, counts: { returnsAdministrative: 1 } }]);
    expect(follows(at("completed"), "R01")).toEqual([{ ...count, counts: { returnsOther: 1 } }]);
    expect(follows(at("completed"), "R10")).toEqual([
      { ...count, counts: { returnsUnauthorized: 1 } },
      { kind: "raise_return_alert", settlementId, tenantId, code: "R10", at: later(9) },
    ]);
  });

  test("counts the debit with its return where its money was never counted as collected", () => {
    const counts = (state: Settlement) =>
      follows(state, "R01").flatMap((each) => (each.kind === "count" ? [each.counts] : []));
    expect(counts(at("collecting"))).toEqual([{ debits: 1, returnsOther: 1 }]);
    const refunded = { status: "refunded", receivedCents: 10_000 };
    expect(counts(at("failed", sent(10_000), refunded))).toEqual([{ returnsOther: 1 }]);
    const calledOff = { ...sent(10_000), failureCode: "returned_wrong_amount" };
    expect(counts(at("failed", calledOff, refunded))).toEqual([{ debits: 1, returnsOther: 1 }]);
  });

  test("wakes the machine that waits", () => {
    const waiting = { waiting: { state: "screen", token: "t" } };
    expect(follows(at("screening", waiting), "R02")).toContainEqual({ kind: "answer_token", token: "t" });
  });
});
