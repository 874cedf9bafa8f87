import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onboardingMessages } from "../../functions/pages/onboarding/messages/onboarding.ts";
import { aPdf } from "../support/core/files.ts";
import { describeInBrowser, launchBrowser } from "../support/journeys/browser.ts";
import { Keys } from "../support/journeys/keys.ts";
import { Walk } from "../support/journeys/walk.ts";
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
} from "../support/journeys/wizard.ts";
import { goodForms } from "../support/onboarding/kyb-forms.ts";

const { documents, review, consent, people } = onboardingMessages.en;
const all = [...companyDocuments, identityDocument];

describeInBrowser("a company", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(() => browser?.close());

  test("without JavaScript is approved, and its first invoice is paid and settles", async () => {
    const walk = await Walk.starts(browser, { javaScriptEnabled: false });
    const { page } = walk;
    const invite = await invitedApplicant({ legalName: "Quiet Review LLC" });
    await page.goto(invite.magicLink);
    await fillStep(page, { ...goodForms.company, legalName: "Quiet Review LLC" });
    await fillStep(page, goodForms.addresses);
    await page.getByRole("link", { name: people.add }).click();
    await fillStep(page, goodForms.person, "Save");
    await fillStep(page, goodForms.people);

    await toUpload(page, companyDocuments[0]);
    await choose(page, Buffer.alloc(10 * 1024 * 1024 + 1));
    await walk.press(documents.upload);
    await page.getByText("The file was not accepted: the file is larger than 10 MB").waitFor();
    for (const title of all) await bring(page, title);
    await walk.sees("plain documents");
    await page.getByRole("link", { name: goOn }).click();
    await fillStep(page, goodForms.payout);
    await walk.press(review.agree);
    await fillStep(page, goodForms.consent, consent.send);

    // The partner wants another formation document: the page says so by itself.
    await page.getByRole("link", { name: "Send a new formation document" }).waitFor({ timeout: 40_000 });
    await walk.sees("plain status with a task");
    await page.getByRole("link", { name: "Send a new formation document" }).click();
    await page.getByRole("button", { name: `${documents.sendAnother} ${companyDocuments[0]}` }).click();
    await choose(page, await aPdf(["another"]));
    await walk.press(documents.upload);
    await page.goto(`${invite.magicLink}/status`);
    await page.getByRole("link", { name: "Check and send again" }).click();
    await walk.press(review.agree);
    await fillStep(page, goodForms.consent, consent.send);
    const tenant = await approvedTenant(invite.id);
    await page.goto(`${invite.magicLink}/status`);
    expect(await walk.reads()).toContain("The company is approved.");

    await page.goto((await tenant.draft(10_000)).collectionLink);
    await fillStep(page, { amount: "25.00", ...debit }, "Pay now");
    await page.getByText("received and settled with the seller").waitFor({ timeout: 40_000 });
    expect(await walk.reads()).toContain("account ending in 4321");
    await walk.sees("plain receipt");
    await walk.ends();
  }, 120_000);

  test("with a keyboard alone is approved, and its first invoice is paid", async () => {
    const walk = await Walk.starts(browser, { viewport: { width: 1280, height: 800 } });
    const { page } = walk;
    const keys = new Keys(page);
    const invite = await invitedApplicant();
    const sends = async (button: string, key: "Enter" | "Space" = "Enter") => {
      await keys.to(button);
      await Promise.all([page.waitForEvent("load"), keys.press(key)]);
    };
    await page.goto(invite.magicLink);
    await keys.to("Skip to the content");
    await keys.press("Enter");
    const { website: _, email: __, legalName: ___, ...company } = goodForms.company;
    await keys.type(company);
    await sends(goOn);
    const { registeredCountry: ____, ...addresses } = goodForms.addresses;
    await keys.type(addresses);
    await sends(goOn, "Space");
    await sends(people.add);
    await keys.type(goodForms.person);
    await sends("Save", "Space");
    await keys.type(goodForms.people);
    await sends(goOn);
    for (const title of all) {
      await sends(`${documents.send} ${title}`);
      await keys.chooseFile(await aPdf([title]), "a.pdf");
      await sends(documents.upload, "Space");
      await page.getByText(documents.received).waitFor();
    }
    await sends(goOn);
    const { accountHolder: _____, ...payout } = goodForms.payout;
    await keys.type(payout);
    await sends(goOn);
    await sends(review.agree, "Space");
    await keys.type({ name: goodForms.consent.name, title: goodForms.consent.title, agree: "yes" });
    await sends(consent.send);
    await page.getByRole("heading", { name: "Approved" }).waitFor({ timeout: 40_000 });

    const tenant = await approvedTenant(invite.id);
    await page.goto((await tenant.draft(2_500)).collectionLink);
    await keys.type(debit);
    await sends("Pay now", "Space");
    expect(await walk.heading()).toBe("Payment of $25.00");
    await walk.ends();
  }, 120_000);
});
