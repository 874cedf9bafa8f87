import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Capability,
  type CapabilitySources,
  capabilitiesOf,
} from "../../../functions/app/operations/capabilities.ts";
import { refundTerms } from "../../../functions/domain/settlement/payer-refund.ts";
import { type FlagKey, Flags } from "../../../functions/domain/tenants/flag.ts";
import { guidesOf, railsSite } from "../../../functions/pages/docs/guides.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";
import { operationOf } from "../../support/runner/lambdas.ts";
import { railThat } from "../../support/settlement/reserve-api.ts";

const all = { collect: true, payout: true, hold: true, disburseHeld: true, refund: true };
const everywhere = () => true;
const mockGate = { mock: true };

function flagsWithout(...off: FlagKey[]): Flags {
  const setting = { enabled: false, note: null, at: "", actor: "" };
  return new Flags(Object.fromEntries(off.map((key) => [key, setting])), {});
}

function capabilities(
  change: Partial<typeof all> = {},
  serves: (path: string) => boolean = everywhere,
  sources: Partial<CapabilitySources> = {},
) {
  const rail = railThat(new TestApi().rail, { name: "mock", capabilities: { ...all, ...change } });
  const usual = { rail, conversion: "mock", gate: mockGate, live: false, flags: flagsWithout() };
  return capabilitiesOf({ ...usual, ...sources }, serves);
}

const docs = "/docs/payments";
const refundRoute = { endpoint: "POST /api/v1/payments/{id}/refund", docs };
const yes: Capability = { available: true, docs };
const notByRail: Capability = { available: false, reason: "the mock adapter does not do this", docs };
const noHold = {
  ...{ available: false, reason: "the settlement adapter cannot hold value", code: "escrow_hold_unsupported" },
  ...{ status: 409, endpoint: "POST /api/v1/escrow/{id}/fund", docs: "/docs/escrow" },
};
const noRefund = {
  ...{ available: false, reason: "the settlement adapter has no refund leg", code: "refund_unsupported" },
  ...{ status: 409, ...refundRoute },
};
const notServed = (path: string, guide = docs) => ({
  ...{ available: false, reason: `${path} is not served by this version`, code: "route_not_found", status: 404 },
  docs: guide,
});
const able = {
  ...{ invoicing: yes, ach_collection: yes, stablecoin_settlement: yes, kyt_screening: yes },
  managed_escrow: { available: true, docs: "/docs/escrow" },
  refunds: { available: true, refundable: refundTerms, ...refundRoute },
  disputes: { available: true, docs: "/docs/disputes" },
  self_serve_onboarding: { available: true, endpoint: "POST /onboard/signup", docs: "/docs/onboarding" },
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
    ["/api/v1/disputes/alerts", { disputes: notServed("/api/v1/disputes/alerts", "/docs/disputes") }],
    [
      "/onboard/signup",
      {
        self_serve_onboarding: {
          ...notServed("/onboard/signup", "/docs/onboarding"),
          endpoint: "POST /onboard/signup",
        },
      },
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

  test("names a guide that there is, for each of them", () => {
    const slugs = guidesOf(railsSite).map(({ slug }) => `/docs/${slug}`);
    for (const { docs: guide } of Object.values(capabilities())) expect(slugs).toContain(guide);
  });

  const off = (key: string, code = "vendor_disabled") => ({
    ...{ available: false, reason: `${key} is switched off`, code, status: 501 },
  });

  test.each<[FlagKey, object]>([
    [
      "vendor.collection.mock",
      {
        ach_collection: { ...off("vendor.collection.mock"), docs },
        stablecoin_settlement: { ...off("vendor.collection.mock"), docs },
        managed_escrow: { ...off("vendor.collection.mock"), docs: "/docs/escrow" },
        refunds: { ...off("vendor.collection.mock"), ...refundRoute },
      },
    ],
    ["vendor.conversion.mock", { stablecoin_settlement: { ...off("vendor.conversion.mock"), docs } }],
    ["escrow.enabled", { managed_escrow: { ...off("escrow.enabled", "escrow_disabled"), docs: "/docs/escrow" } }],
    [
      "escrow.rail.stablecoin",
      { managed_escrow: { ...off("escrow.rail.stablecoin", "rail_disabled"), docs: "/docs/escrow" } },
    ],
    [
      "kyt.adapter.mock",
      {
        kyt_screening: {
          ...{ available: false, reason: "kyt.adapter.mock is switched off", code: "kyt_declined", status: 409, docs },
        },
      },
    ],
    [
      "kyt.screening.enforce",
      {
        kyt_screening: {
          ...{ available: false, reason: "kyt.screening.enforce is switched off: wallets pass unscreened", docs },
        },
      },
    ],
  ])("is less where %s is off", (key, change) => {
    expect(capabilities({}, everywhere, { flags: flagsWithout(key) })).toEqual({ ...able, ...change });
  });

  const list = { list: "sdn", publishedAt: "", loadedAt: "", stale: false };

  test.each<[string, NonNullable<CapabilitySources["gate"]["health"]>, string | undefined]>([
    ["answers", { status: "ok", lists: [list] }, undefined],
    ["does not answer", { status: "unreachable", lists: [list] }, "the screening interface does not answer"],
    [
      "has an old list",
      { status: "degraded", lists: [list, { ...list, stale: true }] },
      "a list that wallets are screened by is missing or too old",
    ],
    ["has no list", { status: "degraded", lists: [] }, "a list that wallets are screened by is missing or too old"],
  ])("screens as its gate does, which %s", (_, health, reason) => {
    const { kyt_screening } = capabilities({}, everywhere, { gate: { mock: false, health }, live: true });
    const no = { available: false, reason, code: "kyt_declined", status: 409, docs };
    expect(kyt_screening).toEqual(reason === undefined ? yes : no);
  });
});

describe("the report as it is served", () => {
  const deployed = new DeployedSandbox();
  beforeAll(() => deployed.open());
  afterAll(() => deployed.stop());

  async function reported() {
    const op = operationOf("getCapabilities");
    const { text } = await deployed.send(op, { method: op.method, path: op.path, headers: {} });
    return JSON.parse(text).capabilities;
  }

  async function flag(key: FlagKey, enabled: boolean | null): Promise<void> {
    const op = operationOf("setFlag");
    const headers = { authorization: `Bearer ${deployed.operatorToken}` };
    const body = JSON.stringify({ key, enabled, tenantId: null });
    expect((await deployed.send(op, { method: op.method, path: op.path, headers, body })).status).toBe(200);
  }

  test("follows the flags that are in force for everybody, at once", async () => {
    const before = await reported();
    expect(before).toMatchObject({ ach_collection: yes, kyt_screening: yes, refunds: noRefund });
    await flag("vendor.collection.mock", false);
    await flag("kyt.adapter.mock", false);
    expect(await reported()).toMatchObject({
      ach_collection: { available: false, code: "vendor_disabled", status: 501 },
      refunds: { available: false, code: "vendor_disabled", status: 501, ...refundRoute },
      kyt_screening: { available: false, code: "kyt_declined", status: 409 },
      invoicing: yes,
    });
    await flag("vendor.collection.mock", null);
    await flag("kyt.adapter.mock", null);
    expect(await reported()).toEqual(before);
  });
});
