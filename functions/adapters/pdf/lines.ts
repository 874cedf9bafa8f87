import bidiFactory, { type EmbeddingLevels } from "bidi-js";
import LineBreaker from "linebreak";
import type { Face } from "./fonts.ts";
import { shapeRtlText } from "./shape.ts";
import type { Paragraph } from "./text.ts";

// Its types describe an ES module with a default export; Node and esbuild hand over the function itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A stretch of one face in one direction. */
export interface Run {
  /** As it is read. */
  readonly text: string;
  /** In the order that the font's shaper wants. */
  readonly shaped: string;
  readonly face: Face;
  /** In ems. */
  readonly width: number;
}

/** One line, its runs from left to right; `rightToLeft` is the paragraph's own direction. */
export interface Line {
  readonly runs: readonly Run[];
  readonly width: number;
  readonly rightToLeft: boolean;
}

interface Leveled extends Paragraph {
  readonly bidi: EmbeddingLevels;
}

// The shaper takes its direction from the script; where the line wants the other one (Persian digits, brackets
// between Hebrew words) the characters are handed over in reverse.
function forShaper(text: string, rightToLeft: boolean): string {
  const characters = rightToLeft ? Array.from(text, (each) => bidi.getMirroredCharacter(each) ?? each) : [...text];
  return (shapeRtlText(text) === rightToLeft ? characters : characters.reverse()).join("");
}

function runOf({ text, faces, bidi: { levels } }: Leveled, start: number, end: number): Run {
  const face = faces[start];
  if (face === undefined) throw new Error("a run needs a character");
  const logical = text.slice(start, end);
  const shaped = forShaper(logical, (levels[start] ?? 0) % 2 === 1);
  return { text: logical, shaped, face, width: face.widthOf(shaped) };
}

/** The runs between two places, in the order in which they are read. */
function* logicalRuns(of: Leveled, start: number, end: number): Generator<Run> {
  let from = start;
  for (let at = start + 1; at <= end; at += 1) {
    const same = of.faces[at] === of.faces[from] && of.bidi.levels[at] === of.bidi.levels[from];
    if (at < end && same) continue;
    yield runOf(of, from, at);
    from = at;
  }
}

function widthBetween(of: Leveled, start: number, end: number): number {
  let width = 0;
  if (end > start) for (const run of logicalRuns(of, start, end)) width += run.width;
  return width;
}

/** The runs of a line from left to right (UAX 9, L1 and L2). */
function visualRuns(of: Leveled, start: number, end: number): Run[] {
  const order = Array.from({ length: end - start }, (_, index) => start + index);
  for (const [from = start, to = start] of bidi.getReorderSegments(of.text, of.bidi, start, end - 1))
    order.splice(from - start, to - from + 1, ...order.slice(from - start, to - start + 1).reverse());
  const runs: Run[] = [];
  for (let at = 0; at < order.length; ) {
    const first = order[at] ?? 0;
    const step = (of.bidi.levels[first] ?? 0) % 2 === 1 ? -1 : 1;
    let last = first;
    while (
      order[at + 1] === last + step &&
      of.faces[last + step] === of.faces[first] &&
      of.bidi.levels[last + step] === of.bidi.levels[first]
    ) {
      last += step;
      at += 1;
    }
    runs.push(runOf(of, Math.min(first, last), Math.max(first, last) + 1));
    at += 1;
  }
  return runs;
}

/** Where the paragraph may be broken; a word that is wider than a line may be broken between any two graphemes. */
function* units(of: Leveled, maxWidth: number): Generator<readonly [start: number, end: number]> {
  const breaker = new LineBreaker(of.text);
  let start = 0;
  for (let at = breaker.nextBreak(); at !== null; at = breaker.nextBreak()) {
    const { position: end } = at;
    if (widthBetween(of, start, end) <= maxWidth) yield [start, end];
    else
      for (const { segment, index } of graphemes.segment(of.text.slice(start, end)))
        yield [start + index, start + index + segment.length];
    start = end;
  }
}

function visibleEnd(text: string, start: number, end: number): number {
  return start + text.slice(start, end).trimEnd().length;
}

/** Breaks a paragraph into lines of at most `maxWidth` ems (UAX 14), each in its visual order. */
export function breakLines(paragraph: Paragraph, maxWidth: number): Line[] {
  const of: Leveled = { ...paragraph, bidi: bidi.getEmbeddingLevels(paragraph.text, "auto") };
  const rightToLeft = (of.bidi.paragraphs[0]?.level ?? 0) % 2 === 1;
  const lines: Line[] = [];
  let lineStart = 0;
  let width = 0;
  const close = (end: number) => {
    const visible = visibleEnd(of.text, lineStart, end);
    const runs = visible > lineStart ? visualRuns(of, lineStart, visible) : [];
    lines.push({ runs, width: runs.reduce((sum, run) => sum + run.width, 0), rightToLeft });
    lineStart = end;
    width = 0;
  };
  for (const [start, end] of units(of, maxWidth)) {
    const needed = widthBetween(of, start, visibleEnd(of.text, start, end));
    if (start > lineStart && width + needed > maxWidth) close(start);
    width += widthBetween(of, start, end);
  }
  close(of.text.length);
  return lines;
}
