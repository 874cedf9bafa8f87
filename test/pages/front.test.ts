import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { advance, endpoints, TestTenant } from "../support/journey.ts";
import { axeViolations, hasBrowser, launchBrowser, open } from "../support/journey-browser.ts";

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };

/** Where a person who wants to look finds the pictures. */
const pictures = process.env.SLUICE_SCREENSHOTS;

const shown = ["/", "/overview", "/signup", "/signup/received"] as const;

describe.skipIf(!hasBrowser)("the pages for everybody", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
    const tenant = await TestTenant.create();
    const { settlement } = await tenant.payNew(123_456);
    await tenant.reaches(settlement.id, "completed");
    await advance(3600);
  });

  afterAll(() => browser?.close());

  describe.each([
    ["a phone", phone, "light"],
    ["a desktop in the dark", desktop, "dark"],
  ] as const)("on %s", (name, viewport, colorScheme) => {
    test.each(shown)(
      "%s fits, is accessible in both languages, and asks nobody else for anything",
      async (path) => {
        for (const lang of ["en", "es"]) {
          const url = `${endpoints.onboardUrl}${path}?lang=${lang}`;
          const { page, troubles, requested } = await open(browser, url, viewport, { colorScheme });
          if (pictures) {
            mkdirSync(pictures, { recursive: true });
            const file = `front ${path.replaceAll("/", "_")} ${lang} on ${name}.png`;
            await page.screenshot({ path: join(pictures, file), fullPage: true });
          }
          expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(
            viewport.width,
          );
          for (const summary of await page.locator("summary").all()) await summary.click();
          expect(await axeViolations(page)).toEqual([]);
          expect([requested, troubles]).toEqual([[url], []]);
          await page.context().close();
        }
      },
    );
  });

  test("take a request by keyboard alone, after a mistake, without any script", async () => {
    const context = await browser.newContext({ viewport: phone, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${endpoints.onboardUrl}/`);
    await page.getByRole("link", { name: "Request access" }).press("Enter");
    await page.getByLabel("Company name").fill("Acme");
    await page.getByLabel("E-mail address").fill("nobody");
    await page.getByRole("button").press("Enter");
    expect(await page.getByRole("alert").innerText()).toContain("Enter your name");
    expect(await page.getByLabel("Company name").inputValue()).toBe("Acme");
    await page.getByLabel("Your name").fill("Ada");
    await page.getByLabel("E-mail address").fill(`${randomUUID()}@acme.example`);
    await page.getByRole("button").press("Enter");
    expect(await page.locator("h1").innerText()).toContain("Your request has arrived");
    expect(page.url()).toBe(`${endpoints.onboardUrl}/signup/received?lang=en`);
    await context.close();
  });
});
