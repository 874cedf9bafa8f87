import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();
const [alice, bob] = [deployed.operatorToken, `${deployed.operatorToken}-2`];
let one: Owner;
let other: Owner;

beforeAll(async () => {
  ({ one, other } = await deployed.start());
});

afterAll(() => deployed.stop());

async function call(token: string, id: string, params: Record<string, string> = {}, body?: unknown) {
  const reply = await deployed.call(id, token, params, body);
  return { status: reply.status, json: JSON.parse(reply.text) };
}

let made = 0;

/** A transfer over 10.00 that its tenant canceled before it came, and the item that it is in the queue. */
async function late() {
  made += 1;
  const lineItems = [{ description: "work", unitCents: 1_000 }];
  const invoice = await call(one.apiKey, "createInvoice", {}, { number: `L-${made}`, customerId: "c", lineItems });
  const key = { "idempotency-key": `late-${made}` };
  const input = { source: { type: "ach_push" }, metadata: { order: "7" } };
  const reply = await deployed.call("payInvoice", one.apiKey, { id: invoice.json.id }, input, key);
  const { settlement, payment } = JSON.parse(reply.text);
  expect((await call(one.apiKey, "cancelPayment", { id: payment.id })).json.status).toBe("canceled");
  const word = { railRef: payment.railRef, state: "funds_received", amountCents: 1_000 };
  expect((await call(alice, "receiveMockCallback", {}, word)).status).toBe(200);
  return {
    ...{ id: settlement.id.replace("stl_", "rev_"), paymentId: payment.id, invoiceId: invoice.json.id },
    railRef: payment.railRef,
  };
}

const act = (id: string, body: object, token = alice) => call(token, "actOnReview", { id }, body);
const agree = (id: string, token = bob) => call(token, "approveAction", { id }, {});
const paymentOf = async (id: string) => (await call(one.apiKey, "getPayment", { id })).json;

describe("an item of late money", () => {
  test("is applied once a second operator agrees, and its payments name each other", async () => {
    const { id, paymentId, invoiceId, railRef } = await late();
    const item = await call(alice, "getReview", { id });
    expect(item.json).toMatchObject({ kind: "held", actions: expect.arrayContaining(["apply"]) });
    const asked = await act(id, { action: "apply", note: "the payer confirmed it" });
    expect(asked.status).toBe(202);
    const { approvalId } = asked.json;
    expect((await agree(approvalId, alice)).json.code).toBe("second_operator_required");
    expect(await agree(approvalId)).toMatchObject({ status: 200, json: { status: "approved", amountCents: 1_000 } });
    const { appliedTo, status } = await paymentOf(paymentId);
    expect([status, appliedTo]).toEqual(["canceled", expect.objectContaining({ invoiceId, amountCents: 1_000 })]);
    const paid = await paymentOf(appliedTo.paymentId);
    expect(paid).toMatchObject({ status: "succeeded", railRef, invoiceId, metadata: { order: "7" } });
    expect(paid.appliedFrom).toEqual({ paymentId, settlementId: id.replace("rev_", "stl_") });
    const settlement = await call(one.apiKey, "getSettlement", { id: appliedTo.settlementId });
    expect(settlement.json).toMatchObject({ status: "screening", appliedFrom: { paymentId } });
    expect((await call(one.apiKey, "getInvoice", { id: invoiceId })).json.status).toBe("paid");
    expect((await call(alice, "getReview", { id })).status).toBe(404);
    expect((await agree(approvalId)).json.code).toBe("action_not_available");
  });

  test("pays the invoice that is named", async () => {
    const { id, paymentId } = await late();
    const lineItems = [{ description: "work", unitCents: 1_000 }];
    const named = await call(one.apiKey, "createInvoice", {}, { number: `N-${made}`, customerId: "c", lineItems });
    const { json } = await act(id, { action: "apply", invoiceId: named.json.id });
    const approval = await call(bob, "getApproval", { id: json.approvalId });
    expect(approval.json.input).toEqual({ invoiceId: named.json.id });
    await agree(json.approvalId);
    expect((await paymentOf(paymentId)).appliedTo).toMatchObject({ invoiceId: named.json.id });
  });

  test("is not applied to what is no invoice of its tenant's, void, or worth less", async () => {
    const { id, invoiceId } = await late();
    for (const wrong of ["inv_1", 7, { id: invoiceId }, "pay_01K9ZQ4T0V8Y3M5N7P9R1S3T5V"])
      expect((await act(id, { action: "apply", invoiceId: wrong })).json).toMatchObject({
        code: "validation_error",
        fields: [{ path: "invoiceId" }],
      });
    for (const foreign of [other.invoiceId, "inv_01K9ZQ4T0V8Y3M5N7P9R1S3T5V"])
      expect(await act(id, { action: "apply", invoiceId: foreign })).toMatchObject({
        status: 409,
        json: { code: "action_not_available", error: expect.stringContaining("no such invoice") },
      });
    const { approvalId } = (await act(id, { action: "apply" })).json;
    expect((await call(one.apiKey, "voidInvoice", { id: invoiceId }, { reason: "a mistake" })).status).toBe(200);
    expect(await agree(approvalId)).toMatchObject({
      status: 409,
      json: { error: "apply is not possible: this invoice is void" },
    });
  });

  test("offers it for no other money", async () => {
    const id = one.settlementId.replace("stl_", "rev_");
    expect((await act(id, { action: "apply" })).json.code).toMatch(/action_not_available|not_found/);
  });
});
