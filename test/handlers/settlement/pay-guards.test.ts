import { beforeEach, describe, expect, test } from "vitest";
import type { Conversion, Rail } from "../../../functions/app/rails/ports.ts";
import {
  conversionFor,
  requireOn,
  requireVendors,
  whyNotPartner,
  whyNotSource,
} from "../../../functions/app/settlement/pay-guards.ts";
import { changeTenant } from "../../../functions/app/tenants/tenants.ts";
import type { Refusal } from "../../../functions/domain/core/refusal.ts";
import type { Flags } from "../../../functions/domain/tenants/flag.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { railThat } from "../../support/settlement/reserve-api.ts";

let api: TestApi;

beforeEach(() => {
  api = new TestApi();
});

/** Everything on but these. */
const without = (...off: string[]) => ({ on: (key: string) => !off.includes(key) }) as unknown as Flags;
const vendor = (name: string): Conversion => ({ name, convert: async () => ({ rate: "1" }) });

describe("why a tenant's payers pay nothing now", () => {
  const answers = (partnerCustomer: Rail["partnerCustomer"]) => railThat(api.rail, { partnerCustomer });

  test.each<[string, () => Promise<Refusal | undefined>, string, string]>([
    [
      "is unlinked",
      () =>
        whyNotPartner(
          answers(async () => "approved"),
          { partnerCustomerId: null },
        ),
      "partner_customer_unlinked",
      "this tenant has no partner customer",
    ],
    [
      "could not be asked about",
      () =>
        whyNotPartner(
          answers(() => Promise.reject(new Error("x"))),
          { partnerCustomerId: "c" },
        ),
      "partner_customer_lookup_failed",
      "the partner could not be asked about this tenant; try again with a new Idempotency-Key",
    ],
    [
      "is not approved",
      () =>
        whyNotPartner(
          answers(async () => "not_approved"),
          { partnerCustomerId: "c" },
        ),
      "partner_customer_not_approved",
      "the partner has not approved this tenant",
    ],
  ])("is said of a partner customer that %s", async (_, ask, code, message) => {
    expect(await ask()).toMatchObject({ code, message });
  });

  test("is nothing for one that the partner approves", async () => {
    expect(
      await whyNotPartner(
        answers(async () => "approved"),
        { partnerCustomerId: "c" },
      ),
    ).toBeUndefined();
  });
});

describe("the vendors of a new payment", () => {
  test("are the stage's own, or the one beside it where its flag is on", () => {
    const [conversion, alternative] = [vendor("mock"), vendor("hifi")];
    const { rail } = api;
    expect(conversionFor({ rail, conversion }, without())).toBe(conversion);
    expect(conversionFor({ rail, conversion, alternative }, without())).toBe(alternative);
    expect(conversionFor({ rail, conversion, alternative }, without("vendor.conversion.hifi"))).toBe(conversion);
    expect(conversionFor({ rail, conversion, alternative: vendor("nobody") }, without())).toBe(conversion);
  });

  test("are named where they are off, or no leg joins them", () => {
    const { rail } = api;
    const asked = (flags: Flags, conversion = vendor("mock"), on: Rail = rail) =>
      requireVendors({ rail: on, conversion }, flags);
    const no = (message: string) => expect.objectContaining({ code: "vendor_disabled", message });
    expect(() => asked(without("vendor.collection.mock"))).toThrow(no("vendor.collection.mock is switched off"));
    expect(() => asked(without("vendor.conversion.mock"))).toThrow(no("vendor.conversion.mock is switched off"));
    expect(() => asked(without(), vendor("mock"), railThat(rail, { name: "bridge" }))).toThrow(
      no("no leg takes to mock what the bridge rail collects"),
    );
    expect(() => asked(without())).not.toThrow();
    expect(() => requireOn(without("vendor.collection.nobody"), "vendor.collection.nobody")).not.toThrow();
  });

  test("take money in ways that are named", () => {
    const rail = { name: "bridge", sources: ["ach_push", "ach"] } as const;
    expect(whyNotSource(rail, "ach")).toBeUndefined();
    expect(whyNotSource({ ...rail, sources: ["ach_push"] }, "ach")).toMatchObject({
      ...{ code: "validation_error", message: "source.type: the bridge rail takes ach_push" },
      detail: { fields: [{ path: "source.type", message: "the bridge rail takes ach_push" }] },
    });
    expect(whyNotSource({ ...rail, sources: ["ach", "ach_push"] }, "wire" as "ach")?.message).toContain(
      "takes ach and ach_push",
    );
  });
});

describe("a call to pay says why not, in whole words", () => {
  async function messageOf(change: object, body: object = {}, vendors: object = {}, path?: string): Promise<unknown[]> {
    const tenant = await api.tenant();
    const invoiceId = await api.invoice(tenant.id);
    await changeTenant(api.context, tenant.id, change);
    const reply = await api.openPay(vendors)({
      method: "POST",
      path: `/api/v1/invoices/${path ?? invoiceId}/pay`,
      headers: { authorization: `Bearer ${tenant.apiKey}`, "idempotency-key": "k1" },
      body: JSON.stringify(body),
    });
    const json = JSON.parse(reply.text);
    return [reply.status, json.code, json.error];
  }

  test.each<[string, object, unknown[]]>([
    ["suspended", { status: "suspended" }, [403, "tenant_suspended", "this tenant is suspended"]],
    [
      "without a partner customer",
      { partnerCustomerId: null },
      [409, "partner_customer_unlinked", "this tenant has no partner customer"],
    ],
    [
      "whose wallet is blocked",
      { destWallet: "0xBLOCKED" },
      [409, "kyt_declined", "the destination wallet did not pass screening (declined)"],
    ],
    [
      "whose wallet waits for a review",
      { destWallet: "0xREVIEW" },
      [409, "kyt_declined", "the destination wallet did not pass screening (pending)"],
    ],
  ])("to a tenant that is %s", async (_, change, expected) => {
    expect(await messageOf(change)).toEqual(expected);
  });

  test("of an invoice that there is not, and of a wallet that the rail does not pay", async () => {
    expect(await messageOf({}, {}, {}, "inv_01K00000000000000000000009")).toEqual([
      404,
      "not_found",
      "no such invoice",
    ]);
    api = new TestApi();
    expect(await messageOf({}, {}, { rail: railThat(api.rail, { pays: () => false }) })).toEqual([
      ...[409, "unsupported_route", "the mock rail does not pay USDT on base"],
    ]);
  });
});
