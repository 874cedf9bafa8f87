import { html } from "hono/html";
import type { CountedTo } from "../../../app/core/list.ts";
import { centsText } from "../../../domain/core/money.ts";
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

/** Names and what they are. */
export function facts(rows: readonly (readonly [name: string, value: unknown])[]): Html {
  return html`<dl>${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd dir="auto">${value ?? "–"}</dd></div>`)}</dl>`;
}

export interface Column {
  readonly head: string;
  readonly right?: boolean;
}

/** A table that becomes a list of cards where it has no room. Its roles are said, because cards are no cells to a browser. */
export function table(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly unknown[])[],
  empty: string,
): Html {
  if (rows.length === 0) return html`<p class="empty">${empty}</p>`;
  const side = (at: number) => columns[at]?.right && html` class="right"`;
  const heads = columns.map(
    ({ head }, at) => html`<th role="columnheader" scope="col"${side(at)}>${head}</th>`,
  );
  const body = rows.map(
    (cells) =>
      html`<tr role="row">${cells.map((cell, at) => html`<td role="cell" data-head="${columns[at]?.head}"${side(at)}><div>${cell}</div></td>`)}</tr>
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
