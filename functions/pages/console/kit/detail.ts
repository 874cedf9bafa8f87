import { html } from "hono/html";
import type { Html } from "../../kit/page.ts";
import { type Fact, facts, section, trail } from "./components.ts";
import { type Content, href, mayOpen, type View } from "./view.ts";

/** A record's page: where it belongs, what it is called, how it stands, what leads on from it, and its parts. */
export interface Detail {
  readonly title: string;
  /** The title's element, where it is more than the title. */
  readonly heading?: Html;
  readonly above: readonly (readonly [place: string, name: string])[];
  readonly status?: unknown;
  readonly links?: readonly (
    | readonly [name: string, place: string, query?: Readonly<Record<string, string>>]
    | false
  )[];
  /** Each begins a line; one that is false leaves it empty. */
  readonly parts: readonly unknown[];
}

export function detailPage(
  view: View,
  { title, heading = html`<h1>${title}</h1>`, above, status, links = [], parts }: Detail,
): Content {
  const open = links.map((each) => each && mayOpen(view, each[1]) && each);
  const ways = open.map(
    (each, at) =>
      each &&
      html`${at > 0 && " "}<a${at === 0 && html` class="end"`} href="${href(view, each[1], each[2])}">${each[0]}</a>`,
  );
  const lines = parts.flatMap((part) => [part, "\n"]);
  return {
    title,
    main: html`${trail(view, above)}
<div class="head">${heading}${status}${ways.length > 0 && "\n"}${ways}</div>
${lines.slice(0, -1)}`,
  };
}

/** The page of one form, with what is said before it. */
export function formPage(view: View, title: string, above: Detail["above"][number], ...parts: unknown[]): Content {
  return {
    title,
    main: html`${trail(view, [above])}<h1>${title}</h1>
<section>${parts}</section>`,
  };
}

/** A secret that is shown this once. */
export function secretPage(
  view: View,
  { title, secret, text, back, above }: { title: string; secret: string; text: string; back: string; above: string },
): Content {
  return {
    title,
    main: html`${trail(view, [[back, above]])}<h1>${title}</h1>
<section><p>${text} It is shown this once: copy it now.</p><code class="secret" tabindex="0">${secret}</code>
<a class="button" href="${href(view, back)}">I have copied it</a></section>`,
  };
}

/** Secrets that are shown this once, each under its name. */
export function secretsPage(
  view: View,
  page: {
    readonly title: string;
    readonly text: string;
    readonly secrets: readonly (readonly [name: string, secret: string])[];
    readonly more: readonly Fact[];
    readonly above: readonly [place: string, name: string];
    readonly back: string;
  },
): Content {
  const { title, text, secrets, more, above, back } = page;
  const secret = ([name, value]: (typeof secrets)[number]) =>
    html`<h3>${name}</h3><code class="secret" tabindex="0">${value}</code>`;
  return {
    title,
    main: html`${trail(view, [above])}<h1>${title}</h1>
${section(
  "To be copied now",
  html`<p>${text} What follows is shown this once.</p>`,
  secrets.map(secret),
  facts(more),
  html`<p><a class="button" href="${href(view, back)}">I have copied it</a></p>`,
)}`,
  };
}
