import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoicePageOperations } from "../../../functions/contract/checkout/invoice-pages.ts";
import { pathOf } from "../../support/routes/bad-input.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();
let one: Owner;

beforeAll(async () => {
  ({ one } = await deployed.start());
});

afterAll(() => deployed.stop());

let made = 0;

async function create(change: object) {
  made += 1;
  const lineItems = [{ description: "work", unitCents: 5_000 }];
  const body = { number: `D-${made}`, customerId: "Northwind", lineItems, ...change };
  const { status, text } = await deployed.call("createInvoice", one.apiKey, {}, body);
  return { status, body: JSON.parse(text) };
}

async function pageOf({ hostedUrl }: { hostedUrl: string }): Promise<string> {
  const { showInvoice } = invoicePageOperations;
  const path = pathOf(showInvoice, { token: hostedUrl.split("/").at(-1) ?? "" });
  return (await deployed.send(showInvoice, { method: "GET", path, headers: {} })).text;
}

async function settle(timeZone: string): Promise<number> {
  const { status } = await deployed.call("changeTenant", deployed.operatorToken, { id: one.id }, { timeZone });
  return status;
}

describe("terms of an invoice", () => {
  test.each([
    [" net 30 ", "Net 30"],
    ["DUE ON RECEIPT", "Due on receipt"],
    ["Net 365", "Net 365"],
  ])("%j are stored and shown as %j", async (terms, shown) => {
    expect(await create({ terms })).toMatchObject({ status: 201, body: { terms: shown } });
  });

  test.each(["Net 1000", "NET30", "Net 366", "in a while"])("%j are refused by their field", async (terms) => {
    const { status, body } = await create({ terms });
    expect([status, body.code, body.fields[0].path]).toEqual([400, "validation_error", "terms"]);
  });
});

describe("the number of an invoice", () => {
  test("is what it is without the white space around it, and taken then", async () => {
    expect((await create({ number: "  INV 7\n" })).body.number).toBe("INV 7");
    expect(await create({ number: "INV 7 " })).toMatchObject({ status: 409, body: { code: "invoice_number_exists" } });
    expect((await create({ number: "   " })).body.fields[0].path).toBe("number");
  });
});

describe("a due date without a time", () => {
  test("is a day in the tenant's time zone, and overdue begins when it ends there", async () => {
    expect(await settle("America/New_York")).toBe(200);
    // Clocks go back on that day: it has 25 hours.
    const { body } = await create({ dueDate: "2037-11-01" });
    const dueDate = "2037-11-02T04:59:59.999Z";
    expect(body).toMatchObject({ dueDate, dueOn: "2037-11-01", timeZone: "America/New_York", overdue: false });
    const past = await create({ dueDate: "2020-07-04" });
    expect(past.body).toMatchObject({ dueDate: "2020-07-05T03:59:59.999Z", dueOn: "2020-07-04", overdue: true });
  });

  test("is printed as that day on the page of the invoice", async () => {
    await settle("Pacific/Kiritimati");
    const { body } = await create({ dueDate: "2037-11-01" });
    expect(body.dueDate).toBe("2037-11-01T09:59:59.999Z");
    expect(await pageOf(body)).toContain("November 1, 2037");
  });

  test("leaves the terms off the page where they say another day", async () => {
    expect(await pageOf((await create({ dueDate: "2037-11-01", terms: "Net 30" })).body)).not.toContain("Net 30");
    expect(await pageOf((await create({ terms: "Net 30" })).body)).toContain("Net 30");
  });

  test("may be a moment still, which is a day there too", async () => {
    await settle("Asia/Tokyo");
    const { body } = await create({ dueDate: "2037-11-01T20:00:00+00:00" });
    expect(body).toMatchObject({ dueDate: "2037-11-01T20:00:00.000Z", dueOn: "2037-11-02" });
  });

  test.each(["2037-02-30", "20371101", "0000-01-01", "9999-12-31", "tomorrow"])("is not %j", async (dueDate) => {
    const { status, body } = await create({ dueDate });
    expect([status, body.fields[0].path]).toEqual([400, "dueDate"]);
  });
});

describe("a tenant's time zone", () => {
  test("is UTC until it says another, and one that exists", async () => {
    const input = { slug: "zoned", name: "Zoned", contactEmail: "a@b.example", destChain: "base", destWallet: "0x1" };
    const { text } = await deployed.call("createTenant", deployed.operatorToken, {}, input);
    expect(JSON.parse(text)).toMatchObject({ timeZone: "UTC" });
    for (const zone of ["Mars/Olympus", "+05:00", ""]) expect(await settle(zone)).toBe(400);
  });
});

describe("terms of Net N", () => {
  test("are days of the calendar in the tenant's time zone, whatever its clocks do meanwhile", async () => {
    expect(await settle("America/New_York")).toBe(200);
    const now = Date.parse((await create({})).body.createdAt);
    const year = new Date(now).getUTCFullYear() + 1;
    // Half past midnight there; its clocks go back within the thirty days.
    await deployed.advance(Math.ceil((Date.parse(`${year}-10-20T04:30:00Z`) - now) / 1000));
    const { body } = await create({ terms: "Net 30" });
    expect(body).toMatchObject({ issuedOn: `${year}-10-20`, dueOn: `${year}-11-19` });
  });
});
