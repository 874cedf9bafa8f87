import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Invoice, TestTenant } from "../support/journey.ts";
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
    expect(await page.title()).toBe(`Invoice ${hostile.number} from <i>Journeys</i> & Sons`);
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
    for (const amount of ["3,703.68", "3,699.13", "3,690.01"]) expect(shown).toContain(amount);
    expect(await page.locator("tfoot tr").last().innerText()).toMatch(/Amount due\s+USD 3,690\.01/);
    await page.context().close();
  });

  test("has its parts where assistive technology and the keyboard look for them", async () => {
    const { page } = await open(browser, invoice.collectionLink, desktop);
    expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
    expect(await page.getByRole("table").count()).toBe(1);
    expect(await page.getByRole("columnheader").count()).toBe(2);
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
    // Whatever can be operated at all must be reached by Tab, in the order of the page.
    const operable = page.locator("a[href], button, input, select, textarea, [tabindex]");
    for (let at = 0; at < (await operable.count()); at += 1) {
      await page.keyboard.press("Tab");
      const reached = await operable.nth(at).evaluate("node => node === node.ownerDocument.activeElement");
      expect(reached, `Tab ${at + 1}`).toBe(true);
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
});
