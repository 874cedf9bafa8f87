import { describe, expect, test } from "vitest";
import { countsOfAlert, exclusionCounts } from "../../../functions/domain/disputes/counters.ts";
import { railTells } from "../../../functions/domain/settlement/apply-rail-event.ts";
import {
  addCounts,
  canBreach,
  countBetween,
  countIn,
  counting,
  daysOf,
  type MonthCounters,
  sum,
  takingBack,
  withoutTakenBack,
} from "../../../functions/domain/settlement/counters.ts";
import { boundName, settlementCounts } from "../../../functions/domain/settlement/overview.ts";
import { scheduleRepresentment } from "../../../functions/domain/settlement/re-presentment.ts";
import type { Settlement, SettlementStatus } from "../../../functions/domain/settlement/settlement.ts";
import { later, noon, settlementIn } from "../../support/core/samples.ts";

const empty: MonthCounters = { tenantId: "ten_1", month: "2026-11", shard: 0, days: {} };

function counts(settlement: readonly { follows?: readonly { kind: string }[] }[]) {
  return settlement.flatMap(({ follows = [] }) => follows.filter(({ kind }) => kind === "count"));
}

function pulled(status: "collecting" | "screening" | "completed"): ReturnType<typeof settlementIn> {
  const { settlement, invoice } = settlementIn(status);
  const payment: Settlement["payment"] = { ...settlement.payment, source: "ach" };
  return { settlement: { ...settlement, payment }, invoice };
}

describe("a tally", () => {
  test("adds up by day, and its shards add up to a month", () => {
    const one = addCounts(addCounts(empty, "2026-11-01", { payments: 1 }), "2026-11-01", { payments: 2, debits: 1 });
    const other = addCounts({ ...empty, shard: 1 }, "2026-11-30", { payments: 4 });
    expect(one.days).toEqual({ "2026-11-01": { payments: 3, debits: 1 } });
    const days = daysOf([one, other, addCounts({ ...empty, month: "2026-12" }, "2026-12-01", { payments: 9 })]);
    expect(countIn(days, "2026-11")).toEqual({ payments: 7, debits: 1 });
    expect(countIn(days, "2026-10")).toEqual({});
    expect(sum([])).toEqual({});
  });

  test("takes no day of another month", () => {
    expect(() => addCounts(empty, "2026-12-01", { payments: 1 })).toThrow();
  });
});

