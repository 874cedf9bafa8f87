import { randomUUID } from "node:crypto";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInBrowser, launchBrowser } from "../support/journeys/browser.ts";
import { advance, endpoints, TestTenant } from "../support/journeys/journey.ts";
import { phone, Walk } from "../support/journeys/walk.ts";

const shown = ["/", "/overview", "/signup", "/signup/received"] as const;

describeInBrowser("the pages for everybody", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
    const tenant = await TestTenant.create();
    const { settlement } = await tenant.payNew(123_456);
    await tenant.reaches(settlement.id, "completed");
    await advance(3600);
  });

  afterAll(() => browser?.close());

  test.each(shown)("%s weighs little, fits and is accessible in both languages", async (path) => {
    const walk = await Walk.starts(browser);
    for (const lang of ["en", "es"]) {
      await walk.page.goto(`${endpoints.onboardUrl}${path}?lang=${lang}`);
      await walk.weighs(`${path} ${lang}`);
      for (const summary of await walk.page.locator("summary").all()) await summary.click();
      await walk.looks(`front ${path.replaceAll("/", "_")} ${lang}`);
    }
    await walk.ends();
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
