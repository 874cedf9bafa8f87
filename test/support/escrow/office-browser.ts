import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from "playwright-core";
import { expect } from "vitest";
import { allOperations } from "../../../functions/contract/billing.ts";
import { axeViolations } from "../journeys/browser.ts";
import type { EscrowOffice } from "./escrow-office.ts";

/** Where a person who wants to look finds the pictures. */
const pictures = process.env.SLUICE_SCREENSHOTS;

function operationAt(method: string, pathname: string) {
  return allOperations.find(
    (op) => op.method === method && new RegExp(`^${op.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(pathname),
  );
}

/** Answers a browser's requests by our Lambdas in this process; where a form's answer leads elsewhere, by what is there. */
function officeAnswers(office: EscrowOffice, cookie: string) {
  return async (route: Route): Promise<void> => {
    const request = route.request();
    const { pathname, search, host } = new URL(request.url());
    const op = operationAt(request.method(), pathname);
    if (!op) return route.fulfill({ status: 404 });
    const { "content-type": type } = request.headers();
    const own = { cookie, host, ...(type !== undefined && { "content-type": type }) };
    const body = request.postData();
    const reply = await office.send(op, {
      ...{ method: request.method(), path: pathname + search },
      headers: { ...own, ...(body !== null && { "sec-fetch-site": "same-origin" }) },
      ...(body !== null && { body }),
    });
    const { location } = reply.headers;
    const next = reply.status === 303 ? operationAt("GET", new URL(location ?? "", request.url()).pathname) : undefined;
    if (!next) return route.fulfill({ status: reply.status, headers: reply.headers, body: reply.text });
    const { pathname: path } = new URL(location ?? "", request.url());
    const shown = await office.send(next, { method: "GET", path, headers: { cookie, host } });
    return route.fulfill({ status: shown.status, headers: shown.headers, body: shown.text });
  };
}

/** A browser with nothing left from before, whose requests the office answers. */
export async function officeContext(
  browser: Browser,
  office: EscrowOffice,
  look: BrowserContextOptions,
  cookie = "",
): Promise<BrowserContext> {
  const context = await browser.newContext(look);
  await context.route("**/*", officeAnswers(office, cookie));
  return context;
}

/** Notes what a page complains about. */
export function troublesOf(page: Page): readonly string[] {
  const troubles: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") troubles.push(message.text());
  });
  return troubles;
}

/** Looks at a page as everybody's pages are looked at: unfolded, without script, as wide as its window, accessible, with one title. */
export async function lookAt(page: Page, name: string): Promise<void> {
  expect(await page.locator("script, [style], [onclick]").count()).toBe(0);
  const folded = page.locator("details:not([open]) > summary");
  while ((await folded.count()) > 0) await folded.first().click();
  if (pictures) {
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
  }
  const width = await page.evaluate("document.documentElement.scrollWidth");
  expect(width, "nothing sticks out at the side").toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
}
