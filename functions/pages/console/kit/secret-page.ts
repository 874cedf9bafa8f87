import { html } from "hono/html";
import { type Fact, facts, section } from "./components.ts";
import { trail } from "./links.ts";
import { type Content, href, type View } from "./view.ts";

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
