import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import document from "../../../docs/openapi.json" with { type: "json" };
import screeningDocument from "../../../docs/openapi.screening.json" with { type: "json" };
import { allScreeningOperations } from "../../../functions/contract/screening.ts";
import { refusalsOf, statusOf } from "../../../functions/http/problem.ts";
import { type DocsSite, guidesOf, railsSite } from "../../../functions/pages/docs/guides.ts";
import { handler as rails } from "../../../functions/pages/docs/handler.ts";
import { renderMarkdown } from "../../../functions/pages/docs/markdown.ts";
import { handler as screening } from "../../../functions/pages/docs/screening-docs.ts";
import { screeningSite } from "../../../functions/pages/docs/screening-site.ts";
import { listen } from "../../support/runner/deployed.ts";
import { eventOf } from "../../support/runner/lambdas.ts";

const hush = listen(() => undefined);

afterAll(hush);

type Paths = Readonly<Record<string, Record<string, object>>>;

/** A product's documentation as its door gives it. */
class Documentation {
  readonly site: DocsSite;
  readonly paths: readonly string[];
  /** Fragments by which the renderer opens an operation. */
  readonly operations: readonly string[];
  readonly #handler: typeof rails;
  readonly #pages = new Map<string, Awaited<ReturnType<Documentation["got"]>>>();

  private constructor(site: DocsSite, handler: typeof rails, paths: Paths) {
    this.site = site;
    this.#handler = handler;
    this.paths = ["/docs", ...guidesOf(site).map(({ slug }) => `/docs/${slug}`)];
    this.operations = Object.values(paths)
      .flatMap((methods) => Object.values(methods) as { tags?: string[]; operationId?: string }[])
      .map(({ tags, operationId }) => `/${encodeURIComponent(tags?.[0] ?? "")}/${operationId}`);
  }

  static async of(site: DocsSite, handler: typeof rails, paths: Paths): Promise<Documentation> {
    const made = new Documentation(site, handler, paths);
    for (const path of made.paths) made.#pages.set(path, await made.got(path));
    return made;
  }

  async got(path: string, method = "GET") {
    const { statusCode, headers, body, isBase64Encoded } = await this.#handler(eventOf({ method, path, headers: {} }));
    const bytes = Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
    return { status: statusCode, headers: headers ?? {}, bytes, text: bytes.toString("utf8") };
  }

  page(path: string) {
    return this.#pages.get(path);
  }

  textOf(path: string): string {
    return this.page(path)?.text ?? "";
  }

  /** Where the links of a page lead, as a browser would follow them under the gateway's own prefix. */
  linksOf(path: string): URL[] {
    const here = `https://docs.example/live${path}`;
    return [...this.textOf(path).matchAll(/ (?:href|src|data-document)="([^"]+)"/g)].map(
      ([, to = ""]) => new URL(to.replaceAll("&amp;", "&"), here),
    );
  }

  idsOf(path: string): string[] {
    return [...this.textOf(path).matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);
  }
}

const products = [
  ["the rails", await Documentation.of(railsSite, rails, document.paths as Paths)],
  ["the screening interface", await Documentation.of(screeningSite, screening, screeningDocument.paths as Paths)],
] as const;

const everyPage = products.flatMap(([product, docs]) => docs.paths.map((path) => [product, path, docs] as const));

describe.each(everyPage)("of %s the page %s", (_, path, docs) => {
  test("is a whole page that nobody may frame, with a policy that names nobody else", () => {
    const { status, headers, text } = docs.page(path) ?? {};
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "public, max-age=300",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
    const policy = String(headers?.["content-security-policy"]);
    for (const part of ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/unsafe-eval|https?:|blob:|\*|script-src[^;]*unsafe/);
    if (path !== "/docs/api") expect(policy).not.toMatch(/script-src|unsafe/);
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(text?.match(/<h1[ >]/g)).toHaveLength(1);
    expect(text).toContain('<a class="skip" href="#main">');
    expect(text).not.toMatch(/<script>|<style|\sstyle=|\son\w+=/);
  });

  test("links only to what is there", () => {
    for (const url of docs.linksOf(path)) {
      if (url.origin !== "https://docs.example") {
        expect(url.protocol).toBe("https:");
        continue;
      }
      const to = url.pathname.replace(/^\/live/, "");
      if (to.startsWith("/docs/assets/") || to === "/docs/openapi.json") continue;
      expect(docs.paths, `${url} on ${path}`).toContain(to);
      const fragment = decodeURIComponent(url.hash.slice(1));
      if (fragment === "") continue;
      if (to === "/docs/api" && fragment !== "main")
        expect(docs.operations, `${url} on ${path}`).toContain(url.hash.slice(1));
      else expect(docs.idsOf(to), `${url} on ${path}`).toContain(fragment);
    }
  });

  test("has every id once, and nothing of the repository", () => {
    const ids = docs.idsOf(path);
    expect(ids).toEqual([...new Set(ids)]);
    expect(docs.textOf(path)).not.toMatch(/docs\/[\w-]+\.md|functions\/|statemachines\/|\{\{/);
  });

  test("brings its files compressed, under names that change with what is in them", async () => {
    const files = docs.linksOf(path).filter(({ pathname }) => pathname.includes("/assets/"));
    expect(files.length).toBeGreaterThan(1);
    for (const { pathname } of files) {
      const { status, headers, bytes } = await docs.got(pathname.replace(/^\/live/, ""));
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        "cache-control": "public, max-age=31536000, immutable",
        "content-encoding": "gzip",
        "content-type": expect.stringMatching(/^(text\/(css|javascript)|image\/svg\+xml)/),
      });
      const hash = createHash("sha256").update(gunzipSync(bytes)).digest("base64url").slice(0, 16);
      expect(pathname).toContain(`.${hash}.`);
    }
  });
});

