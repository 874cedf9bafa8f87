import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestAccessOperations } from "../../functions/contract/access/signup-pages.ts";
import { allOperations } from "../../functions/contract/billing.ts";
import { creditNoteOperations } from "../../functions/contract/invoicing/credit-notes.ts";
import { customerOperations } from "../../functions/contract/invoicing/customers.ts";
import { invoiceOperations } from "../../functions/contract/invoicing/invoices.ts";
import { reviewOperations } from "../../functions/contract/review/review.ts";
import { axeViolations, describeInBrowser, launchBrowser, looks } from "../support/journeys/browser.ts";
import { OperatorAtWork } from "../support/journeys/console.ts";
import { endpoints, operator, reportAsRail, TestTenant, wallet } from "../support/journeys/journey.ts";
import { deliveriesOf } from "../support/journeys/webhooks.ts";
import { Client } from "../support/runner/client.ts";
import { until } from "../support/runner/until.ts";

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };

const hostile = `Kestrel & Sons <script>alert(1)</script> شركة 株式会社`;

/** Ids of what the pages show, by the parameter of their path. */
const known: Record<string, string> = { key: "escrow.enabled", token: "x".repeat(43), name: "x.css" };

// This sandbox's rail holds nothing and keeps no wallets: an escrow's own page is in escrow.test.ts, a sweep's and a night's break's in switches/bridge-console.test.ts; a dispute's are in disputes.test.ts, people's in people-console.test.ts.
const pages = allOperations.filter(
  (op) =>
    op.method === "GET" &&
    op.path.startsWith("/console") &&
    !/style|script|enter|sign-in\/passkey|file|pdf|exports|(escrows|fee-sweeps)\/\{id\}|disputes\/\w+\/|console\/people/.test(
      op.path,
    ),
);

/** A sent invoice with all that its page can show: a customer, tax, a discount, a part paid and a part credited. */
async function creditedInvoice(tenant: TestTenant) {
  const address = { line1: "1 Main St", city: "Springfield", region: "IL", postalCode: "62701", country: "US" };
  const customer = { name: hostile, email: "pay@kestrel.example", billingAddress: address, taxId: "12-3456789" };
  const { id: customerId } = await tenant.call(customerOperations.createCustomer, { body: customer });
  const lineItems = [
    { description: hostile, unitCents: 1_234_567, quantity: 12, taxRate: 725 },
    { description: "Freight", unitCents: 9_900, taxCents: 100 },
  ];
  const more = { customerId, lineItems, discountCents: 5_000, notes: hostile };
  const { id } = await tenant.draft(0, more);
  const params = { id };
  await tenant.call(invoiceOperations.sendInvoice, { params });
  await tenant.pay({ id }, { amountCents: 100_000 });
  const lines = [{ description: hostile, unitCents: 500, taxRate: 725 }];
  const note = await tenant.call(creditNoteOperations.createCreditNote, { params, body: { lines, reason: hostile } });
  return { invoices: id, "credit-notes": note.id };
}

function placeOf(path: string): string {
  const kind = /([\w-]+)\/\{(?:id|name)\}/.exec(path)?.[1] ?? "";
  return path
    .replace(/^\/console\/?/, "")
    .replace(/\{(id|name)\}/, (_, name: string) => known[kind] ?? known[name] ?? "")
    .replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? "");
}

