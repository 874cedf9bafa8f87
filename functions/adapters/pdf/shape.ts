import { readFileSync } from "node:fs";
import * as fontkit from "fontkit";

/** What is drawn of a text, from left to right. */
type ShapedRun = Pick<ReturnType<fontkit.Font["layout"]>, "glyphs" | "positions" | "advanceWidth">;

/** What pdfkit and we ask of a font. */
export type ShapedFont = Pick<fontkit.Font, "hasGlyphForCodePoint" | "unitsPerEm"> & {
  layout(text: string): ShapedRun;
  /** How wide a text is, in the font's own units. */
  advanceOf(text: string): number;
};

const letter = /[^\p{sc=Zyyy}\p{sc=Zinh}]/u;
const rightToLeftScript = /[\p{sc=Arab}\p{sc=Hebr}]/u;

/** Whether a text's first letter makes the shaper lay it out from right to left. */
export function shapeRtlText(text: string): boolean {
  const first = letter.exec(text)?.[0];
  return first !== undefined && rightToLeftScript.test(first);
}

// Nothing joins or kerns across these, so a line can be put together from words that were shaped once. Numbers hardly come again, their digits do.
const words = /\d{1,9}\u2044\d{1,9}|\p{sc=Hani}|[\d\uac00-\ud7a3]\p{M}*|[^\s\d\uac00-\ud7a3\p{sc=Hani}]+\s*|\s+/gu;

// Fonts have these ready, one glyph each: there is nothing to shape.
const ready = /^(?:\p{sc=Hani}|[\uac00-\ud7a3])$/u;

/** Fonts by their files, with the tables that were read of each: reading them again would be most of what a short invoice costs. */
const opened = new Map<string, fontkit.Font>();

function openFont(file: string): fontkit.Font {
  const known = opened.get(file);
  if (known !== undefined) return known;
  const font = fontkit.create(readFileSync(file));
  if (!("layout" in font)) throw new Error("a collection is not a font");
  opened.set(file, font);
  return font;
}

/** Letter by letter, as the font has them. */
function plainRun(font: fontkit.Font, word: string, direction: "ltr" | "rtl"): ShapedRun {
  const glyphs = font.glyphsForString(word);
  if (direction === "rtl") glyphs.reverse();
  const positions = glyphs.map(({ advanceWidth: xAdvance }) => ({ xAdvance, yAdvance: 0, xOffset: 0, yOffset: 0 }));
  return { glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) };
}

/** A word as its script wants it; letter by letter where the library cannot set it, as some marks that follow no letter of theirs. */
function shapedRun(font: fontkit.Font, word: string, direction: "ltr" | "rtl"): ShapedRun {
  if (ready.test(word)) return plainRun(font, word, direction);
  try {
    return font.layout(word, undefined, undefined, undefined, direction);
  } catch {
    return plainRun(font, word, direction);
  }
}

/** The font of one document, which remembers the words that it has shaped: shaping is nearly all the time a long invoice takes. */
export function shapedFont(file: string): ShapedFont {
  // A glyph remembers the first letters that it was drawn for, so each document has its own: else what one shows would depend on another.
  const font = Object.create(openFont(file), { _glyphs: { value: {} } }) as fontkit.Font;
  const known = new Map<string, ShapedRun>();
  const shape = (word: string, direction: "ltr" | "rtl"): ShapedRun => {
    const key = direction + word;
    const run = known.get(key) ?? shapedRun(font, word, direction);
    known.set(key, run);
    return run;
  };
  const runsOf = (text: string, rightToLeft: boolean) =>
    (text.match(words) ?? []).map((word) => shape(word, rightToLeft ? "rtl" : "ltr"));
  const advanceOf = (text: string) =>
    runsOf(text, shapeRtlText(text)).reduce((sum, { advanceWidth }) => sum + advanceWidth, 0);
  const layout = (text: string) => {
    const rightToLeft = shapeRtlText(text);
    const runs = runsOf(text, rightToLeft);
    if (rightToLeft) runs.reverse();
    return {
      glyphs: runs.flatMap((run) => run.glyphs),
      // pdfkit scales positions in place, so it gets copies.
      positions: runs.flatMap((run) => run.positions.map((position) => ({ ...position }))),
      advanceWidth: runs.reduce((sum, run) => sum + run.advanceWidth, 0),
    };
  };
  return Object.create(font, { layout: { value: layout }, advanceOf: { value: advanceOf } }) as ShapedFont;
}
