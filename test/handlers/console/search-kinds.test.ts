import { describe, expect, test } from "vitest";
import { signupRecordType } from "../../../functions/app/access/request-access.ts";
import { search } from "../../../functions/app/console/search.ts";
import { entriesIn } from "../../../functions/app/core/aggregate.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { alertRecordType } from "../../../functions/app/disputes/alert-record.ts";
import { caseRecordType } from "../../../functions/app/disputes/case-record.ts";
import { kybRecordType } from "../../../functions/app/onboarding/record.ts";
import { settlementRecordType } from "../../../functions/app/settlement/record.ts";
import { takeSignup } from "../../../functions/domain/access/signup.ts";
import { putRecord } from "../../support/core/put-record.ts";
import { later, noon, settlementIn } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { AlertApi } from "../../support/disputes/alert-api.ts";
import { aCase } from "../../support/disputes/case-samples.ts";
import { EscrowApi } from "../../support/escrow/escrow-api.ts";
import { anInvitation, someAnswers } from "../../support/onboarding/kyb-samples.ts";

/** An id of our form that ends in a number. */
const idOf = (prefix: string, nth = 1) => `${prefix}_${String(nth).padStart(26, "0")}`;

const idsOf = async (api: TestApi, q: string) => (await search(api.context, q)).map(({ id }) => id);

/** A settlement of 100.00 on record, with changes. */
async function settled(api: TestApi, change: object = {}) {
  const { settlement } = settlementIn("completed");
  const state = { ...settlement, ...change };
  await putRecord(api, settlementRecordType, state);
  return state;
}

describe("what is found by its id", () => {
  test("is a settlement, and its payment, each with its own status", async () => {
    const api = new TestApi();
    const { id, tenantId, payment } = await settled(api);
    const found = { tenantId, title: "A-1 · 100.00 USD · acme", at: noon };
    expect(await search(api.context, id.toUpperCase())).toEqual([
      { ...found, kind: "settlement", id, status: "completed" },
    ]);
    expect(await search(api.context, payment.id)).toEqual([
      { ...found, kind: "payment", id: payment.id, status: "succeeded" },
    ]);
  });

  test("is an invoice, a tenant or an escrow", async () => {
    const api = await EscrowApi.withTenant();
    const { tenantId } = api;
    const invoice = await api.invoice(tenantId, "N-7", 1234);
    const escrow = await api.created({ reference: "deal-7" });
    const at = noon;
    expect(await search(api.context, invoice)).toEqual([
      { kind: "invoice", id: invoice, tenantId, title: "N-7, c · 12.34 USD · acme", status: "sent", at },
    ]);
    expect(await search(api.context, tenantId)).toEqual([
      { kind: "tenant", id: tenantId, tenantId, title: "Acme (acme)", status: "active", at },
    ]);
    expect(await search(api.context, escrow)).toEqual([
      { kind: "escrow", id: escrow, tenantId, title: "deal-7 · 100.00 USD · acme", status: "awaiting_funds", at },
    ]);
  });

  test("is a dispute case, in words that people read", async () => {
    const api = new TestApi();
    const state = aCase({ caseId: idOf("cas") });
    await putRecord(api, caseRecordType, state);
    const { id, tenantId, status } = state;
    const title = "chargeback · 50.00 USD · product not received";
    expect(await search(api.context, id)).toEqual([{ kind: "case", id, tenantId, title, status, at: noon }]);
  });

  test("is an application, by the name that it has given itself or else was invited by", async () => {
    const api = new TestApi();
    await putRecord(api, kybRecordType, { ...anInvitation(), id: idOf("kyb") });
    const answers = { ...someAnswers, company: { ...someAnswers.company, legalName: "Acme Holding" } };
    await putRecord(api, kybRecordType, { ...anInvitation("ten_1"), id: idOf("kyb", 2), answers });
    const found = { kind: "application", status: "invited", at: noon };
    expect(await search(api.context, idOf("kyb"))).toEqual([
      { ...found, id: idOf("kyb"), tenantId: "platform", title: "Acme" },
    ]);
    expect(await search(api.context, idOf("kyb", 2))).toEqual([
      { ...found, id: idOf("kyb", 2), tenantId: "ten_1", title: "Acme Holding" },
    ]);
  });

  test("is a request for access, of the tenant that it has become or else of the platform", async () => {
    const api = new TestApi();
    const who = { companyName: "Acme", contactName: "Ada", contactEmail: "ada@acme.example" };
    const { next } = takeSignup(who, { id: idOf("sgn"), locale: "en" }, noon);
    await putRecord(api, signupRecordType, next);
    await putRecord(api, signupRecordType, { ...next, id: idOf("sgn", 2), status: "accepted", tenantId: "ten_1" });
    const found = { kind: "access_request", title: "Acme", at: noon };
    expect(await search(api.context, idOf("sgn"))).toEqual([
      { ...found, id: idOf("sgn"), tenantId: "platform", status: "received" },
    ]);
    expect(await search(api.context, idOf("sgn", 2))).toEqual([
      { ...found, id: idOf("sgn", 2), tenantId: "ten_1", status: "accepted" },
    ]);
  });

  test("is what an event is on, by the event's id", async () => {
    const api = new TestApi();
    const { id: tenantId } = await api.tenant();
    const invoice = await api.invoice(tenantId, "N-7");
    const events = entriesIn(api.store.rows()).flatMap((each) => each.events);
    expect(events.map(({ name }) => name)).toEqual(["invoice.sent"]);
    expect(await idsOf(api, events[0]?.id.toLowerCase() ?? "")).toEqual([invoice]);
  });

  test("is nothing where its row is of no kind that is searched", async () => {
    const api = new TestApi();
    const key = rowKey(idOf("key"));
    await api.store.write([{ put: { ...key, v: 1, type: "key", body: {} }, expect: "absent" }], "key");
    expect(await search(api.context, key.pk)).toEqual([]);
    expect(await search(api.context, idOf("evt"))).toEqual([]);
  });
});

