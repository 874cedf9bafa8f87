import { describe, expect, test } from "vitest";
import { openSettlement } from "../../../functions/domain/settlement/open-settlement.ts";
import { effectiveRule, freeRule } from "../../../functions/domain/tenants/fee-rule.ts";
import { aRule, aSentInvoice, aTenant, later, noon, openedSettlement } from "../../support/core/samples.ts";

describe("the rule in force", () => {
  const rule = (id: string, effectiveFrom = noon, createdAt = noon) => aRule({ id, effectiveFrom, createdAt });

  test("is the free one where nobody has set any", () => {
    expect(effectiveRule([], [], "settlement", noon)).toBe(freeRule);
  });

  test("is the default one for a tenant without its own", () => {
    expect(effectiveRule([], [rule("shared")], "settlement", noon).id).toBe("shared");
  });

  test("is the tenant's own even when the default one is newer", () => {
    const own = rule("own");
    expect(effectiveRule([own], [rule("shared", later(60))], "settlement", later(61)).id).toBe("own");
  });

  test("is the newest effective one, in whatever order they were kept", () => {
    const rules = [rule("a", later(10)), rule("c", later(30)), rule("b", later(20))];
    expect(effectiveRule(rules, [], "settlement", later(25)).id).toBe("b");
    expect(effectiveRule(rules.toReversed(), [], "settlement", later(30)).id).toBe("c");
  });

  test("is the later made of two that begin at one moment", () => {
    expect(effectiveRule([rule("a", noon, later(2)), rule("b", noon, later(1))], [], "settlement", later(3)).id).toBe(
      "a",
    );
    expect(effectiveRule([rule("a"), rule("b")], [], "settlement", noon).id).toBe("b");
  });

  test("is not one that begins tomorrow, nor one of another kind", () => {
    const tomorrow = rule("tomorrow", later(86_400));
    const escrow = aRule({ id: "escrow", kind: "escrow", effectiveFrom: noon });
    expect(effectiveRule([tomorrow, escrow], [rule("shared")], "settlement", noon).id).toBe("shared");
    expect(effectiveRule([tomorrow, escrow], [], "escrow", noon).id).toBe("escrow");
  });

  test("leaves the lists as they were", () => {
    const rules = [rule("a", later(1)), rule("b", later(2))];
    effectiveRule(rules, [], "settlement", later(3));
    expect(rules.map(({ id }) => id)).toEqual(["a", "b"]);
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
