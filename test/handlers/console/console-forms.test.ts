import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allOperations } from "../../../functions/contract/billing.ts";
import { isConsole } from "../../../lib/api/routes.ts";
import { pageOf, Visitor } from "../../support/routes/visitor.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";
import type { PlainReply } from "../../support/runner/lambdas.ts";

const deployed = new DeployedSandbox();
let visitor: Visitor;

beforeAll(() => deployed.start());

afterAll(() => deployed.stop());

beforeEach(async () => {
  visitor = new Visitor(deployed);
  expect((await visitor.signIn()).status).toBe(303);
});

const pages = allOperations.filter((op) => isConsole(op) && op.caller === "console");
const forms = pages.filter(({ method }) => method === "POST");
const shown = pages.filter(({ method }) => method === "GET");

const hostile = `"><script>alert(1)</script> & 'Söhne' 株式会社`;

/** What every page of ours is sent with. */
function expectPageHeaders({ headers }: PlainReply): void {
  expect(headers).toMatchObject({
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  });
  const policy = headers["content-security-policy"] ?? "";
  for (const part of ["default-src 'none'", "style-src 'self'", "form-action 'self'", "frame-ancestors 'none'"])
    expect(policy).toContain(part);
  expect(policy).not.toMatch(/unsafe|script-src|\*/);
}

describe("every page of the console", () => {
  test.each(shown.map((op) => [op.id]))("%s sends a stranger to the sign-in", async (id) => {
    const { status, headers, text } = await new Visitor(deployed).get(id);
    expect([status, text]).toEqual([303, ""]);
    expect(headers.location).toMatch(/^(\.\.?\/)+console\/sign-in(\?next=[\w%./-]+)?$/);
  });

  test.each(shown.map((op) => [op.id, op] as const))("%s answers a page, whatever it is asked", async (id, op) => {
    for (const query of ["", "nosuch=1", "limit=0", "cursor=x", "limit=1&limit=2", "tenantId=nope", "__proto__=1"]) {
      const reply = await visitor.get(id, undefined, query);
      expect(reply.status, `${query}: ${reply.text.slice(0, 300)}`).toBeLessThan(500);
      expect(reply.headers["content-type"]).toMatch(op.id.startsWith("download") ? /html|csv|json/ : /^text\/html/);
      if (reply.status !== 303 && !reply.headers["content-disposition"]) expectPageHeaders(reply);
      expect(reply.text).not.toMatch(/node_modules|\[object Object\]|undefined|\bNaN\b|<script/);
    }
  });
});

describe("every form of the console", () => {
  test.each(forms.map((op) => [op.id]))("%s does nothing for a stranger", async (id) => {
    const commits = deployed.aws.store.commits;
    const { status, headers } = await new Visitor(deployed).post(id);
    expect(status).toBe(303);
    expect(headers.location).toMatch(/^(\.\.\/)+console\/sign-in$/);
    expect(deployed.aws.store.commits).toBe(commits);
  });

  // What is for who owes a passkey has a test of its own.
  test.each(forms.filter(({ session }) => !session).map((op) => [op.id]))(
    "%s is taken from its own session's pages alone",
    async (id) => {
      const commits = deployed.aws.store.commits;
      const other = new Visitor(deployed);
      await other.signIn();
      const seen = deployed.aws.store.commits;
      const refused = [
        await visitor.post(id, { form: "" }),
        await visitor.post(id, { form: "x".repeat(43) }),
        await visitor.post(id, { form: other.formToken }),
        await visitor.post(id, {}, undefined, { "sec-fetch-site": "cross-site" }),
        await visitor.post(id, {}, undefined, { "sec-fetch-site": "same-site" }),
        await visitor.post(id, {}, undefined, { "sec-fetch-site": "none" }),
      ];
      expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
      for (const reply of refused) expectPageHeaders(reply);
      expect(deployed.aws.store.commits).toBe(seen);
      expect(seen).toBeGreaterThan(commits);
    },
  );

  test("without the browser's word is judged by its origin", async () => {
    const post = (headers: Record<string, string>) => {
      const known = { "sec-fetch-site": "" };
      const op = pageOf("registerTenant");
      const body = new URLSearchParams({ form: visitor.formToken }).toString();
      const all = {
        cookie: visitor.cookie,
        host: "emulator:4566",
        "content-type": "application/x-www-form-urlencoded",
      };
      const { "sec-fetch-site": _, ...sent } = { ...known, ...all, ...headers };
      return deployed.send(op, { method: "POST", path: op.path, headers: sent, body });
    };
    const statuses = await Promise.all(
      [
        { origin: "http://localhost:4000" },
        { origin: "http://emulator:4566" },
        {},
        { origin: "null" },
        { origin: "http://localhost:4001" },
        { origin: "https://evil.example" },
      ].map(async (headers) => (await post(headers as Record<string, string>)).status),
    );
    expect(statuses).toEqual([400, 400, 400, 403, 403, 403]);
  });

  test("is read as a form and as nothing else", async () => {
    const json = await visitor.post("registerTenant", {}, undefined, { "content-type": "application/json" });
    expect(json.status).toBe(415);
    const op = pageOf("registerTenant");
    const headers = {
      cookie: visitor.cookie,
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
    };
    const twice = `form=${visitor.formToken}&name=a&name=b`;
    expect((await deployed.send(op, { method: "POST", path: op.path, headers, body: twice })).status).toBe(400);
    const huge = `form=${visitor.formToken}&name=${"x".repeat(256 * 1024)}`;
    expect((await deployed.send(op, { method: "POST", path: op.path, headers, body: huge })).status).toBe(413);
  });
});

