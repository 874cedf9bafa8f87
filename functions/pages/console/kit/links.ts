import { html } from "hono/html";
import type { Html } from "../../kit/page.ts";
import { href, type View } from "./view.ts";

/** The way to a place of the console. */
export function link(view: View, place: string, text: unknown, query: Parameters<typeof href>[2] = {}): Html {
  return html`<a href="${href(view, place, query)}">${text}</a>`;
}

/** The way to a record by a name that others gave it. */
export function nameLink(view: View, place: string, name: string, query: Parameters<typeof href>[2] = {}): Html {
  return html`<a href="${href(view, place, query)}" dir="auto">${name}</a>`;
}

/** The way to a record of a list: its name, and for who hears it its id too. */
export function recordLink(view: View, place: string, name: string, id: string): Html {
  return html`<a href="${href(view, `${place}/${id}`)}" dir="auto">${name}<span class="hidden"> ${id}</span></a>`;
}

/** The way to the next page of a list, and back to its first. */
export function pager(
  view: View,
  place: string,
  query: Readonly<Record<string, string | number | undefined>> & { readonly cursor?: string | undefined },
  nextCursor: string | null,
): Html | false {
  if (nextCursor === null && query.cursor === undefined) return false;
  const limit = query.limit === 25 ? {} : { limit: query.limit };
  const { cursor, limit: _, ...filters } = query;
  const first = cursor !== undefined && html`<a href="${href(view, place, { ...filters, ...limit })}">First page</a>`;
  const next =
    nextCursor !== null &&
    html`<a rel="next" href="${href(view, place, { ...filters, ...limit, cursor: nextCursor })}">Next page</a>`;
  return html`<nav class="pager" aria-label="Pages">${first} ${next}</nav>`;
}

/** Where this page belongs: the pages above it. */
export function trail(view: View, above: readonly (readonly [place: string, name: string])[]): Html {
  return html`<nav class="trail" aria-label="Where you are"><ol>${above.map(([place, name]) => html`<li><a href="${href(view, place)}" dir="auto">${name}</a></li>`)}</ol></nav>`;
}

/** Pages that belong together, beside one another. */
export function tabs(
  view: View,
  name: string,
  places: readonly (readonly [place: string, name: string])[],
  isHere = (place: string) => view.path.startsWith(`/console/${place}`),
): Html {
  const tab = ([place, text]: (typeof places)[number]) =>
    html`<li><a href="${href(view, place)}"${isHere(place) && html` aria-current="page"`}>${text}</a></li>`;
  return html`<nav class="tabs" aria-label="${name}"><ul>${places.map(tab)}</ul></nav>`;
}
