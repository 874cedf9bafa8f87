import { html } from "hono/html";
import type { CountedTo } from "../../../app/core/list.ts";
import { centsText } from "../../../domain/core/money.ts";
import { operatorName } from "../../../domain/core/operator.ts";
import { type Instant, secondsBetween } from "../../../domain/core/time.ts";
import type { Html } from "../../kit/page.ts";
import { href, type View } from "./view.ts";

/** An amount with its currency. */
export function money(cents: number, currency = "USD"): Html {
  return html`<span class="n">${currency} ${grouped(centsText(cents))}</span>`;
}

/** A decimal text with its thousands apart. */
export function grouped(decimal: string): string {
  const [whole = "", fraction] = decimal.split(".");
  const apart = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? apart : `${apart}.${fraction}`;
}

/** A number that was counted up to a limit: `100+` past it. */
export function counted({ count, more }: CountedTo): string {
  return `${count}${more ? "+" : ""}`;
}

/** A moment in UTC. */
export function moment(at: Instant | null): Html | string {
  if (at === null) return "–";
  return html`<time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 19)}<span class="soft"> UTC</span></time>`;
}

/** How long a span of seconds is, in its largest unit. */
function spanWords(seconds: number): string {
  const [size, unit] = ([
    [86_400, "d"],
    [3600, "h"],
    [60, "min"],
  ].find(([each]) => Math.abs(seconds) >= Number(each)) ?? [1, "s"]) as [number, string];
  return `${Math.floor(Math.abs(seconds) / size)} ${unit}`;
}

/** A moment by how far it is from now. */
export function distance(at: Instant, now: Instant): Html {
  const seconds = secondsBetween(at, now);
  const words = seconds >= 0 ? `${spanWords(seconds)} ago` : `in ${spanWords(seconds)}`;
  return html`<time datetime="${at}" title="${at}">${words}</time>`;
}

export type Tone = "good" | "bad" | "warn" | "calm";

const tones: Readonly<Record<string, Tone>> = {
  active: "good",
  completed: "good",
  delivered: "good",
  succeeded: "good",
  released: "good",
  funded: "good",
  on: "good",
  release_pending: "warn",
  suspended: "bad",
  declined: "bad",
  failed: "bad",
  exhausted: "bad",
  returned: "bad",
  revoked: "calm",
  off: "warn",
};

/** A word that stands for a state; the word says it, the colour only helps. */
export function badge(word: string, tone: Tone = tones[word] ?? "calm"): Html {
  return html`<span class="badge ${tone}">${word.replaceAll("_", " ")}</span>`;
}

/** An id or another text that is copied rather than read. */
export function code(text: string): Html {
  return html`<code>${text}</code>`;
}

/** The beginning of a digest; the whole is its title. */
export function digest(sha256: string, length = 12): Html {
  return html`<code title="${sha256}">${sha256.slice(0, length)}</code>`;
}

/** What others wrote, in its own direction. */
export function isolated(text: unknown): Html {
  return html`<span dir="auto">${text}</span>`;
}

/** What is said beside the rest. */
export function soft(text: unknown): Html {
  return html`<span class="soft">${text}</span>`;
}

/** An operator, by name, with who they are in full. */
export function actorName(actor: string | null): Html | string {
  return actor === null ? "–" : html`<span dir="auto" title="${actor}">${operatorName(actor)}</span>`;
}

/** The way to a place of the console. */
export function link(view: View, place: string, text: unknown, query: Parameters<typeof href>[2] = {}): Html {
  return html`<a href="${href(view, place, query)}">${text}</a>`;
}

/** The way to a record by a name that others gave it. */
export function nameLink(
  view: View,
  place: string,
  name: string,
  query: Parameters<typeof href>[2] = {},
): Html {
  return html`<a href="${href(view, place, query)}" dir="auto">${name}</a>`;
}

/** The way to a record of a list: its name, and for who hears it its id too. */
export function recordLink(view: View, place: string, name: string, id: string): Html {
  return html`<a href="${href(view, `${place}/${id}`)}" dir="auto">${name}<span class="hidden"> ${id}</span></a>`;
}

/** A list in one cell or fact; a dash where it has nothing. */
export function plainList(items: readonly unknown[]): Html | string {
  if (items.length === 0) return "–";
  return html`<ul class="plain">${items.map((item) => html`<li dir="auto">${item}</li>`)}</ul>`;
}

/** What stands where there is nothing. */
export function emptyText(text: string): Html {
  return html`<p class="empty">${text}</p>`;
}

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
  const row = (fact: Fact) =>
    fact && html`<div><dt>${fact[0]}</dt><dd dir="auto">${fact[1] ?? "–"}</dd></div>`;
  return html`<dl>${rows.map(row)}</dl>`;
}

/** A column of a table: its heading, a row's cell in it, and the side that figures stand on. */
export type Column<T> = readonly [head: string, cell: (row: T) => unknown, side?: "right" | undefined];

/** A table that becomes a list of cards where it has no room. Its roles are said, because cards are no cells to a browser. */
export function table<T>(
  caption: string,
  rows: readonly T[],
  columns: readonly Column<T>[],
  empty = "",
): Html {
  if (rows.length === 0) return emptyText(empty);
  const at = (side: Column<T>[2]) => side && html` class="${side}"`;
  const heads = columns.map(
    ([head, , side]) => html`<th role="columnheader" scope="col"${at(side)}>${head}</th>`,
  );
  const cellsOf = (row: T) =>
    columns.map(
      ([head, cell, side]) =>
        html`<td role="cell" data-head="${head}"${at(side)}><div>${cell(row)}</div></td>`,
    );
  const body = rows.map(
    (row) => html`<tr role="row">${cellsOf(row)}</tr>
`,
  );
  return html`<table role="table"><caption class="hidden">${caption}</caption>
<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
<tbody role="rowgroup">${body}</tbody></table>`;
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
  const first =
    cursor !== undefined && html`<a href="${href(view, place, { ...filters, ...limit })}">First page</a>`;
  const next =
    nextCursor !== null &&
    html`<a rel="next" href="${href(view, place, { ...filters, ...limit, cursor: nextCursor })}">Next page</a>`;
  return html`<nav class="pager" aria-label="Pages">${first} ${next}</nav>`;
}

/** A sentence that stands out. */
export function notice(words: string, tone: Tone = "good"): Html {
  return html`<p class="notice ${tone}" role="status">${words}</p>`;
}

/** Where this page belongs: the pages above it. */
export function trail(view: View, above: readonly (readonly [place: string, name: string])[]): Html {
  return html`<nav class="trail" aria-label="Where you are"><ol>${above.map(([place, name]) => html`<li><a href="${href(view, place)}" dir="auto">${name}</a></li>`)}</ol></nav>`;
}

/** A part of a page under its own heading. */
export function section(heading: string, ...parts: readonly unknown[]): Html {
  return html`<section><h2>${heading}</h2>
${parts}
</section>`;
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
