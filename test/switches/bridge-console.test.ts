import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { payOperations } from "../../functions/contract/invoicing/invoices.ts";
import { feeSweepOperations } from "../../functions/contract/reconciliation/fee-sweeps.ts";
import { reviewOperations } from "../../functions/contract/review/review.ts";
import { feeRuleOperations } from "../../functions/contract/tenants/fee-rules.ts";
import { BridgeJourney, BridgeSandbox, waitLimit } from "../support/journeys/bridge.ts";
import { axeViolations, describeInBrowser, everyLook, launchBrowser, open } from "../support/journeys/browser.ts";

const day = 86_400;

let sandbox: BridgeSandbox;
let browser: Browser;

describeInBrowser("the console over a rail that pools what it holds", () => {
  beforeAll(async () => {
    [sandbox, browser] = await Promise.all([BridgeSandbox.start(), launchBrowser()]);
  }, 240_000);

  afterAll(async () => {
    await browser?.close();
    await sandbox?.stop();
  }, 60_000);

  /** A payment whose fee is worth a sweep. Bridge's clock stays where it was while ours is a day ahead, so that the night finds it booked late. */
  async function paidLate(): Promise<void> {
    const traveller = await sandbox.traveller();
    await using _receiver = traveller.receiver;
    const rule = { tenantId: traveller.tenantId, bps: 2_000, fixedCents: 0, reserveBps: 0, reserveDays: 0 };
    await sandbox.operator.call(feeRuleOperations.addFeeRule, { body: rule });
    await sandbox.advance(day);
    const params = { id: traveller.invoiceId };
    const journey = new BridgeJourney(
      sandbox,
      traveller,
      await traveller.tenant.call(payOperations.payInvoice, { params }),
    );
    await journey.collected();
    await journey.delivered();
    await sandbox.advance(2 * day);
  }

  const sweeps = async () => (await sandbox.operator.call(feeSweepOperations.listFeeSweeps)).data;

  async function nightlyBreaks() {
    const query = { kind: "recon_break" } as const;
    return (await sandbox.operator.call(reviewOperations.listReview, { query })).data;
  }

  /** Fees that have left, and a difference that the night has found. */
  async function found(): Promise<{ sweepId: string; breakId: string }> {
    await paidLate();
    await expect
      .poll(async () => {
        await sandbox.advance(700);
        await sandbox.bridge.step();
        const [sweep] = await sweeps();
        return [sweep?.status, (await nightlyBreaks()).length > 0];
      }, waitLimit)
      .toEqual(["proven", true]);
    const [[sweep], [item]] = await Promise.all([sweeps(), nightlyBreaks()]);
    return { sweepId: sweep?.id ?? "", breakId: item?.id ?? "" };
  }

  async function fits(page: Page): Promise<void> {
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")).toBe(true);
  }

  test("has a page for a sweep of fees, and one for what a night has found, at each width", async () => {
    const { sweepId, breakId } = await found();
    const { url, token } = sandbox.console;
    for (const [name, { viewport, colorScheme }] of Object.values(everyLook)) {
      const { page, troubles } = await open(browser, url, viewport, { colorScheme });
      await page.getByLabel("Your operator token").fill(token);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      for (const [place, text] of [
        [`fee-sweeps/${sweepId}`, "What leaves"],
        [`review/${breakId}`, "at bridge"],
      ] as const) {
        expect((await page.goto(`${url}/${place}`))?.status(), `${place} on ${name}`).toBe(200);
        expect(await page.locator("main").innerText()).toContain(text);
        await fits(page);
      }
      expect(troubles).toEqual([]);
      await page.context().close();
    }
  }, 180_000);
});
