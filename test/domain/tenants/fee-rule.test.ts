import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openSettlement } from "../../../functions/domain/settlement/open-settlement.ts";
import {
  emptySchedule,
  type FeeRule,
  type FeeSchedule,
  scheduledAhead,
  scheduledRule,
  scheduleWith,
} from "../../../functions/domain/tenants/fee-rule.ts";
import { aRule, aSentInvoice, aTenant, later, noon, openedSettlement } from "../../support/core/samples.ts";

/** The schedule of a scope that was given these rules one after the other, each at the moment it was made. */
function scheduleOf(rules: readonly FeeRule[]): FeeSchedule {
  let schedule = emptySchedule;
  rules.forEach((rule, at) => {
    const now = rule.createdAt;
    const before = byBeginning(rules.slice(0, at));
    const inForce = before.findLast(({ effectiveFrom }) => effectiveFrom <= now);
    const upcoming = before.filter(({ effectiveFrom }) => effectiveFrom > now).slice(0, scheduledAhead + 1);
    schedule = scheduleWith(rule, { inForce, upcoming }, now);
  });
  return schedule;
}

/** As the store sorts them: by their beginning, and those that begin at one moment as they were made. */
function byBeginning(rules: readonly FeeRule[]): FeeRule[] {
  return rules.toSorted((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : a.effectiveFrom > b.effectiveFrom ? 1 : 0));
}

describe("the rule that a schedule has in force", () => {
  const rule = (id: string, effectiveFrom = noon, createdAt = noon) => aRule({ id, effectiveFrom, createdAt });
  const at = (rules: readonly FeeRule[], now: string) => scheduledRule(scheduleOf(rules), now)?.id;

  test("is none where nobody has set any, and none before the first begins", () => {
    expect(scheduledRule(emptySchedule, noon)).toBeNull();
    expect(scheduledRule(scheduleOf([rule("tomorrow", later(86_400))]), noon)).toBeNull();
  });

  test("is the newest effective one, in whatever order they were made", () => {
    const rules = [rule("a", later(10)), rule("c", later(30)), rule("b", later(20))];
    for (const made of [rules, rules.toReversed()]) {
      expect([9, 10, 19, 20, 29, 30].map((seconds) => at(made, later(seconds)))).toEqual([
        ...[undefined, "a", "a", "b", "b", "c"],
      ]);
    }
  });

  test("is the later made of two that begin at one moment, whether that has come or not", () => {
    expect(at([rule("a", noon), rule("b", noon, later(1))], later(1))).toBe("b");
    expect(at([rule("a", later(9)), rule("b", later(9), later(1))], later(9))).toBe("b");
  });

  test("stays when one is made that began before it", () => {
    expect(at([rule("a", later(-5)), rule("b", later(-9), later(1))], later(1))).toBe("a");
  });

  test("is not shown before the one that was in force when the last was made", () => {
    const schedule = scheduleOf([rule("a", noon), rule("b", later(5), later(5)), rule("c", later(60), later(6))]);
    expect(scheduledRule(schedule, later(4))).toBeUndefined();
    expect(scheduledRule(schedule, later(5))?.id).toBe("b");
  });

  test("is not shown from the first on that the schedule has no room for", () => {
    const ahead = Array.from({ length: scheduledAhead + 3 }, (_, n) => rule(`r${n}`, later(100 + n)));
    const schedule = scheduleOf([rule("now"), ...ahead]);
    expect(schedule.rules).toHaveLength(scheduledAhead + 1);
    expect(scheduledRule(schedule, later(99))?.id).toBe("now");
    expect(scheduledRule(schedule, later(100 + scheduledAhead - 1))?.id).toBe(`r${scheduledAhead - 1}`);
    expect(scheduledRule(schedule, later(100 + scheduledAhead))).toBeUndefined();
  });

  test("is, for any rules and at any moment that is shown, what all of them together would say", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(40), fc.nat(5)), { maxLength: 30 }), fc.nat(60), (made, seconds) => {
        let clock = 0;
        const rules = made.map(([begins, pause], n) => {
          clock += pause;
          return rule(`r${n}`, later(begins), later(clock));
        });
        const shown = scheduledRule(scheduleOf(rules), later(seconds));
        const right = byBeginning(rules).findLast(({ effectiveFrom }) => effectiveFrom <= later(seconds)) ?? null;
        expect(shown === undefined || shown?.id === right?.id).toBe(true);
      }),
    );
  });
});

