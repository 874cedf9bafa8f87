import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { linkForApproverLetter } from "../../functions/app/escrow/approver-links.ts";
import { EscrowOffice, type MadeEscrow } from "../support/escrow/escrow-office.ts";
import { lookAt, officeContext, troublesOf } from "../support/escrow/office-browser.ts";
import { describeInBrowser, launchBrowser, looks } from "../support/journeys/browser.ts";

const hostile = `</main><script>alert(1)</script> "Söhne" شركة 株式会社 A${"very".repeat(15)}`;

const named = {
  releaseRule: "dual_approval",
  requiredApprovals: 2,
  buyerRef: hostile,
  milestones: [
    { description: hostile, amountCents: 100_000 },
    { description: "Roof", amountCents: 25_000 },
  ],
  approvers: [
    { approverRef: "Anna", email: "anna@example.com" },
    { approverRef: "Bert <b>", email: "bert@example.com" },
  ],
};

/** A named approver's own page, at our Lambdas in this process, over a rail that holds. */
describeInBrowser("an approver's page", () => {
  const office = new EscrowOffice();
  let browser: Browser;
  let context: BrowserContext | undefined;

  beforeAll(async () => {
    browser = await launchBrowser();
    await office.start();
  });

  afterEach(async () => {
    await context?.close();
    context = undefined;
  });

  afterAll(async () => {
    await browser?.close();
    office.stop();
  });

  /** The address in the letter to an approver. */
  async function linkOf({ id }: MadeEscrow, email = "anna@example.com"): Promise<string> {
    const letter = await linkForApproverLetter(
      {
        ...{ store: office.aws.store, clock: { now: () => new Date().toISOString() }, actor: "system:mail" },
        ...{ newId: (prefix: string) => `${prefix}_1`, requestId: "req_1", onboardUrl: "http://localhost:4002" },
      },
      id,
      email,
    );
    return letter?.url ?? "";
  }

  const [[, look]] = looks;

  async function page(more: object = {}): Promise<Page> {
    context = await officeContext(browser, office, { ...look, ...more });
    return context.newPage();
  }

  const titleIn = (opened: Page) => opened.getByRole("heading", { level: 2 }).first().innerText();
  const approvalsOf = async ({ id }: MadeEscrow) => (await office.called("getEscrow", { id })).json.approvals;

  describe.each(looks)("on %s", (name) => {
    test("shows the terms, takes an approval with a note, and takes it back", async () => {
      const made = await office.funded(named);
      const opened = await page();
      const troubles = troublesOf(opened);
      expect((await opened.goto(await linkOf(made)))?.status()).toBe(200);
      expect(await titleIn(opened)).toBe("Your decision");
      expect(await opened.locator("main").innerText()).toContain("$1,250.00");
      await lookAt(opened, `approval on ${name}`);
      await opened.getByLabel("Approve").check();
      await opened.getByLabel("Note").fill("The goods are there.");
      await opened.getByRole("button", { name: "Record my decision" }).click();
      await expect.poll(() => titleIn(opened)).toBe("You have approved");
      await lookAt(opened, `approved on ${name}`);
      expect(await approvalsOf(made)).toMatchObject([
        { approverRef: "Anna", decision: "approve", note: "The goods are there." },
      ]);
      await opened.getByRole("button", { name: "Take my decision back" }).click();
      await expect.poll(() => titleIn(opened)).toBe("Your decision");
      expect(await approvalsOf(made)).toEqual([]);
      expect(troubles).toEqual([]);
    });

    test("says what is missing where nothing was chosen, and keeps the note", async () => {
      const opened = await page();
      await opened.goto(await linkOf(await office.funded(named)));
      await opened.getByLabel("Note").fill("Not sure yet.");
      await opened.locator("form").evaluate((form) => form.setAttribute("novalidate", ""));
      await opened.getByRole("button", { name: "Record my decision" }).click();
      await expect.poll(() => opened.locator("main").innerText()).toContain("Choose what you decide");
      expect(await opened.getByLabel("Note").inputValue()).toBe("Not sure yet.");
      await lookAt(opened, `approval wrong on ${name}`);
    });
  });

  test("takes a rejection, which blocks the release, and shows it to whoever opens the link again", async () => {
    const made = await office.funded(named);
    const link = await linkOf(made, "bert@example.com");
    const opened = await page({ javaScriptEnabled: false });
    await opened.goto(link);
    await opened.getByLabel("Reject").check();
    await opened.getByRole("button", { name: "Record my decision" }).click();
    await expect.poll(() => titleIn(opened)).toBe("You have rejected");
    await opened.goto(link);
    expect(await titleIn(opened)).toBe("You have rejected");
    expect(await opened.getByRole("radio").count()).toBe(0);
    const { unmet } = (await office.called("releaseEscrow", { id: made.id })).json;
    expect(unmet).toContain("approval_rejected:Bert <b>");
  });

  test.each([
    ["released", "releaseEscrow", {}],
    ["refunded", "refundEscrow", { refundAddress: "0xBUYER" }],
  ] as const)("of an escrow that is %s says that it has ended", async (status, operation, body) => {
    const made = await office.funded(named);
    const links = [await linkOf(made), await linkOf(made, "bert@example.com")];
    const opened = await page();
    for (const link of status === "released" ? links : []) {
      await opened.goto(link);
      await opened.getByLabel("Approve").check();
      await opened.getByRole("button", { name: "Record my decision" }).click();
      await expect.poll(() => titleIn(opened)).toBe("You have approved");
    }
    const { json } = await office.called(operation, { id: made.id }, body);
    expect(json.status).toBe(status);
    for (const link of links) {
      await opened.goto(link);
      expect(await titleIn(opened)).toBe("This escrow has ended");
      expect(await opened.getByRole("button").count()).toBe(0);
    }
    await lookAt(opened, `approval after ${status}`);
  });

  test("that was open when its escrow expired records nothing, and says so", async () => {
    const made = await office.created(named);
    const opened = await page();
    await opened.goto(await linkOf(made));
    await opened.getByLabel("Approve").check();
    expect((await office.called("expireEscrow", { id: made.id })).json.status).toBe("expired");
    await opened.getByRole("button", { name: "Record my decision" }).click();
    await expect.poll(() => titleIn(opened)).toBe("This escrow has ended");
    expect(await approvalsOf(made)).toEqual([]);
  });

  test("at a wrong address is a page of nothing, with nothing to decide", async () => {
    const opened = await page();
    const reply = await opened.goto(`http://localhost:4002/a/${"x".repeat(43)}`);
    expect(reply?.status()).toBe(404);
    expect(await opened.locator("main").innerText()).toContain("There is nothing here");
    expect(await opened.locator("form").count()).toBe(0);
    await lookAt(opened, "approval of nobody");
  });
});
