import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import document from "../../docs/openapi.json" with { type: "json" };
import { guidesOf, railsSite } from "../../functions/pages/docs/guides.ts";
import { axeViolations, describeInBrowser, launchBrowser, looks, open } from "../support/journeys/browser.ts";
import { endpoints } from "../support/journeys/journey.ts";

const phone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 800 };

/** Where a person who wants to look finds the pictures. */
const pictures = process.env.SLUICE_SCREENSHOTS;

const root = `${endpoints.apiUrl}/docs`;
const guides = guidesOf(railsSite);
const read = ["", ...guides.map(({ slug }) => slug).filter((slug) => slug !== "api")];

async function picture(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `docs ${name}.png`) });
}

/** Bytes on the wire of what a page loaded, itself included. */
async function weightOf(page: Page): Promise<number> {
  const entries = `[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]`;
  return (await page.evaluate(`${entries}.reduce((sum, each) => sum + each.encodedBodySize, 0)`)) as number;
}

function expectOurs(requested: readonly string[]): void {
  expect(requested.filter((url) => !url.startsWith(`${endpoints.apiUrl}/docs`))).toEqual([]);
}

async function widthOf(page: Page): Promise<number> {
  return (await page.evaluate("document.documentElement.scrollWidth")) as number;
}

/** The reference once it is drawn. */
async function openReference(
  ...[browser, fragment, viewport, colorScheme]: [Browser, string, typeof phone, "light" | "dark"]
) {
  const watched = await open(browser, `${root}/api${fragment}`, viewport, { colorScheme });
  await watched.page.locator(".opblock").first().waitFor();
  return watched;
}

describeInBrowser("the documentation", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(() => browser?.close());

  test.each(read)("/%s fits, is accessible, and asks nobody else for anything", async (slug) => {
    for (const [name, look] of looks) {
      const where = `${slug || "first page"} on ${name}`;
      const { viewport, colorScheme } = look;
      const url = slug === "" ? root : `${root}/${slug}`;
      const { page, troubles, requested } = await open(browser, url, viewport, { colorScheme });
      await picture(page, where);
      expect(await widthOf(page), where).toBeLessThanOrEqual(viewport.width);
      expect(await axeViolations(page), where).toEqual([]);
      expectOurs(requested);
      expect(troubles, where).toEqual([]);
      expect(await weightOf(page), where).toBeLessThan(100_000);
      await page.context().close();
    }
  });

  test("is walked by links alone, from the first page to the last", async () => {
    const { page } = await open(browser, root, phone);
    await page.locator("main").getByRole("link", { name: "Quick start", exact: true }).click();
    const seen: string[] = [];
    for (;;) {
      seen.push(await page.getByRole("heading", { level: 1 }).innerText());
      const next = page.locator('a[rel="next"]');
      if ((await next.count()) === 0) break;
      await next.click();
    }
    expect(seen).toEqual(guides.map(({ title }) => title));
    await page.context().close();
  });

  test("is skipped into by the keyboard, and opens its contents", async () => {
    const { page } = await open(browser, `${root}/payments`, desktop);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("main");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Repeat safely" }).first().click();
    expect(page.url()).toMatch(/#repeat-safely$/);
    await page.context().close();
  });
});

describeInBrowser("the API reference", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(() => browser?.close());

  test("draws every operation and every webhook, of our files alone, without breaking its policy", async () => {
    const { page, troubles, requested } = await openReference(browser, "", desktop, "light");
    const methods = (all: object) => Object.values(all).reduce((sum, item) => sum + Object.keys(item).length, 0);
    expect(await page.locator(".opblock").count()).toBe(methods(document.paths) + methods(document.webhooks));
    await picture(page, "API reference");
    expectOurs(requested);
    expect(troubles).toEqual([]);
    await page.context().close();
  });

  test.each(looks)("fits and is accessible on %s, closed and open", async (name, look) => {
    const { viewport, colorScheme } = look;
    const { page, troubles } = await openReference(browser, "", viewport, colorScheme);
    expect(await axeViolations(page)).toEqual([]);
    for (const id of ["createInvoice", "payInvoice", "listInvoices", "attachEvidence"])
      await page.locator(`[id$="-${id}"] .opblock-summary-control`).click();
    await page.locator(".opblock-body .responses-table").nth(3).waitFor();
    await picture(page, `API reference open on ${name}`);
    expect(await widthOf(page)).toBeLessThanOrEqual(viewport.width);
    expect(await axeViolations(page)).toEqual([]);
    expect(troubles).toEqual([]);
    await page.context().close();
  });

  test("opens the operation that a link names", async () => {
    const { page } = await openReference(browser, "#/Invoicing/createInvoice", desktop, "light");
    await page.locator(".opblock.is-open").waitFor();
    expect(await page.locator(".opblock.is-open").innerText()).toContain("/api/v1/invoices");
    await page.context().close();
  });

  test("tells a browser without script where the document is", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${root}/api`);
    expect(await page.locator("main, #main").innerText()).toContain("with a script, which your browser does not run");
    await context.close();
  });
});
