import { html } from "hono/html";
import { centsText, groupDigits } from "../../../domain/core/money.ts";
import { type DayFlow, type FlowPlace, flowPlaces } from "../../../domain/reconciliation/daily-flow.ts";
import type { Html } from "../../kit/page.ts";

const looks: Readonly<Record<FlowPlace, readonly [words: string, look: string]>> = {
  delivered: ["Delivered", "bar"],
  in_flight: ["Under way", "bar-calm"],
  stopped: ["Stopped", "bar-warn"],
  returned: ["Gone back", "bar-bad"],
};

const width = 520;
const height = 190;
const left = 56;
const step = (width - left - 12) / 24;
const floor = 160;
const ceiling = 12;

function dollars(cents: number): string {
  return groupDigits(centsText(cents).slice(0, -3));
}

function sumOf(flow: DayFlow["total"]): number {
  return flowPlaces.reduce((sum, place) => sum + flow[place].cents, 0);
}

function roundUp(cents: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(cents, 100)));
  return [1, 2, 5, 10].map((times) => times * size).find((each) => each >= cents) ?? cents;
}

function column(flow: DayFlow["total"], hour: number, top: number): Html[] {
  let at = floor;
  return (["delivered", "in_flight", "stopped", "returned"] as const).flatMap((place) => {
    const { cents } = flow[place];
    if (cents === 0) return [];
    // What is there is seen, however small beside the rest.
    const tall = Math.max(2, (cents / top) * (floor - ceiling));
    at -= tall;
    return html`<rect class="${looks[place][1]}" x="${(left + hour * step + 2).toFixed(1)}" y="${at.toFixed(1)}" width="${(step - 4).toFixed(1)}" height="${tall.toFixed(1)}" rx="1.5"/>`;
  });
}

function axis(top: number): Html {
  const lines = [0, 0.5, 1].map((part) => {
    const y = floor - part * (floor - ceiling);
    return html`<line class="grid" x1="${left}" x2="${width}" y1="${y}" y2="${y}"/><text x="${left - 8}" y="${y + 4}" text-anchor="end">${dollars(top * part)}</text>`;
  });
  const hours = [0, 6, 12, 18].map(
    (hour) =>
      html`<text x="${(left + (hour + 0.5) * step).toFixed(1)}" y="${floor + 16}" text-anchor="middle">${String(hour).padStart(2, "0")}:00</text>`,
  );
  return html`${lines}${hours}`;
}

/** The money of a day by the hour in which it set out and by where it is now. The words under it say the same. */
export function flowPicture(flow: DayFlow, id: string): Html {
  const top = roundUp(Math.max(...flow.hours.map(sumOf)));
  const legend = (["delivered", "in_flight", "stopped", "returned"] as const).map((place) => {
    const { count, cents } = flow.total[place];
    return html`<li><svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true"><rect class="${looks[place][1]}" width="10" height="10" rx="2"/></svg> ${looks[place][0]}: <b class="n">USD ${groupDigits(centsText(cents))}</b> <span class="soft">in ${count}</span></li>`;
  });
  return html`<figure><svg class="picture" role="img" aria-labelledby="${id}" viewBox="0 0 ${width} ${height}"><title id="${id}">Money by the hour in which it set out, in USD. The list below has the sums.</title>
${axis(top)}${flow.hours.map((hour, at) => column(hour, at, top))}</svg>
<figcaption><ul class="legend">${legend}</ul></figcaption></figure>`;
}
