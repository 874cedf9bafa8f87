import { describe, expect, test } from "vitest";
import { agesOf, dayFlow } from "../../../functions/domain/reconciliation/daily-flow.ts";
import type { Settlement, SettlementStatus } from "../../../functions/domain/settlement/settlement.ts";
import { later, noon, settlementIn } from "../../support/core/samples.ts";

function at(status: SettlementStatus, createdAt = noon, paymentStatus?: string): Settlement {
  const { settlement } = settlementIn(status);
  const payment = { ...settlement.payment, ...(paymentStatus && { status: paymentStatus }) };
  return { ...settlement, payment, createdAt } as Settlement;
}

describe("a day's money by where it is", () => {
  test.each([
    [at("created"), "in_flight"],
    [at("settling"), "in_flight"],
    [at("completed"), "delivered"],
    [at("declined"), "stopped"],
    [at("failed"), "stopped"],
    [at("completed", noon, "returned"), "returned"],
    [at("failed", noon, "refunded"), "returned"],
  ] as const)("has a settlement in one place", (state, place) => {
    const { total, hours } = dayFlow([state]);
    const empty = { count: 0, cents: 0 };
    const flow = {
      in_flight: empty,
      delivered: empty,
      stopped: empty,
      returned: empty,
      [place]: { count: 1, cents: 10_000 },
    };
    expect(total).toEqual(flow);
    expect(hours).toHaveLength(24);
    expect(hours[12]).toEqual(flow);
    expect(hours[11]?.[place]).toEqual(empty);
  });

  test("adds up by the hour in which each began", () => {
    const { total, hours } = dayFlow([
      at("completed"),
      at("completed", "2026-11-21T12:59:59.999Z"),
      at("completed", "2026-11-21T00:00:00.000Z"),
    ]);
    expect(total.delivered).toEqual({ count: 3, cents: 30_000 });
    expect([hours[0]?.delivered.count, hours[12]?.delivered.count]).toEqual([1, 2]);
  });
});

describe("what is under way", () => {
  test("is told by status and age, an hour and a day included", () => {
    const now = later(86_400);
    const those = [
      at("collecting"),
      at("collecting", later(1)),
      at("collecting", later(82_800)),
      at("settling", later(82_801)),
    ];
    expect(agesOf(those, now)).toEqual([
      { status: "collecting", count: 3, cents: 30_000, overHour: 3, overDay: 1, oldest: noon },
      { status: "settling", count: 1, cents: 10_000, overHour: 0, overDay: 0, oldest: later(82_801) },
    ]);
    expect(agesOf([], now)).toEqual([]);
  });
});
