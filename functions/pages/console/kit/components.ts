import { html } from "hono/html";
import type { Html } from "../../kit/page.ts";
import { emptyText } from "./text.ts";

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
export function table<T>(caption: string, rows: readonly T[], columns: readonly Column<T>[], empty = ""): Html {
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

/** A part of a page under its own heading. */
export function section(heading: string, ...parts: readonly unknown[]): Html {
  return html`<section><h2>${heading}</h2>
${parts}
</section>`;
}
