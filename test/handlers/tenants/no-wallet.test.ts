import { beforeEach, describe, expect, test } from "vitest";
import { setFlag } from "../../../functions/app/tenants/flags-and-fees.ts";
import { changeTenant } from "../../../functions/app/tenants/tenants.ts";
import { TestApi } from "../../support/core/test-api.ts";

let api: TestApi;

beforeEach(() => {
  api = new TestApi();
});

async function pay(partnerCustomerId: string | null, destWallet = "") {
  const tenant = await api.tenant({ partnerCustomerId, destWallet });
  const reply = await api.openPay()({
    method: "POST",
    path: `/api/v1/invoices/${await api.invoice(tenant.id)}/pay`,
    headers: { authorization: `Bearer ${tenant.apiKey}`, "idempotency-key": "k1" },
  });
  return { tenant, json: JSON.parse(reply.text) };
}

function settlements() {
  return api.store.rows().filter(({ type }) => type === "settlement");
}

describe("a tenant without a wallet yet", () => {
  test("is told first that the partner does not know it", async () => {
    expect((await pay(null)).json).toMatchObject({ code: "partner_customer_unlinked" });
  });

  test.each(["", "  "])("passes no screen once the partner does: %o", async (wallet) => {
    expect((await pay("cust_1", wallet)).json).toMatchObject({ code: "kyt_declined", railTransferCreated: false });
    expect(settlements()).toEqual([]);
    expect(api.railStore.rows()).toEqual([]);
  });

  test("passes none where screens are not enforced either", async () => {
    const key = "kyt.screening.enforce" as const;
    await setFlag({ ...api.context, live: false }, { key, enabled: false, tenantId: null, note: null });
    expect((await pay("cust_1")).json).toMatchObject({ code: "kyt_declined" });
    expect(settlements()).toEqual([]);
  });

  test("is paid once it has one", async () => {
    const { tenant } = await pay("cust_1");
    await changeTenant(api.context, tenant.id, { destWallet: "0xWALLET" });
    const reply = await api.openPay()({
      method: "POST",
      path: `/api/v1/invoices/${await api.invoice(tenant.id, "A-2")}/pay`,
      headers: { authorization: `Bearer ${tenant.apiKey}`, "idempotency-key": "k2" },
    });
    expect(reply.status).toBe(201);
  });
});
