import { describe, expect, test } from "vitest";
import { type Capability, capabilitiesOf } from "../../../functions/app/operations/capabilities.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { railThat } from "../../support/settlement/reserve-api.ts";

const all = { collect: true, payout: true, hold: true, disburseHeld: true, refund: true };
const everywhere = () => true;

function capabilities(change: Partial<typeof all> = {}, serves: (path: string) => boolean = everywhere) {
  const rail = railThat(new TestApi().rail, { name: "slow", capabilities: { ...all, ...change } });
  return capabilitiesOf({ rail }, serves);
}

const yes: Capability = { available: true };
const notByRail: Capability = { available: false, reason: "the slow adapter does not do this" };
const noHold = {
  ...{ available: false, reason: "the settlement adapter cannot hold value", code: "escrow_hold_unsupported" },
  ...{ status: 409, endpoint: "POST /api/v1/escrow/{id}/fund" },
};
const noRefund = {
  ...{ available: false, reason: "the settlement adapter has no refund leg", code: "refund_unsupported" },
  status: 409,
};
const notServed = (path: string) => ({
  ...{ available: false, reason: `${path} is not served by this version`, code: "route_not_found", status: 404 },
});
const able = {
  ...{ invoicing: yes, ach_collection: yes, stablecoin_settlement: yes, kyt_screening: yes, managed_escrow: yes },
  ...{ refunds: yes, disputes: yes },
  self_serve_onboarding: { available: true, endpoint: "POST /onboard/signup" },
};

describe("what a deployment says that it can do", () => {
  test("is everything, where its rail does everything and every route is served", () => {
    expect(capabilities()).toEqual(able);
  });

  test("is no more than its rail declares", () => {
    expect(capabilities({ collect: false })).toEqual({
      ...{ ...able, ach_collection: notByRail, stablecoin_settlement: notByRail },
    });
    expect(capabilities({ payout: false })).toEqual({ ...able, stablecoin_settlement: notByRail });
    expect(capabilities({ hold: false })).toEqual({ ...able, managed_escrow: noHold });
    expect(capabilities({ disburseHeld: false })).toEqual({ ...able, managed_escrow: noHold });
    expect(capabilities({ refund: false })).toEqual({ ...able, refunds: noRefund });
  });

  test.each([
    ["/api/v1/invoices", { invoicing: notServed("/api/v1/invoices") }],
    ["/api/v1/disputes/alerts", { disputes: notServed("/api/v1/disputes/alerts") }],
    [
      "/onboard/signup",
      { self_serve_onboarding: { ...notServed("/onboard/signup"), endpoint: "POST /onboard/signup" } },
    ],
    ["/api/v1/escrow", { managed_escrow: { ...noHold, reason: "the escrow routes are not served by this version" } }],
    [
      "/api/v1/payments/{id}/refund",
      { refunds: { ...noRefund, reason: "the refund route is not served by this version" } },
    ],
  ])("is nothing that %s is needed for, where that is not served", (missing, change) => {
    expect(capabilities({}, (path) => path !== missing)).toEqual({ ...able, ...change });
  });

  test("names the rail first where neither it nor the routes allow something", () => {
    const { managed_escrow, refunds } = capabilities({ hold: false, refund: false }, () => false);
    expect([managed_escrow, refunds]).toEqual([noHold, noRefund]);
  });
});
