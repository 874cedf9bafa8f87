import { html } from "hono/html";
import type { Html } from "../../kit/page.ts";
import { emptyText } from "./text.ts";
import { href, mayOpen, type View } from "./view.ts";

/** Two parts beside one another. */
export function two(...parts: readonly unknown[]): Html {
  return html`<div class="two">${parts}</div>`;
}

/** Figures with what they are: a name, the figure, and what is said about it. */
export function tiles(rows: readonly (readonly [name: string, figure: unknown, about: unknown])[]): Html {
  const tile = ([name, figure, about]: (typeof rows)[number]) =>
    html`<li><span>${name}</span><b>${figure}</b><span>${about}</span></li>
`;
  return html`<ul class="tiles">
${rows.map(tile)}</ul>`;
}

/** A name and what it is; one that is false or blank is left out. */
export type Fact = readonly [name: string, value: unknown] | false | null | undefined | "";

/** Names and what they are. */
export function facts(rows: readonly Fact[]): Html {
  const row = (fact: Fact) => fact && html`<div><dt>${fact[0]}</dt><dd dir="auto">${fact[1] ?? "–"}</dd></div>`;
  return html`<dl>${rows.map(row)}</dl>`;
}

/** A column of a table: its heading, a row's cell in it, and the side that figures stand on. */
export type Column<T> = readonly [head: string, cell: (row: T) => unknown, side?: "right" | undefined];

/** A table that becomes a list of cards where it has no room. Its roles are said, because cards are no cells to a browser. */
export function table<T>(
  caption: string,
  rows: readonly T[],
  empty: string,
  columns: readonly Column<NoInfer<T>>[],
): Html {
  if (rows.length === 0) return emptyText(empty);
  const at = (side: Column<T>[2]) => side && html` class="${side}"`;
  const heads = columns.map(([head, , side]) => html`<th role="columnheader" scope="col"${at(side)}>${head}</th>`);
  const cellsOf = (row: T) =>
    columns.map(
      ([head, cell, side]) => html`<td role="cell" data-head="${head}"${at(side)}><div>${cell(row)}</div></td>`,
    );
  const body = rows.map(
    (row) => html`<tr role="row">${cellsOf(row)}</tr>
`,
  );
  return html`<table role="table"><caption class="hidden">${caption}</caption>
<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
<tbody role="rowgroup">${body}</tbody></table>`;
}

export function section(heading: string, ...parts: readonly unknown[]): Html {
  return html`<section><h2>${heading}</h2>
${parts}
</section>`;
}

/** A part of a page that is names and what they are. */
export function factsSection(heading: string, rows: readonly Fact[]): Html {
  return section(heading, facts(rows));
}

/** The way to a place of the console; the text alone where its reader may not open it. */
export function link(view: View, place: string, text: unknown, query: Parameters<typeof href>[2] = {}): Html {
  if (!mayOpen(view, place)) return html`${text}`;
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

/** The way to the next page of a list, and back to its first; `key` is what the query calls a page's cursor. */
export function pager(
  view: View,
  place: string,
  query: Readonly<Record<string, string | number | undefined>>,
  nextCursor: string | number | null,
  key = "cursor",
): Html | false {
  const { [key]: cursor, limit: size, ...filters } = query;
  if (nextCursor === null && cursor === undefined) return false;
  const limit = size === 25 ? {} : { limit: size };
  const first = cursor !== undefined && html`<a href="${href(view, place, { ...filters, ...limit })}">First page</a>`;
  const next =
    nextCursor !== null &&
    html`<a rel="next" href="${href(view, place, { ...filters, ...limit, [key]: nextCursor })}">Next page</a>`;
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
    mayOpen(view, place) &&
    html`<li><a href="${href(view, place)}"${isHere(place) && html` aria-current="page"`}>${text}</a></li>`;
  return html`<nav class="tabs" aria-label="${name}"><ul>${places.map(tab)}</ul></nav>`;
}
