import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import document from "../../docs/openapi.screening.json" with { type: "json" };
import { accountRequestOperations } from "../../functions/contract/screening/account-requests.ts";
import { guidesOf } from "../../functions/pages/docs/guides.ts";
import { screeningSite } from "../../functions/pages/docs/screening-site.ts";
import { kitMessages } from "../../functions/pages/kit/messages/kit.ts";
import { accountRequestMessages } from "../../functions/pages/screening/messages/account-asking.ts";
import { screeningMessages } from "../../functions/pages/screening/messages/screening.ts";
import { axeViolations, describeInBrowser, launchBrowser, open } from "../support/journeys/browser.ts";
import { endpoints } from "../support/journeys/journey.ts";
import { Keys } from "../support/journeys/keys.ts";
import { advance, nextDay, nextMinute, operator } from "../support/journeys/screening.ts";
import { Walk } from "../support/journeys/walk.ts";

const root = endpoints.kytUrl;
const { playground, problems, result } = screeningMessages.en;
const published = readFileSync(new URL("../../bin/sandbox/sdn-fixture.xml", import.meta.url), "utf8");
const listed = /<idNumber>(0x\w{40})</.exec(published)?.[1] ?? "";
// Of ERC-55's own examples, and on no list.
const unlisted = "0x52908400098527886E0F7030069857D2E4169EE7";
const mistyped = unlisted.replace(/E7$/, "e7");

/** What has the focus: its role or name, and whether it is in snapshot. */
const focused = `(() => {
  const at = document.activeElement;
  const { top } = at.getBoundingClientRect();
  return { what: at.name ?? at.className, isSeen: top >= 0 && top < innerHeight };
})()`;