describe("opening a settlement", () => {
  const ids = { settlementId: "stl_01K00000000000000000000000", paymentId: "pay_01K00000000000000000000000" };
  const screen = { stage: "collection", round: 1, outcome: "pass", ref: null, risk: null, at: noon } as const;
  const vendors = { rail: "mock", conversionVendor: "mock", partnerCustomerId: "c", source: "ach" } as const;
  const input = { ...ids, ...vendors, tenant: aTenant(), invoice: aSentInvoice(), screen };

  test("stores the rule it used and the split it made", () => {
    const { settlement } = openedSettlement({
      rule: aRule({ id: "fee_9", bps: 250, reserveBps: 1000, reserveDays: 90 }),
    });
    expect(settlement).toMatchObject({
      feeRuleId: "fee_9",
      reserveDays: 90,
      feeCents: 250,
      reserveCents: 975,
      netCents: 8775,
    });
  });

  test("sets the amount aside on the invoice and records the intent to collect under a key of ours", () => {
    const { settlement, invoice } = openedSettlement({ amountCents: 4000 });
    expect(invoice).toMatchObject({ amountProcessingCents: 4000, amountPaidCents: 0, status: "sent" });
    expect(settlement.intent).toEqual({ leg: "collect", key: `${settlement.id}:collect:1`, at: noon });
    expect(settlement.payment.status).toBe("processing");
  });

  test.each([
    ["a fee of everything", aRule({ bps: 10_000 })],
    ["a minimum over the amount", aRule({ minCents: 10_000 })],
    ["a reserve of everything", aRule({ reserveBps: 10_000 })],
  ])("that would leave nothing after %s is refused", (_, rule) => {
    const outcome = openSettlement({ ...input, rule, amountCents: 10_000 }, noon);
    expect(outcome).toMatchObject({ code: "amount_too_small", detail: { fields: [{ path: "amountCents" }] } });
  });

  describe("on a rail that keeps nothing", () => {
    const keeping = aRule({ bps: 250, reserveBps: 1000 });

    test("pays out what the rule would keep back, and says that no reserve could be placed", () => {
      const outcome = openSettlement({ ...input, rule: keeping, amountCents: 10_000, keepsReserve: false }, noon);
      const split = { feeCents: 250, reserveCents: 0, netCents: 9750 };
      const about = { settlementId: ids.settlementId, tenantId: input.tenant.id, amountCents: 975 };
      const data = { ...about, phase: "place", reason: "rail_cannot_hold" };
      expect(outcome).toMatchObject({
        settlement: [
          { next: { keepsReserve: false, reserve: null, ...split }, events: [{ name: "reserve.hold_blocked", data }] },
        ],
      });
    });

    test.each([
      ["the rule keeps nothing either", aRule({ bps: 250 }), false],
      ["the rail can keep it", keeping, true],
    ])("says nothing where %s", (_, rule, keepsReserve) => {
      const outcome = openSettlement({ ...input, rule, amountCents: 10_000, keepsReserve }, noon);
      expect(outcome).toMatchObject({ settlement: [{ next: { keepsReserve }, events: [] }] });
    });
  });

  test("that leaves one cent is not", () => {
    const outcome = openSettlement({ ...input, rule: aRule({ fixedCents: 9999 }), amountCents: 10_000 }, noon);
    expect(outcome).toMatchObject({ settlement: [{ next: { netCents: 1 } }] });
  });
});
