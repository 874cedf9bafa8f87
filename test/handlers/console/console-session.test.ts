import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { secretDigest } from "../../../functions/app/core/api-key.ts";
import { pageOf, Visitor } from "../../support/routes/visitor.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";
import { eventOf, handlerOf, invocation, replyOf } from "../../support/runner/lambdas.ts";

const deployed = new DeployedSandbox();
const minute = 60;
let visitor: Visitor;
let addresses = 0;

beforeAll(() => deployed.start());

afterAll(() => deployed.stop());

// Each test comes from an address of its own, so that none locks another out.
beforeEach(() => {
  addresses += 1;
  visitor = new Visitor(deployed, `192.0.2.${addresses}`);
});

async function isIn(who = visitor): Promise<boolean> {
  const { status, headers } = await who.get("showTenants");
  if (status === 200) return true;
  expect([status, headers.location]).toEqual([303, "../console/sign-in?next=tenants"]);
  return false;
}

/** The lines of the audit trail about the console that say this. */
function audited(reason: string): { actor: string; after: { detail: Record<string, unknown> } }[] {
  return deployed.aws.store
    .rows()
    .filter(({ type }) => type === "entry")
    .map(({ body }) => body as never)
    .filter((body: { reason: string }) => body.reason === reason);
}

describe("a session", () => {
  test("begins with an operator's token, and the browser alone has its secret", async () => {
    expect(await isIn()).toBe(false);
    const reply = await visitor.signIn();
    expect([reply.status, reply.headers.location]).toEqual([303, "../console"]);
    expect(reply.headers["set-cookie"]).toMatch(/^sluice-console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(await isIn()).toBe(true);
    const secret = visitor.cookie.slice("sluice-console=".length);
    const rows = JSON.stringify(deployed.aws.store.rows());
    expect(rows).toContain(secretDigest(secret));
    expect(rows).not.toContain(secret);
    expect(rows).not.toContain(deployed.operatorToken);
    expect(deployed.logged.join("\n")).not.toContain(secret);
    expect(deployed.logged.join("\n")).not.toContain(deployed.operatorToken);
  });

  test("goes on where its operator wanted to go, and nowhere else", async () => {
    const { text } = await visitor.get("showSignIn", undefined, "next=tenants");
    expect(text).toContain('name="next" value="tenants"');
    const token = deployed.operatorToken;
    expect((await visitor.post("signIn", { token, next: "tenants" })).headers.location).toBe("../console/tenants");
    for (const next of ["//evil.example", "https://evil.example", "../../i/x", "\\evil", "a//b"])
      expect((await visitor.post("signIn", { token, next })).headers.location).toBe("../console");
  });

  test("lasts while it is used, and half an hour longer", async () => {
    await visitor.signIn();
    for (let used = 0; used < 3; used += 1) {
      await deployed.advance(29 * minute);
      expect(await isIn()).toBe(true);
    }
    await deployed.advance(31 * minute);
    expect(await isIn()).toBe(false);
  });

  test("ends after eight hours, however much it is used", async () => {
    await visitor.signIn();
    for (let passed = 0; passed < 475; passed += 25) {
      expect(await isIn()).toBe(true);
      await deployed.advance(25 * minute);
    }
    await deployed.advance(10 * minute);
    expect(await isIn()).toBe(false);
  });

  test("writes down at most once a minute when it was used", async () => {
    await visitor.signIn();
    await deployed.advance(minute);
    expect(await isIn()).toBe(true);
    const before = deployed.aws.store.commits;
    for (let used = 0; used < 5; used += 1) await isIn();
    expect(deployed.aws.store.commits).toBe(before);
    await deployed.advance(minute);
    await isIn();
    expect(deployed.aws.store.commits).toBe(before + 2);
  });

  test("ends when its operator signs out, for whoever kept the cookie too", async () => {
    await visitor.signIn();
    const { cookie } = visitor;
    const reply = await visitor.post("signOut");
    expect([reply.status, reply.headers.location]).toEqual([303, "../console/sign-in?out=1"]);
    expect(reply.headers["set-cookie"]).toContain("Max-Age=0");
    expect(visitor.cookie).toBe("");
    visitor.cookie = cookie;
    expect(await isIn()).toBe(false);
  });

  test.each(["nonsense", "x".repeat(43), "", "x".repeat(5000)])("is none with the cookie %j", async (value) => {
    visitor.cookie = `sluice-console=${value}`;
    expect(await isIn()).toBe(false);
  });

  test("is on the audit trail from its beginning to its end", async () => {
    await visitor.signIn();
    await visitor.post("signOut");
    const response = audited("signed in to the console").at(-1);
    expect(response).toMatchObject({ actor: "operator:one", after: { detail: { address: visitor.address } } });
    expect(audited("signed out of the console").at(-1)?.actor).toBe("operator:one");
  });
});

describe("guessing tokens", () => {
  test("five wrong ones lock the address for 15 minutes, and no longer", async () => {
    for (let tries = 0; tries < 5; tries += 1) expect((await visitor.signIn("wrong")).status).toBe(401);
    const locked = await visitor.signIn();
    expect(locked.status).toBe(429);
    expect(locked.headers["retry-after"]).toMatch(/^(900|89\d)$/);
    expect(locked.headers["set-cookie"]).toBeUndefined();
    expect(locked.text).toContain("oo many wrong tokens");
    const elsewhere = new Visitor(deployed, "198.51.100.7");
    expect((await elsewhere.signIn()).status).toBe(303);
    await deployed.advance(14 * minute);
    expect((await visitor.signIn()).status).toBe(429);
    await deployed.advance(2 * minute);
    expect((await visitor.signIn()).status).toBe(303);
    expect(audited(`${visitor.address} was locked after five wrong tokens`)).toMatchObject([{ actor: "public" }]);
    expect((await visitor.get("showAudit")).text).toContain(`${visitor.address} was locked`);
  });

  test("of 64 at once five are looked at, and the rest are told to wait", async () => {
    const replies = await Promise.all(
      Array.from({ length: 64 }, () => new Visitor(deployed, visitor.address).signIn("wrong")),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(59);
    expect((await visitor.signIn()).status).toBe(429);
  });

  test("starts anew after a right one, and what is older than 15 minutes is forgotten", async () => {
    for (let tries = 0; tries < 4; tries += 1) await visitor.signIn("wrong");
    expect((await visitor.signIn()).status).toBe(303);
    for (let tries = 0; tries < 4; tries += 1) await visitor.signIn("wrong");
    await deployed.advance(16 * minute);
    for (let tries = 0; tries < 4; tries += 1) expect((await visitor.signIn("wrong")).status).toBe(401);
    expect((await visitor.signIn()).status).toBe(303);
  });

  test("a wrong token is not shown again, and not logged", async () => {
    const { text, status } = await visitor.signIn("nearly-the-right-token");
    expect(status).toBe(401);
    expect(text).toContain("This token is not valid here.");
    expect(text + deployed.logged.join("\n")).not.toContain("nearly-the-right-token");
  });
});

describe("a one-use link", () => {
  const arn = "arn:aws:sts::1:assumed-role/operators/anna";

  async function minted(): Promise<string> {
    const op = pageOf("mintConsoleLink");
    const handler = await handlerOf(op);
    const request = { method: "POST", path: op.path, headers: {}, body: "" };
    const reply = replyOf(await handler(eventOf(request, arn), invocation));
    expect(reply.status, reply.text).toBe(201);
    const { url, expiresAt } = JSON.parse(reply.text);
    expect(expiresAt).toMatch(/Z$/);
    expect(url).toMatch(/^http:\/\/localhost:4000\/console\/enter\/[\w-]{43}$/);
    return url.slice(-43);
  }

  test("signs in who minted it, once; looking at it does not use it up", async () => {
    const token = await minted();
    for (let looked = 0; looked < 2; looked += 1) {
      const { status, text } = await visitor.get("showEnter", { token });
      expect(status).toBe(200);
      expect(text).toContain("operators");
    }
    const entered = await visitor.post("enterConsole", {}, { token });
    expect([entered.status, entered.headers.location]).toEqual([303, "../../console"]);
    expect(await isIn()).toBe(true);
    expect(audited("signed in to the console").at(-1)?.actor).toBe(arn);
    const again = new Visitor(deployed);
    expect((await again.get("showEnter", { token })).status).toBe(404);
    expect((await again.post("enterConsole", {}, { token })).status).toBe(404);
    expect(again.cookie).toBe("");
    expect(JSON.stringify(deployed.aws.store.rows()) + deployed.logged.join("\n")).not.toContain(token);
  });

  test("lets one in of many who try at once", async () => {
    const token = await minted();
    const replies = await Promise.all(
      Array.from({ length: 16 }, () => new Visitor(deployed).post("enterConsole", {}, { token })),
    );
    expect(replies.filter(({ status }) => status === 303)).toHaveLength(1);
  });

  test("is over after five minutes", async () => {
    const token = await minted();
    await deployed.advance(5 * minute + 1);
    expect((await visitor.get("showEnter", { token })).status).toBe(404);
    expect((await visitor.post("enterConsole", {}, { token })).status).toBe(404);
  });

  test("is not taken from another site's page", async () => {
    const token = await minted();
    const foreign = await visitor.post("enterConsole", {}, { token }, { "sec-fetch-site": "cross-site" });
    expect(foreign.status).toBe(403);
    expect((await visitor.get("showEnter", { token })).status).toBe(200);
  });
});