describe("what is counted", () => {
  test.each(["ach", "ach_push"] as const)("of a payment by %s, with the hop that receives its money", (source) => {
    const { settlement, invoice } = settlementIn("collecting");
    const state = { ...settlement, payment: { ...settlement.payment, source } };
    const settlementChange = railTells(
      state,
      invoice,
      [{ kind: "funds_received" }, { kind: "funds_received" }],
      later(1),
    );
    expect(counts(settlementChange.settlement)).toEqual([
      {
        ...{ kind: "count", tenantId: state.tenantId, at: later(1) },
        counts: { payments: 1, paymentCents: 10_000, ...(source === "ach" && { debits: 1 }) },
      },
    ]);
  });

  test.each([
    ["R10", "returnsUnauthorized"],
    ["R29", "returnsUnauthorized"],
    ["R03", "returnsAdministrative"],
    ["R01", "returnsOther"],
    ["R08", "returnsOther"],
  ])("of a return %s after delivery is %s, once", (code, name) => {
    const { settlement, invoice } = pulled("completed");
    const again = [
      { kind: "returned", code },
      { kind: "returned", code },
    ] as const;
    const settlementChange = railTells(settlement, invoice, again, later(9));
    expect(counts(settlementChange.settlement)).toEqual([
      { kind: "count", tenantId: settlement.tenantId, at: later(9), counts: { [name]: 1 } },
    ]);
  });

  test("of a return before its money came is the debit as well", () => {
    const { settlement, invoice } = pulled("collecting");
    const settlementChange = railTells(settlement, invoice, [{ kind: "returned", code: "R02" }], later(9));
    expect(counts(settlementChange.settlement)).toMatchObject([{ counts: { returnsAdministrative: 1, debits: 1 } }]);
  });

  test("of a debit that is presented again is each of its entries", () => {
    const { settlement } = pulled("collecting");
    const settlementChange = scheduleRepresentment(settlement, "R01", later(9));
    expect(counts(settlementChange?.settlement ?? [])).toMatchObject([{ counts: { returnsOther: 1, debits: 1 } }]);
  });

  test("of what a payer had pushed and its bank took back is nothing", () => {
    const { settlement, invoice } = settlementIn("completed");
    const state = { ...settlement, payment: { ...settlement.payment, source: "ach_push" as const } };
    const settlementChange = railTells(state, invoice, [{ kind: "returned", code: "R10" }], later(9));
    expect(settlementChange.settlement).toHaveLength(1);
    expect(counts(settlementChange.settlement)).toEqual([]);
  });

  const reply: Parameters<typeof exclusionCounts>[0] = {
    kind: "chargeback",
    network: "visa",
    reasonCode: "13.1",
    amountCents: 5000,
    refundedByNetwork: false,
    receivedAt: noon,
  };

  test.each([
    [{}, { visaChargebacks: 1, visaCents: 5_000 }],
    [{ kind: "fraud_report" }, { visaFraudReports: 1, visaCents: 5_000 }],
    [{ reasonCode: "10.5" }, { visaChargebacks: 1, visaExcluded: 1, visaCents: 5_000, visaExcludedCents: 5_000 }],
    [{ reasonCode: " 10-5" }, { visaChargebacks: 1, visaExcluded: 1, visaCents: 5_000, visaExcludedCents: 5_000 }],
    [
      { kind: "fraud_report", reasonCode: "10.5" },
      { visaFraudReports: 1, visaExcluded: 1, visaCents: 5_000, visaExcludedCents: 5_000 },
    ],
    [{ refundedByNetwork: true }, { visaChargebacks: 1, visaExcluded: 1, visaCents: 5_000, visaExcludedCents: 5_000 }],
    [{ kind: "rdr", refundedByNetwork: true }, {}],
    [{ kind: "dispute" }, {}],
    [{ kind: "inquiry" }, {}],
    [{ kind: "fraud" }, {}],
    [{ network: "mastercard", reasonCode: "4853" }, { mastercardChargebacks: 1 }],
    [
      { network: "mastercard", reasonCode: "4837" },
      { mastercardChargebacks: 1, mastercardFraudChargebacks: 1, mastercardFraudCents: 5000 },
    ],
    [{ network: "mastercard", kind: "fraud_report", reasonCode: "4837" }, { mastercardFraudReports: 1 }],
    [{ network: "amex", reasonCode: "F29" }, { amexChargebacks: 1 }],
    [{ network: "discover" }, { discoverChargebacks: 1 }],
    [{ network: "ach", kind: "ach_return" }, {}],
    [{ network: null }, {}],
  ] as const)("of an alert %j is %j", (change, is) => {
    expect(countsOfAlert({ ...reply, ...change })).toEqual(is);
  });

  test.each([
    ["resolved in its month", {}, "resolved", "2026-11-30T23:59:59.999Z", true],
    ["resolved in the next month", {}, "resolved", "2026-12-01T00:00:00.000Z", false],
    ["a resolved fraud report", { kind: "fraud_report" }, "resolved", noon, false],
    ["confirmed evidence, 10.4", { reasonCode: "10.4" }, "compelling_evidence", later(9e6), true],
    [
      "confirmed evidence, its fraud report",
      { kind: "fraud_report", reasonCode: null },
      "compelling_evidence",
      noon,
      true,
    ],
    ["evidence for another condition", {}, "compelling_evidence", noon, false],
    ["what was left out before", { reasonCode: "10.5" }, "resolved", noon, false],
    ["what was never counted", { kind: "dispute" }, "resolved", noon, false],
    ["another network", { network: "mastercard" }, "resolved", noon, false],
  ] as const)("out of VAMP again: %s", (_, change, why, at, isOut) => {
    expect(exclusionCounts({ ...reply, ...change }, why, at)).toEqual(
      isOut ? { visaExcluded: 1, visaExcludedCents: 5_000 } : {},
    );
  });

  test("is nothing where all is nothing", () => {
    expect(counting("ten_1", noon, {})).toEqual([]);
    expect(counting("ten_1", noon, { payments: 0 })).toEqual([]);
  });

  test("can come near a limit unless it is a base alone", () => {
    expect(canBreach({ payments: 1, paymentCents: 5, debits: 1 })).toBe(false);
    expect(canBreach({ debits: 1, returnsOther: 1 })).toBe(true);
    expect(canBreach({ visaExcluded: 1, visaExcludedCents: 5_000 })).toBe(true);
    expect(canBreach({ visaExcluded: -1, visaExcludedCents: -5_000 })).toBe(true);
    expect(canBreach({ visaChargebacks: -1, visaCents: -5_000 })).toBe(false);
  });

  test("is from one day to another, both included", () => {
    const one = (payments: number) => ({ payments });
    const days = { "2026-11-01": one(1), "2026-11-02": one(2), "2026-11-03": one(4), "2026-11-04": one(8) };
    expect(countBetween(days, "2026-11-02", "2026-11-03")).toEqual({ payments: 6 });
    expect(canBreach({ visaChargebacks: 0 })).toBe(false);
  });
});

