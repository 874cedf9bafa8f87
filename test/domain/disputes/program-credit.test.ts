import { describe, expect, test } from "vitest";
import {
  creditOf,
  creditStatus,
  isBreached,
  lookAtPrograms,
  reinstateByHand,
  suspendByHand,
} from "../../../functions/domain/disputes/program-credit.ts";
import { ratioView } from "../../../functions/domain/disputes/ratio-view.ts";
import { fresh, instant, Life, noCounts, over } from "../../support/disputes/program-life.ts";

describe("a level that is crossed", () => {
  test("is told once in its period, and each higher one once more", () => {
    const life = new Life().count("2026-09-20", { payments: 1000 });
    expect(life.count("2026-10-10", { mastercardChargebacks: 74 }).look("2026-10-10")).toEqual([]);
    life.count("2026-10-11", { mastercardChargebacks: 1 });
    expect(life.look("2026-10-11")).toEqual(["threshold_breached ecm early_warning"]);
    expect(life.look("2026-10-11")).toEqual([]);
    life.count("2026-10-12", { mastercardChargebacks: 25 });
    expect(life.look("2026-10-12")).toEqual(["threshold_breached ecm breached", "credit_suspended ecm 2026-10"]);
    expect(life.count("2026-10-13", { mastercardChargebacks: 9 }).look("2026-10-13")).toEqual([]);
  });

  test("is told with its figures", () => {
    const [response] = lookAtPrograms(fresh, over().counted, instant("2026-10-12"));
    expect(response?.events).toEqual([
      {
        name: "ratio.threshold_breached",
        data: {
          ...{ tenantId: "ten_1", createdAt: instant("2026-10-12"), program: "ecm", network: "mastercard" },
          ...{ period: "2026-10", ratioBps: 1000, count: 100, thresholdBps: 150, level: "breached" },
        },
      },
    ]);
    expect(response).toMatchObject({ from: "good", to: "good" });
  });

  test("is told anew in a new month, whose counts begin at nothing", () => {
    const life = over();
    life.look("2026-10-12");
    life.count("2026-10-30", { payments: 1000 });
    expect(life.look("2026-11-01")).toEqual([]);
    expect(life.count("2026-11-02", { mastercardChargebacks: 80 }).look("2026-11-02")).toEqual([
      "threshold_breached ecm early_warning",
    ]);
  });

  test("stays told where what had been counted is taken out again", () => {
    const life = new Life().count("2026-10-01", { visaChargebacks: 1501, payments: 10 });
    expect(life.look("2026-10-02")).toEqual(["threshold_breached vamp breached", "credit_suspended vamp 2026-10"]);
    expect(life.count("2026-10-03", { visaExcluded: 1 }).look("2026-10-03")).toEqual([]);
    expect(life.count("2026-10-04", { visaChargebacks: 1 }).look("2026-10-04")).toEqual([]);
  });
});

describe("a late alert", () => {
  test("counts for its own month, which is looked at again", () => {
    const life = new Life().count("2026-08-20", { payments: 1000 }).count("2026-09-30", { mastercardChargebacks: 99 });
    expect(life.look("2026-09-30")).toEqual(["threshold_breached ecm early_warning"]);
    expect(life.look("2026-10-01")).toEqual([]);
    life.count("2026-09-30", { mastercardChargebacks: 1 });
    expect(life.look("2026-10-02", "2026-09")).toEqual([
      "threshold_breached ecm breached",
      "credit_suspended ecm 2026-10",
    ]);
    expect(ratioView(life.state, life.counted, "2026-10", instant("2026-10-02")).programs[1]?.credit).toMatchObject({
      suspended: true,
      exit: { breachedOn: "2026-09-01", after: "3 full months", earliest: "2027-01-01" },
    });
  });

  test("of a month that has long led out tells the level and suspends nothing", () => {
    const life = new Life().count("2026-01-20", { payments: 9 }).count("2026-02-10", { mastercardChargebacks: 100 });
    expect(life.look("2026-10-02", "2026-02")).toEqual(["threshold_breached ecm breached"]);
    expect(creditStatus(life.state)).toBe("good");
  });

  test("of more than two years ago tells nothing", () => {
    const life = new Life().count("2024-02-10", { mastercardChargebacks: 400 });
    expect(life.look("2026-10-02", "2024-02")).toEqual([]);
  });
});

