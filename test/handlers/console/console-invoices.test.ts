import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Visitor } from "../../support/routes/visitor.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";
import { textOf } from "../../support/settlement/payer.ts";

const deployed = new DeployedSandbox();
let owner: Owner;
let other: Owner;
let visitor: Visitor;

beforeAll(async () => {
  ({ one: owner, other } = await deployed.start());
});

afterAll(() => deployed.stop());

beforeEach(async () => {
  visitor = new Visitor(deployed);
  expect((await visitor.signIn()).status).toBe(303);
});

const hostile = `"><script>alert(1)</script> & 'Söhne' 株式会社`;

let made = 0;

async function called(id: string, params: Record<string, string>, body?: unknown) {
  const headers: Record<string, string> = id === "payInvoice" ? { "idempotency-key": `pay-${++made}` } : {};
  const { status, text } = await deployed.call(id, owner.apiKey, params, body, headers);
  expect(status, text).toBeLessThan(300);
  return JSON.parse(text);
}

/** A sent invoice of 120.00 less 20.00, with tax of 7.25 %, to a customer. */
async function sentInvoice(more: object = {}) {
  const address = { line1: "1 Main St", city: "Springfield", region: "IL", postalCode: "62701", country: "US" };
  const customer = { name: hostile, email: "pay@kestrel.example", billingAddress: address, taxId: "12-3456789" };
  const { id: customerId } = await called("createCustomer", {}, customer);
  const lineItems = [{ description: hostile, unitCents: 6_000, quantity: 2, taxRate: 725 }];
  const input = { number: `N-${++made}`, customerId, lineItems, discountCents: 2_000, dueDate: "2027-03-01", ...more };
  const { id, number } = await called("createInvoice", {}, input);
  await called("sendInvoice", { id });
  return { id, number: number as string, customerId: customerId as string };
}

async function shown(id: string, params: Record<string, string>, query = "") {
  const { status, text, headers } = await visitor.get(id, params, query);
  expect(status, text).toBe(200);
  return { text, labels: textOf(text), headers };
}

