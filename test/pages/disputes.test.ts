import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allOperations } from "../../functions/contract/billing.ts";
import { addDays } from "../../functions/domain/core/time.ts";
import type { DisputeCase } from "../../functions/domain/disputes/case.ts";
import type { Tenant } from "../../functions/domain/tenants/tenant.ts";
import { DisputeOffice } from "../support/disputes/dispute-office.ts";
import { axeViolations, describeInBrowser, launchBrowser, looks } from "../support/journeys/browser.ts";
import { Visitor } from "../support/routes/visitor.ts";

/** Where a person who wants to look finds the pictures. */
const pictures = process.env.SLUICE_SCREENSHOTS;

const hostile = `</main><script>alert(1)</script> "Söhne" شركة 株式会社 A${"very".repeat(15)}`;
const origin = "http://localhost:4000";
const today = new Date().toISOString();

/** The first day of the month that was so many months ago. */
function monthAgo(months: number): string {
  const [year = 0, month = 1] = today.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10);
}

describeInBrowser("the pages about disputes", () => {
  const screening = new DisputeOffice();
  const visitor = new Visitor(screening);
  const paths: Record<string, string> = {};
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
    const { one, other } = await screening.start();
    await visitor.signIn();
    await makeAlerts(one.paymentId);
    await makeCases();
    for (const [months, payments, chargebacks] of [
      [5, 8000, 20],
      [4, 7800, 44],
      [3, 8100, 96],
      [2, 7500, 105],
      [1, 7400, 185],
      [0, 1200, 60],
    ] as const)
      await screening.count(other.id, monthAgo(months), {
        ...{ payments, debits: payments, mastercardChargebacks: chargebacks },
        ...{ returnsUnauthorized: Math.floor(chargebacks / 4), returnsOther: chargebacks },
      });
    await suspendByRatio(other.id);
    await visitor.post("orderCreditByHand", { action: "suspend", note: hostile }, { id: one.id });
    Object.assign(paths, {
      overview: "",
      ratios: "/disputes/ratios",
      breached: `/disputes/ratios/${other.id}`,
      suspended: `/disputes/ratios/${one.id}`,
    });
  });

  /** What the daily look at the counts would have come to. */
  async function suspendByRatio(tenantId: string): Promise<void> {
    const since = `${monthAgo(0)}T00:00:00.000Z`;
    const creditSuspended = { program: "ecm", since, reason: "ratio" };
    await screening.set<Tenant>(tenantId, () => ({ ratioBreached: true, creditSuspended }));
    const ecm = { told: {}, breachedOn: monthAgo(1), suspendedAt: since, forgiven: null };
    const state = { tenantId, programs: { ecm }, manual: null, lookAt: null, createdAt: since, updatedAt: since };
    const put = { pk: `programs#${tenantId}`, sk: "row", v: 1, type: "programs" };
    const body = { state, head: { seq: 0, hash: "" } };
    await screening.aws.store.write([{ put: { ...put, body }, expect: "absent" }], put.pk);
  }

  async function makeAlerts(paymentId: string): Promise<void> {
    await screening.paid("N-1");
    await screening.paid(hostile.slice(8, 60).replaceAll("/", ""), 4010);
    const respondBy = addDays(today, 1);
    const open = await screening.alert({
      ...{ externalId: hostile.slice(0, 90), descriptor: hostile.slice(0, 90), respondBy },
      ...{ cardLast4: "4242", arn: "74027118012345678901234", raw: { note: hostile } },
    });
    const nothing = await screening.alert({ externalId: "none-1", amountCents: 999_999_99, kind: "fraud" });
    const bound = await screening.alert({ externalId: "bound-1", paymentId, kind: "chargeback" });
    Object.assign(paths, {
      alerts: "/disputes/alerts",
      "alert with candidates": `/disputes/alerts/${open.id}`,
      "alert without": `/disputes/alerts/${nothing.id}`,
      "alert with its rules": `/disputes/alerts/${bound.id}`,
      "alert in review": `/review/${open.id.replace("alr_", "rev_")}`,
    });
  }

  async function makeCases(): Promise<void> {
    const { caseId: open } = await screening.disputed({ paymentId: await screening.paid("N-2"), reasonCode: "10.4" });
    const { caseId: won } = await screening.disputed({ paymentId: await screening.paid("N-3") });
    await visitor.post("gatherCaseByHand", {}, { id: open });
    const text = `${hostile} ${"A long text. ".repeat(30)}`;
    await visitor.post("addCaseText", { type: "customer_communication", text }, { id: open });
    const contentType = "application/pdf";
    const file = await visitor.post("addCaseFile", { type: "receipt", contentType }, { id: open });
    const upload = /uploads\/evd_\w+$/.exec(file.headers.location ?? "")?.[0];
    await screening.set<DisputeCase>(open, ({ evidence }) => ({
      internalDueBy: addDays(today, 2),
      compellingEvidence: {
        ...{ status: "requires_action", requiredActions: ["missing_customer_identifiers"] },
        priorPaymentIds: [screening.owner.paymentId],
      },
      evidence: evidence.map((piece) =>
        piece.type === "product_description"
          ? { ...piece, status: "rejected", problem: "the PDF begins like a Windows program" }
          : piece,
      ),
    }));
    await screening.set<DisputeCase>(won, ({ revision }) => ({
      ...{ status: "won", narrative: text, submittedAt: today },
      outcome: { result: "won", networkRef: hostile, decidedAt: today, recoveredCents: 4000 },
      packet: {
        ...{ revision, status: "ready", objectKey: "packets/a.pdf", sha256: "a".repeat(64) },
        ...{ sizeBytes: 9, pages: 3, orderedAt: today },
      },
    }));
    Object.assign(paths, {
      cases: "/disputes/cases",
      "case to answer": `/disputes/cases/${open}`,
      "case that was won": `/disputes/cases/${won}`,
      upload: `/disputes/cases/${open}/${upload}`,
      uploaded: `/disputes/cases/${open}/uploaded?bucket=b&key=k&etag=e`,
    });
  }

  afterAll(async () => {
    await browser?.close();
    screening.stop();
  });

  async function answer(route: Route): Promise<void> {
    const { pathname, search } = new URL(route.request().url());
    const op = allOperations.find(
      ({ method, path }) => method === "GET" && new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`).test(pathname),
    );
    if (!op) return route.fulfill({ status: 404 });
    const headers = { cookie: visitor.cookie, host: "localhost:4000" };
    const reply = await screening.send(op, { method: "GET", path: pathname + search, headers });
    const { refresh: _, ...response } = reply.headers;
    return route.fulfill({ status: reply.status, headers: response, body: reply.text });
  }

  async function opened(url: string, look: BrowserContextOptions, name: string): Promise<Page> {
    const context = await browser.newContext(look);
    await context.route("**/*", answer);
    const page = await context.newPage();
    const troubles: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") troubles.push(message.text());
    });
    expect((await page.goto(url))?.status()).toBe(200);
    expect(await page.locator("script, [style], [onclick]").count()).toBe(0);
    const folded = page.locator("details:not([open]) > summary");
    if (pictures) {
      mkdirSync(pictures, { recursive: true });
      await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
    }
    while ((await folded.count()) > 0) await folded.first().click();
    if (pictures) await page.screenshot({ path: join(pictures, `${name}, unfolded.png`), fullPage: true });
    const width = await page.evaluate("document.documentElement.scrollWidth");
    expect(width, "nothing sticks out at the side").toBeLessThanOrEqual(look.viewport?.width ?? 0);
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
    expect(troubles).toEqual([]);
    return page;
  }

  describe.each(looks)("on %s", (name, look) => {
    test.each([
      ["overview"],
      ["alerts"],
      ["alert with candidates"],
      ["alert without"],
      ["alert with its rules"],
      ["alert in review"],
      ["cases"],
      ["case to answer"],
      ["case that was won"],
      ["upload"],
      ["uploaded"],
      ["ratios"],
      ["breached"],
      ["suspended"],
    ])("fit and are accessible: %s", async (which) => {
      const page = await opened(`${origin}/console${paths[which]}`, look, `${which} on ${name}`);
      await page.context().close();
    });
  });

  test("work without JavaScript, and lead from the overview to an alert's candidates", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    await context.route("**/*", answer);
    const page = await context.newPage();
    await page.goto(`${origin}/console`);
    await page.getByRole("link", { name: "Dispute alerts" }).first().click();
    await page.getByRole("link", { name: "none-1" }).first().click();
    expect(await page.locator("main").innerText()).toContain("No payment of the tenant is like it");
    await page.getByText("Bind it to another payment").click();
    expect(await page.getByLabel("Payment’s id").isVisible()).toBe(true);
    await context.close();
  });
});
