import { html } from "hono/html";
import { localeOf } from "../../contract/shared/locale.ts";
import type { Locale } from "../../domain/core/mail.ts";
import type { Answer } from "../../http/operation-types.ts";
import { frontMessages } from "../site/messages/front.ts";
import { brandedPage } from "../tenants/branded.ts";
import { frontStyle } from "./front-style.ts";
import type { Html } from "./page.ts";

/** Who reads a page, and where from: its way up to the service's root. */
export interface Reading {
  readonly root: string;
  readonly locale: Locale;
}

/** A page's call, as far as who reads it shows. */
export interface PageCall {
  readonly root: string;
  readonly query: { readonly lang?: string | undefined };
  readonly languages: string;
}

/** A call of a page that opens by its link alone. */
export interface LinkCall extends PageCall {
  readonly params: { readonly token: string };
}

export function readingOf({ root, query, languages }: PageCall): Reading {
  return { root, locale: localeOf(query.lang, languages) };
}

/** A link to another page of ours, named from the service's root, in the language that was chosen. */
export function ownLink({ root, locale }: Reading, place: string, text: string, look = ""): Html {
  return html`<a href="${root}${place}?lang=${locale}"${look !== "" && html` class="${look}"`}>${text}</a>`;
}

function list(items: readonly { readonly title: string; readonly text: string }[]): Html[] {
  return items.map(({ title, text }) => html`<li><h3>${title}</h3><p>${text}</p></li>`);
}

/** The front door: what the service does for a business, in plain words. `sandbox` says that no money moves here. */
export function frontPage(reading: Reading, sandbox: boolean): Answer<string> {
  const { root, locale } = reading;
  const messages = frontMessages[locale];
  const { how, rely, know, developers } = messages;
  return brandedPage({
    ...{ ...reading, title: messages.title, style: frontStyle, wide: true, listed: true },
    headers: { "cache-control": "public, max-age=300" },
    main: html`${sandbox && html`<p class="notice warn">${messages.sandbox}</p>`}
<h1 class="hero">${messages.title}</h1>
<p class="lead">${messages.lead}</p>
<p class="row">${ownLink(reading, "signup", messages.ask, "button")}<a class="button second" href="${root}docs">${messages.docs}</a>${ownLink(reading, "overview", messages.overview)}</p>
<h2>${how.title}</h2>
<ol class="steps">${list(how.steps)}</ol>
<h2>${rely.title}</h2>
<ul class="tiles">${list(rely.things)}</ul>
<div class="card"><h2>${know.title}</h2>
<ul>${know.things.map((each) => html`<li>${each}</li>`)}</ul></div>
<h2>${developers.title}</h2>
<p>${developers.text}</p>
<ul class="links"><li><a href="${root}docs">${messages.docs}</a></li><li><a href="${root}docs/openapi.json">${developers.description}</a></li><li><a href="${root}api/v1/capabilities">${developers.capabilities}</a></li></ul>`,
  });
}
