import { beforeEach, describe, expect, test } from "vitest";
import { loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import { settlementFacts } from "../../../functions/domain/settlement/settlement.ts";
import { TestApi } from "../../support/core/test-api.ts";

let api: TestApi;
let tenant: { id: string; apiKey: string };
let invoiceId: string;

beforeEach(async () => {
  api = new TestApi();
  tenant = await api.tenant();
  invoiceId = await api.invoice(tenant.id);
});

async function pay(body: object, key = "k1") {
  const reply = await api.openPay()({
    method: "POST",
    path: `/api/v1/invoices/${invoiceId}/pay`,
    headers: { authorization: `Bearer ${tenant.apiKey}`, "idempotency-key": key },
    body: JSON.stringify(body),
  });
  return { ...reply, json: JSON.parse(reply.text) };
}

describe("a payment", () => {
  test("keeps what the tenant says of it, with its settlement and their events", async () => {
    const metadata = { orderId: "SO-1042" };
    const { json } = await pay({ metadata, source: { type: "ach_push" } });
    expect(json).toMatchObject({ payment: { metadata }, settlement: { metadata } });
    const { state } = await loadSettlement(api.context, json.settlement.id);
    expect(settlementFacts(state).metadata).toEqual(metadata);
  });

  test.each([
    ["a number", { a: 1 }],
    ["a long key", { ["x".repeat(41)]: "" }],
    ["many keys", Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`key-${i}`, ""]))],
  ])("takes no metadata with %s", async (_, metadata) => {
    const { status, json } = await pay({ metadata });
    expect([status, json.code]).toEqual([400, "validation_error"]);
  });

  test("says until when it waits for a transfer, and nothing of the kind once the money is here", async () => {
    const pushed = await pay({ amountCents: 4_000, source: { type: "ach_push" } });
    expect(pushed.json.payment.expiresAt).toBe(addSeconds(api.clock.now(), 14 * 86_400));
    const pulled = await pay({ amountCents: 4_000 }, "k2");
    expect(pulled.json.payment.expiresAt).toBeNull();
  });
});
