import { beforeEach, describe, expect, test } from "vitest";
import { AlertApi } from "../../support/disputes/alert-api.ts";

let api: AlertApi;

describe("binding by hand", () => {
  beforeEach(async () => {
    api = await AlertApi.open();
  });

  test("asks the rules then, and tells that a person did it", async () => {
    const { paymentId } = await api.paid("B-1", 9_000);
    await api.rules({
      ...{ id: "d", name: "d", action: "dismiss" },
      when: [{ attribute: "kind", operator: "EqualTo", value: "dispute" }],
    });
    const { json } = await api.ingest();
    const matched = await api.match(json.id, paymentId);
    expect(matched.json).toMatchObject({ status: "dismissed", paymentId, match: { method: "operator" } });
    expect(await api.events(json.id)).toEqual(["alert.created", "alert.unmatched", "alert.matched"]);
    expect((await api.send("GET", "/queue")).json.data).toEqual([]);
  });

  test("to the same payment again changes nothing, to another is refused", async () => {
    const { paymentId } = await api.paid("B-1", 9_000);
    const other = await api.paid("B-2", 9_001);
    const { json } = await api.ingest();
    const first = await api.match(json.id, paymentId);
    expect((await api.match(json.id, paymentId)).text).toBe(first.text);
    const reply = await api.match(json.id, other.paymentId);
    expect([reply.status, reply.json.code, reply.json.from]).toEqual([409, "invalid_state_transition", "in_review"]);
  });

  test("to a stranger's or an unknown payment is not found", async () => {
    const { json } = await api.ingest();
    const { id, apiKey } = await api.tenant({ slug: "other" });
    const mine = [api.tenantId, api.apiKey];
    [api.tenantId, api.apiKey] = [id, apiKey];
    const theirs = await api.paid();
    [api.tenantId = "", api.apiKey = ""] = mine;
    for (const paymentId of [theirs.paymentId, "pay_01M7Y6RAFPQG2ZSQY5YJ1X0DPR", "nonsense", theirs.settlementId])
      expect([(await api.match(json.id, paymentId)).status, paymentId]).toEqual([404, paymentId]);
    expect((await api.get(json.id)).json.status).toBe("unmatched");
  });
});

describe("matching by itself", () => {
  beforeEach(async () => {
    api = await AlertApi.open();
  });

  const day = "2026-11-21";

  test("finds a payment by the rail's reference and by its invoice's number", async () => {
    const { paymentId, settlementId } = await api.paid("B-1");
    const railRef = (await api.settlement(settlementId)).payment.railRef;
    expect((await api.ingest({ railRef, amountCents: 5 })).json.paymentId).toBe(paymentId);
    const byNumber = await api.ingest({ externalId: "A-2", purchaseIdentifier: "B-1", amountCents: 5 });
    expect(byNumber.json.paymentId).toBe(paymentId);
  });

  test("amount, day and name alone are for a person, who sees the candidates", async () => {
    const { paymentId } = await api.paid("B-1");
    const { json } = await api.ingest({ transactionDate: day, descriptor: "ACME" });
    expect(json).toMatchObject({ status: "unmatched", candidates: [{ paymentId, score: 65 }] });
  });

  test("an amount within tolerance is looked for where none has the exact one", async () => {
    const { paymentId } = await api.paid("B-1");
    const { json } = await api.ingest({ amountCents: 10_050, transactionDate: day, descriptor: "ACME" });
    expect(json).toMatchObject({ status: "unmatched", candidates: [{ paymentId, score: 50 }] });
  });

  test("never finds another tenant's payment", async () => {
    const theirs = await api.paid("B-1");
    const { apiKey } = await api.tenant({ slug: "other" });
    const reply = await api.ingest({ paymentId: theirs.paymentId, transactionDate: day }, { apiKey });
    expect(reply.json).toMatchObject({ status: "unmatched", candidates: [], paymentId: null });
  });

  test("two references that point at two payments are for a person", async () => {
    const one = await api.paid("B-1");
    await api.paid("B-2");
    const { json } = await api.ingest({ paymentId: one.paymentId, purchaseIdentifier: "B-2" });
    expect([json.status, json.candidates.length]).toEqual(["unmatched", 2]);
  });
});
