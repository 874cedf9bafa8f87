import { beforeEach, describe, expect, test } from "vitest";
import type { PayVendors } from "../../../functions/app/settlement/pay-guards.ts";
import { addFeeRule, setFlag } from "../../../functions/app/tenants/flags-and-fees.ts";
import { changeTenant } from "../../../functions/app/tenants/tenants.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { railThat } from "../../support/settlement/reserve-api.ts";

let api: TestApi;
let tenant: { id: string; apiKey: string };
let call: { invoiceId: string; body: object; vendors: Partial<PayVendors> };

beforeEach(async () => {
  api = new TestApi();
  tenant = await api.tenant();
  call = { invoiceId: await api.invoice(tenant.id), body: {}, vendors: {} };
});

async function pay(key = "k1") {
  const reply = await api.openPay(call.vendors)({
    method: "POST",
    path: `/api/v1/invoices/${call.invoiceId}/pay`,
    headers: { authorization: `Bearer ${tenant.apiKey}`, "idempotency-key": key },
    body: JSON.stringify(call.body),
  });
  return { ...reply, json: JSON.parse(reply.text) };
}

function change(to: Parameters<typeof changeTenant>[2]): Promise<unknown> {
  return changeTenant(api.context, tenant.id, to);
}

/** Every refusal of pay in its order, and how a call comes by it. */
const refusals: readonly (readonly [code: string, status: number, bring: () => unknown])[] = [
  ["validation_error", 400, () => Object.assign(call.body, { source: { type: "cash" } })],
  ["not_found", 404, () => Object.assign(call, { invoiceId: "inv_01K00000000000000000000009" })],
  ["tenant_suspended", 403, () => change({ status: "suspended" })],
  ["partner_customer_not_approved", 409, () => change({ partnerCustomerId: "PENDING" })],
  ["amount_exceeds_remaining", 400, () => Object.assign(call.body, { amountCents: 10_001 })],
  [
    "vendor_disabled",
    501,
    () =>
      setFlag(
        { ...api.context, live: false },
        { key: "vendor.conversion.mock", enabled: false, tenantId: null, note: null },
      ),
  ],
  [
    "amount_too_small",
    400,
    () =>
      addFeeRule(api.context, {
        ...{ tenantId: tenant.id, kind: "settlement", bps: 0, fixedCents: 10_000, minCents: 0, maxCents: null },
        ...{ reserveBps: 0, reserveDays: 0, currency: "USD", effectiveFrom: null },
      }),
  ],
  ["kyt_declined", 409, () => change({ destWallet: "0xBLOCKED" })],
  [
    "collection_refused",
    201,
    () => {
      const collect = async () => ({ refused: { code: "collection_refused", reason: "no" } });
      Object.assign(call, { vendors: { rail: railThat(api.rail, { collect }) } });
    },
  ],
];

const pairs = refusals.slice(1).map((later, i) => [refusals[i], later] as const);

describe("of two faults side by side, pay tells the one that its order has first", () => {
  test.each(pairs.map(([first, later]) => [first?.[0] ?? "", later[0], first, later] as const))(
    "%s before %s",
    async (_, __, first, later) => {
      await later[2]();
      await first?.[2]();
      const { status, json } = await pay();
      expect([status, json.code]).toEqual([first?.[1], first?.[0]]);
    },
  );

  test("and the rail's own no last, as a payment that failed", async () => {
    await refusals.at(-1)?.[2]();
    const { status, json } = await pay();
    expect([status, json.settlement.failureCode]).toEqual([201, "collection_refused"]);
  });

  test("a stored answer before everything but validation", async () => {
    const first = await pay();
    await change({ status: "suspended" });
    const again = await pay();
    expect([again.status, again.headers["idempotent-replay"], again.text]).toEqual([201, "true", first.text]);
    Object.assign(call.body, { source: { type: "cash" } });
    expect((await pay()).json.code).toBe("validation_error");
  });

  test("a partner that could not be asked before the invoice that is paid", async () => {
    await pay();
    await change({ partnerCustomerId: "ERROR" });
    expect((await pay("k2")).json.code).toBe("partner_customer_lookup_failed");
    await change({ partnerCustomerId: "cust_1" });
    expect((await pay("k3")).json.code).toBe("invoice_already_paid");
  });
});

describe("a refusal that came because nothing outside answered", () => {
  test.each([
    ["a screen", { destWallet: "0xUNAVAILABLE" }, "kyt_declined"],
    ["a partner", { partnerCustomerId: "ERROR" }, "partner_customer_lookup_failed"],
  ])("says of %s that a new key tries again, and is repeated like that", async (_, to, code) => {
    await change(to);
    const first = await pay();
    expect(first.json).toMatchObject({ code, retryable: true });
    expect(first.json.error).toContain("new Idempotency-Key");
    await change({ destWallet: "0xWALLET", partnerCustomerId: "cust_1" });
    const again = await pay();
    expect([again.text, again.headers["idempotent-replay"]]).toEqual([first.text, "true"]);
    expect((await pay("k2")).status).toBe(201);
  });

  test.each(["0xBLOCKED", "0xREVIEW"])(
    "says nothing of the kind where the screen of %s did answer",
    async (destWallet) => {
      await change({ destWallet });
      expect((await pay()).json).not.toHaveProperty("retryable");
    },
  );
});