describeInBrowser("the screening interface's pages", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
    await nextDay();
  });

  afterAll(() => browser?.close());

  test("fit, are accessible in both languages, and offer the plans on a phone of 320 as well", async () => {
    const walk = await Walk.starts(browser);
    const { page } = walk;
    for (const lang of ["en", "es"] as const) {
      await page.goto(`${root}/?lang=${lang}`);
      expect(await walk.heading()).toBe(screeningMessages[lang].title);
      await walk.sees(`screening front ${lang}`);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
    expect(await page.locator(".plans").innerText()).toMatch(/Pro[\s\S]*\$199[\s\S]*3,000[\s\S]*sin límite/);
    await walk.ends();
  });

  test("tell a mistyped, an unlisted and a listed address apart, and bring the reader to what came of it", async () => {
    const walk = await Walk.starts(browser);
    const { page } = walk;
    await page.goto(`${root}/playground`);
    for (const [value, action, why] of [
      [mistyped, "review", result.unsure.checksum],
      [unlisted, "allow", result.noReasons],
      [` ${listed.toLowerCase()} `, "block", "sanctions"],
    ] as const) {
      await page.getByLabel(playground.value).fill(value);
      await walk.press(playground.submit);
      await page.locator(".verdict:focus").waitFor();
      expect(await page.evaluate(focused)).toMatchObject({ what: expect.stringContaining("verdict"), isSeen: true });
      const region = page.getByRole("region", { name: result.title[action] });
      expect(await region.innerText()).toContain(why);
      expect(await page.title()).toContain(result.title[action]);
      await walk.sees(`screening playground ${action}`);
    }
    expect(await walk.reads()).not.toContain("NORTHERN LANTERN");
    await walk.ends();
  });

  test("take an address by keyboard alone, after two mistakes, without any script, in Spanish", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: "es-US" });
    const page = await context.newPage();
    const keys = new Keys(page);
    const labels = screeningMessages.es;
    const sends = async () => {
      await keys.to(labels.playground.submit);
      await Promise.all([page.waitForEvent("load"), keys.press("Enter")]);
    };
    await page.goto(root);
    await keys.to(kitMessages.es.skip);
    await keys.press("Enter");
    await sends();
    expect(await page.getByRole("alert").innerText()).toContain(labels.problems.empty);
    await keys.to(labels.problems.empty);
    await keys.press("Enter");
    expect(await page.evaluate(focused)).toEqual({ what: "value", isSeen: true });
    await page.keyboard.type(`${unlisted}\u200b`);
    await sends();
    expect(await page.title()).toMatch(/^Error: /);
    await keys.to(labels.problems.invalid_value);
    await keys.press("Enter");
    await keys.press("ControlOrMeta+A");
    await page.keyboard.type(listed);
    await sends();
    expect(await page.locator("h2").first().innerText()).toBe(labels.result.title.block);
    await context.close();
  });

  test("tell who sends too much to wait, with what was typed still there", async () => {
    await nextMinute();
    const walk = await Walk.starts(browser);
    const { page } = walk;
    await page.goto(`${root}/playground`);
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: root };
    const body = String(new URLSearchParams({ value: unlisted }));
    const send = async () => (await fetch(`${root}/playground`, { method: "POST", headers, body })).status;
    for (let spent = 0; (await send()) === 200; spent += 1) expect(spent).toBeLessThan(10);
    await page.getByLabel(playground.value).fill(unlisted);
    await walk.press(playground.submit);
    expect(await page.getByRole("alert").innerText()).toContain(problems.rate_limited);
    expect(await page.getByLabel(playground.value).inputValue()).toBe(unlisted);
    await walk.sees("screening playground limit");
    await nextMinute();
    await walk.press(playground.submit);
    expect(await walk.reads()).toContain(result.title.allow);
    await walk.ends();
  });

  test("take a request for an account by keyboard alone, after a mistake, without any script, in Spanish", async () => {
    // The way from the summary to a field far below would be scrolled gently otherwise.
    const still = { reducedMotion: "reduce", javaScriptEnabled: false } as const;
    const context = await browser.newContext({ ...still, locale: "es-US" });
    const page = await context.newPage();
    const keys = new Keys(page);
    const { fields, submit, thanks } = accountRequestMessages.es;
    const sends = async () => {
      await keys.to(submit);
      await Promise.all([page.waitForEvent("load"), keys.press("Enter")]);
    };
    await advance(3_600);
    await page.goto(root);
    await keys.to(`${screeningMessages.es.plans.choose} Pro`);
    await Promise.all([page.waitForEvent("load"), keys.press("Enter")]);
    expect(await page.getByRole("radio", { name: /^Pro/ }).isChecked()).toBe(true);
    await page.getByLabel(fields.companyName.label).fill("Acme");
    await page.getByLabel(fields.contactEmail.label).fill("nobody");
    await sends();
    expect(await page.title()).toMatch(/^Error: /);
    expect(await page.getByRole("alert").innerText()).toContain(fields.contactEmail.wrong);
    await keys.to(fields.contactName.wrong);
    await keys.press("Enter");
    expect(await page.evaluate(focused)).toEqual({ what: "contactName", isSeen: true });
    await page.keyboard.type("Ada");
    expect(await page.getByLabel(fields.contactEmail.label).inputValue()).toBe("nobody");
    await page.getByLabel(fields.contactEmail.label).fill(`${randomUUID()}@acme.example`);
    await sends();
    expect(await page.locator("h1").innerText()).toBe(thanks.title);
    expect(page.url()).toBe(`${root}/signup/received?lang=es`);
    const { data } = await operator.call(accountRequestOperations.listAccountRequests);
    expect(data[0]).toMatchObject({ companyName: "Acme", contactName: "Ada", plan: "pro", locale: "es" });
    await context.close();
  });

  test("ask for an account in a form that fits and is accessible in both languages, right or wrong", async () => {
    const walk = await Walk.starts(browser);
    const { page } = walk;
    for (const lang of ["en", "es"] as const) {
      const messages = accountRequestMessages[lang];
      await page.goto(`${root}/signup?plan=starter&lang=${lang}`);
      expect(await walk.heading()).toBe(messages.title);
      await walk.sees(`screening account ${lang}`);
      await walk.press(messages.submit);
      expect(await page.getByRole("alert").innerText()).toContain(messages.fields.companyName.wrong);
      expect(await page.getByRole("radio", { name: /^Starter/ }).isChecked()).toBe(true);
      await walk.sees(`screening account wrong ${lang}`);
      await page.goto(`${root}/signup/received?lang=${lang}`);
      await walk.sees(`screening account thanks ${lang}`);
    }
    await walk.ends();
  });

  test("have a documentation of their own, read by its links from the first page to the last", async () => {
    const walk = await Walk.starts(browser);
    const { page } = walk;
    const guides = guidesOf(screeningSite);
    await page.goto(root);
    await page.getByRole("link", { name: screeningMessages.en.docs }).click();
    await walk.sees("screening docs");
    const seen: string[] = [];
    const first = page.locator("main").getByRole("link", { name: guides[0]?.title ?? "", exact: true });
    for (let next = first; (await next.count()) > 0; next = page.locator('a[rel="next"]')) {
      await next.click();
      seen.push(await walk.heading());
      if (!page.url().endsWith("/docs/api")) await walk.sees(`screening docs, ${seen.at(-1)}`);
    }
    expect(seen).toEqual(guides.map(({ title }) => title));
    await walk.ends();
  });

  test("draw every operation in the API reference, open and closed, of our files alone", async () => {
    const size = { width: 360, height: 740 };
    const { page, troubles, requested } = await open(browser, `${root}/docs/api`, size);
    await page.locator(".opblock").first().waitFor();
    const count = Object.values({ ...document.paths, ...document.webhooks }).reduce(
      (sum, item) => sum + Object.keys(item).length,
      0,
    );
    expect(await page.locator(".opblock").count()).toBe(count);
    for (const id of ["screenValue", "screenBatch", "openMonitor"])
      await page.locator(`[id$="-${id}"] .opblock-summary-control`).click();
    await page.locator(".opblock-body .responses-table").nth(2).waitFor();
    for (const [width, colorScheme] of [
      [360, "light"],
      [1280, "dark"],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
      expect(await axeViolations(page)).toEqual([]);
    }
    expect(troubles).toEqual([]);
    expect(requested.filter((url) => !url.startsWith(`${root}/docs`))).toEqual([]);
    await page.context().close();
  });
});
