import { html } from "hono/html";
import type { Html } from "../kit/page.ts";

/** How a part of a picture looks; the words beside it say the same. */
export type Look = "is-main" | "is-good" | "is-warn" | "is-bad" | "is-calm";

/** One value of a picture, with what is said of it. */
export interface Drawn {
  readonly words: string;
  readonly value: number;
  readonly shown: string;
  readonly look: Look;
}

const width = 360;

function drawn(id: string, title: string, height: number, inside: Html): Html {
  return html`<figure><svg class="drawn" role="img" aria-labelledby="${id}" viewBox="0 0 ${width} ${height}"><title id="${id}">${title}</title>
${inside}</svg></figure>`;
}

function at(place: number): string {
  return place.toFixed(1);
}

function roundUp(value: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return [1, 2, 5, 10].map((times) => times * size).find((each) => each >= value) ?? value;
}

/** Columns side by side, as of days; `axis` are the words of a height, `ends` those under the first and the last. */
export function columnPicture(
  columns: readonly number[],
  messages: {
    readonly id: string;
    readonly title: string;
    readonly axis: (value: number) => string;
    readonly ends: readonly [first: string, last: string];
  },
): Html {
  const [left, floor, ceiling] = [52, 150, 12];
  const top = roundUp(Math.max(...columns));
  const step = (width - left) / columns.length;
  const lines = [0, 0.5, 1].map((part) => {
    const y = at(floor - part * (floor - ceiling));
    return html`<line class="grid" x1="${left}" x2="${width}" y1="${y}" y2="${y}"/><text class="quiet" x="${left - 6}" y="${y}" dy="4" text-anchor="end">${messages.axis(top * part)}</text>`;
  });
  const bars = columns.map((value, index) => {
    if (value === 0) return "";
    // What is there is seen, however small beside the rest.
    const tall = Math.max(2, (value / top) * (floor - ceiling));
    return html`<rect class="is-main" x="${at(left + index * step + 1)}" y="${at(floor - tall)}" width="${at(step - 2)}" height="${at(tall)}" rx="1.5"/>`;
  });
  const [first, last] = messages.ends;
  const ends = html`<text class="quiet" x="${left}" y="${floor + 18}">${first}</text><text class="quiet" x="${width}" y="${floor + 18}" text-anchor="end">${last}</text>`;
  return drawn(messages.id, messages.title, floor + 26, html`${lines}${bars}${ends}`);
}

export function barPicture(bars: readonly Drawn[], answer: { readonly id: string; readonly title: string }): Html {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const row = 38;
  const inside = bars.map(({ words: labels, value, shown, look }, index) => {
    const y = index * row;
    const long = value === 0 ? 0 : Math.max(2, (value / most) * width);
    return html`<text x="0" y="${y + 13}">${labels}</text><text x="${width}" y="${y + 13}" text-anchor="end">${shown}</text><rect class="${look}" x="0" y="${y + 19}" width="${at(long)}" height="10" rx="2"/>`;
  });
  return drawn(answer.id, answer.title, bars.length * row, html`${inside}`);
}

/** Where a whole went: a band to each of its parts, as broad as the part is large. */
export function flowPicture(
  whole: Pick<Drawn, "words" | "shown">,
  parts: readonly Drawn[],
  answer: { readonly id: string; readonly title: string },
): Html {
  const [start, end, tall, gap] = [14, 190, 130, 22];
  const all = Math.max(
    1,
    parts.reduce((sum, { value }) => sum + value, 0),
  );
  let from = 24 + ((parts.length - 1) * gap) / 2;
  let to = 24;
  const source = html`<text x="0" y="14">${whole.words}: ${whole.shown}</text><rect class="is-calm" x="0" y="${at(from)}" width="${start}" height="${tall}" rx="2"/>`;
  const bands = parts.map(({ words: labels, value, shown, look }) => {
    const broad = (value / all) * tall;
    const seen = value === 0 ? 1 : Math.max(2, broad);
    const middle = (start + end) / 2;
    const band = `M${start} ${at(from)}C${middle} ${at(from)} ${middle} ${at(to)} ${end} ${at(to)}V${at(to + broad)}C${middle} ${at(to + broad)} ${middle} ${at(from + broad)} ${start} ${at(from + broad)}Z`;
    const drawing = html`${value > 0 && html`<path class="${look} band" d="${band}"/>`}<rect class="${look}" x="${end}" y="${at(to)}" width="8" height="${at(seen)}" rx="2"/><text x="${end + 16}" y="${at(to + seen / 2)}" dy="4">${labels}: ${shown}</text>`;
    from += broad;
    to += broad + gap;
    return drawing;
  });
  return drawn(answer.id, answer.title, 24 + tall + parts.length * gap, html`${source}${bands}`);
}