describe("an invoice's page in the console", () => {
  test("shows what it is made of, to whom it is made out, and when it is due in its own time zone", async () => {
    const { id, number, customerId } = await sentInvoice();
    const { text, labels } = await shown("showInvoiceRecord", { id });
    expect(labels).toContain(`${number} · USD 107.25`);
    for (const each of ["Discount USD -20.00", "Tax (7.25%) USD 7.25", "Total USD 107.25", "Amount due USD 107.25"])
      expect(labels).toContain(each);
    for (const each of ["pay@kestrel.example", "1 Main St, Springfield, IL 62701, US", "12-3456789", customerId])
      expect(labels).toContain(each);
    expect(labels).toMatch(/Due 2027-03-01 UTC ?2027-03-01 23:59:59 UTC/);
    expect(labels).toContain("Version 2");
    expect(text).toContain(`href="../../console/tenants/${owner.id}"`);
    expect(text).toContain(`href="../../console/invoices/${id}/pdf"`);
    for (const why of ["invoice created", "invoice sent"]) expect(labels).toContain(why);
    expect(text).not.toContain("<script>");
    expect(text).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  });

  test("is not scripted, and asks nobody else for anything", async () => {
    const { id } = await sentInvoice();
    const { text, headers } = await shown("showInvoiceRecord", { id });
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'self'/);
    expect(headers["content-security-policy"]).not.toMatch(/unsafe|script-src/);
    expect(text).not.toMatch(/<script|<style| style=| on\w+="/);
  });

  test("leads to its payments, and they lead to it", async () => {
    const { id } = await sentInvoice();
    const { payment, settlement } = await called("payInvoice", { id }, { amountCents: 5_000 });
    const { text, labels } = await shown("showInvoiceRecord", { id });
    expect(labels).toContain("partially paid");
    expect(text).toContain(`href="../../console/settlements/${settlement.id}"`);
    expect(labels).toContain(`${payment.id} USD 50.00`);
    const back = await shown("showSettlement", { id: settlement.id });
    expect(back.text).toContain(`href="../../console/invoices/${id}"`);
  });

  test("leads to its credit notes and their PDFs", async () => {
    const { id, number } = await sentInvoice();
    const body = { lines: [{ description: "late", unitCents: 1_000, taxRate: 725 }], reason: hostile };
    const note = await called("createCreditNote", { id }, body);
    const { text, labels } = await shown("showInvoiceRecord", { id });
    expect(labels).toContain("Credited USD -10.73");
    expect(text).toContain(`href="../../console/credit-notes/${note.id}"`);
    const own = await shown("showCreditNote", { id: note.id });
    expect(own.labels).toContain(`${number}-CN1 · USD 10.73`);
    expect(own.labels).toContain("Tax (7.25%) USD 0.73");
    expect(own.text).toContain(`href="../../console/invoices/${id}"`);
    expect(own.text).not.toContain("<script>");
    for (const page of [text, own.text]) expect(page).toContain(`href="../../console/credit-notes/${note.id}/pdf"`);
  });

  test("says that it is void, and why", async () => {
    const { id } = await sentInvoice();
    await called("voidInvoice", { id }, { reason: "sent twice" });
    const { labels } = await shown("showInvoiceRecord", { id });
    expect(labels).toContain("void");
    expect(labels).toContain("Void because sent twice");
    expect(labels).toContain("Amount due USD 0.00");
    expect(labels).toContain("voided: sent twice");
  });

  test("is found by its number, its credit note's, its tenant and its letters", async () => {
    const { id, number } = await sentInvoice();
    const note = await called("createCreditNote", { id }, { amountCents: 1, reason: "agreed" });
    const found = await visitor.get("showSearch", undefined, `q=${number}`);
    expect(found.text).toContain(`href="../console/invoices/${id}"`);
    const foundNote = await visitor.get("showSearch", undefined, `q=${number}-CN1`);
    expect(foundNote.text).toContain(`href="../console/credit-notes/${note.id}"`);
    expect((await visitor.get("showTenant", { id: owner.id })).text).toContain(
      `href="../../console/invoices?tenantId=${owner.id}"`,
    );
    expect((await visitor.get("showAudit", undefined, `tenantId=${owner.id}`)).text).toContain(
      `href="../console/invoices/${id}"`,
    );
  });
});

describe("the console's invoices", () => {
  test("are listed for the tenant that is chosen, by status too, and for nobody else", async () => {
    const { id, number } = await sentInvoice();
    const none = await shown("showInvoices", {});
    expect(none.labels).toContain("Choose a tenant to see its invoices");
    const own = await shown("showInvoices", {}, `tenantId=${owner.id}&status=sent`);
    expect(own.text).toContain(`href="../console/invoices/${id}"`);
    expect((await shown("showInvoices", {}, `tenantId=${owner.id}&status=void`)).text).not.toContain(number);
    expect((await shown("showInvoices", {}, `tenantId=${other.id}`)).text).not.toContain(number);
  });

  test("are for who is signed in, and an unknown one is a page that says so", async () => {
    const unknown = { id: "inv_7ZZZZZZZZZZZZZZZZZZZZZZZZZ" };
    for (const page of ["showInvoiceRecord", "showInvoiceFile"]) {
      const { status, text, headers } = await visitor.get(page, unknown);
      expect([status, headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
      expect(textOf(text)).toContain("There is nothing here");
    }
    const note = { id: "crn_7ZZZZZZZZZZZZZZZZZZZZZZZZZ" };
    for (const page of ["showCreditNote", "showCreditNoteFile"])
      expect((await visitor.get(page, note)).status).toBe(404);
    const stranger = new Visitor(deployed);
    for (const page of ["showInvoices", "showInvoiceRecord", "showInvoiceFile"])
      expect((await stranger.get(page, unknown)).status).toBe(303);
  });
});
