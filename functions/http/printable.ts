import * as z from "zod";
import { isSpelledJoiner } from "../domain/core/control-characters.ts";

/** Characters of the first plane that show nothing or turn the direction of others: format characters, fillers, separators of lines and noncharacters. Of direction marks none is left, since a reader cannot see what they do. */
const unseen =
  "\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufdd0-\\ufdef\\ufeff\\uffa0\\ufff0-\\ufffb\\ufffe\\uffff";

/** Those of the other planes: marks of music, tags and what is reserved beside them, noncharacters. A published pattern does not name them, since not every client reads a pattern by whole characters. */
const unseenAbove = `\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e00ff}\\u{e01f0}-\\u{e0fff}${[...Array(16).keys()]
  .map(
    (plane) =>
      `\\u{${((plane + 1) * 0x10000 + 0xfffe).toString(16)}}-\\u{${((plane + 1) * 0x10000 + 0xffff).toString(16)}}`,
  )
  .join("")}`;

const ofLine = `\\u0000-\\u001f${unseen}`;
const ofLines = `\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f${unseen}`;

/** What shows nothing by itself: joiners, variation selectors, the empty sign of Braille. */
const blank = "\\s\\u180b-\\u180d\\u200c\\u200d\\u2800\\ufe00-\\ufe0f";

/** What a text that people read takes beside its characters. */
interface TextForm {
  /** Whether it has line breaks and tabs. */
  readonly breaks?: boolean;
  /** What else it must not have, as in a class of a pattern. */
  readonly without?: string;
}

/** The rules of a printable text as a document's pattern: nothing that cannot be seen, and something that can where it must not be blank. */
export function printablePattern(mustSay: boolean, { breaks = false, without = "" }: TextForm = {}): string {
  const left = `${breaks ? ofLines : ofLine}${without}`;
  return mustSay ? `^[^${left}]*[^${blank}${left}][^${left}]*$` : `^[^${left}]*$`;
}

const unseenIn = {
  line: new RegExp(`[${ofLine}${unseenAbove}\\u200c\\u200d\\ud800-\\udfff]`, "gu"),
  lines: new RegExp(`[${ofLines}${unseenAbove}\\u200c\\u200d\\ud800-\\udfff]`, "gu"),
};
const seen = new RegExp(`[^${blank}]`, "u");

/** Why people cannot read a text as it is; undefined where they can. */
function whyUnprintable(value: string, breaks: boolean): string | undefined {
  for (const { 0: found, index } of value.matchAll(breaks ? unseenIn.lines : unseenIn.line)) {
    if (/[\t\n\r]/.test(found)) return "no line breaks or tabs";
    if (isSpelledJoiner(value, index)) continue;
    const code = found.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
    return `no characters that cannot be seen (U+${code} at character ${[...value.slice(0, index)].length + 1})`;
  }
  return undefined;
}

function shown(schema: z.ZodString, least: number, breaks: boolean) {
  return schema
    .superRefine((value, context) => {
      const message = whyUnprintable(value, breaks);
      if (message !== undefined) context.addIssue({ code: "custom", message });
    })
    .refine((value) => least === 0 || seen.test(value), "not blank")
    .meta({ pattern: printablePattern(least > 0, { breaks }) });
}

/** A text of one line that people read, of a limited length: nothing that they cannot see, nothing that turns its direction, and not blank where it must say something. */
export function printable(least: number, most: number) {
  return shown(z.string().min(least).max(most, { abort: true }), least, false);
}

/** The same without the white space around it, which is taken off first. */
export function printableWithin(least: number, most: number) {
  return shown(z.string().trim().min(least).max(most, { abort: true }), least, false);
}

/** The same with tabs and line breaks, each of which is kept as LF. */
export function printableLines(least: number, most: number) {
  return shown(z.string().min(least).max(most, { abort: true }), least, true).overwrite((value) =>
    value.replace(/\r\n?/g, "\n"),
  );
}
