import { describe, expect, test } from "vitest";
import { limitOn, ratioPrograms, vamp } from "../../../functions/domain/disputes/monitoring-program.ts";
import {
  creditOf,
  freshCredit,
  isBreached,
  lookAtPrograms,
  type ProgramCredit,
  reinstateByHand,
  suspendByHand,
} from "../../../functions/domain/disputes/program-credit.ts";
import { canDrift, monthsFor, periodFigures } from "../../../functions/domain/disputes/ratio.ts";
import { ratioView } from "../../../functions/domain/disputes/ratio-view.ts";
import { fresh, instant, Life, noCounts, over } from "../../support/disputes/program-life.ts";

const at = instant("2026-10-12");
const facts = { tenantId: "ten_1", createdAt: at, program: "ecm", period: "2026-10", ratioBps: 1000 };
const nothing = { told: {}, breachedOn: null, suspendedAt: null, forgiven: null };

describe("a program that is breached, whole", () => {
  const told = { ecm: { ...nothing, told: { "2026-10": "breached" }, breachedOn: "2026-10-12" } };
  const suspended = { ecm: { ...told.ecm, suspendedAt: at } };

  test("is told, suspends the credit, and is looked at again the next day", () => {
    expect(lookAtPrograms(fresh, over().counted, at)).toEqual([
      {
        next: { ...fresh, programs: told, updatedAt: at },
        ...{ from: "good", to: "good", reason: "ecm breached in 2026-10: 100 of 1000, 1000 bps" },
        events: [
          {
            name: "ratio.threshold_breached",
            data: { ...facts, network: "mastercard", count: 100, thresholdBps: 150, level: "breached" },
          },
        ],
      },
      {
        next: { ...fresh, programs: suspended, updatedAt: at },
        ...{ from: "good", to: "suspended", reason: "credit suspended by ecm, breached on 2026-10-12" },
        events: [{ name: "program.credit_suspended", data: { ...facts, reason: "ratio", effectiveAt: at } }],
      },
      {
        next: { ...fresh, programs: suspended, lookAt: "2026-10-13T00:00:00.000Z", updatedAt: at },
        ...{ from: "suspended", to: "suspended", reason: "looked at", quiet: true },
      },
    ]);
  });

  test("and found so again the next day is noted quietly", () => {
    const life = over();
    life.look("2026-10-12");
    const [noted, ...rest] = lookAtPrograms(life.state, life.counted, instant("2026-10-13"));
    expect(noted).toMatchObject({ reason: "still breached", quiet: true });
    expect(noted?.next.programs.ecm).toEqual({ ...suspended.ecm, breachedOn: "2026-10-13" });
    expect(rest).toMatchObject([{ reason: "looked at", next: { lookAt: "2026-10-14T00:00:00.000Z" } }]);
    expect(lookAtPrograms(life.state, life.counted, instant("2026-10-12T23:00:00.000Z"))).toEqual([]);
  });

  test("gives the credit back when the tenant is out, and is looked at no more", () => {
    const life = over();
    life.look("2026-10-12");
    const out = instant("2027-02-01");
    const [back, last] = lookAtPrograms(life.state, life.counted, out);
    expect(back).toMatchObject({
      ...{ from: "suspended", to: "good", reason: "credit reinstated: out of ecm" },
      events: [
        {
          name: "program.credit_reinstated",
          data: { tenantId: "ten_1", createdAt: out, program: "ecm", period: "2027-02", ratioBps: 0, since: out },
        },
      ],
    });
    expect(last).toMatchObject({ quiet: true, next: { lookAt: null } });
  });

  test("keeps what was told of the newest two years", () => {
    const months = monthsFor("2026-09");
    const before = Object.fromEntries(
      Array.from({ length: 24 }, (_, nth) => [
        `${2024 + Math.floor((nth + 9) / 12)}-${String(((nth + 9) % 12) + 1).padStart(2, "0")}`,
        "ok" as const,
      ]),
    );
    expect(months).toHaveLength(8);
    const state: ProgramCredit = { ...fresh, programs: { ecm: { ...nothing, told: before } } };
    const [first] = lookAtPrograms(state, over().counted, at);
    const kept = Object.keys(first?.next.programs.ecm?.told ?? {});
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([24, "2026-10", "2024-11"]);
  });
});

