import { beforeEach, describe, expect, test } from "vitest";
import { CaseApi } from "../../support/disputes/case-api.ts";

const day = 86_400;
const payer = { customerIp: "203.0.113.9", deviceId: "dev-1" };
const fraud = { network: "visa", reasonCode: "10.4" };
let api: CaseApi;

beforeEach(async () => {
  api = await CaseApi.open();
  api.metadata = payer;
});

/** Payments by one payer so many days before the disputed one; their ids, and the case about the last. */
async function disputedAfter(days: readonly number[], input: Record<string, unknown> = fraud) {
  const priors: string[] = [];
  const start = api.nowMs + 400 * day * 1000;
  for (const before of days) {
    api.nowMs = start - before * day * 1000;
    priors.push((await api.payment()).paymentId);
  }
  api.nowMs = start;
  const { paymentId } = await api.payment();
  const { json } = await api.post("", { paymentId, ...input });
  return { priors, compelling: json.compellingEvidence, json };
}

describe("compelling evidence 3.0", () => {
  test("qualifies by two undisputed payments of the year before, from one address and device", async () => {
    const { priors, compelling } = await disputedAfter([300, 200]);
    expect(compelling).toMatchObject({ status: "qualified", requiredActions: [] });
    expect(compelling.priorPaymentIds.toSorted()).toEqual(priors.toSorted());
  });

  test("qualifies by two payments of one invoice", async () => {
    api.nowMs += 200 * day * 1000;
    const parts = await api.partPayments();
    api.nowMs -= 200 * day * 1000;
    const { compelling } = await disputedAfter([]);
    expect(compelling).toMatchObject({ status: "qualified" });
    expect(compelling.priorPaymentIds.toSorted()).toEqual(parts.toSorted());
  });

  test.each([[[300]], [[300, 100]], [[380, 300]], [[60, 30]]])("does not by payments %j days before", async (days) => {
    expect((await disputedAfter(days)).compelling).toMatchObject({ status: "not_qualified" });
  });

  test("does not by payments of somebody whose name differs in its case alone", async () => {
    api.customerId = "C";
    api.nowMs += 200 * day * 1000;
    await api.payment();
    api.nowMs -= 200 * day * 1000;
    api.customerId = "c";
    expect((await disputedAfter([150])).compelling).toMatchObject({ status: "not_qualified" });
  });

  test("does not by a payment that was disputed itself, whatever became of that", async () => {
    api.nowMs += 200 * day * 1000;
    const { paymentId } = await api.payment();
    const { json } = await api.post("", { paymentId });
    await api.post(`/${json.id}/withdraw`);
    api.nowMs -= 200 * day * 1000;
    const { compelling } = await disputedAfter([150]);
    expect(compelling).toMatchObject({
      status: "not_qualified",
      requiredActions: ["missing_prior_undisputed_transactions"],
    });
  });

  test("asks for what invoices did not say of their payer", async () => {
    api.metadata = {};
    expect((await disputedAfter([300, 200])).compelling).toMatchObject({
      status: "requires_action",
      requiredActions: ["missing_customer_identifiers"],
    });
  });

  test.each([{ network: "visa", reasonCode: "13.1" }, { network: "mastercard", reasonCode: "4837" }, {}])(
    "is nothing for %j",
    async (input) => {
      expect((await disputedAfter([], input)).compelling).toBeNull();
    },
  );
});

describe("what an invoice says of its payer", () => {
  test("is evidence of the service's, and the receipt and the items are as well", async () => {
    api.metadata = { ...payer, customerName: "Ann Other", customerEmail: "ann@other.test", color: "scarlet" };
    const { paymentId, settlementId } = await api.payment();
    const { json } = await api.post("", { paymentId });
    const texts = Object.fromEntries(
      json.evidence.map(({ type, text }: { type: string; text: string | null }) => [type, text]),
    );
    expect(texts).toMatchObject({
      ...{ customer_name: "Ann Other", customer_email_address: "ann@other.test" },
      ...{ customer_purchase_ip: "203.0.113.9", customer_device_id: "dev-1" },
      product_description: "1 x work at 100.00 = 100.00 USD",
      receipt: expect.stringContaining(`Payment ${paymentId} of 100.00 USD by ACH debit`),
      invoice_delivery: expect.stringMatching(/: sent to .*\n.*: paid in full$/),
      delivery_on_chain: expect.stringContaining("on base to 0xWALLET"),
      screening_reference: expect.stringContaining("disbursement screen of 0xWALLET: pass"),
      kyb_record: expect.stringContaining("cust_1"),
    });
    expect(JSON.stringify(texts)).not.toContain("scarlet");
    const { receivedAt } = (await api.settlement(settlementId)).payment;
    expect(texts.receipt).toContain(String(receivedAt));
  });
});
