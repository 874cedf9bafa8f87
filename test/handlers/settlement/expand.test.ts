import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operations } from "../../../functions/contract/billing.ts";
import { DisputeOffice } from "../../support/disputes/dispute-office.ts";
import { pathOf } from "../../support/routes/bad-input.ts";
import { expectHeadLikeGet } from "../../support/routes/head.ts";
import type { Owner } from "../../support/runner/deployed.ts";
import { operationOf } from "../../support/runner/lambdas.ts";

const office = new DisputeOffice({ HOLD: "true" });
let one: Owner;
let other: Owner;
/** Ids of what there is of each kind, by the operation that reads it. */
let made: Record<string, string>;
/** A customer, an invoice and a payment of the other tenant. */
let foreign: { readonly customerId: string; readonly invoiceId: string };

const lineItems = [{ description: "work", unitCents: 10_000 }];

type Fields = Readonly<Record<string, unknown>>;

beforeAll(async () => {
  ({ one, other } = await office.start());
  const theirs = await office.made("createCustomer", {}, { name: "Theirs" }, other.apiKey);
  foreign = { customerId: theirs.id, invoiceId: other.invoiceId };
  await office.call(
    "addFeeRule",
    office.operatorToken,
    {},
    { tenantId: one.id, bps: 100, reserveBps: 500, reserveDays: 9 },
  );
  const customer = await office.made("createCustomer", {}, { name: "Northwind" });
  const input = { number: "X-1", customerId: customer.id, lineItems };
  const invoice = await office.made("createInvoice", {}, input);
  await office.made("sendInvoice", { id: invoice.id });
  const note = await office.made("createCreditNote", { id: invoice.id }, { amountCents: 100, reason: "late" });
  const { payment, settlement } = await office.made("payInvoice", { id: invoice.id }, { amountCents: 4000 });
  await office.made("payInvoice", { id: invoice.id }, { amountCents: 1000 });
  await office.made("changeCustomer", { id: customer.id }, { name: "Northwind Traders" });
  const { alertId, caseId } = await office.disputed({ paymentId: payment.id });
  const escrow = { reference: "deal-1", amountCents: 5_000, payoutAddress: "0xSELLER", invoiceId: invoice.id };
  const { id: escrowId } = await office.made("createEscrow", {}, escrow);
  made = {
    ...{ getCustomer: customer.id, getInvoice: invoice.id, getCreditNote: note.id, getPayment: payment.id },
    ...{ getSettlement: settlement.id, getAlert: alertId, getCase: caseId, getEscrow: escrowId },
  };
  // What the service owes a case is drawn when it is first looked at.
  await read("getCase");
});

afterAll(() => office.stop());

// So that no tenant meets its rate limit for the table's sake.
beforeEach(() => office.advance(10));

async function send(id: string, query: Record<string, string> | string, params: Record<string, string>, key: string) {
  const op = operationOf(id);
  const path = `${pathOf(op, params)}?${typeof query === "string" ? query : new URLSearchParams(query)}`;
  const reply = await office.send(op, { method: "GET", path, headers: { authorization: `Bearer ${key}` } });
  return { status: reply.status, body: JSON.parse(reply.text) };
}

async function read(id: string, query: Record<string, string> | string = {}, record = made[id] ?? "") {
  const { status, body } = await send(id, query, { id: record }, one.apiKey);
  expect([status, body.error]).toEqual([200, undefined]);
  return body as Fields;
}

/** The record of that id in a list. */
async function listed(id: string, query: Record<string, string>, record: string): Promise<Fields> {
  const { data } = await read(id, { limit: "100", ...query }, made.getInvoice);
  const found = (data as Fields[]).find((each) => each.id === record);
  expect(found, `${id} has ${record}`).toBeDefined();
  return found as Fields;
}

/** The calls that the table had, once the Lambda knows who asks. */
async function cost(call: () => Promise<unknown>): Promise<number> {
  await call();
  const costs: number[] = [];
  // The limiter shares what was spent once a second, in one of them.
  for (let time = 0; time < 3; time += 1) {
    const before = office.aws.store.calls;
    await call();
    costs.push(office.aws.store.calls - before);
  }
  return Math.min(...costs);
}

/** The lists and the reading of one record that can embed, and the record of it that is looked at. */
const expanding = operations.filter(({ expands }) => expands !== undefined);
const readsOf: Readonly<Record<string, string>> = {
  ...{ listPayments: "getPayment", listSettlements: "getSettlement", listInvoices: "getInvoice" },
  ...{ listCreditNotes: "getCreditNote", listEscrows: "getEscrow", listAlerts: "getAlert", listCases: "getCase" },
};
const looked = expanding.filter(({ id }) => id in readsOf || Object.values(readsOf).includes(id));

