import type { Browser, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { axeViolations, launchBrowser } from "../journeys/browser.ts";
import { ConsoleServer, type Product } from "./console-server.ts";

const authenticator = {
  protocol: "ctap2",
  transport: "internal",
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

/** What a browser that has an authenticator is promised at a product's console; for the inside of a `describeInBrowser`. */
export function promisePasskeys(product: Product): void {
  let browser: Browser;
  let server: ConsoleServer;
  let page: Page;
  let devtools: CDPSession;
  const troubles: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    server = await ConsoleServer.start({ PASSKEYS: "required" }, product);
  });

  afterAll(async () => {
    await browser.close();
    server.stop();
  });

  beforeEach(async () => {
    troubles.length = 0;
    page = await (await browser.newContext()).newPage();
    page.on("pageerror", (error) => troubles.push(String(error)));
    page.on("console", (message) => {
      if (/Content.Security.Policy/i.test(message.text())) troubles.push(message.text());
    });
    devtools = await page.context().newCDPSession(page);
    await devtools.send("WebAuthn.enable");
  });

  async function withAuthenticator(): Promise<string> {
    return (await devtools.send("WebAuthn.addVirtualAuthenticator", { options: authenticator })).authenticatorId;
  }

  async function givesToken(token: string): Promise<void> {
    await page.goto(`${server.origin}/console`);
    await page.getByLabel("Your operator token").fill(token);
    await page.getByRole("button", { name: "Sign in" }).click();
  }

  const heading = () => page.getByRole("heading", { level: 1 }).textContent();

  test("makes a passkey, signs out, signs in by it, and is refused without", { timeout: 120_000 }, async () => {
    const id = await withAuthenticator();
    await givesToken(server.deployed.operatorToken);
    expect(await heading()).toBe("Make a passkey");
    expect(await axeViolations(page)).toEqual([]);
    await page.getByLabel("What you call it").fill("work laptop");
    await page.getByRole("button", { name: "Make a passkey" }).click();
    await page.waitForURL(`${server.origin}/console`);
    await page.goto(`${server.origin}/console/passkeys`);
    expect(await page.getByRole("table").textContent()).toContain("work laptop");
    expect(await page.locator("script").count()).toBe(0);
    await page.getByRole("button", { name: "Sign out" }).click();
    await givesToken(server.deployed.operatorToken);
    expect(await heading()).toBe("Present your passkey");
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Present your passkey" }).click();
    await page.waitForURL(`${server.origin}/console`);
    expect(await heading()).toBe("Overview");
    await page.getByRole("button", { name: "Sign out" }).click();
    await devtools.send("WebAuthn.setUserVerified", { authenticatorId: id, isUserVerified: false });
    await givesToken(server.deployed.operatorToken);
    await page.getByRole("button", { name: "Present your passkey" }).click();
    await page.getByText("The browser gave no passkey").waitFor();
    await page.goto(`${server.origin}/console/audit`);
    expect(new URL(page.url()).pathname).toBe("/console/sign-in");
    expect(troubles).toEqual([]);
  });

  test("adds a second passkey in a session", { timeout: 120_000 }, async () => {
    await withAuthenticator();
    await givesToken(`${server.deployed.operatorToken}-2`);
    await page.getByLabel("What you call it").fill("laptop");
    await page.getByRole("button", { name: "Make a passkey" }).click();
    await page.waitForURL(`${server.origin}/console`);
    await devtools.send("WebAuthn.addVirtualAuthenticator", { options: { ...authenticator, transport: "usb" } });
    await page.goto(`${server.origin}/console/passkeys`);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByLabel("What you call it").fill("in the safe");
    await page.getByRole("button", { name: "Make a passkey" }).click();
    await page.waitForURL(`${server.origin}/console/passkeys?done=passkey-added`);
    expect(await page.getByRole("table").textContent()).toContain("in the safe");
    expect(troubles).toEqual([]);
  });
}