describe("what operators do with a credit, whole", () => {
  const manual = { tenantId: "ten_1", createdAt: at, program: "manual", period: "2026-10", ratioBps: 0 };

  test("is to suspend it, with their note", () => {
    expect(suspendByHand(fresh, "seen the letter", at)).toEqual([
      {
        next: { ...fresh, manual: { since: at, note: "seen the letter" }, updatedAt: at },
        ...{ from: "good", to: "suspended", reason: "credit suspended by an operator: seen the letter" },
        events: [{ name: "program.credit_suspended", data: { ...manual, reason: "manual", effectiveAt: at } }],
      },
    ]);
    expect(suspendByHand(fresh, null, at)[0]?.reason).toBe("credit suspended by an operator");
  });

  test("is to give it back", () => {
    const state = { ...fresh, manual: { since: "2026-10-01T00:00:00.000Z", note: null } };
    expect(reinstateByHand(state, noCounts, "agreed", at)).toEqual([
      {
        next: { ...fresh, updatedAt: at },
        ...{ from: "suspended", to: "good", reason: "credit reinstated by an operator: agreed" },
        events: [{ name: "program.credit_reinstated", data: { ...manual, since: at } }],
      },
    ]);
    expect(reinstateByHand(state, noCounts, null, at)[0]?.reason).toBe("credit reinstated by an operator");
  });

  test("is to give it back from each program that suspends it, and from their own hand, at once", () => {
    const life = over().count("2026-10-11", { visaChargebacks: 1501 });
    life.look("2026-10-12");
    life.take(suspendByHand(life.state, null, at));
    const all = reinstateByHand(life.state, life.counted, null, at);
    expect(all.map(({ to, events }) => [to, events?.[0]?.data])).toMatchObject([
      ["suspended", { program: "manual" }],
      ["suspended", { program: "vamp", ratioBps: 15_010_000, since: at }],
      ["good", { program: "ecm", ratioBps: 1000, since: at }],
    ]);
    const { programs, manual: byHand } = all.at(-1)?.next ?? life.state;
    expect(byHand).toBeNull();
    expect(programs.ecm).toMatchObject({ suspendedAt: null, forgiven: "2026-10" });
    expect(programs.vamp).toMatchObject({ suspendedAt: null, forgiven: "2026-10" });
    expect(programs.hecm).toBeUndefined();
  });
});

test("a tenant that nothing was said about has a good credit", () => {
  expect(freshCredit("ten_9", at)).toEqual({
    ...{ tenantId: "ten_9", programs: {}, manual: null, lookAt: null, createdAt: at, updatedAt: at },
  });
  expect(isBreached(fresh, noCounts, at)).toBe(false);
});

test("a credit that several programs suspend is told by the first that did, and by an operator's hand before all", () => {
  const suspendedAt = (day: string) => ({ ...nothing, suspendedAt: `${day}T00:00:00.000Z` });
  const state: ProgramCredit = {
    ...fresh,
    programs: { vamp: suspendedAt("2026-10-03"), ecm: suspendedAt("2026-10-01"), efm: suspendedAt("2026-10-02") },
  };
  expect(creditOf(state)).toEqual({ program: "ecm", since: "2026-10-01T00:00:00.000Z", reason: "ratio" });
  const manual = { since: "2026-10-09T00:00:00.000Z", note: "x" };
  expect(creditOf({ ...state, manual })).toEqual({ program: "manual", since: manual.since, reason: "manual" });
});

describe("a late alert", () => {
  test("is told of its own month and this one, for programs that count by month", () => {
    const life = new Life()
      .count("2026-08-20", { payments: 1000 })
      .count("2026-09-10", { mastercardChargebacks: 100, payments: 1000 })
      .count("2026-10-10", { mastercardChargebacks: 100 });
    expect(life.look("2026-10-12", "2026-09")).toEqual([
      ...["threshold_breached ecm breached", "threshold_breached ecm breached", "credit_suspended ecm 2026-10"],
    ]);
    expect(life.state.programs.ecm?.told).toEqual({ "2026-10": "breached", "2026-09": "breached" });
  });

  test("of this month, or of one to come, is no other than this month's", () => {
    for (const late of ["2026-10", "2026-11"]) expect(over().look("2026-10-12", late)).toHaveLength(2);
  });

  test("of the earliest month that anything is told of still counts", () => {
    // 720 days before 2026-10-12.
    const life = (month: string) => new Life().count(`${month}-10`, { mastercardChargebacks: 400 });
    expect(life("2024-10").look("2026-10-12", "2024-10")).not.toEqual([]);
    expect(life("2024-09").look("2026-10-12", "2024-09")).toEqual([]);
  });
});

