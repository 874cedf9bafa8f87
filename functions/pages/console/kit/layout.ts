import { html } from "hono/html";
import { flashMessages } from "../../../contract/console/schemas.ts";
import { operatorName } from "../../../domain/core/operator.ts";
import type { Answer } from "../../../http/operation-types.ts";
import { settings } from "../../../wiring/core/env.ts";
import { pageScript } from "../../browser/scripts.ts";
import type { Html } from "../../kit/page.ts";
import { errorSummary, formField } from "./form.ts";
import { stylePath } from "./style.ts";
import { notice } from "./text.ts";
import { type Content, href, mayOpen, type View } from "./view.ts";

/** With the policy below: no script but the console's own where a page says it needs it, nothing from anywhere else, nothing framed, forms to ourselves alone but for what a page says, nothing told to other sites, kept in no cache. */
const pageHeaders: Readonly<Record<string, string>> = {
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex",
};

function policy({ formsTo, script }: Content): string {
  const formAction = `form-action 'self'${formsTo === undefined ? "" : ` ${formsTo}`}`;
  const scripts = script === undefined ? "" : " script-src 'self';";
  return `default-src 'none';${scripts} style-src 'self'; img-src 'self' data:; base-uri 'none'; ${formAction}; frame-ancestors 'none'`;
}

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3.5" fill="#0b6e75"/><path d="M3 6.2c2-1.8 3.3-1.8 5 0s3 1.8 5 0M3 10.4c2-1.8 3.3-1.8 5 0s3 1.8 5 0" fill="none" stroke="#fff" stroke-width="1.6" stroke-linecap="round"/></svg>',
)}`;

/** What differs between the two products' consoles. */
interface Site {
  readonly name: string;
  /** Its places, in the order of a working day; `also` is how other pages begin that belong to one. */
  readonly places: readonly (readonly [place: string, name: string, also?: string])[];
  readonly search: { readonly label: string; readonly placeholder: string };
}

const sites: Readonly<Record<typeof settings.SERVICE, Site>> = {
  rails: {
    name: "sluice",
    places: [
      ["", "Overview"],
      ["review", "Review queue"],
      ["approvals", "Approvals"],
      ["invoices", "Invoices", "credit-notes"],
      ["settlements", "Settlements"],
      ["escrows", "Escrows"],
      ["disputes/alerts", "Disputes"],
      ["reserves", "Reserves"],
      ["recon", "Books", "fee-sweeps"],
      ["deliveries", "Deliveries"],
      ["tenants", "Tenants"],
      ["people/applications", "People", "privacy"],
      ["flags", "Flags"],
      ["audit", "Audit trail"],
      ["operators", "Operators"],
    ],
    search: {
      label: "Find by id, invoice number, reference, hash or wallet",
      placeholder: "Id, invoice, reference, hash, wallet",
    },
  },
  screening: {
    name: "sluice screening",
    places: [
      ["", "Overview"],
      ["requests", "Requests"],
      ["accounts", "Accounts"],
      ["own-lists", "Own lists"],
      ["screens", "Screens"],
      ["monitors", "Monitors"],
      ["lists", "Lists"],
      ["audit", "Audit trail"],
      ["operators", "Operators"],
    ],
    search: { label: "Find by id, account’s name, wallet or reference", placeholder: "Id, name, wallet, reference" },
  },
};

const site = sites[settings.SERVICE];

const current = html` aria-current="page"`;

/** How the address of a page begins below the console's own. */
function beginningOf({ path }: View): string {
  return path.split("/")[2] ?? "";
}

function navigation(view: View): Html {
  const here = beginningOf(view);
  const link = ([place, name, also]: (typeof site.places)[number]) =>
    mayOpen(view, place) &&
    html`<li><a href="${href(view, place)}"${[place.split("/")[0], also].includes(here) ? current : ""}>${name}</a></li>`;
  return html`<nav aria-label="Console"><ul>${site.places.map(link)}</ul></nav>`;
}

function searchForm(view: View): Html {
  return html`<form class="search" role="search" action="${href(view, "search")}"><label class="hidden" for="search">${site.search.label}</label><input id="search" name="q" type="search" placeholder="${site.search.placeholder}" maxlength="256" autocomplete="off"><button class="quiet">Find</button></form>`;
}

function header(view: View): Html {
  const signedIn =
    view.actor !== null &&
    html`<div class="who"><span>Signed in as <b dir="auto"><a href="${href(view, "sessions")}"${["sessions", "passkeys"].includes(beginningOf(view)) ? current : ""}>${operatorName(view.actor)}</a></b></span>
<form method="post" action="${href(view, "sign-out")}">${formField(view)}<button class="quiet">Sign out</button></form></div>`;
  return html`<header class="top">
<a class="brand" href="${href(view, "")}"><svg viewBox="0 0 16 16" width="26" height="26" aria-hidden="true"><rect width="16" height="16" rx="3.5"/><path d="M3 6.2c2-1.8 3.3-1.8 5 0s3 1.8 5 0M3 10.4c2-1.8 3.3-1.8 5 0s3 1.8 5 0"/></svg>${site.name}</a>
<span class="stage stage-${view.live ? "prod" : "test"}">${view.stage}</span>
${view.actor !== null && searchForm(view)}
${signedIn}
</header>`;
}

function consolePage(view: View, { title, main, script }: Content): string {
  const wrong = view.problem ? "Error: " : "";
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${wrong}${title} · ${site.name}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${view.root}${stylePath}">${
    script &&
    html`
<script type="module" src="${href(view, `script/${pageScript(script).file}`)}"></script>`
  }
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${header(view)}
<div class="${view.actor === null ? "outside" : "inside"}">
${view.actor !== null && navigation(view)}
<main id="main" tabindex="-1">
${view.problem && errorSummary(view.problem)}
${view.done && notice(flashMessages[view.done])}
${main}
</main>
</div>
</body>
</html>
`);
}

export function htmlAnswer(view: View, content: Content, more: Partial<Answer<string>> = {}): Answer<string> {
  const headers = { ...pageHeaders, "content-security-policy": policy(content), ...more.headers };
  return { ...more, body: consolePage(view, content), headers };
}
