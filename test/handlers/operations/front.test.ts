import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dispatchEntry } from "../../../functions/app/operations/outbox.ts";
import { storedOverview } from "../../../functions/app/site/overview-read.ts";
import { overviewFaults } from "../../sim/settlement/overview-faults.ts";
import { RatioApi } from "../../support/disputes/ratio-api.ts";
import { pageOf } from "../../support/routes/visitor.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();
let owner: Owner;

beforeAll(async () => {
  ({ one: owner } = await deployed.start());
});
afterAll(() => deployed.stop());

function open(id: string, path: string, headers: Record<string, string> = {}) {
  return deployed.send(pageOf(id), { method: "GET", path, headers });
}

function send(fields: Record<string, string>, headers: Record<string, string> = {}, path = "/signup?lang=en") {
  return deployed.send(pageOf("sendSignup"), {
    method: "POST",
    path,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
      "x-forwarded-for": "203.0.113.9",
      ...headers,
    },
    body: String(new URLSearchParams(fields)),
  });
}

const pages = [
  ["showFront", "/", "Invoice in dollars", "Facture en dólares"],
  ["showPublicOverview", "/overview", "What has been delivered", "Lo que se ha entregado"],
  ["showSignup", "/signup", "Request access", "Solicitar acceso"],
  ["showSignupThanks", "/signup/received", "Your request has arrived", "Su solicitud ha llegado"],
] as const;

describe.each(pages)("%s", (id, path, english, spanish) => {
  test("is in English, or in Spanish by address or browser, and asks nobody else for anything", async () => {
    const page = await open(id, path);
    expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.text).toContain(english);
    expect((await open(id, `${path}?lang=es`)).text).toContain(spanish);
    expect((await open(id, path, { "accept-language": "es-MX,es;q=0.9" })).text).toContain(spanish);
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(page.headers["content-security-policy"]).not.toMatch(/script-src|unsafe/);
    expect(page.text).not.toMatch(/<script|style="|(src|href)="(https?:)?\/\//);
    expect(page.text.length).toBeLessThan(60_000);
  });

  test("may be found by search engines, but for the word of thanks", async () => {
    const { headers } = await open(id, path);
    expect(headers["x-robots-tag"]).toBe(id === "showSignupThanks" ? "noindex" : undefined);
  });

  test("takes whatever others add to its address", async () => {
    expect((await open(id, `${path}?utm_source=x&lang=xx`)).status).toBe(200);
  });
});

describe("the overview", () => {
  test("is public, kept for a minute, and names nobody", async () => {
    const { status, headers, text } = await deployed.send(pageOf("getOverview"), {
      method: "GET",
      path: "/demo/overview",
      headers: {},
    });
    expect([status, headers["cache-control"]]).toEqual([200, "public, max-age=60"]);
    const reply = JSON.parse(text);
    expect(Object.keys(reply)).toEqual([
      ...["tenants", "invoices", "settlements", "escrows", "disputes", "days", "generatedAt"],
    ]);
    expect(reply.days).toHaveLength(30);
    expect(reply.days.at(-1).date).toBe(reply.generatedAt.slice(0, 10));
    expect(text).not.toMatch(/[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}/);
    expect(text).not.toContain(owner.id);
  });
});

