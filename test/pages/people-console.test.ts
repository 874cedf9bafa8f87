import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drawLetter } from "../../functions/adapters/local/letter-html.ts";
import { MemoryMailer } from "../../functions/adapters/mock/mail-mock.ts";
import { letterRow, storedLetterKey } from "../../functions/app/mail/letter-rows.ts";
import { allOperations } from "../../functions/contract/billing.ts";
import { letterText } from "../../functions/domain/mail/letter.ts";
import { newMailing } from "../../functions/domain/mail/mailing.ts";
import type { Kyb } from "../../functions/domain/onboarding/kyb.ts";
import { aPng } from "../support/core/files.ts";
import { DisputeOffice } from "../support/disputes/dispute-office.ts";
import { axeViolations, describeInBrowser, launchBrowser, looks } from "../support/journeys/browser.ts";
import { aHead, everyLetter } from "../support/mail/letters.ts";
import { Applicant } from "../support/onboarding/applicant.ts";
import { Visitor } from "../support/routes/visitor.ts";

/** Where a person who wants to look finds the pictures. */
const pictures = process.env.SLUICE_SCREENSHOTS;

const hostile = `</main><script>alert(1)</script> "Söhne" شركة 株式会社 A${"very".repeat(15)}`;
const origin = "http://localhost:4000";
const payLink = "https://pay.example.com/i/TOKEN";
const today = new Date().toISOString();

