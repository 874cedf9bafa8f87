import { readFile } from "node:fs/promises";
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aPdf } from "../support/core/files.ts";
import { readPdf } from "../support/invoicing/pdf.ts";
import { axeViolations, describeInBrowser, launchBrowser } from "../support/journeys/browser.ts";
import { OperatorAtWork } from "../support/journeys/console.ts";
import { type Alert, alertReport, eventNamesAbout, ingest } from "../support/journeys/dispute.ts";
import { endpoints, TestTenant } from "../support/journeys/journey.ts";
import { until } from "../support/runner/until.ts";

const [first] = endpoints.operators;
const [phone, desktop] = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
];

// Chromium takes long to begin and to print on a machine that is busy.
describeInBrowser(
  "a dispute at the console",
  () => {
    let browser: Browser;

    beforeAll(async () => {
      browser = await launchBrowser();
    });

    afterAll(() => browser?.close());

    /** A chargeback that two payments of one amount are alike for; the second is the right one. */
    async function unclear(name: string): Promise<{ tenant: TestTenant; alert: Alert; numbers: string[] }> {
      const tenant = await TestTenant.create({ name });
      const numbers: string[] = [];
      let transactionDate = "";
      for (const customerId of ["Wrong Ltd", "Right & Söhne"]) {
        const invoice = await tenant.draft(64_200, { customerId });
        const { settlement } = await tenant.pay(invoice);
        await tenant.reaches(settlement.id, "completed");
        transactionDate = settlement.createdAt;
        numbers.push(invoice.number);
      }
      const body = { kind: "chargeback", amountCents: 64_200, network: "visa", reasonCode: "13.3" };
      const alert = await ingest(tenant, alertReport({ ...body, transactionDate }));
      expect(alert).toMatchObject({ status: "unmatched", paymentId: null });
      return { tenant, alert, numbers };
    }

    /** Looks at the operator's page as axe does, which is a script, and as a phone and a desktop show it. */
    async function isGood(at: OperatorAtWork, name: string): Promise<void> {
      const storageState = await at.page.context().storageState();
      for (const viewport of [phone, desktop]) {
        const look = await OperatorAtWork.arrives(browser, { storageState, viewport, javaScriptEnabled: true });
        await look.page.goto(at.page.url());
        await look.picture(`${name} at ${viewport.width}`);
        const width = await look.page.evaluate("document.documentElement.scrollWidth");
        expect(width, `${name} sticks out at the side`).toBeLessThanOrEqual(viewport.width);
        expect(await axeViolations(look.page), name).toEqual([]);
        expect(look.troubles).toEqual([]);
        await look.leaves();
      }
    }

    function rowOf(at: OperatorAtWork, table: string, label: string): Locator {
      return at.page.getByRole("table", { name: table }).getByRole("row").filter({ hasText: label });
    }

    /** Goes from the console's navigation to an alert that waits. */
    async function find(at: OperatorAtWork, { externalId }: Alert): Promise<void> {
      await at.follow("Disputes");
      await isGood(at, "alerts");
      await at.page.getByLabel("Status", { exact: true }).selectOption({ label: "Unmatched" });
      await at.press("Show");
      await at.page.getByRole("link", { name: externalId }).click();
    }

    /** Announces a file, chooses it and sends it to the store, which sends the browser back. */
    async function send(at: OperatorAtWork, type: string, buffer: Buffer): Promise<void> {
      await at.unfold("Add a file");
      const form = at.page.locator("form", { hasText: "Go on to choose the file" });
      await form.getByLabel("Which evidence").selectOption({ label: type });
      await form.getByLabel("Kind of file").selectOption({ label: "PDF" });
      await at.press("Go on to choose the file");
      expect(await at.page.getByRole("heading", { level: 1 }).innerText()).toBe(`Send a file: ${type}`);
      await isGood(at, "upload");
      const file = { name: "from the customer's folder.pdf", mimeType: "application/pdf", buffer };
      await at.page.getByLabel("PDF", { exact: true }).setInputFiles(file);
      await at.press("Send the file");
      await at.page.waitForURL("**/disputes/cases/*?done=file-looked-at");
    }

    async function addText(at: OperatorAtWork, type: string): Promise<void> {
      await at.unfold("Add a text");
      const form = at.page.locator("form", { hasText: "Add the text" });
      await form.getByLabel("Which evidence").selectOption({ label: type });
      await form.getByLabel("Text", { exact: true }).fill(`What we know of it: ${type}`);
      await at.press("Add the text");
      expect(await at.reads()).toContain("The text is added.");
    }

    /** Downloads the packet once it is made. */
    async function packet(at: OperatorAtWork): Promise<Buffer> {
      const link = at.page.getByRole("link", { name: "Download the packet" });
      await until(
        async () => {
          await at.page.reload();
          return link.count();
        },
        (links) => links === 1,
        "the packet was never ready",
      );
      const [download] = await Promise.all([at.page.waitForEvent("download"), link.click()]);
      return readFile(await download.path());
    }

    /** Compares the candidates of the alert that is open, and binds it to the payment of one invoice. */
    async function bind(at: OperatorAtWork, wrong: string, right: string): Promise<void> {
      const candidates = "The alert, and the payments that it may be about, best first";
      for (const number of [wrong, right])
        expect(await rowOf(at, candidates, number).innerText()).toContain("USD 642.00");
      const candidate = rowOf(at, candidates, right);
      expect(await candidate.innerText()).toContain("Right & Söhne");
      await candidate.locator("summary", { hasText: "Bind" }).click();
      await candidate.getByLabel("Why").fill("The payer's name is on the cardholder's letter");
      await candidate.getByRole("button", { name: /^Bind to this payment/ }).click();
      expect(await at.reads()).toContain("It is bound to its payment, and its rules were asked.");
      expect(await candidate.innerText()).toContain("bound to this");
      const rules = "Rules in their order, up to the first that matched";
      expect(await rowOf(at, rules, "default_case").innerText()).toContain("holds");
    }

    /** Gathers what the open case needs: a file that is none, one that is, and a text for all that is left. */
    async function gather(at: OperatorAtWork): Promise<void> {
      const needed = "What the network asks for";
      await at.press("Begin to gather evidence");
      expect(await at.reads()).toContain("Evidence is gathered now.");
      await isGood(at, "case that is gathered");

      await send(at, "Service documentation", Buffer.from("<!doctype html><html><body>proof</body></html>"));
      const rejected = rowOf(at, "Evidence, oldest first", "rejected");
      expect(await rejected.innerText()).toContain("the PDF begins like a web page");
      expect(await rowOf(at, needed, "One of these").innerText()).toContain("missing");
      await send(at, "Service documentation", Buffer.from(await aPdf(["Handed over and signed for"])));
      expect(await rowOf(at, needed, "One of these").innerText()).toMatch(/provided$/);
      await isGood(at, "case with a file that is none");

      const left = rowOf(at, needed, "missing");
      expect(await left.count()).toBeGreaterThan(0);
      while ((await left.count()) > 0) await addText(at, await left.first().getByRole("cell").nth(1).innerText());
      expect(await at.reads()).toContain("Everything that the network asks for is there.");
    }

    /** Submits the open case, and looks at what was sent. */
    async function submit(at: OperatorAtWork): Promise<void> {
      await at.unfold("Submit");
      await at.page.getByLabel("Narrative").fill("It was delivered as described.\nThe customer signed.");
      await at.press("Submit the case");
      expect(await at.reads()).toContain("It is submitted. Its packet is being made.");
      const pdf = await packet(at);
      expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
      const printed = (await readPdf(pdf)).map(({ text }) => text).join(" ");
      for (const labels of ["It was delivered as described.", "Handed over and signed for"])
        expect(printed).toContain(labels);
    }

    /** Records that the open case is won. */
    async function win(at: OperatorAtWork): Promise<void> {
      await at.unfold("Record the outcome");
      await at.page.getByLabel("What the network decided").selectOption("won");
      await at.page.getByLabel("Network’s reference").fill("VROL-7");
      await at.press("Record the outcome");
      const end = await at.reads();
      for (const labels of ["The outcome is recorded.", "VROL-7", "It was delivered as described."])
        expect(end).toContain(labels);
    }

    test("goes from an alert that no payment is clear for to a case that is won", async () => {
      const { tenant, alert, numbers } = await unclear("Disputed & Sons");
      const [wrong = "", right = ""] = numbers;
      const at = await OperatorAtWork.signsIn(browser, 0);
      await find(at, alert);
      await isGood(at, "alert with two candidates");
      await bind(at, wrong, right);
      await isGood(at, "alert that is bound");

      await at.page.locator('main a[href*="disputes/cases/"]').click();
      const caseId = /cas_\w+/.exec(at.page.url())?.[0] ?? "";
      expect(await at.reads()).toContain("Visa chargeback 13.3");
      await gather(at);
      await submit(at);
      await win(at);
      await isGood(at, "case that is won");

      const history = await at.page.locator("ol.timeline > li").allInnerTexts();
      const pieces = ["documentation .* rejected", "documentation .* provided", "policy .* provided"];
      for (const step of ["Opened", "Evidence is gathered", ...pieces, "Submitted", "Won"])
        expect(history.find((line) => new RegExp(step).test(line))).toContain(first?.name);
      expect((await eventNamesAbout(tenant, caseId)).filter((event) => event.startsWith("case."))).toEqual([
        ...["case.created", "case.status_changed", "case.status_changed", "case.status_changed"],
      ]);
      // A file goes to the store itself, and comes from there.
      expect(at.troubles.filter((each) => !each.startsWith(`${endpoints.awsEndpoint}/`))).toEqual([]);
      await at.leaves();
    });

    test("is bound to its payment by keyboard alone", async () => {
      const { tenant, alert, numbers } = await unclear("By Keyboard Ltd");
      const at = await OperatorAtWork.signsIn(browser, 0);
      await at.open(`disputes/alerts/${alert.id}`);
      const { keyboard } = at.page;
      const tabTo = async (label: string) => {
        const focused = at.page.locator(":focus");
        for (let pressed = 0; pressed < 80; pressed += 1) {
          await keyboard.press("Tab");
          if ((await focused.count()) === 1 && (await focused.textContent())?.trim() === label) return;
        }
        expect.fail(`no ${label} within 80 tabs`);
      };
      const about = ` of invoice ${numbers[1]}`;
      await tabTo(`Bind${about}`);
      expect(await at.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).toBe("solid");
      await keyboard.press("Enter");
      await keyboard.press("Tab");
      await keyboard.type("By hand, without a mouse");
      await tabTo(`Bind to this payment${about}`);
      await keyboard.press("Enter");
      await at.page.waitForURL("**?done=bound");
      expect(await eventNamesAbout(tenant, alert.id)).toContain("alert.matched");
      expect(at.troubles).toEqual([]);
      await at.leaves();
    });
  },
  { timeout: 240_000 },
);
