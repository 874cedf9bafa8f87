import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { railCallbackOperations } from "../../functions/contract/operations/rail-callbacks.ts";
import { paymentOperations } from "../../functions/contract/settlement/payments.ts";
import { describeInBrowser, launchBrowser, open } from "../support/journeys/browser.ts";
import { type Invoice, operator, TestTenant } from "../support/journeys/journey.ts";
import { Walk } from "../support/journeys/walk.ts";

const desktop = { width: 1280, height: 800 };

const hostile = {
  number: "<script>alert(1)</script>",
  customerId: `"><img src=x onerror=alert(1)> Ünïcödé 株式会社 شركة`,
  notes: "</main><style>body{display:none}</style>\nsecond line & 'quotes'",
  lineItems: [
    { description: "<b>bold</b> javascript:alert(1)", unitCents: 123_456, quantity: 3 },
    { description: `A${"very".repeat(40)}long word`, unitCents: 1 },
    { description: "Gutschrift", unitCents: -456 },
  ],
  discountCents: 912,
};

describeInBrowser("the invoice's page", () => {
  let browser: Browser;
  let invoice: Invoice;

  beforeAll(async () => {
    browser = await launchBrowser();
    const tenant = await TestTenant.create({ name: "<i>Journeys</i> & Sons" });
    invoice = await tenant.draft(0, hostile);
  });

  afterAll(() => browser?.close());

  test("fits, is accessible, and asks nobody else for anything", async () => {
    const walk = await Walk.starts(browser);
    await walk.page.goto(invoice.collectionLink);
    await walk.sees("invoice");
    await walk.ends();
  });

  test("shows what anybody typed as text and never as markup", async () => {
    const { page } = await open(browser, invoice.collectionLink, desktop);
    for (const tag of ["script", "img", "b", "i"]) expect(await page.locator(`body ${tag}`).count(), tag).toBe(0);
    expect(await page.locator("style").count()).toBe(1);
    const seller = "<i>Journeys</i> & Sons";
    expect(await page.title()).toBe(`Invoice ${hostile.number} from ${seller} · ${seller}`);
    const shown = await page.locator("main").innerText();
    for (const text of [hostile.number, hostile.customerId, "</main><style>", "<b>bold</b>", "<i>Journeys</i> & Sons"])
      expect(shown).toContain(text);
    await page.context().close();
  });

  test("tells the amounts, and what is still due", async () => {
    const { page } = await open(browser, invoice.collectionLink, desktop);
    const shown = await page.locator("main").innerText();
    // 3 x 1,234.56 + 0.01 - 4.56 - 9.12
    for (const amount of ["$3,703.68", "$3,699.13", "$3,690.01"]) expect(shown).toContain(amount);
    expect(await page.locator("tfoot tr").last().innerText()).toMatch(/Left to pay\s+\$3,690\.01/);
    await page.context().close();
  });

  test("has its parts where assistive technology and the keyboard look for them", async () => {
    const { page } = await open(browser, invoice.collectionLink, desktop);
    expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
    expect(await page.getByRole("table").count()).toBe(1);
    expect(await page.getByRole("columnheader").count()).toBe(2);
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
    // Whatever can be operated at all must be reached by Tab, in the order of the page.
    const fields = "input:not([type=hidden]):not([type=radio]), input[type=radio]:checked";
    const operable = page.locator(`a[href], button, ${fields}, select, textarea`);
    expect(await operable.count()).toBeGreaterThan(10);
    for (let at = 0; at < (await operable.count()); at += 1) {
      await page.keyboard.press("Tab");
      const reached = await operable.nth(at).and(page.locator(":focus")).count();
      expect(reached, `Tab ${at + 1}`).toBe(1);
    }
    await page.context().close();
  });

  test("of a wrong link is a plain 404 that gives nothing away", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const reply = await page.goto(`${invoice.collectionLink.slice(0, -43)}${"x".repeat(43)}`);
    expect(reply?.status()).toBe(404);
    expect(await page.content()).not.toContain("Journeys");
    await context.close();
  });

  test("has its PDF behind a link", async () => {
    const { page } = await open(browser, invoice.collectionLink, desktop);
    const reply = await page.request.get(`${invoice.collectionLink}/pdf`);
    expect(await page.getByRole("link", { name: "Download the PDF" }).getAttribute("href")).toMatch(/\/pdf$/);
    expect(reply.headers()["content-type"]).toBe("application/pdf");
    expect((await reply.body()).subarray(0, 5).toString()).toBe("%PDF-");
    await page.context().close();
  });
});

// Paying by a debit is in people.test.ts; without script, and by keyboard alone, in people-plain.test.ts.
describeInBrowser("paying on the invoice's page", () => {
  let browser: Browser;
  let tenant: TestTenant;

  beforeAll(async () => {
    browser = await launchBrowser();
    tenant = await TestTenant.create();
  });

  afterAll(() => browser?.close());

  test("by a transfer shows details to copy, and sees the money come", async () => {
    const { collectionLink } = await tenant.draft(10_000);
    const walk = await Walk.starts(browser);
    const { page } = walk;
    await page.goto(collectionLink);
    await page.getByLabel("By a transfer that I send").check();
    expect(await page.getByLabel("Routing number").isVisible()).toBe(false);
    await page.getByRole("button", { name: "Pay now" }).click();
    await page.getByRole("button", { name: "Copy: Account number" }).waitFor();
    expect(await page.getByRole("img", { name: /QR code/ }).isVisible()).toBe(true);
    await walk.sees("hosted payment by transfer");
    const id = /pay_\w+/.exec(page.url())?.[0] ?? "";
    const { railRef } = await tenant.call(paymentOperations.getPayment, { params: { id } });
    const body = { railRef: railRef ?? "", state: "funds_received" };
    await operator.call(railCallbackOperations.receiveMockCallback, { body });
    await page.getByText("Your payment has been received").waitFor({ timeout: 40_000 });
    await walk.ends();
  });
});
