import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceOperations } from "../../functions/contract/invoicing/invoices.ts";
import { aPdf, aPng } from "../support/core/files.ts";
import { describeInBrowser, launchBrowser } from "../support/journeys/browser.ts";
import { endpoints, type TestTenant } from "../support/journeys/journey.ts";
import { phone, Walk } from "../support/journeys/walk.ts";
import {
  approvedTenant,
  bring,
  choose,
  companyDocuments,
  debit,
  fillStep,
  goOn,
  identityDocument,
  invitedApplicant,
  toUpload,
  type,
} from "../support/journeys/wizard.ts";
import { goodForms } from "../support/onboarding/kyb-forms.ts";

const legalName = "Harbor Widgets, Inc.";
const [formation, ...otherDocuments] = companyDocuments;
const toStore = (url: URL) => url.origin === new URL(endpoints.awsEndpoint).origin;

describeInBrowser("a company with a phone", () => {
  let browser: Browser;
  let walk: Walk;
  let invite: Awaited<ReturnType<typeof invitedApplicant>>;
  let tenant: TestTenant;

  beforeAll(async () => {
    browser = await launchBrowser();
    walk = await Walk.starts(browser);
    invite = await invitedApplicant({ legalName });
  });

  afterAll(() => browser?.close());

  const at = (step: string) => `${invite.magicLink}/${step}`;

  test("opens its link, and hears what is wrong beside the fields", async () => {
    const { page } = walk;
    await page.goto(invite.magicLink);
    await walk.sees("wizard 1 company");
    expect(page.url()).toBe(at("company"));
    expect(await page.getByLabel("Legal name").inputValue()).toBe(legalName);
    await fillStep(page, { ...goodForms.company, legalName, taxId: "12-34", phone: "call me" });
    await walk.sees("wizard 1 company with errors");
    expect(await page.title()).toMatch(/^Error: /);
    await page
      .getByRole("alert")
      .getByRole("link", { name: /^Tax number/ })
      .click();
    expect(await page.evaluate("document.activeElement.name")).toBe("taxId");
    await fillStep(page, { taxId: "12-3456789", phone: "(212) 555-0100" });
    expect(page.url()).toContain(at("addresses"));
    await walk.sees("wizard 2 addresses");
  });

  test("loses its connection, and goes on with another device: nothing that was saved is lost", async () => {
    const { page } = walk;
    await type(page, { registeredLine1: "never sent" });
    await page.context().setOffline(true);
    await walk.press(goOn);
    await page.waitForURL(/^chrome-error:/);
    const other = await Walk.starts(browser);
    await other.page.goto(invite.magicLink);
    expect(other.page.url()).toBe(at("addresses"));
    await fillStep(other.page, goodForms.addresses);
    await other.page.goto(at("company"));
    expect(await other.page.getByLabel("What the company does").inputValue()).toBe("Wholesale of widgets");
    await other.ends();
    await page.context().setOffline(false);
    await page.goto(invite.magicLink);
    expect(page.url()).toBe(at("people"));
    walk.forgives();
    await walk.sees("wizard 3 people, none yet");
  });

  test("has two tabs open: the later one is told, and loses nothing", async () => {
    const { page } = walk;
    await page.goto(at("company"));
    const tab = await page.context().newPage();
    await tab.goto(at("company"));
    await fillStep(tab, { industry: "Boats" });
    await tab.close();
    await fillStep(page, { industry: "Boats and widgets" });
    await walk.sees("wizard 1 company, changed elsewhere");
    expect(await walk.reads()).toContain("This was changed elsewhere");
    expect(await page.getByLabel("What the company does").inputValue()).toBe("Boats and widgets");
    await walk.press(goOn);
    expect(page.url()).toContain(at("addresses"));
    await page.goto(at("company"));
    expect(await page.getByLabel("What the company does").inputValue()).toBe("Boats and widgets");
  });

  test("names who owns and runs it", async () => {
    const { page } = walk;
    await page.goto(at("people"));
    await page.getByRole("link", { name: "Add a person" }).click();
    await walk.sees("wizard 3 a person");
    await fillStep(page, goodForms.person, "Save");
    await fillStep(page, goodForms.people);
    await walk.sees("wizard 4 documents");
  });

  test("sends a wrong document, loses the connection with the right one, and sends it again", async () => {
    const { page } = walk;
    await toUpload(page, formation);
    await walk.sees("wizard 4 a document");
    await choose(page, aPng(8, 8), "image/png");
    expect(await walk.reads()).toContain("This file is not a PDF.");
    await walk.press("Send the file");
    await choose(page, Buffer.alloc(10 * 1024 * 1024 + 1));
    expect(await walk.reads()).toContain("This file is larger than 10 MB.");
    await walk.sees("wizard 4 a document too large");
    await choose(page, Buffer.from("MZ is no PDF"));
    await walk.press("Send the file");
    await page.getByText("The file was not accepted").waitFor();
    await walk.sees("wizard 4 documents with an error");

    await toUpload(page, formation);
    await choose(page, await aPdf(["formation"]));
    await page.route(toStore, (route) => route.abort("connectionfailed"));
    await walk.press("Send the file");
    await page.waitForURL(/^chrome-error:/);
    await page.unroute(toStore);
    walk.forgives();
    await page.goto(at("documents"));
    await page.getByRole("link", { name: `Send the file ${formation}` }).click();
    await choose(page, await aPdf(["formation"]));
    await walk.press("Send the file");
    await page.getByText("The file is received.").waitFor();
    for (const title of [...otherDocuments, identityDocument]) await bring(page, title);
    await page.getByRole("link", { name: goOn }).click();
    await walk.sees("wizard 5 payout");
  });

  test("checks everything, agrees, and is approved while it looks on", async () => {
    const { page } = walk;
    const typo = goodForms.payout.wallet.replace("E", "e");
    await fillStep(page, { ...goodForms.payout, wallet: typo, routingNumber: "021000022" });
    await walk.sees("wizard 5 payout with errors");
    await fillStep(page, goodForms.payout);
    await walk.sees("wizard 6 review");
    for (const secret of ["3456789", "000123456789", "PA 1234567"]) expect(await page.content()).not.toContain(secret);
    const late = await page.context().newPage();
    await late.goto(at("company"));
    await walk.press("Everything is right: go on");
    await walk.sees("wizard 7 consent");
    await fillStep(page, goodForms.consent, "Agree and send");
    await page.getByRole("heading", { name: "Approved" }).waitFor({ timeout: 40_000 });
    await walk.sees("wizard 8 approved");
    // Somebody still has an open tab.
    await fillStep(late, { industry: "Too late" });
    expect(await late.locator("main").innerText()).toContain("Your application has been sent. Nothing was changed.");
    await late.close();
    await page.goBack();
    await page.waitForLoadState();
    expect(await walk.heading()).toBe("Your application");
    tenant = await approvedTenant(invite.id);
  });

  test("sends its first invoice, which is paid from its page and settles before the payer's eyes", async () => {
    const { page } = walk;
    const invoice = await tenant.draft(125_000, { number: "2026-001", customerId: "Pier 9 Hardware" });
    await tenant.call(invoiceOperations.sendInvoice, { params: { id: invoice.id } });
    await page.goto(invoice.collectionLink);
    await walk.sees("hosted invoice");
    expect(await page.title()).toContain(legalName);
    await fillStep(page, { ...debit, routingNumber: "021000022" }, "Pay now");
    await walk.sees("hosted invoice with errors");
    await page.getByRole("link", { name: /no routing number of a US bank/ }).click();
    expect(await page.getByLabel("Routing number").and(page.locator(":focus")).count()).toBe(1);
    expect(await page.getByLabel("Account number").inputValue()).toBe("");
    await fillStep(page, debit, "Pay now");
    await page.getByText("received and settled with the seller").waitFor({ timeout: 40_000 });
    await walk.sees("receipt");
    for (const labels of ["$1,250.00", "An account ending in 4321", "0x"]) expect(await walk.reads()).toContain(labels);
    expect((await tenant.invoice(invoice.id)).status).toBe("paid");
    expect(page.viewportSize()).toEqual(phone);
    await walk.ends();
  });
});
