import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pageOf, Visitor } from "../../support/routes/visitor.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";
import { eventOf, handlerOf, invocation, replyOf } from "../../support/runner/lambdas.ts";

const deployed = new DeployedSandbox({ PASSKEYS: "required" });
const visitor = new Visitor(deployed, "192.0.2.1");

beforeAll(() => deployed.open());

afterAll(() => deployed.stop());

describe("the page that asks for a passkey", () => {
  test("is the one that runs a script: its own, by the hash of what is in it", async () => {
    const before = await visitor.get("showSignIn");
    expect(before.text).not.toContain("<script");
    expect(before.headers["content-security-policy"]).not.toContain("script-src");
    await visitor.post("signIn", { token: deployed.operatorToken });
    const { text, headers } = await visitor.get("showPasskeySignIn");
    expect(headers["content-security-policy"]).toContain("script-src 'self';");
    expect(text).toContain("<noscript>");
    expect(text).not.toContain('aria-label="Console"');
    const file = /console\/script\/(passkey\.[\w-]{16}\.js)/.exec(text)?.[1] ?? "";
    const script = await visitor.get("showScript", { name: file });
    expect([script.status, script.headers["content-type"]]).toEqual([200, "text/javascript; charset=utf-8"]);
    expect(script.headers["cache-control"]).toContain("immutable");
    expect((await visitor.get("showScript", { name: `passkey.${"x".repeat(16)}.js` })).status).toBe(404);
  });
});

describe("a principal of IAM", () => {
  test("enters by a link alone, whose account has a second factor of its own, and makes no passkey here", async () => {
    const op = pageOf("mintConsoleLink");
    const arn = "arn:aws:sts::1:assumed-role/operators/anna";
    const request = { method: "POST", path: op.path, headers: {}, body: "" };
    const minted = replyOf(await (await handlerOf(op))(eventOf(request, arn), invocation));
    const anna = new Visitor(deployed, "192.0.2.2");
    const entered = await anna.post("enterConsole", {}, { token: JSON.parse(minted.text).url.slice(-43) });
    expect([entered.status, entered.headers.location]).toEqual([303, "../../console"]);
    expect((await anna.get("showTenants")).status).toBe(200);
    expect((await anna.get("showPasskeys")).text).toContain("You came by IAM");
    expect((await anna.post("askForPasskey")).status).toBe(403);
  });
});
