import { describe, expect, test } from "vitest";
import { boundName, settlementCounts } from "../../../functions/domain/settlement/overview.ts";
import type { Settlement, SettlementStatus } from "../../../functions/domain/settlement/settlement.ts";
import { later, settlementIn } from "../../support/core/samples.ts";

const at = (status: SettlementStatus): Settlement => settlementIn(status).settlement;

describe("what everybody sees of settlements", () => {
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
