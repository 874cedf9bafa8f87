import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import document from "../../docs/openapi.json" with { type: "json" };
import { refusalCodes } from "../../functions/domain/refusal.ts";
import { statusOf } from "../../functions/http/problem.ts";
import { guides } from "../../functions/pages/docs/guides.ts";
import { rendered } from "../../functions/pages/docs/markdown.ts";
import { handler } from "../../functions/pages/docs.ts";
import { listen } from "../support/deployed.ts";
import { eventOf } from "../support/lambdas.ts";

const hush = listen(() => undefined);

afterAll(hush);

const paths = ["/docs", ...guides.map(({ slug }) => `/docs/${slug}`)];

async function got(path: string) {
  const { statusCode, headers, body, isBase64Encoded } = await handler(
    eventOf({ method: "GET", path, headers: {} }),
  );
  const bytes = Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
  return { status: statusCode, headers: headers ?? {}, bytes, text: bytes.toString("utf8") };
}

const pages = new Map(await Promise.all(paths.map(async (path) => [path, await got(path)] as const)));

function textOf(path: string): string {
  return pages.get(path)?.text ?? "";
}

/** Where the links of a page lead, as a browser would follow them under the gateway's own prefix. */
function linksOf(path: string): URL[] {
  const here = `https://docs.example/live${path}`;
  return [...textOf(path).matchAll(/ (?:href|src|data-document)="([^"]+)"/g)].map(
    ([, to = ""]) => new URL(to.replaceAll("&amp;", "&"), here),
  );
}

function idsOf(path: string): string[] {
  return [...textOf(path).matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);
}

/** Fragments by which the renderer opens an operation. */
const operations = Object.values(document.paths as Record<string, Record<string, object>>)
  .flatMap((methods) => Object.values(methods) as { tags?: string[]; operationId?: string }[])
  .map(({ tags, operationId }) => `/${encodeURIComponent(tags?.[0] ?? "")}/${operationId}`);

describe.each(paths)("the page %s", (path) => {
  test("is a whole page that nobody may frame, with a policy that names nobody else", () => {
    const { status, headers, text } = pages.get(path) ?? {};
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "public, max-age=300",
      "referrer-policy": "no-referrer",
      "strict-transport-security": expect.stringContaining("max-age=31536000"),
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
    const policy = String(headers?.["content-security-policy"]);
    for (const part of [
      "default-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/unsafe-eval|https?:|blob:|\*|script-src[^;]*unsafe/);
    if (path !== "/docs/api") expect(policy).not.toMatch(/script-src|unsafe/);
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(text?.match(/<h1[ >]/g)).toHaveLength(1);
    expect(text).toContain('<a class="skip" href="#main">');
    expect(text).not.toMatch(/<script>|<style|\sstyle=|\son\w+=/);
  });

  test("links only to what is there", () => {
    for (const url of linksOf(path)) {
      if (url.origin !== "https://docs.example") {
        expect(url.protocol).toBe("https:");
        continue;
      }
      const to = url.pathname.replace(/^\/live/, "");
      if (to.startsWith("/docs/assets/") || to === "/docs/openapi.json") continue;
      expect(paths, `${url} on ${path}`).toContain(to);
      const fragment = decodeURIComponent(url.hash.slice(1));
      if (fragment === "") continue;
      if (to === "/docs/api" && fragment !== "main")
        expect(operations, `${url} on ${path}`).toContain(url.hash.slice(1));
      else expect(idsOf(to), `${url} on ${path}`).toContain(fragment);
    }
  });

  test("has every id once, and nothing of the repository", () => {
    const ids = idsOf(path);
    expect(ids).toEqual([...new Set(ids)]);
    expect(textOf(path)).not.toMatch(/docs\/[\w-]+\.md|functions\/|statemachines\/|\{\{/);
  });

  test("brings its files compressed, under names that change with what is in them", async () => {
    const files = linksOf(path).filter(({ pathname }) => pathname.includes("/assets/"));
    expect(files.length).toBeGreaterThan(1);
    for (const { pathname } of files) {
      const { status, headers, bytes } = await got(pathname.replace(/^\/live/, ""));
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

test("every page is named in the navigation of every other", () => {
  for (const path of paths) {
    const named = linksOf(path).map(({ pathname }) => pathname.replace(/^\/live/, ""));
    expect(named).toEqual(expect.arrayContaining(paths));
  }
});

test.each([
  "/docs/nowhere",
  "/docs/UPPER",
  "/docs/..%2f",
  "/docs/assets",
  "/docs/stray",
  "/docs/a/b",
  "/docs/",
])("%s is a page that says there is none", async (path) => {
  const { status, headers, text } = await got(path);
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

test.each(["docs.AAAAAAAAAAAAAAAA.css", "constructor.AAAAAAAAAAAAAAAA.js", "x.css", "..%2findex.mjs"])(
  "an asset that there is none of is not found: %s",
  async (file) => {
    const { status, headers } = await got(`/docs/assets/${file}`);
    expect(status).toBe(404);
    expect(headers["cache-control"]).toBe("no-store");
  },
);

describe("the errors' page", () => {
  const text = textOf("/docs/errors");

  test.each(refusalCodes.map((code) => [code] as const))("says why %s comes and what to do", (code) => {
    expect(idsOf("/docs/errors")).toContain(code);
    const [, entry = ""] = new RegExp(`<h3 id="${code}">(.*?)(?=<h[23] |</main>)`, "s").exec(text) ?? [];
    const [, cause = "", remedy = ""] =
      /<p>(.*?)<\/p>\s*<p><strong>What to do\.<\/strong> (.*?)<\/p>/s.exec(entry) ?? [];
    expect(cause.length).toBeGreaterThan(15);
    expect(remedy.length).toBeGreaterThan(10);
  });

  test("has each under its status", () => {
    for (const code of refusalCodes) {
      const before = text.slice(0, text.indexOf(`<h3 id="${code}"`));
      const status = [...before.matchAll(/<h2 id="(\d{3})-/g)].at(-1)?.[1];
      expect(status, code).toBe(String(statusOf[code]));
    }
  });
});

test("what a guide writes as HTML is shown, and runs nowhere", () => {
  const written =
    "<script>alert(1)</script>\n\ntext <img src=x onerror=alert(1)> `<b>`\n\n```js\n</code><script>\n```\n";
  expect(String(rendered(written).main)).not.toMatch(/<(script|img|b)[ >]/);
});
