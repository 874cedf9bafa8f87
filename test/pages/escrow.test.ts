import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EscrowOffice, type MadeEscrow } from "../support/escrow/escrow-office.ts";
import { lookAt, officeContext, troublesOf } from "../support/escrow/office-browser.ts";
import { describeInBrowser, launchBrowser, looks } from "../support/journeys/browser.ts";
import { Visitor } from "../support/routes/visitor.ts";

const hostile = `</main><script>alert(1)</script> "Söhne" شركة 株式会社 A${"very".repeat(15)}`;

/** The sandbox of these tests holds nothing, so the browser's requests go to our Lambdas in this process, over a rail that does. */
describeInBrowser("an escrow's pages", () => {
  const screening = new EscrowOffice();
  const visitor = new Visitor(screening);
  let browser: Browser;
  let escrows: Record<string, MadeEscrow>;

  beforeAll(async () => {
    browser = await launchBrowser();
    await screening.start();
    await visitor.signIn();
    const milestones = [
      { description: hostile, amountCents: 100_000 },
      { description: "b", amountCents: 25_000 },
    ];
    const dual = await screening.funded({
      releaseRule: "dual_approval",
      payoutAddress: "0xBLOCKED",
      buyerRef: hostile,
    });
    await screening.called(
      "recordApproval",
      { id: dual.id },
      { approverRef: hostile.slice(7, 99).replaceAll("/", "") },
    );
    await screening.called("releaseEscrow", { id: dual.id });
    escrows = {
      dual,
      building: await screening.funded({
        releaseRule: "milestone",
        milestones,
        reference: hostile.slice(8, 70).replaceAll("/", ""),
      }),
    };
  });

  afterAll(async () => {
    await browser?.close();
    screening.stop();
  });

  async function opened(url: string, look: BrowserContextOptions, name: string): Promise<Page> {
    const context = await officeContext(browser, screening, look, visitor.cookie);
    const page = await context.newPage();
    const troubles = troublesOf(page);
    expect((await page.goto(url))?.status()).toBe(200);
    await lookAt(page, name);
    expect(troubles).toEqual([]);
    return page;
  }

  describe.each(looks)("on %s", (name, look) => {
    test.each(["building", "dual"])("fit, are accessible and need nobody else: %s", async (which) => {
      const { id, statusUrl = "" } = escrows[which] ?? {};
      const status = await opened(statusUrl, look, `status ${which} on ${name}`);
      await status.context().close();
      const inConsole = await opened(`http://localhost:4000/console/escrows/${id}`, look, `${which} on ${name}`);
      await inConsole.context().close();
    });
  });

  test("work without JavaScript, and a wrong address is a page of nothing", async () => {
    const context = await officeContext(browser, screening, { javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(escrows.building?.statusUrl ?? "");
    expect(await page.locator("main").innerText()).toContain("2 more milestones.");
    const reply = await page.goto(`http://localhost:4002/s/${"x".repeat(43)}`);
    expect(reply?.status()).toBe(404);
    expect(await page.locator("main").innerText()).toContain("There is nothing here");
    await context.close();
  });
});
