import { html, raw } from "hono/html";
import type { Answer } from "../../http/operation-types.ts";
import type { Html } from "../kit/page.ts";
import { assetPath } from "./assets.ts";
import { type DocsSite, type Guide, guidesOf } from "./guides.ts";

/** What a page of the documentation shows inside the frame of all. */
export interface DocsPage {
  readonly site: DocsSite;
  readonly title: string;
  readonly about: string;
  /** Its own place in the navigation; empty for the first page. */
  readonly slug: string;
  /** The way from its address up to the service's root. */
  readonly root: string;
  readonly main: Html;
  readonly head?: Html;
  /** The page's script brings a main landmark of its own. */
  readonly ownMain?: boolean;
  /** What the policy allows beside our own style and icon. */
  readonly allows?: readonly string[];
  readonly status?: number;
}

/** From the page at hand to another place of the documentation. */
export function placeFrom(root: string, place: string): string {
  return `${root}docs${place === "" ? "" : `/${place}`}`;
}

function headersOf({ allows = [], status = 200 }: DocsPage): Record<string, string> {
  const policy = ["default-src 'none'", "img-src 'self' data:", ...allows];
  if (!allows.some((each) => each.startsWith("style-src"))) policy.push("style-src 'self'");
  policy.push("base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'");
  return {
    "cache-control": status === 200 ? "public, max-age=300" : "no-store",
    "content-security-policy": policy.join("; "),
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
  };
}

function navigation({ site, root, slug }: DocsPage): Html {
  const link = (guide: Guide) =>
    html`<li><a href="${placeFrom(root, guide.slug)}"${guide.slug === slug && html` aria-current="page"`}>${guide.title}</a></li>
`;
  return html`<nav class="places" aria-label="Documentation">
${site.chapters.map(
  ({ title, guides }) => html`<p>${title}</p>
<ul>
${guides.map(link)}</ul>
`,
)}</nav>`;
}

function neighbours({ site, root, slug }: DocsPage): Html | false {
  const guides = guidesOf(site);
  const at = guides.findIndex((guide) => guide.slug === slug);
  if (at < 0) return false;
  const link = (guide: Guide | undefined, rel: string, text: string) =>
    guide && html`<a rel="${rel}" href="${placeFrom(root, guide.slug)}"><small>${text}</small>${guide.title}</a>`;
  return html`<nav class="neighbours" aria-label="Before and after">${link(guides[at - 1], "prev", "Before")}${link(guides[at + 1], "next", "Next")}</nav>`;
}

/** A whole page: no script unless the page says so, nothing from elsewhere, framed nowhere. */
export function docsPage(page: DocsPage): Answer<string> {
  const { site, title, about, root, main, head, slug } = page;
  const place = (name: string) => placeFrom(root, name);
  const tag = raw(page.ownMain ? "div" : "main");
  const body = String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${about}">
<title>${title} · ${site.product}</title>
<link rel="icon" href="${place(assetPath("icon.svg"))}">
<link rel="stylesheet" href="${place(assetPath("docs.css"))}">
${head}</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top"><a class="brand" href="${place("")}"><img src="${place(assetPath("icon.svg"))}" alt="" width="26" height="26">${site.product}</a>
<a href="${place("")}"${slug === "" && html` aria-current="page"`}>Documentation</a></header>
<div class="inside">
${navigation(page)}
<${tag} id="main" class="main" tabindex="-1">
${main}
${neighbours(page)}
</${tag}>
</div>
</body>
</html>
`);
  return { status: page.status ?? 200, body, headers: headersOf(page) };
}