async function shown(id: string, query: Record<string, string> = {}): Promise<Fields> {
  const reads = readsOf[id];
  return reads === undefined ? read(id, query) : listed(id, query, made[reads] ?? "");
}

/** What its own GET answers of a resource, without what lists and so embedded ones leave out. */
async function alone(operation: string, embedded: Fields): Promise<Fields> {
  const whole = await read(operation, {}, String(embedded.id));
  return Object.fromEntries(Object.keys(embedded).map((name) => [name, whole[name]]));
}

describe.each(looked.map((op) => [op.id, op] as const))("%s", (id, { expands = {} }) => {
  test.each(Object.entries(expands))(
    "embeds %s as %s shows it, and leaves all else as it is",
    async (name, operation) => {
      const plain = await shown(id);
      const { [name]: embedded, ...rest } = await shown(id, { expand: name });
      expect(rest).toEqual(plain);
      expect(plain).not.toHaveProperty(name);
      const all = Array.isArray(embedded) ? (embedded as Fields[]) : [embedded as Fields];
      if (name === "escrow") expect(all).toEqual([null]);
      else {
        expect(all.length).toBeGreaterThan(0);
        for (const each of all) expect(each).toEqual(await alone(operation, each));
      }
    },
  );

  test("embeds everything at once, at one read more than nothing costs", async () => {
    const names = Object.keys(expands);
    const without = await cost(() => shown(id));
    const query = { expand: names.join(",") };
    const free = names.every((name) => name === "payment" || name === "settlement");
    // Credit notes are a list of their own, a query and a read beside the rows.
    const more = (free ? 0 : 1) + (names.includes("creditNotes") ? 2 : 0);
    expect(await cost(() => shown(id, query))).toBe(without + more);
    expect(Object.keys(await shown(id, query))).toEqual(expect.arrayContaining(names));
  });

  test("refuses every other name, and says which there are", async () => {
    const [first = ""] = Object.keys(expands);
    for (const expand of [
      "",
      "nope",
      `${first},nope`,
      `${first},`,
      `${first}, ${first}`,
      "__proto__",
      first.toUpperCase(),
    ])
      expect(await send(id, { expand }, { id: made[id] ?? made.getInvoice ?? "" }, one.apiKey)).toMatchObject({
        ...{ status: 400, body: { code: "validation_error" } },
        body: { fields: [{ path: "expand", code: "not_allowed", message: expect.stringContaining(first) }] },
      });
    for (const query of [`expand=${first}&expand=${first}`, `expand[]=${first}`])
      expect((await send(id, query, { id: made[id] ?? made.getInvoice ?? "" }, one.apiKey)).status).toBe(400);
    expect(await shown(id, { expand: `${first},${first}` })).toEqual(await shown(id, { expand: first }));
  });
});

