import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { endpoints } from "./journey.ts";

/** Where a person who wants to look finds the pictures. */
const pictures = process.env.SLUICE_SCREENSHOTS;

/** An operator at a browser. Scripts are off unless a test needs them: the console must not. */
export class OperatorAtWork {
  readonly page: Page;
  /** Console errors, exceptions and requests that failed or went elsewhere. */
  readonly troubles: string[] = [];
  readonly #host: string;

  private constructor(page: Page, host: string) {
    this.page = page;
    this.#host = host;
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") this.troubles.push(message.text());
    });
    page.on("pageerror", (error) => this.troubles.push(String(error)));
    page.on("requestfailed", (request) => this.troubles.push(`${request.url()} failed`));
    page.on("request", (request) => {
      if (!/^(http:\/\/localhost:\d+\/console|data:)/.test(request.url())) this.troubles.push(request.url());
    });
  }

  /** Opens a browser of somebody who is not signed in, at the rails' console unless another host is named. */
  static async arrives(
    browser: Browser,
    more: BrowserContextOptions = {},
    host = endpoints.apiUrl,
  ): Promise<OperatorAtWork> {
    const context = await browser.newContext({ javaScriptEnabled: false, acceptDownloads: true, ...more });
    return new OperatorAtWork(await context.newPage(), host);
  }

  /** Signs in as the first or the second operator. */
  static async signsIn(
    browser: Browser,
    which: 0 | 1,
    more: BrowserContextOptions = {},
    host = endpoints.apiUrl,
  ): Promise<OperatorAtWork> {
    const operator = await OperatorAtWork.arrives(browser, more, host);
    await operator.open("");
    await operator.page.getByLabel("Your operator token").fill(endpoints.operators[which]?.token ?? "");
    await operator.press("Sign in");
    expect(await operator.page.title()).toMatch(/^Overview · sluice/);
    return operator;
  }

  /** Opens a place of the console. */
  async open(place: string): Promise<number> {
    const reply = await this.page.goto(`${this.#host}/console${place === "" ? "" : `/${place}`}`);
    return reply?.status() ?? 0;
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole("button", { name, exact: true }).first().click();
  }

  /** Opens what is folded away under this name. */
  async unfold(name: string): Promise<void> {
    await this.page.locator("summary", { hasText: name }).first().click();
  }

  async follow(name: string): Promise<void> {
    await this.page.getByRole("link", { name, exact: true }).first().click();
  }

  /** What the page says. */
  async reads(): Promise<string> {
    return this.page.locator("main").innerText();
  }

  async picture(name: string): Promise<void> {
    if (!pictures) return;
    mkdirSync(pictures, { recursive: true });
    await this.page.screenshot({ path: join(pictures, `console ${name}.png`), fullPage: true });
  }

  async leaves(): Promise<void> {
    await this.page.context().close();
  }
}
