import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { siblingId } from "../../../functions/domain/core/id.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";
import { goodDebit, payerOf } from "../../support/settlement/payer.ts";

const deployed = new DeployedSandbox({ HOLD: "true" });
let one: Owner;
let made = 0;

beforeAll(async () => {
  ({ one } = await deployed.start());
});
afterAll(() => deployed.stop());

// So that no payer's source meets its limit.
beforeEach(() => deployed.advance(3600));

const day = 86_400;
const person = { holder: "Zebulon Quillfeather", ip: "203.0.113.77", userAgent: "Wombat/1.0" };
const from = { "x-forwarded-for": person.ip, "user-agent": person.userAgent };
const sameSite = { "sec-fetch-site": "same-origin", origin: "null" };

async function call(id: string, body?: unknown, params: Record<string, string> = {}, bearer = deployed.operatorToken) {
  const { status, text } = await deployed.call(id, bearer, params, body);
  return { status, json: JSON.parse(text) };
}

interface Paid {
  readonly subject: string;
  readonly paymentId: string;
  readonly invoiceId: string;
  readonly customerId: string;
  readonly email: string;
}

/** Somebody pays an invoice of a customer on its page. */
async function pay(fields: Partial<typeof goodDebit | { source: string }> = {}): Promise<Paid> {
  const email = `payer-${++made}@orchard.example`;
  const customer = await call("createCustomer", { name: "Orchard", email }, {}, one.apiKey);
  const { payer, invoiceId } = await payerOf(deployed, one, { customerId: customer.json.id });
  await payer.open();
  const { headers } = await payer.pay({ ...goodDebit, holder: person.holder, ...fields }, { ...sameSite, ...from });
  const paymentId = /\/payments\/(pay_\w+)/.exec(headers.location ?? "")?.[1] ?? "";
  return { subject: siblingId(paymentId, "stl"), paymentId, invoiceId, customerId: customer.json.id, email };
}

const found = async (by: object) => (await call("findSubjects", by)).json.subjects.map(({ id }: { id: string }) => id);
const erase = (subject: string) => call("requestErasure", { subject, reason: "requested_by_subject" });
const look = async (subject: string) => (await call("getErasure", undefined, { id: siblingId(subject, "ers") })).json;
const exported = async (subject: string) => (await call("exportSubject", { subject })).json;

/** Moves on by days, and does the daily work of where that arrives. */
async function pass(days: number): Promise<void> {
  await deployed.advance((days - 1) * day);
  expect((await call("advanceClock", { advanceSeconds: day })).status).toBe(200);
}

async function collect(paymentId: string): Promise<void> {
  const { invoiceId } = (await call("getSettlement", undefined, { id: siblingId(paymentId, "stl") }, one.apiKey)).json;
  const body = { railRef: `mock_${paymentId.slice(4)}.${invoiceId.slice(4)}`, state: "funds_received" };
  expect(await call("receiveMockCallback", body)).toMatchObject({ status: 200 });
}

describe("whoever looks for a payer", () => {
  test("finds the payments on pages by customer's address, invoice and id, and none that a tenant's call made", async () => {
    const { subject, invoiceId, email } = await pay();
    await pay();
    expect(await found({ email: email.toUpperCase() })).toEqual([subject]);
    expect(await found({ invoiceId })).toEqual([subject]);
    expect(await found({ id: subject })).toEqual([subject]);
    expect(await found({ tenantId: one.id })).toEqual([]);
    expect(await found({ invoiceId: one.invoiceId })).toEqual([]);
    expect(await call("findSubjects", { id: one.settlementId })).toMatchObject({ status: 404 });
    expect(await call("findSubjects", { invoiceId, email })).toMatchObject({ status: 400 });
    expect(
      await call("findSubjects", {
        invoiceId: siblingId(invoiceId, "inv").replace(/.$/, (last) => (last === "Z" ? "Y" : "Z")),
      }),
    ).toMatchObject({ status: 404, json: { code: "not_found" } });
    expect(await call("exportSubject", { subject: siblingId(subject, "pay") })).toMatchObject({ status: 400 });
  });

  test("does not find by the address that a customer had before", async () => {
    const { email, subject, customerId } = await pay();
    await call("changeCustomer", { email: "new@orchard.example" }, { id: customerId }, one.apiKey);
    expect(await found({ email })).toEqual([]);
    expect(await found({ email: "new@orchard.example" })).toEqual([subject]);
  });
});

describe("a payer's export", () => {
  test("has who agreed from where, the last four digits of the account, and nothing of where it is paid out to", async () => {
    const { subject, paymentId } = await pay();
    const { record, kind } = await exported(subject);
    expect(kind).toBe("payment");
    expect(record).toMatchObject({
      paymentId,
      bankAccount: { holder: person.holder, accountLast4: "1098" },
      hosted: { ip: person.ip, userAgent: person.userAgent },
    });
    const text = JSON.stringify(record);
    for (const other of [goodDebit.accountNumber, "0xWALLET", "sealed:"]) expect(text).not.toContain(other);
  });
});

describe("an erasure of a payer", () => {
  test("of a transfer goes with the window in which its bank takes it back, and at once after that", async () => {
    const { subject, paymentId } = await pay({ source: "ach_push" });
    expect((await erase(subject)).json).toMatchObject({ status: "scheduled", eraseAt: null });
    await collect(paymentId);
    await pass(1);
    const { id, eraseAt } = await look(subject);
    expect(eraseAt).toMatch(/T05:00/);
    expect((await call("withdrawErasure", undefined, { id })).json).toMatchObject({ status: "withdrawn" });
    expect((await exported(subject)).record.hosted.ip).toBe(person.ip);
    await deployed.advance(12 * day);
    expect((await erase(subject)).json).toMatchObject({ id, status: "erased", eraseAt });
    expect((await exported(subject)).record.hosted.ip).toBe("[erased]");
    expect((await call("getSettlement", undefined, { id: subject }, one.apiKey)).status).toBe(200);
  });

  test("waits for two years after the debit, which the test clock shows, and says so", async () => {
    const { subject } = await pay();
    const { json } = await erase(subject);
    expect(json).toMatchObject({ kind: "payment", status: "scheduled", basis: expect.stringContaining("2.3.2.7") });
    const { eraseAt, createdAt } = json;
    expect(Number(eraseAt.slice(0, 4))).toBe(Number(createdAt.slice(0, 4)) + 2);
    await pass(365);
    expect(await look(subject)).toMatchObject({ status: "scheduled", eraseAt });
    expect((await exported(subject)).record.hosted.ip).toBe(person.ip);
    await pass(368);
    expect(await look(subject)).toMatchObject({ status: "erased", eraseAt });
    const { record } = await exported(subject);
    expect(record).toMatchObject({ bankAccount: { holder: "[erased]" }, hosted: { ip: "[erased]" } });
    expect((await erase(subject)).json).toMatchObject({ status: "erased" });
  });
});
