import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paymentOperations } from "../../functions/api/payments.contract.ts";
import { railCallbackOperations } from "../../functions/api/rail-callbacks.contract.ts";
import { type Invoice, operator, TestTenant } from "../support/journey.ts";
import { axeViolations, hasBrowser, launchBrowser, open } from "../support/journey-browser.ts";

const phone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 800 };

/** Where a person who wants to look finds the pictures. */
const pictures = process.env.SLUICE_SCREENSHOTS;

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

describe.skipIf(!hasBrowser)("the invoice's page", () => {
  let browser: Browser;
  let invoice: Invoice;

  beforeAll(async () => {
    browser = await launchBrowser();
    const tenant = await TestTenant.create({ name: "<i>Journeys</i> & Sons" });
    invoice = await tenant.draft(0, hostile);
  });

  afterAll(() => browser?.close());

  describe.each([
    ["a phone", phone, "light"],
    ["a desktop", desktop, "light"],
    ["a phone in the dark", phone, "dark"],
  ] as const)("on %s", (name, viewport, colorScheme) => {
    test("fits, is accessible, and asks nobody else for anything", async () => {
      const { page, troubles, requested } = await open(browser, invoice.collectionLink, viewport, {
        colorScheme,
      });
      if (pictures) {
        mkdirSync(pictures, { recursive: true });
        await page.screenshot({ path: join(pictures, `invoice on ${name}.png`), fullPage: true });
      }
      const width = await page.evaluate("document.documentElement.scrollWidth");
      expect(width, "nothing sticks out at the side").toBeLessThanOrEqual(viewport.width);
      expect(await axeViolations(page)).toEqual([]);
      // Browsers look for an icon on their own.
      const astray = requested.filter(
        (url) => url !== invoice.collectionLink && !url.endsWith("/favicon.ico"),
      );
      expect(astray).toEqual([]);
      expect(troubles).toEqual([]);
      await page.context().close();
    });
  });

  test("shows what anybody typed as text and never as markup", async () => {
    const { page } = await open(browser, invoice.collectionLink, desktop);
    for (const tag of ["script", "img", "b", "i"])
      expect(await page.locator(`body ${tag}`).count(), tag).toBe(0);
    expect(await page.locator("style").count()).toBe(1);
    const seller = "<i>Journeys</i> & Sons";
    expect(await page.title()).toBe(`Invoice ${hostile.number} from ${seller} · ${seller}`);
    const shown = await page.locator("main").innerText();
    for (const text of [
      hostile.number,
      hostile.customerId,
      "</main><style>",
      "<b>bold</b>",
      "<i>Journeys</i> & Sons",
    ])
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

describe.skipIf(!hasBrowser)("paying on the invoice's page", () => {
  let browser: Browser;
  let tenant: TestTenant;

  beforeAll(async () => {
    browser = await launchBrowser();
    tenant = await TestTenant.create();
  });

  afterAll(() => browser?.close());

  /** Types what a debit of $25.00 needs. */
  async function typeDebit(page: Page): Promise<void> {
    await page.getByLabel("Amount", { exact: true }).fill("25.00");
    await page.getByLabel("Name of the account holder").fill("Anna Example");
    await page.getByLabel("Routing number").fill("021000021");
    await page.getByLabel("Account number").fill("987654321");
    await page.getByLabel("I have read this and authorize the debit").check();
  }

  async function pictured(page: Page, name: string): Promise<void> {
    expect(await axeViolations(page), name).toEqual([]);
    if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
  }

  test("goes wrong beside the fields, then through to the receipt, which it follows by itself", async () => {
    const { collectionLink } = await tenant.draft(10_000);
    const { page, troubles, requested } = await open(browser, collectionLink, phone);
    await typeDebit(page);
    await page.getByLabel("Routing number").fill("021000022");
    await page.getByRole("button", { name: "Pay now" }).click();
    await page.getByRole("link", { name: /no routing number of a US bank/ }).click();
    await pictured(page, "hosted invoice with errors");
    expect(await page.getByLabel("Routing number").and(page.locator(":focus")).count()).toBe(1);
    expect(await page.getByLabel("Account number").inputValue()).toBe("");
    await typeDebit(page);
    await page.getByRole("button", { name: "Pay now" }).click();
    await page.getByText("received and settled with the seller").waitFor({ timeout: 40_000 });
    await pictured(page, "hosted payment settled");
    const shown = await page.locator("main").innerText();
    for (const words of ["$25.00", "Anna Example, account ending in 4321", "0x"])
      expect(shown).toContain(words);
    expect(troubles.filter((each) => !each.includes("400"))).toEqual([]);
    const { origin } = new URL(collectionLink);
    expect(requested.filter((url) => !url.startsWith(origin))).toEqual([]);
    await page.context().close();
  });

  test("by a transfer shows details to copy, and sees the money come", async () => {
    const { collectionLink } = await tenant.draft(10_000);
    const { page } = await open(browser, collectionLink, phone);
    await page.getByLabel("By a transfer that I send").check();
    expect(await page.getByLabel("Routing number").isVisible()).toBe(false);
    await page.getByRole("button", { name: "Pay now" }).click();
    await page.getByRole("button", { name: "Copy: Account number" }).waitFor();
    expect(await page.getByRole("img", { name: /QR code/ }).isVisible()).toBe(true);
    await pictured(page, "hosted payment by transfer");
    const id = /pay_\w+/.exec(page.url())?.[0] ?? "";
    const { railRef } = await tenant.call(paymentOperations.getPayment, { params: { id } });
    const body = { railRef: railRef ?? "", state: "funds_received" };
    await operator.call(railCallbackOperations.receiveMockCallback, { body });
    await page.getByText("Your payment has been received").waitFor({ timeout: 40_000 });
    await page.context().close();
  });

  test("works without script just as well", async () => {
    const { collectionLink } = await tenant.draft(10_000);
    const context = await browser.newContext({ viewport: phone, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(collectionLink);
    await typeDebit(page);
    await page.getByRole("button", { name: "Pay now" }).click();
    await page.getByText("received and settled with the seller").waitFor({ timeout: 40_000 });
    expect(await page.locator("button[data-copy]").count()).toBe(0);
    await context.close();
  });

  test("by keyboard alone reaches the receipt", async () => {
    const { collectionLink } = await tenant.draft(2500);
    const { page } = await open(browser, collectionLink, desktop);
    const typed = ["Anna Example", null, null, "021000021", "987654321"];
    await page.getByLabel("Amount", { exact: true }).focus();
    await page.keyboard.press("Tab");
    for (const text of typed) {
      await page.keyboard.press("Tab");
      if (text !== null) await page.keyboard.type(text);
    }
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/payments\/pay_/);
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Payment of $25.00");
    await page.context().close();
  });
});
