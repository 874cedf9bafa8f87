import { describe, expect, test } from "vitest";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { type Opening, openSettlement } from "../../../functions/domain/settlement/open-settlement.ts";
import { agreed, aRule, aSentInvoice, aTenant, lastOf, noon } from "../../support/core/samples.ts";

const invoice = aSentInvoice();

function opening(change: Partial<Opening> = {}): Opening {
  return {
    ...{ settlementId: "stl_01K00000000000000000000000", paymentId: "pay_01K00000000000000000000000" },
    ...{ amountCents: 10_000, source: "ach", tenant: aTenant(), partnerCustomerId: "cust_1", invoice },
    rule: aRule({ bps: 250, reserveBps: 1_000 }),
    screen: { stage: "collection", round: 1, outcome: "pass", ref: "scr_1", risk: "low", at: noon },
    ...{ rail: "mock", conversionVendor: "mock" },
    ...change,
  };
}

const opened = (change: Partial<Opening> = {}) => lastOf(agreed(openSettlement(opening(change), noon)).settlement);

const bankAccount = {
  holder: "Ann Payer",
  holderType: "individual",
  accountType: "checking",
  accountLast4: "6789",
  sealed: "s",
} as const;

describe("a payment that is accepted", () => {
  test("says so, and means its collection under a key of its own", () => {
    expect(opened()).toMatchObject({
      ...{ from: null, to: "created", reason: "payment accepted; no IAT (us_account, rule of 2026-09-18)", events: [] },
      next: {
        ...{ intent: { leg: "collect", key: "stl_01K00000000000000000000000:collect:1", at: noon }, presentation: 1 },
        ...{ feeCents: 250, reserveCents: 975, netCents: 8_775, refundable: false, keepsReserve: true },
        payment: { status: "processing", amountCents: 10_000, presented: 1, screeningRef: "scr_1" },
      },
    });
    expect(opened({ refundable: true }).next.refundable).toBe(true);
  });

  test.each<[string, Partial<Opening>, string]>([
    ["the call says", { holderType: "business", bankAccount }, "business"],
    ["the account says", { bankAccount }, "individual"],
    ["the tenant's setting says", {}, "business"],
    ["the tenant's setting says", { tenant: aTenant({ payers: "unknown" }) }, "unknown"],
  ])("comes from whom %s", (_, change, holderType) => {
    expect(opened(change).next.payment.holderType).toBe(holderType);
  });

  test("keeps the account and the page's facts only where there are any", () => {
    const hosted = { email: "ann@payer.test" } as unknown as NonNullable<Opening["hosted"]>;
    expect(opened({ bankAccount, hosted }).next.payment).toMatchObject({ bankAccount, hosted });
    const { payment } = opened().next;
    expect(["bankAccount" in payment, "hosted" in payment]).toEqual([false, false]);
  });

  test("says that a rail cannot keep its reserve, where there was one to keep", () => {
    const { next, events } = opened({ keepsReserve: false });
    expect(next).toMatchObject({ reserveCents: 0, netCents: 9_750, keepsReserve: false });
    expect(events).toEqual([
      {
        name: "reserve.hold_blocked",
        data: {
          ...{ tenantId: next.tenantId, createdAt: noon, settlementId: next.id, amountCents: 975 },
          ...{ reserveId: "rsv_01K00000000000000000000000", phase: "place", reason: "rail_cannot_hold" },
        },
      },
    ]);
    expect(opened({ keepsReserve: false, rule: aRule({ bps: 250 }) }).events).toEqual([]);
  });

  test("says whose suspended credit raised its reserve, on a rail that keeps one", () => {
    const tenant = aTenant({ creditSuspended: { program: "vamp", since: noon, reason: "ratio" } });
    const rule = aRule({ bps: 250 });
    expect(opened({ tenant, rule })).toMatchObject({
      reason: expect.stringMatching(/^payment accepted, its reserve raised: the tenant's vamp credit is suspended;/),
      next: { reserveCents: 975, reserveRaisedBy: "vamp" },
    });
    expect(opened({ tenant, rule, keepsReserve: false })).toMatchObject({
      ...{ reason: expect.stringMatching(/^payment accepted;/), next: { reserveCents: 0, reserveRaisedBy: null } },
    });
  });

  test("leaves a cent at least, and is refused where nothing would remain", () => {
    expect(opened({ amountCents: 501, rule: aRule({ fixedCents: 500 }) }).next.netCents).toBe(1);
    const no = openSettlement(opening({ amountCents: 500, rule: aRule({ fixedCents: 500 }) }), noon);
    expect(no).toBeInstanceOf(Refusal);
    expect(no).toMatchObject({
      ...{ code: "amount_too_small", message: "nothing would remain after fee and reserve" },
      detail: { fields: [{ path: "amountCents", message: "leaves nothing after fee and reserve" }] },
    });
  });
});
