import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { entriesIn } from "../../../functions/app/core/aggregate.ts";
import { invoicePageOperations } from "../../../functions/contract/checkout/invoice-pages.ts";
import { invoiceDocument } from "../../../functions/domain/invoicing/invoice-document.ts";
import { pathOf } from "../../support/routes/bad-input.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();
let one: Owner;
let other: Owner;

beforeAll(async () => {
  ({ one, other } = await deployed.start());
});

afterAll(() => deployed.stop());

const billingAddress = { line1: "Lindenstra\u00dfe 7", city: "Berlin", postalCode: "10969", country: "DE" };
const northwind = {
  name: "Northwind Traders",
  email: "ap@northwind.example",
  locale: "es",
  billingAddress,
  taxId: "DE1",
};

let made = 0;

async function call(id: string, params: Record<string, string>, body?: object, key = one.apiKey) {
  const { status, text } = await deployed.call(id, key, params, body);
  return { status, body: JSON.parse(text) };
}

async function newCustomer(change: object = {}) {
  return (await call("createCustomer", {}, { ...northwind, ...change })).body;
}

async function newInvoice(customerId: string, change: object = {}) {
  made += 1;
  const lineItems = [{ description: "work", unitCents: 10_000 }];
  return call("createInvoice", {}, { number: `C-${made}`, customerId, lineItems, ...change });
}

async function page(hostedUrl: string): Promise<string> {
  const { showInvoice } = invoicePageOperations;
  const path = pathOf(showInvoice, { token: hostedUrl.split("/").at(-1) ?? "" });
  return (await deployed.send(showInvoice, { method: "GET", path, headers: {} })).text;
}

describe("a customer", () => {
  test("is what was said of it, and is read back and listed, the newest first", async () => {
    const { status, body } = await call("createCustomer", {}, northwind);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ ...northwind, object: "customer", tenantId: one.id, timeZone: null, metadata: {} },
      ...{ id: expect.stringMatching(/^cus_/), billingAddress: { ...billingAddress, line2: null, region: null } },
    });
    expect(await call("getCustomer", { id: body.id })).toEqual({ status: 200, body });
    const second = (await call("createCustomer", {}, { name: "Globex" })).body;
    expect(second).toMatchObject({ email: null, locale: null, billingAddress: null, taxId: null });
    const { data } = (await call("listCustomers", {})).body;
    expect(data.map(({ id }: { id: string }) => id).slice(0, 2)).toEqual([second.id, body.id]);
  });

  test("is changed in what is said, with a line on its trail, and by nothing not at all", async () => {
    const { id, ...before } = await newCustomer();
    const change = { name: "Northwind Inc.", taxId: null, timeZone: "Europe/Berlin" };
    const { body } = await call("changeCustomer", { id }, { ...change, email: northwind.email });
    expect(body).toEqual({ ...before, id, ...change, updatedAt: body.updatedAt });
    expect((await call("changeCustomer", { id }, change)).body).toEqual(body);
    const trail = entriesIn(deployed.aws.store.rows()).filter(({ aggregateId }) => aggregateId === id);
    expect(trail.map(({ reason }) => reason)).toEqual(["customer created", "changed name, timeZone, taxId"]);
  });

  test("is nobody else's", async () => {
    const { id } = await newCustomer();
    for (const [operation, body] of [["getCustomer"], ["changeCustomer", { name: "x" }]] as const) {
      const reply = await call(operation, { id }, body, other.apiKey);
      expect([reply.status, reply.body.code]).toEqual([404, "not_found"]);
    }
    expect((await call("listCustomers", {}, undefined, other.apiKey)).body.data).toEqual([]);
  });

  test.each([
    ["without a name", { name: "" }, "name"],
    ["with an address that is no e-mail address", { email: "nobody" }, "email"],
    ["in a language that there is not", { locale: "de" }, "locale"],
    ["in a zone that there is not", { timeZone: "Mars/Olympus" }, "timeZone"],
    [
      "in a country by its name",
      { billingAddress: { ...billingAddress, country: "Germany" } },
      "billingAddress.country",
    ],
    ["with a field that there is not", { phone: "1" }, "phone"],
  ])("is refused %s", async (_, change, path) => {
    const { status, body } = await call("createCustomer", {}, { ...northwind, ...change });
    expect([status, body.fields[0].path]).toEqual([400, path]);
  });
});

describe("an invoice to a customer", () => {
  test("shows it, and is made out to it on its page and on paper", async () => {
    const customer = await newCustomer();
    const { body } = await newInvoice(customer.id);
    const { id, name, email, locale, billingAddress: address, taxId } = customer;
    expect(body).toMatchObject({
      customerId: id,
      customer: { id, name, email, locale, billingAddress: address, taxId },
    });
    const shown = await page(body.hostedUrl);
    expect(shown).toContain("Northwind Traders, Lindenstra\u00dfe 7, Berlin, 10969, DE");
    expect(shown).toContain('lang="es"');
    expect(invoiceDocument(body).billTo).toBe("Northwind Traders\nLindenstra\u00dfe 7\nBerlin, 10969\nDE\nTax ID DE1");
  });

  test("is mailed to it in its language, and where its metadata says otherwise there", async () => {
    const customer = await newCustomer();
    const { body } = await newInvoice(customer.id);
    const elsewhere = await newInvoice(customer.id, { metadata: { customerEmail: "x@else.example", locale: "en" } });
    for (const { id } of [body, elsewhere.body]) await call("sendInvoice", { id });
    const orders = entriesIn(deployed.aws.store.rows()).flatMap(({ aggregateId, follows }) =>
      follows.flatMap((each) => (each.kind === "send_mail" ? [[aggregateId, each.to, each.locale]] : [])),
    );
    expect(orders).toContainEqual([body.id, "a…@northwind.example", "es"]);
    expect(orders).toContainEqual([elsewhere.body.id, "x…@else.example", "en"]);
  });

  test("has it as it is when the invoice is changed or sent, and keeps that then", async () => {
    const customer = await newCustomer();
    const { id } = (await newInvoice("free text")).body;
    const rename = (name: string) => call("changeCustomer", { id: customer.id }, { name });
    const named = async (operation: string, body?: object) => (await call(operation, { id }, body)).body.customer?.name;
    expect(await named("getInvoice")).toBeUndefined();
    expect(await named("changeInvoice", { customerId: customer.id })).toBe("Northwind Traders");
    await rename("Northwind Two");
    expect(await named("getInvoice")).toBe("Northwind Traders");
    expect(await named("changeInvoice", { notes: "x" })).toBe("Northwind Two");
    await rename("Northwind Three");
    expect(await named("sendInvoice")).toBe("Northwind Three");
    await rename("Northwind Four");
    expect(await named("sendInvoice")).toBe("Northwind Three");
    expect(await named("getInvoice")).toBe("Northwind Three");
  });

  test("is refused where the tenant has none of that id, and takes any other text as it is", async () => {
    const foreign = (await call("createCustomer", {}, { name: "Theirs" }, other.apiKey)).body.id;
    for (const id of [foreign, "cus_01M7Y6RAFPQG2ZSQY5YJ1X0DPR"]) {
      const { status, body } = await newInvoice(id);
      expect([status, body.fields[0].path]).toEqual([400, "customerId"]);
    }
    const draft = (await newInvoice("cus_1")).body;
    expect(draft).toMatchObject({ customerId: "cus_1", customer: null });
    const change = await call("changeInvoice", { id: draft.id }, { customerId: foreign });
    expect([change.status, change.body.fields[0].path]).toEqual([400, "customerId"]);
  });
});
