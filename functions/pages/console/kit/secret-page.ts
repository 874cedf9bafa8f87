import { html } from "hono/html";
import { trail } from "./components.ts";
import { type Content, href, type View } from "./view.ts";

/** A secret that is shown this once. */
export function secretPage(
  view: View,
  told: { title: string; secret: string; words: string; back: string; above: string },
): Content {
  return {
    title: told.title,
    main: html`${trail(view, [[told.back, told.above]])}<h1>${told.title}</h1>
<section><p>${told.words} It is shown this once: copy it now.</p><code class="secret" tabindex="0">${told.secret}</code>
<a class="button" href="${href(view, told.back)}">I have copied it</a></section>`,
  };
}
