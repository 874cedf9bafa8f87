import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Conversion } from "../../../functions/app/rails/ports.ts";
import {
  convertFunds,
  disburseFunds,
  parkSettlement,
  type SettlementContext,
  screenBeforeConversion,
} from "../../../functions/app/settlement/machine-steps.ts";
import type { PayVendors } from "../../../functions/app/settlement/pay-guards.ts";
import { changeSettlement, loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import { setFlag } from "../../../functions/app/tenants/flags-and-fees.ts";
import { reviewReason } from "../../../functions/domain/settlement/review-reason.ts";
import { settlementTransition } from "../../../functions/domain/settlement/settlement.ts";
import type { FlagKey } from "../../../functions/domain/tenants/flag.ts";
import { refusePairs } from "../../../functions/wiring/rails/vendor-table.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { railThat, workflows } from "../../support/settlement/reserve-api.ts";

const hifi: Conversion = { name: "hifi", convert: async () => ({ rate: "0.5" }) };

let api: TestApi;
let tenant: { id: string; apiKey: string };
let count = 0;

beforeEach(async () => {
  api = new TestApi();
  tenant = await api.tenant();
});

async function flag(key: FlagKey, enabled: boolean, tenantId: string | null = null): Promise<void> {
  await setFlag({ ...api.context, live: false }, { key, enabled, tenantId, note: null });
}

async function pay(vendors: Partial<PayVendors> = {}, by = tenant) {
  count += 1;
  const invoice = await api.invoice(by.id, `A-${count}`);
  const reply = await api.openPay(vendors)({
    method: "POST",
    path: `/api/v1/invoices/${invoice}/pay`,
    headers: { authorization: `Bearer ${by.apiKey}`, "idempotency-key": invoice },
  });
  const body = JSON.parse(reply.text);
  return { code: body.code as string | undefined, id: (body.settlement?.id ?? "") as string };
}

const settlement = async (id: string) => (await loadSettlement(api.context, id)).state;

/** The vendor that a payment was opened with, or the code of its refusal. */
async function opensWith(vendors: Partial<PayVendors>, by = tenant): Promise<string | undefined> {
  const { code, id } = await pay(vendors, by);
  return code ?? (await settlement(id)).conversionVendor;
}

describe("a stage whose conversion vendor is HIFI", () => {
  test("refuses with 501 until its flag is on: nothing falls through to another vendor", async () => {
    expect(await opensWith({ conversion: hifi })).toBe("vendor_disabled");
    await flag("vendor.conversion.hifi", true);
    expect(await opensWith({ conversion: hifi })).toBe("hifi");
  });
});

describe("a stage that has HIFI beside its own vendor", () => {
  test("converts with it for the tenants whose flag is on", async () => {
    expect(await opensWith({ alternative: hifi })).toBe("mock");
    await flag("vendor.conversion.hifi", true, tenant.id);
    expect(await opensWith({ alternative: hifi })).toBe("hifi");
    const other = await api.tenant({ slug: "other" });
    expect(await opensWith({ alternative: hifi }, other)).toBe("mock");
  });

  test("needs only the vendor that was chosen to be switched on", async () => {
    await flag("vendor.conversion.mock", false);
    expect(await opensWith({ alternative: hifi })).toBe("vendor_disabled");
    await flag("vendor.conversion.hifi", true, tenant.id);
    expect(await opensWith({ alternative: hifi })).toBe("hifi");
  });
});

test("the flag of a vendor that a stage does not have changes nothing", async () => {
  await flag("vendor.conversion.hifi", true);
  expect(await opensWith({})).toBe("mock");
});

describe("a settlement in flight when the configuration changes", () => {
  const machine = (vendors: Partial<SettlementContext>): SettlementContext => {
    const { rail, screening, meter, context } = api;
    return { ...context, rail, conversion: rail, screening, meter, live: false, workflows, ...vendors };
  };
  const subject = (settlementId: string) => ({ settlementId, tenantId: tenant.id });
  /** Another vendor, which nobody may ask anything. */
  const foreign = () => {
    const input = { convert: vi.fn(), disburse: vi.fn(), payoutOf: vi.fn() };
    const rail = railThat(api.rail, { name: "bridge", ...input });
    return { asked: input, rail, conversion: { name: "bridge", convert: input.convert } };
  };
  const calls = ({ asked: input }: ReturnType<typeof foreign>) =>
    Object.values(input).flatMap(({ mock }) => mock.calls);

  test("goes on with the vendors that it was opened with", async () => {
    await flag("vendor.conversion.hifi", true);
    const { id } = await pay({ alternative: hifi });
    await flag("vendor.conversion.hifi", false);
    const bridge = foreign();
    const now = machine({ ...bridge, rails: [bridge.rail, api.rail], conversions: [hifi] });
    await screenBeforeConversion(now, subject(id));
    await convertFunds(now, subject(id));
    await disburseFunds(now, subject(id), "token");
    expect(await settlement(id)).toMatchObject({ status: "completed", rail: "mock", fxRate: "0.5" });
    expect(calls(bridge)).toEqual([]);
  });

  test("is parked, and in the queue, where this deployment does not reach its vendor any more", async () => {
    const { id } = await pay();
    const bridge = foreign();
    const now = machine(bridge);
    await screenBeforeConversion(now, subject(id));
    const converting = convertFunds(now, subject(id));
    await expect(converting).rejects.toThrow("does not reach mock for conversion");
    await parkSettlement(now, subject(id), "HopFailed");
    expect(reviewReason(await settlement(id))).toMatchObject({ kind: "parked" });
    await convertFunds(machine({}), subject(id));
    const paying = disburseFunds(machine(bridge), subject(id), "token");
    await expect(paying).rejects.toThrow("does not reach the mock rail");
    expect(await settlement(id)).toMatchObject({ status: "settling", payment: { railState: "funds_received" } });
    expect(calls(bridge)).toEqual([]);
  });
});

describe("a rail and a conversion vendor that no leg joins", () => {
  const bridge = () => railThat(api.rail, { name: "bridge" });

  test("take no payment: 501, whether the vendor is the stage's own or one beside it, and nothing is made", async () => {
    await flag("vendor.conversion.hifi", true);
    const rail = bridge();
    expect(await opensWith({ rail, conversion: hifi })).toBe("vendor_disabled");
    expect(await opensWith({ rail, conversion: { ...hifi, name: "bridge" }, alternative: hifi })).toBe(
      "vendor_disabled",
    );
    expect(api.store.rows().filter(({ type }) => type === "settlement")).toEqual([]);
  });

  test("convert nothing that is on record with them: it is parked, and the vendor is not asked", async () => {
    const { id } = await pay();
    await changeSettlement(api.context, await loadSettlement(api.context, id), (state) => [
      settlementTransition(state, { ...state, conversionVendor: "bridge" }, api.clock.now(), {
        reason: "opened otherwise",
      }),
    ]);
    const convert = vi.fn();
    const { rail, screening, meter, context } = api;
    const conversion = { name: "bridge", convert };
    const machine = { ...context, rail, conversion, screening, meter, live: false, workflows };
    const subject = { settlementId: id, tenantId: tenant.id };
    await screenBeforeConversion(machine, subject);
    await expect(convertFunds(machine, subject)).rejects.toThrow("no leg takes to bridge what the mock rail collects");
    expect(convert).not.toHaveBeenCalled();
  });

  test("let no Lambda start", () => {
    expect(() => refusePairs("bridge", ["bridge", "hifi"])).toThrow(
      "no leg takes to hifi what the bridge rail collects",
    );
    expect(() => refusePairs("bridge", ["mock"])).toThrow("no leg takes to mock");
    for (const [rail, ...conversions] of [
      ["bridge", "bridge", ""],
      ["mock", "mock", "hifi"],
      ["mock", "hifi", ""],
    ] as const)
      expect(() => refusePairs(rail, conversions)).not.toThrow();
  });
});
