import { describe, expect, test } from "vitest";
import { payOperations } from "../../functions/contract/invoicing/invoices.ts";
import { paymentOperations } from "../../functions/contract/settlement/payments.ts";
import { TestTenant } from "../support/journeys/journey.ts";
import { refusal, successOf } from "../support/runner/client.ts";

const { payInvoice } = payOperations;

async function paymentsOf(tenant: TestTenant) {
  return (await tenant.call(paymentOperations.listPayments, { query: { limit: 100 } })).data;
}

describe("an Idempotency-Key", () => {
  test("replayed with the same body answers byte for byte as it did, long after the settlement moved on", async () => {
    const tenant = await TestTenant.create();
    const { id } = await tenant.draft(1_000);
    const input = { params: { id }, body: { source: { type: "ach" }, amountCents: 1_000 }, key: "again" };
    const first = await tenant.ask(payInvoice, input);
    const { settlement } = successOf(payInvoice, first);
    await tenant.reaches(settlement.id, "completed");
    for (const _ of [1, 2, 3]) {
      const replay = await tenant.ask(payInvoice, input);
      expect(replay.status).toBe(201);
      expect(replay.text).toBe(first.text);
      expect(replay.headers.get("idempotent-replay")).toBe("true");
      expect(replay.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    }
    expect(first.headers.get("idempotent-replay")).toBeNull();
    expect(await paymentsOf(tenant)).toHaveLength(1);
  });

  test("with another body or on another invoice is a reuse", async () => {
    const tenant = await TestTenant.create();
    const [one, other] = [await tenant.draft(1_000), await tenant.draft(1_000)];
    await tenant.pay(one, { amountCents: 10 }, "mine");
    const reuse = (id: string, body?: unknown) =>
      tenant.refused(payInvoice, "idempotency_key_reuse", { params: { id }, body, key: "mine" });
    await reuse(one.id, { amountCents: 11 });
    await reuse(one.id);
    await reuse(other.id, { amountCents: 10 });
    expect(await paymentsOf(tenant)).toHaveLength(1);
  });

  test("belongs to its tenant: the same key of another one is another key", async () => {
    const [one, other] = await Promise.all([TestTenant.create(), TestTenant.create()]);
    await one.pay(await one.draft(100), undefined, "shared");
    await other.pay(await other.draft(100), undefined, "shared");
  });

  test("is kept with a refusal that was decided, and not with one of a bad request", async () => {
    const tenant = await TestTenant.create();
    const { id } = await tenant.draft(100);
    const params = { id };
    const mistakes = [{ amountCents: 1.5 }, { amountCents: 101 }, { nope: 1 }];
    for (const body of mistakes) expect((await tenant.ask(payInvoice, { params, body, key: "k" })).status).toBe(400);
    const paid = await tenant.pay({ id }, { amountCents: 100 }, "k");
    expect(paid.payment.amountCents).toBe(100);
    const refused = await tenant.refused(payInvoice, "invoice_already_paid", { params, key: "late" });
    expect(await tenant.refused(payInvoice, "invoice_already_paid", { params, key: "late" })).toEqual(refused);
  });

  test("must be there, not blank and at most 255 characters", async () => {
    const tenant = await TestTenant.create();
    const { id } = await tenant.draft(100);
    const path = `/api/v1/invoices/${id}/pay`;
    refusal(payInvoice, "idempotency_key_required", await tenant.send("POST", path));
    for (const blank of ["", "   "])
      await tenant.refused(payInvoice, "idempotency_key_required", { params: { id }, key: blank });
    await tenant.refused(payInvoice, "idempotency_key_too_long", { params: { id }, key: "k".repeat(256) });
    await tenant.pay({ id }, undefined, "k".repeat(255));
  });

  test("is optional where the flag says so, and each request without one is its own", async () => {
    const tenant = await TestTenant.create();
    const { id } = await tenant.draft(100);
    await tenant.flag("idempotency.require", false);
    const bare = { headers: { "content-type": "application/json" }, body: '{"amountCents":40}' };
    const path = `/api/v1/invoices/${id}/pay`;
    for (const _ of [1, 2]) successOf(payInvoice, await tenant.send("POST", path, bare));
    refusal(payInvoice, "amount_exceeds_remaining", await tenant.send("POST", path, bare));
    await tenant.flag("idempotency.require", null);
    refusal(payInvoice, "idempotency_key_required", await tenant.send("POST", path, bare));
  });
});
