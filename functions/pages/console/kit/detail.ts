import { html } from "hono/html";
import type { Html } from "../../kit/page.ts";
import { trail } from "./links.ts";
import { type Content, href, type View } from "./view.ts";

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

/** The page of a record. */
export function detailPage(
  view: View,
  { title, heading = html`<h1>${title}</h1>`, above, status, links = [], parts }: Detail,
): Content {
  const ways = links.map(
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
