import { html } from "hono/html";
import { getLetter, listLetters } from "../../../app/mail/reads.ts";
import { consolePeopleOperations } from "../../../contract/console/console-people.ts";
import { siblingId } from "../../../domain/core/id.ts";
import { platform } from "../../../domain/core/operator.ts";
import { Refusal } from "../../../domain/core/refusal.ts";
import { spokenLabel } from "../../../domain/disputes/labels.ts";
import type { MailWithLetter } from "../../../domain/mail/mail-view.ts";
import type { Answer } from "../../../http/operation-types.ts";
import { settings } from "../../../wiring/core/env.ts";
import type { Html } from "../../kit/page.ts";
import { facts, factsSection, link, section } from "../kit/components.ts";
import { detailPage } from "../kit/detail.ts";
import { letterLabels, letterTones, localeLabels, statusBadge } from "../kit/labels.ts";
import { oneOf } from "../kit/list.ts";
import { peopleNav } from "../kit/people-nav.ts";
import { tenantFilter, tenantLink } from "../kit/tenant-field.ts";
import { code, isolateText, moment } from "../kit/text.ts";
import { href, type RecordCall, type View } from "../kit/view.ts";
import { type PeopleContext, peopleList } from "../people-context.ts";

export const lettersPage = peopleList(consolePeopleOperations.showLetters, {
  title: "Letters",
  tabs: peopleNav,
  load: listLetters,
  caption: "Letters of the last 90 days, newest first",
  columns: [
    [
      "Letter",
      ({ id, template }, { view }) =>
        link(view, `people/letters/${id}`, html`${letterLabels[template]}<span class="hidden"> ${id}</span>`),
    ],
    ["To", ({ to }) => isolateText(to)],
    ["Status", ({ status }) => statusBadge(letterTones, status)],
    ["About", ({ about }) => code(about)],
    ["Asked for", ({ createdAt }) => moment(createdAt)],
  ],
  empty: "No letter is like that.",
  filters: {
    status: oneOf("Status", spokenLabel),
    template: oneOf("Letter", letterLabels),
    tenantId: tenantFilter(),
    about: { label: "About the record", hint: "Its id" },
  },
});

function aboutLink(view: View, about: string): Html {
  if (about.startsWith("kyb_")) return link(view, `people/applications/${about}`, code(about));
  if (about.startsWith("pay_")) return link(view, `settlements/${siblingId(about, "stl")}`, code(about));
  if (about.startsWith("inv_")) return link(view, `invoices/${about}`, code(about));
  return link(view, "audit", code(about), { subject: about });
}

function linked(text: string): Html {
  const pieces = text.split(/(https?:\/\/[^\s<>"]+)/);
  return html`<pre dir="auto" class="words">${pieces.map((piece, at) => (at % 2 === 1 ? html`<a href="${piece}" rel="noreferrer">${piece}</a>` : piece))}</pre>`;
}

function textSection(view: View, { id, letter }: MailWithLetter): Html {
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

export async function letterPage(context: PeopleContext, view: View, { params: { id } }: RecordCall) {
  const found = await getLetter(context, id);
  const { attempts, messageId, tenantId } = found;
  return detailPage(view, {
    title: letterLabels[found.template],
    above: [["people/letters", "Letters"]],
    status: statusBadge(letterTones, found.status),
    parts: [
      factsSection("What became of it", [
        ["Letter", code(id)],
        ["To", found.to],
        ["About", aboutLink(view, found.about)],
        ["Tenant", tenantId === platform ? "none" : await tenantLink(context, view, tenantId)],
        ["Language", localeLabels[found.locale]],
        ["Begun", `${attempts} ${attempts === 1 ? "time" : "times"}`],
        ["Why", found.reason],
        ["Mail service’s name of it", messageId && code(messageId)],
        ["Asked for", moment(found.createdAt)],
        ["Changed", moment(found.updatedAt)],
      ]),
      textSection(view, found),
    ],
  });
}

/** Hosts that logos in letters come from: ours, and on one machine those of brands. */
function picturesFrom(): string {
  const { ONBOARD_URL, BRAND_DOMAINS, LOCAL } = settings;
  const ours = URL.parse(ONBOARD_URL)?.origin;
  const brands = BRAND_DOMAINS.map((host) => `https://${host}`);
  return [...(ours === undefined ? [] : [ours]), ...brands, ...(LOCAL ? ["http://*.localhost:*"] : [])].join(" ");
}

/** A kept letter by itself. A mail client styles and limits it, here a sandbox without script, forms or our origin does: its links work, and nothing else. */
export async function letterHtml(context: PeopleContext, id: string): Promise<Answer<string>> {
  const { letter } = await getLetter(context, id);
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
