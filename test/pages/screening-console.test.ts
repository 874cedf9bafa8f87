import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { screenOperations } from "../../functions/contract/screening/screens.ts";
import { axeViolations, describeInBrowser, launchBrowser, looks } from "../support/journeys/browser.ts";
import { OperatorAtWork } from "../support/journeys/console.ts";
import { endpoints } from "../support/journeys/journey.ts";
import { fresh, holder, openAccount } from "../support/journeys/screening.ts";

const { kytUrl } = endpoints;

function signsIn(browser: Browser, which: 0 | 1): Promise<OperatorAtWork> {
  return OperatorAtWork.signsIn(browser, which, {}, kytUrl);
}

/** The id at the end of the page's address. */
function idOf(at: OperatorAtWork): string {
  return /\w{3}_\w{26}/.exec(at.page.url())?.[0] ?? "";
}

describeInBrowser("the screening interface's console", () => {
  let browser: Browser;
  const known: Record<string, string> = {};

  beforeAll(async () => {
    browser = await launchBrowser();
    const account = await openAccount("starter");
    const input = { body: { type: "wallet", value: fresh() } };
    const { id } = await holder(account.apiKey).call(screenOperations.screenValue, input);
    Object.assign(known, { account: account.id, screen: id });
  });

  afterAll(() => browser?.close());

  test("takes an entry from one operator's proposal by another one's approval, without any script", async () => {
    const [first, second] = [await signsIn(browser, 0), await signsIn(browser, 1)];
    const value = fresh();
    await first.open("own-lists/new");
    await first.page.getByLabel("Address").fill("0x12 34");
    await first.page.getByLabel("Reason").fill("never delivered");
    await first.press("Propose it");
    expect(await first.page.title()).toMatch(/^Error: /);
    expect(await first.page.getByLabel("Reason").inputValue()).toBe("never delivered");
    await first.page.getByLabel("Address").fill(value);
    await first.press("Propose it");
    expect(await first.reads()).toContain("another operator must approve it");
    known.entry = idOf(first);
    await second.open("");
    await second.follow(value);
    await second.unfold("Approve");
    await second.press("Approve the entry");
    expect(await second.reads()).toContain("counts in every verdict from now on");
    expect([...first.troubles, ...second.troubles]).toEqual([expect.stringContaining("400")]);
    await first.leaves();
    await second.leaves();
  });

  test("moves an account to a larger plan, which is felt by its holder at once, and verifies a screen", async () => {
    const at = await signsIn(browser, 0);
    await at.open("accounts");
    await at.page.locator(`a[href$="${known.account}"]`).click();
    await at.page.getByLabel("Plan").selectOption("pro");
    await at.press("Change the plan");
    expect(await at.reads()).toMatch(/1 of 3,000/);
    await at.page.locator("#search").fill(known.screen ?? "");
    await at.press("Find");
    await at.press("Verify");
    expect(await at.reads()).toContain("comes to the same decision");
    expect(at.troubles).toEqual([]);
    await at.leaves();
  });

  test("fits and is accessible on every page, on a phone, in the dark, and on a phone of 320", async () => {
    // axe is a script.
    const at = await OperatorAtWork.signsIn(browser, 0, { javaScriptEnabled: true }, kytUrl);
    const { page } = at;
    for (const place of [
      ...["", "requests", "accounts", "accounts/new", `accounts/${known.account}`, "own-lists"],
      ...["own-lists/new", `own-lists/${known.entry}`, "screens", `screens/${known.screen}`],
      ...[`search?q=${fresh()}`, "lists", "lists/1"],
    ]) {
      expect(await at.open(place), place).toBe(200);
      expect(await page.locator("script, style, [style], [onclick]").count()).toBe(0);
      const folded = page.locator("details:not([open]) > summary");
      while ((await folded.count()) > 0) await folded.first().click();
      for (const [name, { viewport, colorScheme }] of looks) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        expect(await axeViolations(page), `${place} on ${name}`).toEqual([]);
        await at.picture(`screening ${place.replaceAll("/", " ")} on ${name}`);
      }
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await page.evaluate("document.documentElement.scrollWidth"), place).toBe(320);
    }
    expect(at.troubles).toEqual([]);
    await at.leaves();
  });
});
