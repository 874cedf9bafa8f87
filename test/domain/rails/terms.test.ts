import { describe, expect, test } from "vitest";
import {
  conversionsOf,
  keepsWallets,
  pairProblem,
  railNames,
  silentSecondsAt,
  termsOf,
} from "../../../functions/domain/rails/terms.ts";

const day = 86_400;

describe("what is agreed with a rail", () => {
  test("is that a payer with instructions has a week, a debit five days, and a payout half an hour until somebody looks", () => {
    for (const rail of railNames)
      expect(termsOf(rail)).toMatchObject({
        collectSeconds: { ach_push: 7 * day, ach: 5 * day },
        proofSeconds: 1_800,
        proofLimitSeconds: day,
      });
  });

  test("is how a payer pays: Bridge pulls from nobody's bank", () => {
    expect(railNames.map((rail) => [rail, termsOf(rail).source])).toEqual([
      ["mock", "ach"],
      ["bridge", "ach_push"],
    ]);
  });

  test.each(["", "column", "constructor", "toString"])("is the usual where the rail %j is no more", (rail) => {
    expect(termsOf(rail)).toMatchObject({ source: "ach", conversions: [], proofSeconds: 1_800 });
  });
});

describe("wallets of a rail's own", () => {
  test.each([
    ["bridge", true],
    ["mock", false],
    ["column", false],
  ])("keep what %s buys: %j", (rail, keeps) => {
    expect(keepsWallets(rail)).toBe(keeps);
  });
});

describe("a vendor that converts what a rail collects", () => {
  test.each([
    ["mock", ["mock", "hifi"]],
    ["bridge", ["bridge"]],
    ["column", ["column"]],
  ])("is for %s one of %j", (rail, vendors) => {
    expect(conversionsOf(rail)).toEqual(vendors);
    for (const vendor of vendors) expect(pairProblem(rail, vendor)).toBeUndefined();
  });

  test("is refused by name where no leg joins the two", () => {
    expect(pairProblem("bridge", "hifi")).toBe("no leg takes to hifi what the bridge rail collects");
    expect(pairProblem("bridge", "mock")).toBe("no leg takes to mock what the bridge rail collects");
  });
});

describe("a rail that is silent", () => {
  /** When it is asked, counted from the beginning, in seconds. */
  function looks(kind: "collecting" | "settling", until: number): number[] {
    const ages: number[] = [];
    const { silence } = termsOf("bridge");
    for (let age = silentSecondsAt(silence[kind], 0); age < until; age += silentSecondsAt(silence[kind], age))
      ages.push(age);
    return ages;
  }

  test("about a collection is asked after an hour, then ever more seldom, and every two days at the latest", () => {
    const hour = 3_600;
    expect(looks("collecting", 7 * day).map((age) => age / hour)).toEqual([1, 4, 16, 64, 112, 160]);
  });

  test("about a payout is asked after ten minutes, and at twice the age from then on", () => {
    expect(looks("settling", 6 * 3_600).map((age) => age / 60)).toEqual([10, 20, 40, 80, 160, 320]);
  });
});