describe("what is embedded", () => {
  test("of a customer is as it is now, beside what the invoice was made out to", async () => {
    const invoice = await read("getInvoice", { expand: "currentCustomer" });
    expect(invoice).toMatchObject({ customer: { name: "Northwind" }, currentCustomer: { name: "Northwind Traders" } });
  });

  test("of an invoice is all of its settlements and credit notes, the newest note first", async () => {
    const { settlements, creditNotes } = await read("getInvoice", { expand: "creditNotes,settlements" });
    expect((settlements as Fields[]).map(({ fiatInCents }) => fiatInCents)).toEqual([4000, 1000]);
    expect((creditNotes as Fields[]).map(({ id }) => id)).toEqual([made.getCreditNote]);
    const none = await read("getInvoice", { expand: "creditNotes,settlements" }, one.invoiceId);
    expect(none).toMatchObject({ creditNotes: [], settlements: [{ id: one.settlementId }] });
  });

  test("is null where the id is a text of the tenant's own", async () => {
    const payment = await read("getPayment", { expand: "customer,invoice" }, one.paymentId);
    expect(payment).toMatchObject({ customer: null, invoice: { id: one.invoiceId } });
  });

  test("is null where it is another tenant's, as where there is none", async () => {
    const body = { amountCents: 5_000, payoutAddress: "0xSELLER" };
    const nothing = `inv_${"0".repeat(26)}`;
    const isNull = async (id: string, invoiceId: string) => {
      expect(await read("getEscrow", { expand: "invoice" }, id)).toMatchObject({ invoiceId, invoice: null });
    };
    for (const [at, invoiceId] of [foreign.invoiceId, nothing].entries()) {
      const escrow = await office.made("createEscrow", {}, { ...body, reference: `foreign-${at}`, invoiceId });
      await isNull(escrow.id, invoiceId);
    }
    // An earlier release took any text.
    const escrow = await office.made("createEscrow", {}, { ...body, reference: "earlier" });
    for (const invoiceId of [made.getPayment ?? "", `${made.getInvoice}#row`, "link#x"]) {
      await office.set<Fields>(escrow.id, () => ({ invoiceId }));
      await isNull(escrow.id, invoiceId);
    }
    // No invoice takes it as its customer any more; one of an earlier release may have it.
    await office.set<Fields>(one.settlementId, () => ({ customerId: foreign.customerId }));
    const payment = await read("getPayment", { expand: "customer" }, one.paymentId);
    expect(payment).toHaveProperty("customer", null);
    await office.set<Fields>(one.settlementId, () => ({ customerId: "c" }));
  });

  test("costs nothing where the row has it", async () => {
    for (const [id, expand] of [
      ["listPayments", "settlement"],
      ["listSettlements", "payment"],
      ["listReserves", "settlement,payment"],
    ] as const)
      expect(await cost(() => read(id, { expand })), id).toBe(await cost(() => read(id)));
  });

  test("is answered to HEAD as to GET", async () => {
    const op = operationOf("getPayment");
    const path = `${pathOf(op, { id: made.getPayment ?? "" })}?expand=invoice`;
    const request = { method: "GET", path, headers: { authorization: `Bearer ${one.apiKey}` } };
    expect(await expectHeadLikeGet(office, op, request)).toBe(200);
  });

  test("changes no page: a cursor goes on with it and without", async () => {
    const first = await read("listPayments", { limit: "1" });
    const cursor = String(first.nextCursor);
    const second = await read("listPayments", { limit: "1", cursor });
    const expanded = await read("listPayments", { limit: "1", cursor, expand: "invoice" });
    const [{ invoice, ...rest } = { invoice: null }] = expanded.data as Fields[];
    expect([rest]).toEqual(second.data);
    expect(invoice).toMatchObject({ id: (rest as Fields).invoiceId });
    const on = await read("listPayments", { limit: "1", cursor: String(expanded.nextCursor) });
    expect((on.data as Fields[])[0]?.id).not.toBe((rest as Fields).id);
  });
});

describe("a page of a hundred", () => {
  const count = 100;

  beforeAll(async () => {
    for (let nth = 0; nth < count; nth += 1) {
      await office.advance(1);
      const customer = await office.made("createCustomer", {}, { name: `Customer ${nth}` });
      const input = { number: `P-${nth}`, customerId: customer.id, lineItems };
      const invoice = await office.made("createInvoice", {}, input);
      await office.made("payInvoice", { id: invoice.id }, { amountCents: 100 });
    }
  }, 120_000);

  test("embeds a hundred invoices with one read, and two hundred rows with two", async () => {
    const query = { limit: String(count) };
    const plain = await cost(() => read("listPayments", query));
    expect(await cost(() => read("listPayments", { ...query, expand: "invoice,settlement" }))).toBe(plain + 1);
    expect(await cost(() => read("listPayments", { ...query, expand: "invoice,customer" }))).toBe(plain + 2);
    const { data } = await read("listPayments", { ...query, expand: "invoice,customer" });
    for (const { invoiceId, invoice, customer } of data as Fields[]) {
      expect(invoice).toMatchObject({ id: invoiceId });
      expect(customer).toMatchObject({ id: (invoice as Fields).customerId });
    }
    expect(data).toHaveLength(count);
  });

  test("reads each row once, however many lead to it", async () => {
    const { data } = await read("listPayments", { limit: "10" });
    const [{ invoiceId = "" } = {}] = data as { invoiceId?: string }[];
    for (let nth = 0; nth < 3; nth += 1) await office.made("payInvoice", { id: invoiceId }, { amountCents: 100 });
    const query = { invoiceId, expand: "invoice" };
    const page = await read("listPayments", query);
    expect((page.data as Fields[]).map(({ invoice }) => (invoice as Fields).id)).toEqual(Array(4).fill(invoiceId));
    expect(await cost(() => read("listPayments", query))).toBe(
      1 + (await cost(() => read("listPayments", { invoiceId }))),
    );
  });
});
