import { afterAll, describe, expect, test } from "vitest";
import { consoleLinkOperations } from "../../functions/contract/console/console-actions.ts";
import { advance, endpoints, TestTenant } from "../support/journeys/journey.ts";
import { SignedClient } from "../support/journeys/signed.ts";
import { Client } from "../support/runner/client.ts";

const { mintConsoleLink } = consoleLinkOperations;
const host = new Client(endpoints.apiUrl, null);

function form(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams(fields).toString();
  return { body, headers: { "content-type": "application/x-www-form-urlencoded", ...headers } };
}

function signIn(token: string, headers?: Record<string, string>) {
  return host.send("POST", "/console/sign-in", form({ token }, headers));
}

describe("the console over HTTP", () => {
  test("sends a stranger to the sign-in, on the public host and on the operators' own", async () => {
    for (const url of [endpoints.apiUrl, endpoints.operatorUrl]) {
      const stranger = new Client(url, null);
      for (const path of ["/console", "/console/tenants", "/console/recon/daily"]) {
        const { status, headers } = await stranger.send("GET", path);
        expect([status, headers.get("location")]).toEqual([303, expect.stringContaining("console/sign-in")]);
      }
      const posted = await stranger.send("POST", "/console/tenants", form({ name: "x" }));
      expect(posted.status).toBe(303);
      expect((await stranger.send("GET", "/console/sign-in")).status).toBe(200);
    }
  });

  test("gives a session to an operator, and none to a tenant", async () => {
    const { headers, status } = await signIn(endpoints.internalToken);
    expect([status, headers.get("location")]).toEqual([303, "../console"]);
    const cookie = headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^sluice-console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    const page = await host.send("GET", "/console/tenants", { headers: { cookie: cookie.split(";")[0] ?? "" } });
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    const asTenant = new Client(endpoints.apiUrl, (await TestTenant.create()).apiKey);
    expect((await asTenant.send("GET", "/console/tenants")).status).toBe(303);
    // A session opens pages alone.
    const json = await host.send("GET", "/admin/tenants", { headers: { cookie: cookie.split(";")[0] ?? "" } });
    expect(json.status).toBe(401);
  });

  test("lets an IAM principal in by a link that works once", async () => {
    const signed = new SignedClient(endpoints.operatorUrl, endpoints.region);
    const { url } = await signed.call(mintConsoleLink);
    const path = new URL(url).pathname;
    expect((await host.send("GET", path)).text).toContain("Enter the console");
    const entered = await host.send("POST", path, form({}));
    expect(entered.status).toBe(303);
    const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect((await host.send("GET", "/console", { headers: { cookie } })).status).toBe(200);
    expect((await host.send("POST", path, form({}))).status).toBe(404);
    expect([401, 403]).toContain((await new Client(endpoints.operatorUrl, null).ask(mintConsoleLink)).status);
  });
});

describe("five wrong tokens", () => {
  // Whoever comes after this test comes from the same address.
  afterAll(() => advance(901));

  test("lock the address they come from, whatever a header says", async () => {
    for (let tries = 1; tries <= 5; tries += 1)
      expect((await signIn("wrong", { "x-forwarded-for": `192.0.2.${tries}` })).status).toBe(401);
    const locked = await signIn(endpoints.internalToken, { "x-forwarded-for": "192.0.2.99" });
    expect(locked.status).toBe(429);
    expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(locked.headers.get("retry-after"))).toBeLessThanOrEqual(900);
    await advance(901);
    expect((await signIn(endpoints.internalToken)).status).toBe(303);
  });
});
