import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInBrowser, launchBrowser } from "../support/journeys/browser.ts";
import { OperatorAtWork } from "../support/journeys/console.ts";
import { endpoints, reportAsRail, TestTenant, wallet } from "../support/journeys/journey.ts";
import { nextDay } from "../support/journeys/tables.ts";

const [first, second] = endpoints.operators;

describeInBrowser("operators at the console, without a script running", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(() => browser?.close());

  /** A settlement that got less than was expected. */
  async function shortfall(name: string): Promise<{ tenant: TestTenant; settlementId: string }> {
    const tenant = await TestTenant.create({ name });
    const paid = await tenant.payNew(88_000, { source: { type: "ach_push" } });
    await reportAsRail(paid, "funds_received", { amountCents: 80_000 });
    return { tenant, settlementId: paid.settlement.id };
  }

  test("work the review queue: one takes it on and asks, the other agrees, and the money moves", async () => {
    const { tenant, settlementId } = await shortfall("Short & Sons");
    const maker = await OperatorAtWork.signsIn(browser, 0);
    await maker.open(`review?tenantId=${tenant.id}`);
    expect(await maker.reads()).toMatch(/800\.00 USD came where 880\.00 USD was expected/);
    await maker.page.getByRole("link", { name: /Wrong amount/ }).click();
    await maker.press("I look after it");
    expect(await maker.reads()).toContain("It is handed over.");
    await maker.page.getByLabel("Note", { exact: true }).fill("Called the payer:\nthe rest will not come.");
    await maker.press("Add the note");
    expect(await maker.reads()).toContain("the rest will not come.");

    await maker.unfold("Accept the amount");
    await maker.press("Ask for it: accept the amount");
    expect(await maker.reads()).toContain("waits for another operator");
    // The maker sees why they cannot.
    expect(await maker.reads()).toContain("another operator must approve it");
    expect(await maker.page.getByRole("button", { name: "Approve, and do it now" }).count()).toBe(0);
    await maker.picture("approval as its maker sees it");
    const approval = maker.page.url().replace(/\?.*/, "").split("/console/")[1] ?? "";

    const checker = await OperatorAtWork.signsIn(browser, 1);
    await checker.open("approvals?status=pending");
    await checker.page.locator(`a[href*="${approval.split("/")[1]}"]`).click();
    expect(await checker.reads()).toContain("USD 800.00");
    await checker.unfold("Approve");
    await checker.page.getByLabel("Why").first().fill("Seen the call note");
    await checker.press("Approve, and do it now");
    expect(await checker.reads()).toContain("It is approved and done.");
    await tenant.reaches(settlementId, "completed");

    await checker.open(`settlements/${settlementId}`);
    const response = await checker.reads();
    expect(response).toContain("Delivered: the proof is on chain");
    await checker.follow("Audit trail");
    const trail = await checker.reads();
    expect(trail).toContain(second?.name);
    await checker.open(`audit?subject=${approval.split("/")[1]}`);
    const decided = await checker.reads();
    for (const name of [first?.name, second?.name]) expect(decided).toContain(name);
    for (const each of [maker, checker]) {
      expect(each.troubles).toEqual([]);
      await each.leaves();
    }
  });

  test("take a wish back, or refuse somebody else's", async () => {
    const { settlementId } = await shortfall("Undecided");
    const maker = await OperatorAtWork.signsIn(browser, 0);
    await maker.open(settlementId.replace("stl_", "review/rev_"));
    await maker.unfold("Give it up");
    await maker.press("Ask for it: give it up");
    await maker.unfold("Take it back");
    await maker.press("Take it back");
    expect(await maker.reads()).toContain("It is taken back.");
    await maker.open(settlementId.replace("stl_", "review/rev_"));
    await maker.unfold("Give it up");
    await maker.press("Ask for it: give it up");
    const checker = await OperatorAtWork.signsIn(browser, 1);
    await checker.page.goto(maker.page.url());
    await checker.unfold("Reject");
    await checker.press("Reject it");
    expect(await checker.reads()).toContain("It is rejected.");
    await maker.leaves();
    await checker.leaves();
  });

  test("read why a settlement was declined, found by its invoice's number", async () => {
    const tenant = await TestTenant.create({ destWallet: wallet("LATEBLOCK") });
    const invoice = await tenant.draft(5_000);
    const { settlement } = await tenant.pay(invoice);
    await tenant.reaches(settlement.id, "declined");
    const at = await OperatorAtWork.signsIn(browser, 0);
    await at.page.getByRole("searchbox").fill(settlement.id);
    await at.press("Find");
    await at.page
      .getByRole("link", { name: new RegExp(invoice.number) })
      .first()
      .click();
    const response = await at.reads();
    expect(response).toContain("Why this was declined");
    expect(response).toContain("did not pass the screen before payout");
    expect(response).toContain("nobody may overrule that");
    await at.leaves();
  });

  test("download the close of a day, which is the same for who asks by the interface", async () => {
    await nextDay("06:00:00");
    const tenant = await TestTenant.create({ name: "Closing Ltd" });
    await tenant.reaches((await tenant.payNew(77_700)).settlement.id, "completed");
    // A minute past the time that late entries have.
    const { left: date } = await nextDay("00:06:00");
    const at = await OperatorAtWork.signsIn(browser, 0);
    await at.follow("Books");
    await at.follow("Daily close");
    expect(await at.page.getByRole("heading", { level: 1 }).innerText()).toBe(`Close of ${date}`);
    await at.picture("close of a day");
    for (const format of ["CSV", "JSON", "Beancount"]) {
      const [download] = await Promise.all([at.page.waitForEvent("download"), at.follow(`Download ${format}`)]);
      expect(download.suggestedFilename()).toBe(`sluice-close-${date}-all.${format.toLowerCase()}`);
      const saved = await readFile(await download.path(), "utf8");
      const input = `/admin/recon/daily?date=${date}&format=${format.toLowerCase()}`;
      const headers = { authorization: `Bearer ${endpoints.internalToken}` };
      const response = await (await fetch(`${endpoints.apiUrl}${input}`, { headers })).text();
      if (format !== "JSON") expect(saved).toBe(response);
      else expect(JSON.parse(saved)).toEqual(JSON.parse(response));
      expect(saved).toContain(tenant.id);
    }
    await at.leaves();
  });

  test("mint a key for a new tenant, set its flag, and see all of it on the trail", async () => {
    const at = await OperatorAtWork.signsIn(browser, 1);
    await at.open("tenants/new");
    const slug = `c-${Date.now().toString(36)}`;
    for (const [label, value] of [
      ["Slug", slug],
      ["Name", "By Console Ltd"],
      ["Contact e-mail", "a@b.example"],
      ["Chain", "base"],
      ["Wallet", wallet()],
    ] as const)
      await at.page.getByLabel(label, { exact: true }).fill(value);
    await at.press("Register");
    expect(await at.reads()).toContain("The tenant is registered.");
    await at.unfold("Mint a key");
    await at.press("Mint a key");
    const key = await at.page.locator("code.secret").innerText();
    const { status } = await fetch(`${endpoints.apiUrl}/api/v1/invoices`, { headers: { "x-api-key": key } });
    expect(status).toBe(200);
    await at.follow("I have copied it");
    await at.follow("Flags");
    await at.follow("Flags");
    await at.open("flags/webhooks.retry.enabled");
    expect(await at.reads()).toContain("For everybody");
    await at.open("audit");
    const trail = await at.reads();
    for (const labels of ["registerTenant", "addKey", second?.name ?? ""]) expect(trail).toContain(labels);
    await at.leaves();
  });

  test("sign out, and are out", async () => {
    const at = await OperatorAtWork.signsIn(browser, 0);
    await at.press("Sign out");
    expect(await at.reads()).toContain("You are signed out.");
    await at.open("tenants");
    expect(at.page.url()).toContain("/console/sign-in?next=tenants");
    await at.leaves();
  });
});
