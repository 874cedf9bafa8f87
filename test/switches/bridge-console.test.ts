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

  /** A difference that a night has found; the next night takes from the queue what only came late. */
  function foundBreak(): Promise<string> {
    return eventually(async () => {
      await sandbox.advance(1);
      return (await nightlyBreaks())[0]?.id;
    });
  }

  /** Fees that have left. */
  function provenSweep(): Promise<string> {
    return eventually(async () => {
      await sandbox.advance(700);
      await sandbox.bridge.step();
      return (await sweeps()).find(({ status }) => status === "proven")?.id;
    });
  }

  async function eventually(find: () => Promise<string | undefined>): Promise<string> {
    let id: string | undefined;
    await expect
      .poll(async () => {
        id = await find();
        return id;
      }, waitLimit)
      .toBeDefined();
    return id ?? "";
  }

  async function fits(page: Page): Promise<void> {
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")).toBe(true);
  }

  async function showsAtEachWidth(place: string, text: string): Promise<void> {
    const { url, token } = sandbox.console;
    for (const [name, { viewport, colorScheme }] of Object.values(everyLook)) {
      const { page, troubles } = await open(browser, url, viewport, { colorScheme });
      await page.getByLabel("Your operator token").fill(token);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      expect((await page.goto(`${url}/${place}`))?.status(), `${place} on ${name}`).toBe(200);
      expect(await page.locator("main").innerText()).toContain(text);
      await fits(page);
      expect(troubles).toEqual([]);
      await page.context().close();
    }
  }

  test("has a page for what a night has found, and one for a sweep of fees, at each width", async () => {
    await paidLate();
    await showsAtEachWidth(`review/${await foundBreak()}`, "at bridge");
    await showsAtEachWidth(`fee-sweeps/${await provenSweep()}`, "What leaves");
  }, 180_000);
});