describeInBrowser("the console", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
    const tenant = await TestTenant.create({ name: hostile });
    await using receiver = await tenant.receiver();
    expect(receiver.url).toContain("127.0.0.1");
    await tenant.feeRule({ reserveBps: 1_000, reserveDays: 9 });
    const declining = await TestTenant.create({ name: "Declined Ltd", destWallet: wallet("LATEBLOCK") });
    const declined = await declining.payNew(250_000);
    await declining.reaches(declined.settlement.id, "declined");
    await tenant.reaches((await tenant.payNew(123_456)).settlement.id, "completed");
    const short = await tenant.payNew(88_000, { source: { type: "ach_push" } });
    await reportAsRail(short, "funds_received", { amountCents: 80_000 });
    const review = short.settlement.id.replace("stl_", "rev_");
    const input = { params: { id: review }, body: { action: "accept", note: hostile } };
    const { text } = await operator.ask(reviewOperations.actOnReview, input);
    await operator.call(reviewOperations.actOnReview, {
      params: { id: review },
      body: { action: "note", note: hostile },
    });
    const invoice = await creditedInvoice(tenant);
    const [delivery] = await until(
      () => deliveriesOf(tenant),
      (found) => found.some(({ attempts }) => attempts.length > 0),
      "nothing was delivered",
    );
    const asks = { companyName: hostile.slice(0, 14), contactName: "Ada", contactEmail: "ada@kestrel.example" };
    const asked = await new Client(endpoints.apiUrl, null).call(requestAccessOperations.requestAccess, { body: asks });
    Object.assign(known, {
      subjects: asked.requestId,
      operators: endpoints.operators[0]?.name,
      tenants: tenant.id,
      settlements: declined.settlement.id,
      ...invoice,
      review,
      approvals: JSON.parse(text).approvalId,
      deliveries: delivery?.id,
      webhookId: delivery?.endpointId,
    });
  });

  afterAll(() => browser?.close());

  describe.each(looks)("on %s", (name, { viewport, colorScheme }) => {
    let at: OperatorAtWork;

    beforeAll(async () => {
      // axe is a script.
      at = await OperatorAtWork.signsIn(browser, 0, { viewport, colorScheme, javaScriptEnabled: true });
    });

    afterAll(() => at.leaves());

    test.each(pages.map((op) => [op.id, op.path]))(
      "%s fits, is accessible, and needs nobody else",
      async (id, path) => {
        expect(await at.open(placeOf(path)), placeOf(path)).toBe(200);
        expect(await at.page.locator("script, style, [style], [onclick]").count()).toBe(0);
        await at.picture(`${id} on ${name}`);
        // What is folded away must hold as well.
        const folded = at.page.locator("details:not([open]) > summary");
        while ((await folded.count()) > 0) await folded.first().click();
        const width = await at.page.evaluate("document.documentElement.scrollWidth");
        expect(width, "nothing sticks out at the side").toBeLessThanOrEqual(viewport.width);
        expect(await axeViolations(at.page)).toEqual([]);
        expect(await at.page.getByRole("heading", { level: 1 }).count()).toBe(1);
        expect(at.troubles).toEqual([]);
      },
    );
  });

  test("a form that is wrong comes back accessible, with the way to each field", async () => {
    const at = await OperatorAtWork.signsIn(browser, 0, { viewport: phone, javaScriptEnabled: true });
    await at.open("tenants/new");
    await at.page.getByLabel("Slug").fill("No Slug");
    await at.page.getByLabel("Name", { exact: true }).fill(hostile);
    await at.page.getByLabel("Contact e-mail").fill("a@b.example");
    await at.page.getByLabel("Chain", { exact: true }).fill("base");
    await at.page.getByLabel("Wallet", { exact: true }).fill(wallet());
    await at.press("Register");
    expect(await at.page.title()).toMatch(/^Error: /);
    expect(await axeViolations(at.page)).toEqual([]);
    await at.picture("wrong form on a phone");
    expect(await at.page.getByLabel("Name", { exact: true }).inputValue()).toBe(hostile);
    await at.page.getByRole("alert").getByRole("link").first().click();
    expect(await at.page.evaluate("document.activeElement.name")).toBe("slug");
    expect(await at.page.locator("main script").count()).toBe(0);
    await at.leaves();
  });

  test("can be worked by keyboard alone", async () => {
    const at = await OperatorAtWork.arrives(browser, { viewport: desktop });
    await at.open("tenants");
    const { keyboard } = at.page;
    const focused = () =>
      at.page.evaluate("(document.activeElement.innerText || document.activeElement.name || '').trim()");
    const tabTo = async (what: string) => {
      for (let pressed = 0; pressed < 60; pressed += 1) {
        await keyboard.press("Tab");
        if ((await focused()) === what) return;
      }
      expect.fail(`no ${what} within 60 tabs`);
    };
    await tabTo("token");
    await keyboard.type(endpoints.internalToken);
    await keyboard.press("Enter");
    await at.page.waitForURL("**/console/tenants");
    await keyboard.press("Tab");
    expect(await focused()).toBe("Skip to the content");
    await keyboard.press("Enter");
    expect(await at.page.evaluate("location.hash")).toBe("#main");
    await tabTo("Register a tenant");
    const outline = await at.page.evaluate("getComputedStyle(document.activeElement).outlineStyle");
    expect(outline).toBe("solid");
    await keyboard.press("Enter");
    await at.page.waitForURL("**/console/tenants/new");
    await tabTo("slug");
    await keyboard.type("by-keyboard");
    await at.leaves();
  });
});