describe("the form for access", () => {
  const good = { companyName: "Acme", contactName: "Ada", contactEmail: "form@acme.example" };

  test("is taken, also without its optional fields, and leads to a page that can be loaded again", async () => {
    const typed = { ...good, website: "acme.example", country: "ES", useCase: "", expectedMonthlyVolume: "$25,000.50" };
    const { status, headers } = await send(typed, {}, "/signup?lang=es");
    expect([status, headers.location]).toEqual([303, "./signup/received?lang=es"]);
    const stored = deployed.aws.store.rows().find(({ type }) => type === "signup");
    expect(stored?.body).toMatchObject({
      state: {
        ...{ country: "ES", useCase: null, locale: "es", expectedMonthlyVolumeCents: 2_500_050 },
        // What names somebody is stored sealed.
        ...Object.fromEntries(
          [...Object.keys(good), "website"].map((name) => [name, expect.stringMatching(/^sealed:requester:sgn_/)]),
        ),
      },
    });
    const id = String(stored?.pk);
    const shown = await deployed.call("getSignup", deployed.operatorToken, { id });
    expect(JSON.parse(shown.text)).toMatchObject({ ...good, website: "https://acme.example" });
  });

  test("says what is wrong beside each field and in a summary, and keeps what was typed", async () => {
    const typed = {
      companyName: "",
      contactName: `<b>"Ada"</b>`,
      contactEmail: "ada",
      website: "javascript:alert(1)",
      country: "ZZ",
      useCase: "x".repeat(2001),
      expectedMonthlyVolume: "a lot",
    };
    const { status, text } = await send(typed);
    expect(status).toBe(400);
    for (const name of ["companyName", "contactEmail", "website", "country", "useCase", "expectedMonthlyVolume"]) {
      expect(text).toContain(`href="#f-${name}"`);
      expect(text).toContain(`id="f-${name}-error"`);
    }
    expect(text).not.toContain(`id="f-contactName-error"`);
    expect(text).toContain("&lt;b&gt;&quot;Ada&quot;&lt;/b&gt;");
    expect(text).toContain("That is too long: write at most 2,000 characters");
    expect(text).not.toContain("<b>");
    expect((await send(typed, {}, "/signup?lang=es")).text).toContain("Escriba el nombre de la empresa");
  });

  test("refuses fields that are not its own, and another site's page", async () => {
    expect((await send({ ...good, plan: "gold" })).status).toBe(400);
    const foreign = await send(good, { "sec-fetch-site": "cross-site", origin: "https://evil.example" });
    expect(foreign.status).toBe(403);
    expect(foreign.headers["content-type"]).toContain("text/html");
  });

  test("shares its five an hour with the interface, and what was typed stays", async () => {
    const from = { "x-forwarded-for": "203.0.113.77" };
    for (let at = 0; at < 3; at++) await send({ ...good, contactEmail: `p${at}@acme.example` }, from);
    for (let at = 0; at < 2; at++)
      await deployed.send(pageOf("requestAccess"), {
        method: "POST",
        path: "/onboard/signup",
        headers: { ...from, "content-type": "application/json" },
        body: JSON.stringify(good),
      });
    const { status, text, headers } = await send({ ...good, companyName: "Still here" }, from);
    expect(status).toBe(429);
    expect(Number(headers["retry-after"])).toBeGreaterThan(3000);
    expect(text).toContain("Still here");
    expect(text).toContain("minutes");
  });
});

describe("what the overview counts", () => {
  test("is the same when an entry is handed on twice, at once, or by a process that dies", async () => {
    const api = await RatioApi.open();
    const tenant = await api.tenant({ slug: "second" });
    await api.invoice(tenant.id);
    for (const row of api.pending())
      await Promise.all(Array.from({ length: 4 }, () => dispatchEntry(api.dispatchContext(), row)));
    await api.handOnAll();
    expect(overviewFaults(api.store.rows())).toEqual([]);
    const overview = await storedOverview(api)();
    expect(overview).toMatchObject({ tenants: 2, invoices: { count: 1, byStatus: { sent: 1, draft: 0 } } });
  });

  test("is read once a minute, by two calls, however many ask", async () => {
    const api = await RatioApi.open();
    const read = storedOverview(api);
    const before = api.store.calls;
    await Promise.all(Array.from({ length: 9 }, read));
    expect(api.store.calls - before).toBe(2);
    api.pass(59);
    await read();
    expect(api.store.calls - before).toBe(2);
    api.pass(1);
    await read();
    expect(api.store.calls - before).toBe(4);
  });
});
