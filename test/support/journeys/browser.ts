import { existsSync } from "node:fs";
import axe from "axe-core";
import { type Browser, chromium, type Page, type ViewportSize } from "playwright-core";
import { group } from "../runner/group.ts";

const executablePath = process.env.SLUICE_CHROMIUM ?? "/usr/bin/chromium";

/** Why there is no browser to test with, where there is none; `npm test` installs one where it can. */
const missing = existsSync(executablePath) ? undefined : `there is no Chromium at ${executablePath}`;

/** Tests that need a browser; where there is none they are skipped, by a name that says why. */
export function describeInBrowser(name: string, tests: () => void, options?: { timeout: number }): void {
  group(missing, name, tests, options);
}

/** A real Chromium that talks to nobody but the pages under test. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    headless: true,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** A page, and what went wrong or astray while it was open. */
export interface WatchedPage {
  readonly page: Page;
  /** Console errors, exceptions and requests that failed. */
  readonly troubles: readonly string[];
  /** Everything that was requested. */
  readonly requested: readonly string[];
}

/** Every width and color scheme, for a test that runs once. */
export const everyLook = {
  phone: ["a phone", { viewport: { width: 360, height: 740 }, colorScheme: "light" }],
  desktop: ["a desktop in the dark", { viewport: { width: 1280, height: 800 }, colorScheme: "dark" }],
} as const;

/** How pages are looked at by this run: `npm test` takes the phone, `npm run test:deep` the desktop in the dark. Both widths and both schemes come up once: a width rarely changes colours, nor a scheme what fits. */
export const looks = [process.env.SLUICE_LOOK === "desktop" ? everyLook.desktop : everyLook.phone] as const;

/** Opens an address in a fresh context, so that nothing is left from the page before. */
export async function open(
  browser: Browser,
  url: string,
  viewport: ViewportSize,
  more: { readonly colorScheme?: "light" | "dark" } = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport, ...more });
  const page = await context.newPage();
  const troubles: string[] = [];
  const requested: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") troubles.push(message.text());
  });
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("requestfailed", (request) => troubles.push(`${request.url()} failed`));
  page.on("request", (request) => requested.push(request.url()));
  await page.goto(url);
  return { page, troubles, requested };
}

/** What axe finds wrong with a page, by rule and place. */
export async function axeViolations(page: Page): Promise<string[]> {
  // evaluate() goes past the page's own policy.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const found = await page.evaluate("axe.run().then(({ violations }) => violations)");
  return (found as { id: string; nodes: { html: string }[] }[]).map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`,
  );
}