describe("the credit", () => {
  test("is suspended with a breach, and the tenant's record says by what and since when", () => {
    const life = over();
    life.look("2026-10-12");
    expect(creditOf(life.state)).toEqual({ program: "ecm", since: instant("2026-10-12"), reason: "ratio" });
    expect(isBreached(life.state, life.counted, instant("2026-10-12"))).toBe(true);
  });

  test("comes back after three full months below, on the first of the fourth", () => {
    const life = over();
    life.look("2026-10-12");
    for (const day of ["2026-11-01", "2026-12-31", "2027-01-31T23:59:59.999Z"]) expect(life.look(day)).toEqual([]);
    expect(life.look("2027-02-01T00:00:00.000Z")).toEqual(["credit_reinstated ecm 2027-02"]);
    expect(creditOf(life.state)).toBeNull();
    expect(life.state.lookAt).toBeNull();
  });

  test("waits three more where a month between is over the limit again", () => {
    const life = over();
    life.look("2026-10-12");
    life.count("2026-11-20", { payments: 100 }).count("2026-12-20", { mastercardChargebacks: 100 });
    expect(life.look("2026-12-20")).toEqual(["threshold_breached ecm breached"]);
    expect(life.look("2027-02-01")).toEqual([]);
    expect(life.look("2027-03-31")).toEqual([]);
    expect(life.look("2027-04-01")).toEqual(["credit_reinstated ecm 2027-04"]);
  });

  test("does not come back in the month of the breach, though its ratio falls; with a month that ends below, it does", () => {
    const life = new Life().count("2026-10-02", { visaChargebacks: 1501, payments: 10_000 });
    life.look("2026-10-02");
    life.count("2026-10-20", { payments: 900_000 });
    expect(life.look("2026-10-21")).toEqual([]);
    expect(creditStatus(life.state)).toBe("suspended");
    expect(life.look("2026-11-01T00:00:00.000Z")).toEqual(["credit_reinstated vamp 2026-11"]);
  });

  test("of a return rate comes back after one full window below", () => {
    const life = new Life().count("2026-09-01", { returnsUnauthorized: 5, debits: 100 });
    expect(life.look("2026-09-01")).toEqual([
      "threshold_breached nacha_unauthorized breached",
      "credit_suspended nacha_unauthorized 2026-09",
    ]);
    life.count("2026-09-02", { debits: 100_000 });
    expect(life.look("2026-09-03")).toEqual([]);
    expect(life.look("2026-10-30")).toEqual([]);
    expect(life.look("2026-10-31")).toEqual(["credit_reinstated nacha_unauthorized 2026-10"]);
  });

  test("can be suspended by a return rate that rises without a return, as debits leave its window", () => {
    const life = new Life()
      .count("2026-08-01", { debits: 100_000 })
      .count("2026-08-20", { returnsUnauthorized: 5, debits: 9 });
    expect(life.look("2026-08-20")).toEqual([]);
    expect(life.state.lookAt).toBe("2026-08-21T00:00:00.000Z");
    expect(life.look("2026-09-29")).toEqual([]);
    expect(life.look("2026-09-30")).toContain("credit_suspended nacha_unauthorized 2026-09");
  });

  test("is suspended by each program that is breached, and back with the last", () => {
    const life = new Life()
      .count("2026-09-20", { payments: 10 })
      .count("2026-10-01", { mastercardChargebacks: 100, visaChargebacks: 1501 });
    life.look("2026-10-01");
    expect(life.look("2026-12-01")).toEqual(["credit_reinstated vamp 2026-12"]);
    expect(creditOf(life.state)).toMatchObject({ program: "ecm" });
    expect(life.look("2027-02-01")).toEqual(["credit_reinstated ecm 2027-02"]);
    expect(creditOf(life.state)).toBeNull();
  });
});

