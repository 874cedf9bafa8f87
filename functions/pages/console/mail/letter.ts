import { html } from "hono/html";
import { getLetter } from "../../../app/mail/reads.ts";
import { tenantNames } from "../../../app/tenants/names.ts";
import { siblingId } from "../../../domain/core/id.ts";
import { platform } from "../../../domain/core/operator.ts";
import { Refusal } from "../../../domain/core/refusal.ts";
import type { MailWithLetter } from "../../../domain/mail/mail-view.ts";
import type { Answer } from "../../../http/operation-types.ts";
import { settings } from "../../../wiring/core/env.ts";
import type { Html } from "../../kit/page.ts";
import { code, facts, moment, section, trail } from "../kit/components.ts";
import { type Content, href, type View } from "../kit/view.ts";
import { letterBadge, letterWords, localeWords } from "../onboarding/people-labels.ts";
import type { PeopleDesk } from "../people-context.ts";

/** The page of what a letter is about. */
function aboutLink(view: View, about: string): Html {
  const link = (...place: [place: string, query?: Record<string, string>]) =>
    html`<a href="${href(view, ...place)}">${code(about)}</a>`;
  if (about.startsWith("kyb_")) return link(`people/applications/${about}`);
  if (about.startsWith("pay_")) return link(`settlements/${siblingId(about, "stl")}`);
  return link("audit", { subject: about });
}

/** A letter's text with its links to be followed. */
function linked(text: string): Html {
  const pieces = text.split(/(https?:\/\/[^\s<>"]+)/);
  return html`<pre dir="auto" class="words">${pieces.map((piece, at) => (at % 2 === 1 ? html`<a href="${piece}" rel="noreferrer">${piece}</a>` : piece))}</pre>`;
}

function saidSection(view: View, { id, letter }: MailWithLetter): Html {
  if (letter === null)
    return section(
      "What it said",
      html`<p class="empty">It is not kept. Letters are kept for 30 days where they are not sent, in a sandbox.</p>`,
    );
  const { fromName, replyTo, subject, text } = letter;
  return section(
    "What it said",
    facts([
      ["From", fromName],
      ["Answers go to", replyTo],
      ["Subject", subject],
    ]),
    linked(text),
    html`<p><a class="button" href="${href(view, `people/letters/${id}/html`)}">See it as its reader does</a></p>`,
  );
}

/** A letter: whom it went to about what, what became of it, and what it said where that is kept. */
export async function letterPage(desk: PeopleDesk, view: View, id: string): Promise<Content> {
  const found = await getLetter(desk, id);
  const { template, to, locale, status, attempts, messageId, reason, tenantId } = found;
  const tenant =
    tenantId !== platform &&
    html`<a href="${href(view, `tenants/${tenantId}`)}" dir="auto">${(await tenantNames(desk, [tenantId])).get(tenantId) ?? tenantId}</a>`;
  return {
    title: letterWords[template],
    main: html`${trail(view, [["people/letters", "Letters"]])}
<div class="head"><h1>${letterWords[template]}</h1>${letterBadge(status)}</div>
${section(
  "What became of it",
  facts([
    ["Letter", code(id)],
    ["To", to],
    ["About", aboutLink(view, found.about)],
    ["Tenant", tenant || "none"],
    ["Language", localeWords[locale]],
    ["Begun", `${attempts} ${attempts === 1 ? "time" : "times"}`],
    ["Why", reason],
    ["Mail service’s name of it", messageId && code(messageId)],
    ["Asked for", moment(found.createdAt)],
    ["Changed", moment(found.updatedAt)],
  ]),
)}
${saidSection(view, found)}`,
  };
}

/** Hosts that logos in letters come from: ours, and on one machine those of brands. */
function picturesFrom(): string {
  const { ONBOARD_URL, BRAND_DOMAINS, LOCAL } = settings;
  const ours = URL.parse(ONBOARD_URL)?.origin;
  const brands = BRAND_DOMAINS.map((host) => `https://${host}`);
  return [...(ours === undefined ? [] : [ours]), ...brands, ...(LOCAL ? ["http://*.localhost:*"] : [])].join(
    " ",
  );
}

/** A kept letter by itself. A mail client styles and limits it, here a sandbox without script, forms or our origin does: its links work, and nothing else. */
export async function letterHtml(desk: PeopleDesk, id: string): Promise<Answer<string>> {
  const { letter } = await getLetter(desk, id);
  if (letter === null) throw new Refusal("not_found", "what this letter said is not kept");
  const policy = [
    "default-src 'none'",
    `img-src ${picturesFrom() || "'none'"}`,
    // Letters carry their style at each element, as mail clients ask.
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "sandbox",
  ].join("; ");
  const headers = {
    "content-security-policy": policy,
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "x-robots-tag": "noindex",
    "cross-origin-opener-policy": "same-origin",
  };
  return { body: letter.html, headers };
}
