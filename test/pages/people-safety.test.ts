import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kybOperations } from "../../functions/contract/onboarding/kyb.ts";
import { describeInBrowser, launchBrowser } from "../support/journeys/browser.ts";
import { advance, operator, TestTenant } from "../support/journeys/journey.ts";
import { fillStep, invitedApplicant } from "../support/journeys/wizard.ts";
import { goodForms } from "../support/onboarding/kyb-forms.ts";

const { getInvite, resendInvite } = kybOperations;

/** How many guesses are under way at once. */
const lanes = 4;

/** A site of somebody else's, whose page sends a form as soon as it is opened. */
async function evilSite(action: string, fields: Readonly<Record<string, string>>): Promise<Server> {
  const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`);
  const page = `<form method="post" action="${action}">${inputs.join("")}</form><script>document.forms[0].submit()</script>`;
  const server = createServer((_, response) => response.setHeader("content-type", "text/html").end(page));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

describe("links that were guessed", () => {
  test("open nothing: 0 of 200, and who looks for invoices is told the same each time, as who looks for applications", async () => {
    const { magicLink } = await invitedApplicant();
    const { collectionLink } = await (await TestTenant.create()).draft(1_000);
    const response = new Set<string>();
    const left = Array.from({ length: 200 }, (_, nth) => (nth % 2 === 0 ? magicLink : collectionLink)).values();
    const lane = async () => {
      for (const link of left) {
        const answer = await fetch(`${link.slice(0, -43)}${randomBytes(32).toString("base64url")}`, {
          redirect: "manual",
        });
        const text = (await answer.text()).replaceAll(/req_\w+/g, "");
        response.add(`${answer.status} ${/<h1>(.*?)<\/h1>/.exec(text)?.[1]} ${text.length}`);
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    expect(response.size).toBeLessThanOrEqual(2);
    for (const each of response) expect(each).toMatch(/^404 There is nothing here/);
  });

  test("are worth nothing once they have ended, though what was said is kept for the new one", async () => {
    const { id, magicLink } = await invitedApplicant({ expiresInSeconds: 60 });
    await advance(61);
    const stolen = await fetch(`${magicLink}/company`, { redirect: "manual" });
    expect(stolen.status).toBe(410);
    const page = await stolen.text();
    expect(page).toContain("This link has ended");
    expect(page).not.toMatch(/Harbor|ada@/);
    const fresh = await operator.call(resendInvite, { params: { id } });
    expect((await fetch(`${fresh.magicLink}/company`)).status).toBe(200);
    expect((await fetch(`${magicLink}/company`)).status).toBe(410);
  });
});

describeInBrowser("a form that another site sends", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(() => browser?.close());

  test.each(["company", "i"] as const)("is refused and changes nothing: %s", async (what) => {
    const { id, magicLink } = await invitedApplicant();
    const tenant = await TestTenant.create();
    const invoice = await tenant.draft(1_000);
    const [action, fields] =
      what === "company"
        ? [`${magicLink}/company`, { ...goodForms.company, revision: "0" }]
        : [`${invoice.collectionLink}/pay`, { amount: "10.00", source: "ach_push" }];
    const site = await evilSite(action, fields);
    const page = await browser.newPage();
    const answer = page.waitForResponse((response) => response.request().method() === "POST");
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    expect((await answer).status()).toBe(403);
    await page.getByText("This form was not taken").waitFor();
    expect((await operator.call(getInvite, { params: { id } })).status).toBe("invited");
    expect(await tenant.invoice(invoice.id)).toMatchObject({ status: "draft", amountPaidCents: 0 });
    await page.close();
    site.close();
  });

  test("is refused as well when the thief has a page of their own to copy from", async () => {
    const mine = await invitedApplicant();
    const theirs = await invitedApplicant();
    const page = await browser.newPage();
    await page.goto(`${mine.magicLink}/company`);
    // The form of one link is no good for another.
    await page.evaluate(
      `document.querySelector("main form").action = ${JSON.stringify(`${theirs.magicLink}/company`)}`,
    );
    const answer = page.waitForResponse((response) => response.request().method() === "POST");
    await fillStep(page, { ...goodForms.company });
    expect((await answer).status()).toBe(403);
    expect((await operator.call(getInvite, { params: { id: theirs.id } })).status).toBe("invited");
    await page.close();
  });
});