describeInBrowser("the console's pages about people", () => {
  const screening = new DisputeOffice();
  const visitor = new Visitor(screening);
  const paths: Record<string, string> = {};
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
    const { one } = await screening.start();
    await visitor.signIn();
    await makeApplications();
    await makeRequests();
    await makeBrands(one.id);
    await makeLetters(one.id, one.invoiceId);
    Object.assign(paths, { overview: "", invite: `/people/applications/new?tenantId=${one.id}` });
  });

  async function makeApplications(): Promise<void> {
    const filled = await Applicant.invited(screening, { legalName: hostile.slice(0, 120) });
    await filled.fillAll();
    const input = await Applicant.invited(screening);
    await input.fillAll();
    await screening.set<Kyb>(input.id, ({ files }) => ({
      ...{ status: "under_review", submittedAt: today, legalName: hostile },
      files: files.map((file, at) =>
        at === 0 ? { ...file, status: "rejected", problem: "begins like a Windows program" } : file,
      ),
      partner: {
        ...{ ref: "kl_1", standing: "waiting", missing: ["formation_document", "tax_id"], asked: {} },
        ...{ brought: [], reasons: [hostile], pages: { identity: null, terms: null }, told: true },
        ...{ looks: 3, lookAt: today },
      },
      consents: [
        { name: hostile, title: "CEO", termsVersion: "1", at: today, address: "203.0.113.7", userAgent: null },
      ],
    }));
    const revoked = await Applicant.invited(screening);
    await visitor.post("revokeByHand", {}, { id: revoked.id });
    Object.assign(paths, {
      applications: "/people/applications",
      "application filled in": `/people/applications/${filled.id}`,
      "application under review": `/people/applications/${input.id}`,
      "application revoked": `/people/applications/${revoked.id}?done=invitation-revoked`,
    });
  }

  async function asks(change: object = {}): Promise<string> {
    const input = { companyName: hostile, contactName: hostile, contactEmail: "ada@asker.example" };
    const result = { useCase: `${hostile}\n${"A long text. ".repeat(30)}`, website: "https://asker.example" };
    const body = { ...input, ...result, expectedMonthlyVolumeCents: 1_250_000_00, ...change };
    const reply = await screening.call("requestAccess", "", {}, body);
    return JSON.parse(reply.text).requestId;
  }

  async function makeRequests(): Promise<void> {
    const open = await asks();
    const declined = await asks({ contactEmail: "no@asker.example" });
    await visitor.post("declineRequest", { reason: hostile }, { id: declined });
    const toAccept = await asks({ contactEmail: "yes@asker.example", companyName: "Yes, Inc." });
    Object.assign(paths, {
      requests: "/people/requests",
      "request that waits": `/people/requests/${open}`,
      "request declined": `/people/requests/${declined}`,
      accepting: `/people/requests/${toAccept}`,
    });
  }

  async function makeBrands(id: string): Promise<void> {
    const colours = { accent: "#7a1fa2", text: "#102030", background: "#fff8e7" };
    const data = Buffer.from(aPng(600, 200)).toString("base64");
    const name = "Söhne & Töchter 株式会社";
    const input = { name, colours, logo: { data }, supportEmail: "help@acme.example" };
    await screening.call("putTenantBrand", screening.operatorToken, { id }, input);
    await screening.call("changeTenant", screening.operatorToken, { id }, { isoRef: "iso-1" });
    Object.assign(paths, {
      brands: "/people/brands",
      "brand of a tenant": `/people/brands/tenants/${id}`,
      "brand of a reseller": "/people/brands/resellers?isoRef=iso-1",
    });
  }

  async function makeLetters(tenantId: string, about: string): Promise<void> {
    const { store } = screening.aws;
    const id = "eml_01K00000000000000000000001";
    const input = { template: "invoice_sent", about, tenantId, to: "payer@example.com", locale: "en" } as const;
    const state = { ...newMailing(id, { kind: "send_mail", ...input }, today), status: "sent" as const };
    await store.write([{ put: letterRow(state, 1), expect: "absent" }], id);
    const mailer = new MemoryMailer(store, { now: () => today }, () => `kept-${id}`, storedLetterKey);
    const result = { fromName: hostile, to: "payer@example.com", replyTo: null, subject: hostile };
    const content = everyLetter("en").invoice;
    if (!content) throw new Error("no letter");
    await mailer.send({ key: id, ...result, text: letterText(content), html: drawLetter(content, aHead()) });
    Object.assign(paths, {
      letters: "/people/letters",
      letter: `/people/letters/${id}`,
      "letter as HTML": `/people/letters/${id}/html`,
    });
  }

  afterAll(async () => {
    await browser?.close();
    screening.stop();
  });

  async function answer(route: Route): Promise<void> {
    const request = route.request();
    const { origin: at, pathname, search } = new URL(request.url());
    if (at !== origin) return route.fulfill({ status: 200, body: "elsewhere" });
    const method = request.method();
    const op = allOperations.find(
      (each) => each.method === method && new RegExp(`^${each.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(pathname),
    );
    if (!op) return route.fulfill({ status: 404 });
    const type = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
    const headers = { cookie: visitor.cookie, host: "localhost:4000", ...(method === "POST" && type) };
    const body = request.postData();
    const input = { method, path: pathname + search, headers, ...(body !== null && { body }) };
    const reply = await screening.send(op, input);
    return route.fulfill({ status: reply.status, headers: reply.headers, body: reply.text });
  }

  async function context(look: BrowserContextOptions): Promise<BrowserContext> {
    const made = await browser.newContext(look);
    await made.route("**/*", answer);
    return made;
  }

  async function isGood(page: Page, look: BrowserContextOptions, name: string): Promise<void> {
    expect(await page.locator("script, [style], [onclick]").count()).toBe(0);
    const folded = page.locator("details:not([open]) > summary");
    await picture(page, name);
    while ((await folded.count()) > 0) await folded.first().click();
    await picture(page, `${name}, unfolded`);
    const width = await page.evaluate("document.documentElement.scrollWidth");
    expect(width, "nothing sticks out at the side").toBeLessThanOrEqual(look.viewport?.width ?? 0);
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
  }

  async function picture(page: Page, name: string): Promise<void> {
    if (!pictures) return;
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
  }

  describe.each(looks)("on %s", (name, look) => {
    test.each([
      ["overview"],
      ["applications"],
      ["invite"],
      ["application filled in"],
      ["application under review"],
      ["application revoked"],
      ["requests"],
      ["request that waits"],
      ["request declined"],
      ["brands"],
      ["brand of a tenant"],
      ["brand of a reseller"],
      ["letters"],
      ["letter"],
    ])("fit and are accessible: %s", async (which) => {
      const page = await (await context(look)).newPage();
      const troubles: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") troubles.push(message.text());
      });
      expect((await page.goto(`${origin}/console${paths[which]}`))?.status()).toBe(200);
      await isGood(page, look, `${which} on ${name}`);
      expect(troubles).toEqual([]);
      await page.context().close();
    });

    test("a form that is refused says what is wrong in its place", async () => {
      const page = await (await context(look)).newPage();
      await page.goto(`${origin}/console${paths["brand of a tenant"]}`);
      await page.getByLabel("Accent", { exact: true }).fill("#ffff00");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("alert").getByText("the nearest shade is #").waitFor();
      expect(await page.getByLabel("Accent", { exact: true }).inputValue()).toBe("#ffff00");
      await isGood(page, look, `refused on ${name}`);
      await page.context().close();
    });
  });

  /** Goes on by the key alone until what has the focus says so. */
  async function tabTo(page: Page, label: string): Promise<void> {
    const focus = "(document.activeElement.labels?.[0] ?? document.activeElement).innerText ?? ''";
    for (let step = 0; step < 80; step += 1) {
      await page.keyboard.press("Tab");
      if (String(await page.evaluate(focus)).startsWith(label)) return;
    }
    throw new Error(`${label} is not to be reached by the keyboard`);
  }

  test("let a business in by the keyboard alone, and show its key and link once", async () => {
    const [[, look]] = looks;
    const page = await (await context(look)).newPage();
    await page.goto(`${origin}/console${paths.accepting}`);
    await tabTo(page, "Accept");
    await page.keyboard.press("Enter");
    await tabTo(page, "Slug");
    await page.keyboard.type("Not A Slug");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    await tabTo(page, "Slug: ");
    await page.keyboard.press("Enter");
    await page.locator("input:focus").waitFor();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("yes-inc");
    await tabTo(page, "Let it in");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "It is let in" }).waitFor();
    const secrets = await page.locator(".secret").allInnerTexts();
    expect(secrets).toEqual([expect.stringMatching(/test/), expect.stringMatching(/\/k\/[\w-]{43}$/)]);
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, "let in");
    await tabTo(page, "I have copied it");
    await page.keyboard.press("Enter");
    await page.getByText("What came of it").waitFor();
    const text = await page.content();
    for (const secret of secrets) expect(text).not.toContain(secret);
    await page.context().close();
  });

  test("show a letter's HTML apart, whose links lead on and which can do nothing else", async () => {
    const page = await (await context({ viewport: { width: 360, height: 740 } })).newPage();
    await page.goto(`${origin}/console${paths.letter}`);
    await page.getByRole("link", { name: "See it as its reader does" }).click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.evaluate("self.origin")).toBe("null");
    expect(await page.evaluate("getComputedStyle(document.body).margin")).toBe("0px");
    await picture(page, "letter as HTML");
    await page.getByRole("link").first().click();
    await page.waitForURL(payLink);
    await page.context().close();
  });
});
