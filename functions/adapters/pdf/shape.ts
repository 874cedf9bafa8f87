import * as fontkit from "fontkit";

type GlyphRun = ReturnType<fontkit.Font["layout"]>;

/** What pdfkit and we ask of a font. */
export type ShapedFont = Pick<fontkit.Font, "hasGlyphForCodePoint" | "unitsPerEm"> & {
  layout(text: string): Pick<GlyphRun, "glyphs" | "positions" | "advanceWidth">;
};

const letter = /[^\p{sc=Zyyy}\p{sc=Zinh}]/u;
const rightToLeftScript = /[\p{sc=Arab}\p{sc=Hebr}]/u;

/** Whether a text's first letter makes the shaper lay it out from right to left. */
export function shapeRtlText(text: string): boolean {
  const first = letter.exec(text)?.[0];
  return first !== undefined && rightToLeftScript.test(first);
}

// Nothing joins or kerns across these, so a line can be put together from words that were shaped once.
const words = /\p{sc=Hani}|[^\s\p{sc=Hani}]+\s*|\s+/gu;

/** A font that remembers the words it has shaped: shaping is nearly all the time a long invoice takes. */
export function shapedFont(bytes: Uint8Array): ShapedFont {
  const font = fontkit.create(Buffer.from(bytes));
  if (!("layout" in font)) throw new Error("a collection is not a font");
  const known = new Map<string, GlyphRun>();
  const shape = (word: string, direction: "ltr" | "rtl"): GlyphRun => {
    const key = direction + word;
    const run = known.get(key) ?? font.layout(word, undefined, undefined, undefined, direction);
    known.set(key, run);
    return run;
  };
  const layout = (text: string) => {
    const rightToLeft = shapeRtlText(text);
    const runs = (text.match(words) ?? []).map((word) => shape(word, rightToLeft ? "rtl" : "ltr"));
    if (rightToLeft) runs.reverse();
    return {
      glyphs: runs.flatMap((run) => run.glyphs),
      // pdfkit scales positions in place, so it gets copies.
      positions: runs.flatMap((run) => run.positions.map((position) => ({ ...position }))),
      advanceWidth: runs.reduce((sum, run) => sum + run.advanceWidth, 0),
    };
  };
  return Object.create(font, { layout: { value: layout } }) as ShapedFont;
}