describe("what a tenant sees of a program, whole", () => {
  test("that it is over", () => {
    const life = over();
    life.look("2026-10-12");
    const view = ratioView(life.state, life.counted, "2026-10", at);
    expect(view.credit).toEqual({ suspended: true, program: "ecm", since: at });
    const month = (period: string) => ({ period, count: 0, base: 0, ratioBps: 0, level: "ok" });
    const now = { period: "2026-10", count: 100, base: 1000, ratioBps: 1000, level: "breached" };
    expect(view.programs[1]).toEqual({
      ...{ program: "ecm", name: "Mastercard Excessive Chargeback Merchant", network: "mastercard" },
      ...{
        against: "last_month",
        windowDays: null,
        ...now,
        thresholdBps: 150,
        thresholdCount: 100,
        thresholdBase: null,
      },
      ...{ amountCents: null, thresholdAmountCents: null, untilBreach: 0 },
      credit: {
        ...{ suspended: true, since: at, reason: "ratio" },
        exit: { breachedOn: "2026-10-12", after: "3 full months", earliest: "2027-02-01" },
      },
      fee: {
        currency: "USD",
        byMonth: [
          { fromMonth: 1, cents: 0 },
          { fromMonth: 2, cents: 100_000 },
          { fromMonth: 4, cents: 500_000 },
          { fromMonth: 7, cents: 2_500_000 },
          { fromMonth: 12, cents: 5_000_000 },
          { fromMonth: 19, cents: 10_000_000 },
        ],
      },
      months: [now, ...["2026-09", "2026-08", "2026-07", "2026-06", "2026-05"].map(month)],
    });
  });

  test("that limits the money has its amounts, and one that limits returns its window", () => {
    const life = new Life()
      .count("2026-09-20", { payments: 2000 })
      .count("2026-10-10", {
        mastercardFraudChargebacks: 3,
        mastercardFraudCents: 777,
        returnsUnauthorized: 5,
        debits: 9,
      });
    life.look("2026-10-12");
    const { programs } = ratioView(life.state, life.counted, "2026-10", at);
    expect(programs[3]).toMatchObject({
      ...{ program: "efm", thresholdBase: 1000, amountCents: 777, thresholdAmountCents: 5_000_000, untilBreach: 7 },
      credit: { suspended: false, since: null, reason: null, exit: null },
    });
    expect(programs[4]).toMatchObject({
      ...{ program: "nacha_unauthorized", fee: null, count: 5, base: 9, ratioBps: 5556 },
      credit: { exit: { breachedOn: "2026-10-12", after: "60 days", earliest: "2026-12-11" } },
    });
  });

  test("that had not begun has no limit, and its month's fee is for each item", () => {
    const [first] = ratioView(fresh, noCounts, "2025-05", at).programs;
    expect(first).toMatchObject({
      ...{ program: "vamp", thresholdBps: null, thresholdCount: null, untilBreach: null },
      fee: { from: "2025-10-01", currency: "USD", perItemCents: 800 },
    });
  });

  test("leads out after one full month where the program says so, and today at the earliest", () => {
    const life = new Life().count("2026-10-02", { visaChargebacks: 1501, payments: 10 });
    life.look("2026-10-02");
    const exitAt = (day: string) =>
      ratioView(life.state, life.counted, "2026-10", instant(day)).programs[0]?.credit.exit;
    expect(exitAt("2026-10-12")).toEqual({
      ...{ breachedOn: "2026-10-02", after: "1 full month", earliest: "2026-12-01" },
    });
    expect(exitAt("2026-12-01")).toBeNull();
  });
});

describe("a return rate that may rise by itself", () => {
  const [, , , , unauthorized] = ratioPrograms;
  if (!unauthorized) throw new Error("there are eight programs");
  const drifts = (program: typeof vamp, count: number) => {
    const days = {
      "2026-10-12": { returnsUnauthorized: count, visaChargebacks: count, debits: 100_000, payments: 1e6 },
    };
    return canDrift(program, periodFigures(program, days, "2026-10", at));
  };

  test("has three quarters of the returns that it takes", () => {
    expect([drifts(unauthorized, 3), drifts(unauthorized, 4)]).toEqual([false, true]);
    expect(drifts(vamp, 1501)).toBe(false);
  });
});

test("a program's limit is the one of its day, and none before it began", () => {
  const bps = (day: string) => limitOn(vamp, day)?.bps;
  expect(["2025-05-31", "2025-06-01", "2026-03-31", "2026-04-01"].map(bps)).toEqual([undefined, 220, 220, 150]);
});
