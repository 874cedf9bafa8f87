import { describe, expect, it } from "vitest";
import { prices } from "../../../bin/sandbox/cost/prices.ts";
import { missedAims, risesOver } from "../../bench/cost/figures.ts";
import { usdSum } from "../../bench/cost/line.ts";
import { naiveBill, naiveRows } from "../../bench/cost/naive.ts";

const recorded = { inAllUsd: 400, outsideStepFunctionsUsd: 200 };

describe("the naive design", () => {
  it("costs what it cost when it was described, whatever ours costs", () => {
    expect(usdSum(naiveBill())).toBeCloseTo(970.69, 2);
    expect(naiveRows.reduce((sum, { puts }) => sum + puts, 0)).toBe(114);
  });
});

describe("the price list", () => {
  it("names AWS's page and the date for each price", () => {
    for (const { source, seen, usd } of Object.values(prices)) {
      expect(source).toMatch(/^https:\/\/aws\.amazon\.com\/.+\/pricing\//);
      expect(seen).toMatch(/^20\d\d-\d\d(-\d\d)?$/);
      expect(usd).toBeGreaterThan(0);
    }
  });
});

describe("the figures on record", () => {
  it("are held to a twentieth, each of them", () => {
    expect(risesOver(recorded, recorded)).toEqual([]);
    expect(risesOver(recorded, { inAllUsd: 420, outsideStepFunctionsUsd: 210 })).toEqual([]);
    expect(risesOver(recorded, { inAllUsd: 420.01, outsideStepFunctionsUsd: 200 })).toEqual([
      "in all: $420.01, 5.0 % over the $400.00 on record",
    ]);
    expect(risesOver(recorded, { inAllUsd: 400, outsideStepFunctionsUsd: 220 })).toEqual([
      "outside Step Functions: $220.00, 10.0 % over the $200.00 on record",
    ]);
  });
});

describe("the aims", () => {
  it("are told where they are missed, and not where they are met", () => {
    expect(missedAims({ inAllUsd: 300, outsideStepFunctionsUsd: 150 }, 900)).toEqual([]);
    expect(missedAims({ inAllUsd: 300.5, outsideStepFunctionsUsd: 150.5 }, 900)).toEqual([
      "in all: $300.50, at most $300",
      "outside Step Functions: $150.50, at most $150",
      "naive: 3.00 times ours, at least 3",
    ]);
  });
});