const unmatched = ["/docs/nowhere", "/docs/UPPER", "/docs/..%2f", "/docs/assets", "/docs/stray", "/docs/a/b", "/docs/"];

const noAssets = ["docs.AAAAAAAAAAAAAAAA.css", "constructor.AAAAAAAAAAAAAAAA.js", "x.css", "..%2findex.mjs"];

describe.each(products)("the documentation of %s", (_, docs) => {
  test("names every page in the navigation of every other", () => {
    for (const path of docs.paths) {
      const named = docs.linksOf(path).map(({ pathname }) => pathname.replace(/^\/live/, ""));
      expect(named).toEqual(expect.arrayContaining([...docs.paths]));
    }
  });

  test.each(unmatched)("has no %s, and says so on a page", async (path) => {
    const { status, headers, text } = await docs.got(path);
    expect(status).toBe(404);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
    });
    expect(text).toContain("There is no such page");
    expect(text).not.toContain("nowhere");
    const style = / href="([^"]+\.css)"/.exec(text)?.[1] ?? "";
    expect(new URL(style, `https://docs.example/live${path}`).pathname).toMatch(/^\/live\/docs\/assets\//);
  });

  test("says on a page that it can only be read", async () => {
    const { status, headers, text } = await docs.got("/docs", "DELETE");
    expect(status).toBe(405);
    expect(headers.allow).toBe("GET, HEAD");
    expect(text).toContain("This page can only be read");
  });

  test.each(noAssets)("has no asset %s", async (file) => {
    const { status, headers } = await docs.got(`/docs/assets/${file}`);
    expect(status).toBe(404);
    expect(headers["cache-control"]).toBe("no-store");
  });

  const errors = "/docs/errors";

  test.each(docs.site.codes.map((code) => [code] as const))("says why %s comes and what to do", (code) => {
    expect(docs.idsOf(errors)).toContain(code);
    const found = new RegExp(`<h3 id="${code}">(.*?)(?=<h[23] |</main>)`, "s").exec(docs.textOf(errors));
    const [, cause = "", remedy = ""] =
      /<p>(.*?)<\/p>\s*<p><strong>What to do\.<\/strong> (.*?)<\/p>/s.exec(found?.[1] ?? "") ?? [];
    expect(cause.length).toBeGreaterThan(15);
    expect(remedy.length).toBeGreaterThan(10);
  });

  test("has each code under its status", () => {
    const text = docs.textOf(errors);
    for (const code of docs.site.codes) {
      const before = text.slice(0, text.indexOf(`<h3 id="${code}"`));
      const status = [...before.matchAll(/<h2 id="(\d{3})-/g)].at(-1)?.[1];
      expect(status, code).toBe(String(statusOf[code]));
    }
  });
});

test("the screening interface's codes are those that its contract and its frame can give, each once", () => {
  const frame = ["route_not_found", "method_not_allowed"];
  const given = new Set([...allScreeningOperations.flatMap(refusalsOf), ...frame]);
  expect(screeningSite.codes.toSorted()).toEqual([...given].toSorted());
});

test("what a guide writes as HTML is shown, and runs nowhere", () => {
  const written =
    "<script>alert(1)</script>\n\ntext <img src=x onerror=alert(1)> `<b>`\n\n```js\n</code><script>\n```\n";
  expect(String(renderMarkdown(written).main)).not.toMatch(/<(script|img|b)[ >]/);
});