describe("what is taken back", () => {
  const token = { kind: "answer_token", token: "t" } as const;
  const counted = counting("ten_1", noon, { debits: 1, returnsOther: 2 });

  test("is the same of the same moment, and nothing but counts", () => {
    expect(takingBack([...counted, token])).toEqual([
      { kind: "count", tenantId: "ten_1", at: noon, counts: { debits: -1, returnsOther: -2 } },
    ]);
  });

  test("in the run that counts it is not counted at all, and the rest of the run stays", () => {
    const run = [{ n: 1, follows: [...counted, token] }, { n: 2 }, { n: 3, follows: takingBack(counted) }];
    expect(withoutTakenBack(run)).toEqual([{ n: 1, follows: [token] }, { n: 2 }, { n: 3, follows: [] }]);
  });

  test("only in part leaves the run as it is, and so does a run that counts nothing", () => {
    const part = [{ follows: counted }, { follows: takingBack(counting("ten_1", noon, { debits: 1 })) }];
    expect(withoutTakenBack(part)).toEqual(part);
    const quiet = [{ follows: [token] }, {}];
    expect(withoutTakenBack(quiet)).toEqual(quiet);
  });
});

describe("what everybody sees of settlements", () => {
  const at = (status: SettlementStatus): Settlement => settlementIn(status).settlement;

  test("is nothing until the rail has taken one, and then one under way", () => {
    expect(settlementCounts(null, at("created"), later(0))).toEqual({});
    expect(settlementCounts(at("created"), at("collecting"), later(0))).toEqual({
      ...{ settlements: 1, "settlements.in_flight": 1 },
    });
    expect(settlementCounts(at("collecting"), at("screening"), later(0))).toEqual({});
  });

  test.each(["declined", "failed"] as const)("is that one was %s", (status) => {
    expect(settlementCounts(at("settling"), at(status), later(0))).toEqual({
      ...{ "settlements.in_flight": -1, [`settlements.${status}`]: 1 },
    });
  });

  test.each([
    [0, "5"],
    [4.999, "5"],
    [5, "60"],
    [59, "60"],
    [60, "3600"],
    [3_599, "3600"],
    [3_600, "86400"],
    [86_399, "86400"],
    [86_400, "longer"],
    [9_000_000, "longer"],
  ])("is how long a delivery took: %d seconds are within %s", (seconds, bound) => {
    expect(settlementCounts(at("settling"), at("completed"), later(seconds))).toEqual({
      ...{ "settlements.in_flight": -1, "settlements.completed": 1, "settlements.completedCents": 10_000 },
      [`settledWithin.${bound}`]: 1,
    });
  });

  test("counts a delivery's time once, whatever happens after", () => {
    expect(settlementCounts(at("completed"), at("completed"), later(0))).toEqual({});
    expect([boundName(5), boundName(null)]).toEqual(["settledWithin.5", "settledWithin.longer"]);
  });
});
