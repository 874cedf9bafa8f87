import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { axeViolations, looks } from "./browser.ts";
import { endpoints } from "./journey.ts";

/** Where a person who wants to look finds the pictures. */
const pictures = process.env.SLUICE_SCREENSHOTS;

export const phone = { width: 390, height: 844 };

/** What every page fits beside the size that it was opened in. */
const widths = [360, 1280] as const;

/** Transferred bytes that a page may need, its documents left out. */
const budgetBytes = 100_000;

/** What a page needed to be shown. */
interface Weighed {
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds to the first paint; null without script. */
  readonly paintMs: number | null;
}

/** Milliseconds from the request to the first paint, once there was one. */
const firstPaint = `new Promise((done) => {
  const hear = (list) => list.getEntriesByName("first-contentful-paint").forEach((it) => done(it.startTime));
  new PerformanceObserver(hear).observe({ type: "paint", buffered: true });
})`;

const store = new URL(endpoints.awsEndpoint).origin;

/** Whether an address is ours, under whichever brand's name, or the store's. */
function isOurs(url: string): boolean {
  const { protocol, origin, host } = new URL(url);
  return protocol === "data:" || origin === store || isPageHost(host);
}

function isPageHost(host: string): boolean {
  const own = new URL(endpoints.onboardUrl).host;
  return host === own || host.endsWith(`.${own}`) || host === new URL(endpoints.kytUrl).host;
}

/** Somebody at a browser who walks through our pages; each page that they see is looked at from all sides. */
export class Walk {
  readonly page: Page;
  /** Console errors but for refused forms, exceptions, and requests that went astray. */
  readonly troubles: string[] = [];
  readonly weighed: Weighed[] = [];
  readonly #scripted: boolean;
  #transferred: Promise<number>[] = [];

  private constructor(page: Page, isScripted: boolean) {
    this.page = page;
    this.#scripted = isScripted;
    page.on("console", (message) => {
      const isRefusal = / 4\d\d /.test(message.text());
      if (message.type() === "error" && !isRefusal) this.troubles.push(message.text());
    });
    page.on("pageerror", (error) => this.troubles.push(String(error)));
    page.on("request", (request) => {
      if (!isOurs(request.url())) this.troubles.push(`asked ${request.url()}`);
      if (request.isNavigationRequest() && request.redirectedFrom() === null) this.#transferred = [];
    });
    page.on("requestfinished", (request) => {
      // A page that follows something asks again and again.
      if (request.resourceType() === "fetch") return;
      const weigh = async () => {
        const { responseHeadersSize, responseBodySize } = await request.sizes();
        return responseHeadersSize + responseBodySize;
      };
      this.#transferred.push(weigh().catch(() => 0));
    });
  }

  /** Arrives with nothing in any cache. */
  static async starts(browser: Browser, more: BrowserContextOptions = {}): Promise<Walk> {
    const context = await browser.newContext({ viewport: phone, locale: "en-US", ...more });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const session = await context.newCDPSession(page);
    await session.send("Network.setCacheDisabled", { cacheDisabled: true });
    return new Walk(page, more.javaScriptEnabled !== false);
  }

  async press(name: string | RegExp): Promise<void> {
    await this.page.getByRole("button", { name }).first().click();
  }

  /** Takes the troubles of a connection that the test has cut. */
  forgives(): void {
    for (const each of this.troubles.splice(0)) expect(each).toMatch(/ERR_|chrome-error/);
  }

  /** What the page says. */
  reads(): Promise<string> {
    return this.page.locator("main").innerText();
  }

  heading(): Promise<string> {
    return this.page.getByRole("heading", { level: 1 }).innerText();
  }

  /** Weighs the page, and holds that it fits and is accessible. */
  async sees(name: string): Promise<void> {
    await this.weighs(name);
    await this.looks(name);
  }

  /** Holds that the page, as it stands now, fits each width and is accessible in the look of this run. */
  async looks(name: string): Promise<void> {
    const { page } = this;
    await this.picture(name);
    for (const width of this.#scripted ? widths : []) {
      await page.setViewportSize({ width, height: 800 });
      const wide = `${name}, ${width} wide`;
      expect(await page.evaluate("document.documentElement.scrollWidth"), wide).toBeLessThanOrEqual(width);
      for (const [look, { viewport, colorScheme }] of looks.filter((each) => each[1].viewport.width === width)) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        expect(await axeViolations(page), `${name} on ${look}`).toEqual([]);
      }
    }
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize(phone);
  }

  /** Weighs the page as it was opened. */
  async weighs(name: string): Promise<void> {
    await this.page.waitForLoadState("load");
    const sizes = await Promise.all(this.#transferred);
    const bytes = sizes.reduce((sum, each) => sum + each, 0);
    const paintMs = this.#scripted ? ((await this.page.evaluate(firstPaint)) as number) : null;
    expect(bytes, `${name} has been weighed`).toBeGreaterThan(0);
    expect(bytes, `transferred for ${name}`).toBeLessThan(budgetBytes);
    this.weighed.push({ name, bytes, paintMs });
  }

  async picture(name: string): Promise<void> {
    if (!pictures) return;
    mkdirSync(pictures, { recursive: true });
    await this.page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
  }

  /** Ends the walk, and prints what its pages weighed. */
  async ends(): Promise<void> {
    expect(this.troubles).toEqual([]);
    await this.page.context().close();
    const reply = this.weighed.map(
      ({ name, bytes, paintMs }) =>
        `${name} ${(bytes / 1000).toFixed(1)} KB${paintMs === null ? "" : ` in ${Math.round(paintMs)} ms`}`,
    );
    if (reply.length > 0) console.log(`pages, transferred and first painted: ${reply.join("; ")}`);
  }
}