describe("a form that is wrong", () => {
  test("comes back with what was typed, as text, and says what is wrong at each field", async () => {
    const typed = {
      slug: "Not A Slug",
      name: hostile,
      contactEmail: "nowhere",
      destChain: "base",
      destWallet: "",
      stable: "USDT",
    };
    const { status, text } = await visitor.post("registerTenant", typed);
    expect(status).toBe(400);
    expect(text).toContain("<title>Error: Register a tenant");
    expect(text).not.toContain("<script>");
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#39;Söhne&#39; 株式会社"');
    expect(text).toContain('value="Not A Slug"');
    expect(text).toContain('href="#registerTenant-destWallet"');
    expect(text).toMatch(/id="registerTenant-destWallet-error">Fill this in\.</);
    expect(text).toMatch(/id="registerTenant-contactEmail-error">Must be an e-mail address\.</);
    expect(text).toMatch(
      /id="registerTenant-slug"[^>]*aria-describedby="registerTenant-slug-hint registerTenant-slug-error" aria-invalid="true"/,
    );
    expect(text).not.toMatch(/id="registerTenant-name"[^>]*aria-invalid/);
  });

  test("comes back when it is the service that says no", async () => {
    const typed = {
      slug: "one",
      name: "Twin",
      contactEmail: "a@b.example",
      destChain: "base",
      destWallet: "0x1",
      stable: "USDT",
    };
    const { status, text } = await visitor.post("registerTenant", typed);
    expect(status).toBe(409);
    expect(text).toContain("A tenant with this slug exists.");
    expect(text).toContain('value="Twin"');
  });

  test("about nothing is a page that says so", async () => {
    const { status, text } = await visitor.post("addKey", { name: "x", "scopes.*": "yes" });
    expect(status).toBe(404);
    expect(text).toContain("There is nothing here");
  });
});

test("the stylesheet is kept by browsers for as long as it is the same", async () => {
  const { text } = await visitor.get("showTenants");
  const name = /console\/style\/([\w-]+\.css)/.exec(text)?.[1] ?? "";
  const sheet = await visitor.get("showStyle", { name });
  expect([sheet.status, sheet.headers["content-type"]]).toEqual([200, "text/css; charset=utf-8"]);
  expect(sheet.headers["cache-control"]).toContain("immutable");
  expect((await visitor.get("showStyle", { name: "other.css" })).status).toBe(404);
});

test("what is not there is a page in the console and JSON elsewhere", async () => {
  const op = pageOf("showTenants");
  const at = (path: string, method = "GET") => deployed.send(op, { method, path, headers: { cookie: visitor.cookie } });
  for (const path of ["/console/nope", "/console/tenants/", "/console/../etc"]) {
    const reply = await at(path);
    expect([reply.status, reply.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
  }
  const wrong = await at("/console/tenants", "DELETE");
  expect([wrong.status, wrong.headers.allow]).toEqual([405, "GET, HEAD"]);
  expect((await at("/consoles")).headers["content-type"]).toContain("json");
});
