import { describe, expect, test } from "vitest";
import { differentCost, isAsOrdered, mismatchText, type PaidReport } from "../../../functions/domain/rails/paid-out.ts";

describe("what a rail tells of a payout of 10", () => {
  test.each<[string, PaidReport, boolean, string | undefined]>([
    ["nothing", {}, true, undefined],
    ["as much, written otherwise", { paid: "10.00", cost: "10.000000" }, true, undefined],
    ["less came", { paid: "9.5" }, false, "9.5"],
    ["more left", { cost: "10.5" }, false, "10.5"],
    ["less came of what was ordered", { paid: "9.5", cost: "10.0" }, false, undefined],
    ["more left, and what was ordered came", { paid: "10", cost: "10.25" }, false, "10.25"],
  ])("%s", (_, report, isSame, cost) => {
    expect([isAsOrdered("10", report), differentCost("10", report)]).toEqual([isSame, cost]);
  });

  test("is said with what was ordered, what left and what came", () => {
    expect(mismatchText("10", { paid: "9", cost: "11" })).toBe("10 ordered, the rail says 11 left and 9 came");
    expect(mismatchText("10", { paid: "9" })).toBe("10 ordered, the rail says 9 left and 9 came");
    expect(mismatchText("10", { cost: "11" })).toBe("10 ordered, the rail says 11 left and nothing of what came");
  });
});