describe("an operator", () => {
  test("suspends a credit by hand, once, until an operator gives it back", () => {
    const life = new Life();
    const suspended = suspendByHand(life.state, "seen the acquirer's letter", instant("2026-10-01"));
    expect(suspended[0]).toMatchObject({ from: "good", to: "suspended" });
    expect(life.take(suspended)).toEqual(["credit_suspended manual 2026-10"]);
    expect(suspendByHand(life.state, null, instant("2026-10-02"))).toEqual([]);
    expect(life.look("2027-10-01")).toEqual([]);
    expect(creditOf(life.state)).toMatchObject({ program: "manual", reason: "manual" });
    expect(life.take(reinstateByHand(life.state, noCounts, null, instant("2027-10-02")))).toEqual([
      "credit_reinstated manual 2027-10",
    ]);
    expect(creditStatus(life.state)).toBe("good");
  });

  test("gives a credit back that a ratio suspends; the ratio stays breached", () => {
    const life = over();
    life.look("2026-10-12");
    const at = instant("2026-10-13");
    expect(life.take(reinstateByHand(life.state, life.counted, "agreed", at))).toEqual([
      "credit_reinstated ecm 2026-10",
    ]);
    expect(life.look("2026-10-14")).toEqual([]);
    expect(life.look("2026-11-14")).toEqual([]);
    expect(creditOf(life.state)).toBeNull();
    expect(isBreached(life.state, life.counted, instant("2026-11-14"))).toBe(true);
    expect(reinstateByHand(life.state, life.counted, null, at)).toEqual([]);
  });

  test("does not give it back for a breach of a later month", () => {
    const life = over();
    life.look("2026-10-12");
    life.take(reinstateByHand(life.state, life.counted, null, instant("2026-10-13")));
    life.count("2026-11-20", { mastercardChargebacks: 100 });
    expect(life.look("2026-11-20")).toEqual(["threshold_breached ecm breached", "credit_suspended ecm 2026-11"]);
  });
});

describe("a return rate that operators have forgiven", () => {
  const breached = () => {
    const life = new Life().count("2026-09-25", { returnsUnauthorized: 5, debits: 100 });
    life.look("2026-09-25");
    life.take(reinstateByHand(life.state, life.counted, null, instant("2026-09-26")));
    return life;
  };

  test("suspends no more while it stays breached, over the end of the month", () => {
    const life = breached();
    for (const day of ["2026-10-01", "2026-11-01", "2026-11-23", "2026-11-24", "2027-01-30"]) life.look(day);
    expect(life.state.programs.nacha_unauthorized?.suspendedAt).toBeNull();
    expect(creditStatus(life.state)).toBe("good");
  });

  test("suspends when it has been below and is breached again in a later month", () => {
    const life = breached().count("2026-10-05", { debits: 100_000 });
    expect(life.look("2026-10-05")).toEqual([]);
    expect(life.look("2026-12-10")).toEqual([]);
    life.count("2026-12-20", { returnsUnauthorized: 5, debits: 5 });
    expect(life.look("2026-12-20")).toContain("credit_suspended nacha_unauthorized 2026-12");
  });

  test("suspends nothing on the day on which it falls below", () => {
    const life = breached();
    life.look("2026-10-05T01:00:00.000Z");
    life.count("2026-10-05", { debits: 100_000 });
    expect(life.look("2026-10-05T02:00:00.000Z")).toEqual([]);
    expect(life.look("2026-10-06")).toEqual([]);
    expect(creditStatus(life.state)).toBe("good");
  });
});

describe("what a tenant sees", () => {
  test("is every program with its limit, its forecast and six months", () => {
    const life = over();
    life.look("2026-10-12");
    const view = ratioView(life.state, life.counted, "2026-10", instant("2026-10-12"));
    expect(view).toMatchObject({ period: "2026-10", credit: { suspended: true, program: "ecm" } });
    expect(view.programs.map(({ program }) => program)).toEqual([
      ...["vamp", "ecm", "hecm", "efm", "nacha_unauthorized", "nacha_administrative", "nacha_overall"],
      "mastercard_scam",
    ]);
    expect(view.programs[2]).toMatchObject({
      ...{ program: "hecm", count: 100, base: 1000, ratioBps: 1000, thresholdBps: 300, thresholdCount: 300 },
      ...{ level: "ok", untilBreach: 200, credit: { suspended: false, exit: null } },
    });
    expect(view.programs[1]?.months.map(({ period, count }) => [period, count])).toEqual([
      ...[
        ["2026-10", 100],
        ["2026-09", 0],
        ["2026-08", 0],
        ["2026-07", 0],
        ["2026-06", 0],
        ["2026-05", 0],
      ],
    ]);
    expect(ratioView(life.state, life.counted, "2026-09", instant("2026-10-12")).programs[1]).toMatchObject({
      untilBreach: null,
      count: 0,
      credit: { suspended: true },
    });
  });
});