describe("what is about a payment", () => {
  test("is found with it, the newest first", async () => {
    const api = await AlertApi.open();
    const { paymentId } = await api.paid();
    api.pass(60);
    const { json } = await api.ingest({ externalId: "X-1", paymentId });
    expect(await search(api.context, paymentId)).toMatchObject([
      { kind: "alert", id: json.id, title: "X-1 · 100.00 USD · dispute" },
      { kind: "payment", id: paymentId },
    ]);
    expect(await idsOf(api, "x-1")).toEqual([json.id]);
  });

  test("is shown with forty-nine of what there is more of, the newest", async () => {
    const api = await AlertApi.open();
    const { paymentId } = await api.paid();
    const { json } = await api.ingest({ externalId: "X-0", paymentId });
    const alert = await api.alert(json.id);
    for (let nth = 1; nth < 60; nth += 1) {
      const id = `${json.id.slice(0, 4)}7${String(nth).padStart(25, "0")}`;
      const said = { ...alert.said, externalId: `X-${nth}` };
      await putRecord(api, alertRecordType, { ...alert, id, said, createdAt: later(nth) });
    }
    const found = await search(api.context, paymentId);
    expect(found).toHaveLength(50);
    expect([found[0]?.at, found.at(-1)?.id]).toEqual([later(59), paymentId]);
    expect(found.map(({ id }) => id)).not.toContain(json.id);
  });
});

describe("what is found by a value", () => {
  test("is what any rail calls by it", async () => {
    const api = new TestApi();
    const { payment } = settlementIn("completed").settlement;
    for (const [nth, rail] of (["mock", "bridge"] as const).entries())
      await settled(api, { id: idOf("stl", nth), rail, payment: { ...payment, railRef: "REF" } });
    expect((await idsOf(api, "REF")).toSorted()).toEqual([idOf("stl", 0), idOf("stl", 1)]);
  });

  test("is each of what has it once, the newest first, whatever it is", async () => {
    const api = await EscrowApi.withTenant();
    const slug = await api.tenant({ slug: "both" });
    api.pass(60);
    const escrow = await api.created({ reference: "BOTH", payoutAddress: "both" });
    api.pass(60);
    const invoice = await api.invoice(api.tenantId, "Both");
    api.pass(60);
    const settlement = await settled(api, { txHash: "both", conversionRef: "BOTH", createdAt: api.clock.now() });
    expect(await idsOf(api, "Both")).toEqual([settlement.id, invoice, escrow, slug.id]);
  });

  test("is looked for by 1 to 256 characters", async () => {
    const api = new TestApi();
    for (const q of ["  ", "x".repeat(257)])
      await expect(search(api.context, q)).rejects.toMatchObject({
        code: "validation_error",
        message: "q: 1 to 256 characters",
        detail: { fields: [{ path: "q", message: "1 to 256 characters, not blank" }] },
      });
    expect(await search(api.context, ` ${"x".repeat(256)} `)).toEqual([]);
  });
});
