import { centsText, groupDigits } from "../../domain/core/money.ts";
import type { Line } from "./lines.ts";
import { frame, type Setting, type Sheet } from "./sheet.ts";

export const ink = "#16202c";
export const soft = "#5b6774";
export const hair = "#c9d1d9";
export const blue = "#0b57d0";
export const alarm = "#b3261e";

export const body: Setting = { size: 9, color: ink };
export const title: Setting = { size: 17, color: ink, align: "left" };
export const small: Setting = { size: 8, color: soft };
export const lead = 1.45;

const told = 60;

/** Cents as a reader writes dollars: `-125050` is `-$1,250.50`. */
export function money(amountCents: number): string {
  return `${amountCents < 0 ? "-" : ""}$${groupDigits(centsText(Math.abs(amountCents)))}`;
}

export function day(instant: string): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** Draws lines from `sheet.y` on, turning pages as they need; `onTurn` writes what every new page begins with. */
export function flow(sheet: Sheet, lines: readonly Line[], setting: Setting, onTurn?: () => void): void {
  for (const line of lines) {
    const height = setting.size * lead;
    if (sheet.y + height > frame.bottom) {
      sheet.turnPage();
      onTurn?.();
    }
    sheet.draw(line, frame.left, sheet.y + setting.size, frame.width, setting);
    sheet.y += height;
  }
}

/** Draws lines in a box and gives the height they took. */
export function block(sheet: Sheet, lines: readonly Line[], x: number, y: number, width: number, as: Setting): number {
  const height = as.size * lead;
  for (const [index, line] of lines.entries()) sheet.draw(line, x, y + as.size + index * height, width, as);
  return lines.length * height;
}

/** Labelled values side by side, on one page. */
export function facts(sheet: Sheet, pairs: readonly (readonly [label: string, value: string])[]): void {
  const gap = 14;
  const width = (frame.width - gap * (pairs.length - 1)) / pairs.length;
  const values = pairs.map(([, value]) => sheet.lines(value, width, body.size));
  const labelHeight = small.size * lead;
  const height = labelHeight + Math.max(...values.map((lines) => lines.length)) * body.size * lead;
  if (sheet.y + height > frame.bottom) sheet.turnPage();
  for (const [index, [label]] of pairs.entries()) {
    const x = frame.left + index * (width + gap);
    block(sheet, sheet.labels(label, width, small.size), x, sheet.y, width, small);
    block(sheet, values[index] ?? [], x, sheet.y + labelHeight, width, { ...body, align: "left" });
  }
  sheet.y += height + 12;
}

export function section(sheet: Sheet, title: string, text: string, setting: Setting): void {
  if (sheet.y + 40 > frame.bottom) sheet.turnPage();
  flow(sheet, sheet.labels(title, frame.width, small.size), small);
  flow(sheet, sheet.lines(text, frame.width, setting.size), setting);
  sheet.y += 12;
}

// Last, and after the footers' own words were looked at: what could not be written is said in full or counted.
export function footnote(sheet: Sheet): void {
  const all = [...sheet.told].sort();
  if (all.length === 0) return;
  const more = all.length > told ? ` and ${all.length - told} more` : "";
  const text = `${all.slice(0, told).join(", ")}${more}`;
  section(sheet, "Characters that could not be written, by their Unicode numbers", text, small);
}
