import { html } from "hono/html";
import { groupDigits } from "../../../domain/core/money.ts";
import type { RatioView } from "../../../domain/disputes/ratio-view.ts";
import type { Html } from "../../kit/page.ts";

type Program = RatioView["programs"][number];
type Level = Program["level"];

const looks: Readonly<Record<Level, string>> = { ok: "bar", early_warning: "bar-warn", breached: "bar-bad" };

const width = 520;
const height = 170;
const left = 58;
const right = 12;
const floor = 142;
const ceiling = 14;

/** Parts of a hundred of a limit at which a tenant is warned. */
export const warnAtPercent = 75;

/** A bar grows to so many times the limit: a month with next to no payments must not make the others too small to see. */
const tallest = 2;

/** Basis points as percent. */
export function percent(bps: number): string {
  return `${groupDigits((bps / 100).toFixed(2))} %`;
}

function bars(months: Program["months"], y: (bps: number) => number): Html[] {
  const step = (width - left - right) / months.length;
  return months.toReversed().map(({ period, ratioBps, level }, at) => {
    const x = left + at * step;
    const middle = (x + step / 2).toFixed(1);
    // What is there is seen, however small beside the rest.
    const tall = ratioBps === 0 ? 0 : Math.max(2, floor - y(ratioBps));
    const top = (floor - tall).toFixed(1);
    return html`<rect class="${looks[level]}" x="${(x + step * 0.2).toFixed(1)}" y="${top}" width="${(step * 0.6).toFixed(1)}" height="${tall.toFixed(1)}" rx="2"/><text class="figure" x="${middle}" y="${(Number(top) - 5).toFixed(1)}" text-anchor="middle">${percent(ratioBps)}</text><text x="${middle}" y="${floor + 16}" text-anchor="middle">${period}</text>`;
  });
}

function line(bps: number, look: string, y: (bps: number) => number): Html {
  const at = y(bps).toFixed(1);
  return html`<line class="${look}" x1="${left}" x2="${width - right}" y1="${at}" y2="${at}"/><text x="${left - 6}" y="${(Number(at) + 4).toFixed(1)}" text-anchor="end">${percent(bps)}</text>`;
}

/** A program's ratio of six months against its limit and the line at which a tenant is warned. The table below has the same figures. */
export function ratioPicture(program: Program): Html {
  const { program: id, name, thresholdBps, months } = program;
  const most = thresholdBps === null ? Number.POSITIVE_INFINITY : thresholdBps * tallest;
  const drawn = months.map(({ ratioBps }) => Math.min(ratioBps, most));
  const highest = Math.max(...drawn, thresholdBps ?? 0, 1) * 1.12;
  const y = (bps: number) => floor - (Math.min(bps, most) / highest) * (floor - ceiling);
  const limits = thresholdBps !== null && [
    line(thresholdBps, "line-bad", y),
    line((thresholdBps * warnAtPercent) / 100, "line-warn", y),
  ];
  return html`<svg class="picture" role="img" aria-labelledby="picture-${id}" viewBox="0 0 ${width} ${height}"><title id="picture-${id}">${name}: the ratio of each of the last six months beside the limit and the early warning. The table has the same figures.</title>
<line class="grid" x1="${left}" x2="${width - right}" y1="${floor}" y2="${floor}"/>${limits}${bars(months, y)}</svg>`;
}
