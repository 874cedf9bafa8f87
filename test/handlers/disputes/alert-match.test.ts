import { beforeEach, describe, expect, test } from "vitest";
import { AlertDoor } from "../../support/disputes/alert-door.ts";

let door: AlertDoor;

describe("binding by hand", () => {
  beforeEach(async () => {
    door = await AlertDoor.open();
  });

  test("asks the rules then, and tells that a person did it", async () => {
    const { paymentId } = await door.paid("B-1", 9_000);
    await door.rules({
      ...{ id: "d", name: "d", action: "dismiss" },
      when: [{ attribute: "kind", operator: "EqualTo", value: "dispute" }],
    });
    const { json } = await door.ingest();
    const matched = await door.match(json.id, paymentId);
    expect(matched.json).toMatchObject({ status: "dismissed", paymentId, match: { method: "operator" } });
    expect(await door.events(json.id)).toEqual(["alert.created", "alert.unmatched", "alert.matched"]);
    expect((await door.send("GET", "/queue")).json.data).toEqual([]);
  });

  test("to the same payment again changes nothing, to another is refused", async () => {
    const { paymentId } = await door.paid("B-1", 9_000);
    const other = await door.paid("B-2", 9_001);
    const { json } = await door.ingest();
    const first = await door.match(json.id, paymentId);
    expect((await door.match(json.id, paymentId)).text).toBe(first.text);
    const said = await door.match(json.id, other.paymentId);
    expect([said.status, said.json.code, said.json.from]).toEqual([
      409,
      "invalid_state_transition",
      "in_review",
    ]);
  });

  test("to a stranger's or an unknown payment is not found", async () => {
    const { json } = await door.ingest();
    const { id, apiKey } = await door.tenant({ slug: "other" });
    const mine = [door.tenantId, door.apiKey];
    [door.tenantId, door.apiKey] = [id, apiKey];
    const theirs = await door.paid();
    [door.tenantId = "", door.apiKey = ""] = mine;
    for (const paymentId of [
      theirs.paymentId,
      "pay_01M7Y6RAFPQG2ZSQY5YJ1X0DPR",
      "nonsense",
      theirs.settlementId,
    ])
      expect([(await door.match(json.id, paymentId)).status, paymentId]).toEqual([404, paymentId]);
    expect((await door.get(json.id)).json.status).toBe("unmatched");
  });
});

describe("matching by itself", () => {
  beforeEach(async () => {
    door = await AlertDoor.open();
  });

  const day = "2026-11-21";

  test("finds a payment by the rail's reference and by its invoice's number", async () => {
    const { paymentId, settlementId } = await door.paid("B-1");
    const railRef = (await door.settlement(settlementId)).payment.railRef;
    expect((await door.ingest({ railRef, amountCents: 5 })).json.paymentId).toBe(paymentId);
    const byNumber = await door.ingest({ externalId: "A-2", purchaseIdentifier: "B-1", amountCents: 5 });
    expect(byNumber.json.paymentId).toBe(paymentId);
  });

  test("amount, day and name alone are for a person, who sees the candidates", async () => {
    const { paymentId } = await door.paid("B-1");
    const { json } = await door.ingest({ transactionDate: day, descriptor: "ACME" });
    expect(json).toMatchObject({ status: "unmatched", candidates: [{ paymentId, score: 65 }] });
  });

  test("an amount within tolerance is looked for where none has the exact one", async () => {
    const { paymentId } = await door.paid("B-1");
    const { json } = await door.ingest({ amountCents: 10_050, transactionDate: day, descriptor: "ACME" });
    expect(json).toMatchObject({ status: "unmatched", candidates: [{ paymentId, score: 50 }] });
  });

  test("never finds another tenant's payment", async () => {
    const theirs = await door.paid("B-1");
    const { apiKey } = await door.tenant({ slug: "other" });
    const said = await door.ingest({ paymentId: theirs.paymentId, transactionDate: day }, { apiKey });
    expect(said.json).toMatchObject({ status: "unmatched", candidates: [], paymentId: null });
  });

  test("two references that point at two payments are for a person", async () => {
    const one = await door.paid("B-1");
    await door.paid("B-2");
    const { json } = await door.ingest({ paymentId: one.paymentId, purchaseIdentifier: "B-2" });
    expect([json.status, json.candidates.length]).toEqual(["unmatched", 2]);
  });
});
