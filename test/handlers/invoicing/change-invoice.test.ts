import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { entriesIn } from "../../../functions/app/core/aggregate.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();
let one: Owner;
let other: Owner;

beforeAll(async () => {
  ({ one, other } = await deployed.start());
});

afterAll(() => deployed.stop());

let made = 0;
const lines = (unitCents: number) => [{ description: "work", unitCents }];

async function call(id: string, params: Record<string, string>, body?: object, headers = {}, key = one.apiKey) {
  const { status, text } = await deployed.call(id, key, params, body, headers);
  return { status, body: JSON.parse(text) };
}

async function draft(change: object = {}) {
  made += 1;
  const body = { number: `E-${made}`, customerId: "Northwind", lineItems: lines(10_000), ...change };
  return (await call("createInvoice", {}, body)).body;
}

const edit = (id: string, body: object) => call("changeInvoice", { id }, body);
const pay = (id: string, body: object = {}) => call("payInvoice", { id }, body, { "idempotency-key": `pay-${id}` });
const read = async (id: string) => (await call("getInvoice", { id })).body;

describe("PATCH of a draft", () => {
  test("that names the version it was read in is refused once the draft has another", async () => {
    const { id, version } = await draft();
    expect((await edit(id, { notes: "mine", version })).body).toMatchObject({ version: version + 1, notes: "mine" });
    const late = await edit(id, { notes: "theirs", version });
    expect([late.status, late.body.code]).toEqual([409, "version_conflict"]);
    expect(await read(id)).toMatchObject({ version: version + 1, notes: "mine" });
    expect((await edit(id, { version: version + 1 })).body.version).toBe(version + 1);
    for (const wrong of [0, 1.5, "1", null]) expect((await edit(id, { version: wrong })).status).toBe(400);
  });

  test("answers the invoice as it is then, in its next version", async () => {
    const { id, version, hostedUrl } = await draft({ notes: "first", metadata: { po: "7" } });
    const lineItems = [{ description: "work", unitCents: 20_000, taxRate: 1000 }];
    const { status, body } = await edit(id, { lineItems, notes: null, terms: "net 7" });
    expect([status, version]).toEqual([200, 1]);
    const next = { version: 2, totalCents: 22_000, taxCents: 2_000, notes: null, terms: "Net 7", hostedUrl };
    expect(body).toMatchObject({ id, status: "draft", metadata: { po: "7" }, ...next });
    expect(await read(id)).toEqual(body);
    const noted = (await edit(id, { notes: "thanks" })).body;
    expect(noted).toMatchObject({ ...next, version: 3, notes: "thanks" });
    expect((await edit(id, { notes: null })).body).toMatchObject({ ...next, version: 4 });
    expect((await edit(id, { terms: "Net 7" })).body.version).toBe(4);
    const trail = entriesIn(deployed.aws.store.rows()).filter(({ aggregateId }) => aggregateId === id);
    expect(trail.map(({ reason }) => reason)).toEqual([
      ...["invoice created", "changed lineItems, terms, notes"],
      ...["changed notes", "changed notes"],
    ]);
  });

  test("gives its number up and takes another in one", async () => {
    const [first, second] = [await draft(), await draft()];
    const taken = await edit(second.id, { number: first.number });
    expect(taken).toMatchObject({ status: 409, body: { code: "invoice_number_exists" } });
    expect((await edit(first.id, { number: " E-new " })).body.number).toBe("E-new");
    expect((await edit(second.id, { number: first.number })).body.number).toBe(first.number);
    expect((await draft({ number: second.number })).number).toBe(second.number);
    expect((await edit(first.id, { number: "E-new" })).body.version).toBe(2);
  });

  test("lets one of two have a number that both want", async () => {
    const drafts = [await draft(), await draft(), await draft()];
    const replies = await Promise.all(drafts.map(({ id }) => edit(id, { number: "E-wanted" })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const numbers = await Promise.all(drafts.map(async ({ id }) => (await read(id)).number));
    expect(numbers.filter((number) => number === "E-wanted")).toHaveLength(1);
  });

  test.each([
    ["a currency", { currency: "USD" }, "currency"],
    ["a field that there is not", { total: 1 }, "total"],
    ["no number", { number: null }, "number"],
    ["no lines", { lineItems: [] }, "lineItems"],
    ["a status", { status: "paid" }, "status"],
  ])("is refused with %s", async (_, change, path) => {
    const { status, body } = await edit((await draft()).id, change);
    expect([status, body.fields[0].path]).toEqual([400, path]);
  });

  test("is refused once the invoice is sent, and to strangers", async () => {
    const { id } = await draft();
    const foreign = await call("changeInvoice", { id }, { notes: "x" }, {}, other.apiKey);
    expect([foreign.status, foreign.body.code]).toEqual([404, "not_found"]);
    await call("sendInvoice", { id });
    expect(await edit(id, { notes: "x" })).toMatchObject({
      status: 409,
      body: { code: "illegal_invoice_transition", from: "sent", to: "draft" },
    });
  });

  test("does not bring the total below what is in flight", async () => {
    const { id } = await draft();
    await pay(id, { amountCents: 6_000, source: { type: "ach_push" } });
    expect(await edit(id, { lineItems: lines(5_999) })).toMatchObject({
      status: 409,
      body: { code: "invoice_has_payments" },
    });
    expect((await edit(id, { lineItems: lines(6_000) })).body.totalCents).toBe(6_000);
  });

  test("and a payment at the same time never leave more paid or in flight than the total", async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 12; round++) {
      const { id } = await draft();
      const [paid, changed] = await Promise.all([
        pay(id, { source: { type: "ach_push" } }),
        edit(id, { lineItems: lines(4_000) }),
      ]);
      const { totalCents, amountPaidCents, amountProcessingCents } = await read(id);
      expect(amountPaidCents + amountProcessingCents).toBeLessThanOrEqual(totalCents);
      outcomes.add(`${paid.status} ${changed.status}`);
    }
    for (const outcome of outcomes) expect(["201 409", "400 200"]).toContain(outcome);
  });
});

describe("payments of an invoice", () => {
  test("are on it, the newest last, as they are", async () => {
    const { id } = await draft();
    expect((await read(id)).payments).toEqual([]);
    const first = await pay(id, { amountCents: 2_500 });
    const rest = { source: { type: "ach_push" } };
    const second = await call("payInvoice", { id }, rest, { "idempotency-key": `rest-${id}` });
    const { payment, settlement } = first.body;
    const { payments, version } = await read(id);
    const ids = { id: payment.id, settlementId: settlement.id, createdAt: settlement.createdAt };
    expect(payments).toEqual([
      { ...ids, amountCents: 2_500, status: "succeeded" },
      expect.objectContaining({ id: second.body.payment.id, amountCents: 7_500, status: "processing" }),
    ]);
    expect(version).toBeGreaterThan(2);
  });
});
