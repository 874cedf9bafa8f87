import { html } from "hono/html";
import { type ApiVersions, apiVersions, newestOf } from "../../domain/core/api-version.ts";
import type { Answer } from "../../http/operation-types.ts";
import type { Html } from "../kit/page.ts";
import { assetPath } from "./assets.ts";
import { errorPageText } from "./error-page.ts";
import { type DocsSite, errorsSlug, guidesOf, reference } from "./guides.ts";
import { guideText } from "./include.ts";
import { docsPage, placeFrom } from "./layout.ts";
import { type RenderedPage, renderMarkdown } from "./markdown.ts";
import { versionList, versionsPlace } from "./version-list.ts";

const read = new Map<string, RenderedPage>();

function contentOf(site: DocsSite, slug: string, versions: ApiVersions): RenderedPage {
  const place = `${site.folder}/${slug}/${newestOf(versions)}`;
  const content = read.get(place) ?? renderMarkdown(textOf(site, slug, versions));
  read.set(place, content);
  return content;
}

function textOf(site: DocsSite, slug: string, versions: ApiVersions): string {
  if (slug === errorsSlug) return errorPageText(site);
  return guideText(site, slug).replace(versionsPlace, () => versionList(versions));
}

export function firstPage(site: DocsSite, root: string): Answer<string> {
  const { lead, begin, chapters } = site;
  const main = html`<h1>Documentation</h1>
<p class="lead">${lead} Begin with the <a href="${placeFrom(root, begin.slug)}">quick start</a>: ${begin.words} and no account.</p>
${chapters.map(
  ({ title, guides: all }) => html`<h2>${title}</h2>
<ul class="cards">${all.map(
    ({ slug, title: name, about }) => html`<li><a href="${placeFrom(root, slug)}">${name}</a><p>${about}</p></li>
`,
  )}</ul>
`,
)}`;
  return docsPage({ ...{ site, title: "Documentation", about: `How to use ${site.product}.`, slug: "", root, main } });
}

function onThisPage(headings: RenderedPage["headings"]): Html | false {
  if (headings.length < 3) return false;
  return html`<details class="contents"><summary>On this page</summary>
<ul>${headings.map(
    ({ id, text }) => html`<li><a href="#${id}">${text}</a></li>
`,
  )}</ul></details>`;
}

/** A guide; undefined where there is none of that name. */
export function guidePage(
  site: DocsSite,
  root: string,
  slug: string,
  versions: ApiVersions = apiVersions,
): Answer<string> | undefined {
  const guide = guidesOf(site).find((each) => each.slug === slug && slug !== reference);
  if (!guide) return undefined;
  const { main, headings } = contentOf(site, slug, versions);
  return docsPage({
    ...{ ...guide, site, root },
    main: html`<h1>${guide.title}</h1>
${onThisPage(headings)}
${main}`,
  });
}

/** The API reference, drawn from the OpenAPI document by Swagger UI; inline styles are what it needs, inline script nothing. */
export function referencePage(site: DocsSite, root: string): Answer<string> {
  const place = (name: string) => placeFrom(root, name);
  const head = html`<link rel="stylesheet" href="${place(assetPath("renderer.css"))}">
<link rel="stylesheet" href="${place(assetPath("reference.css"))}">
<script src="${place(assetPath("renderer.js"))}" defer></script>
<script src="${place(assetPath("reference.js"))}" type="module"></script>
`;
  const main = html`<section aria-labelledby="about"><h1 id="about">API reference</h1>
<p>Version 0.2.0. <a href="${place("openapi.json")}">The OpenAPI 3.1 document</a> says the same to programs; what a refusal means is under <a href="${place("errors")}">Errors</a>.</p>
<noscript><p>This page draws <a href="${place("openapi.json")}">the document</a> with a script, which your browser does not run.</p></noscript>
<h2>Routes</h2></section>
<div id="reference" data-document="${place("openapi.json")}"></div>
<footer><small>Drawn by Swagger UI, under the Apache License 2.0.</small></footer>`;
  return docsPage({
    site,
    title: "API reference",
    about: "Every route, its fields, replies and examples.",
    ...{ slug: reference, root, main, head, ownMain: true },
    allows: ["script-src 'self'", "connect-src 'self'", "style-src 'self' 'unsafe-inline'"],
  });
}

const strayTitles: Readonly<Record<number, string>> = {
  405: "This page can only be read",
  500: "Something went wrong",
};

/** What stands where there is no page, and where something of ours went wrong. */
export function notFoundPage(site: DocsSite, root: string, status: number, requestId: string): Answer<string> {
  const title = strayTitles[status] ?? "There is no such page";
  const main = html`<h1>${title}</h1>
<p>What there is: <a href="${placeFrom(root, "")}">the documentation's first page</a>.</p>
<p class="soft"><small>Request <code>${requestId}</code></small></p>`;
  return docsPage({ site, title, about: title, slug: "stray", root, main, status });
}
