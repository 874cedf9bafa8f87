import type { Face, FontShelf } from "./fonts.ts";

/** A paragraph ready to be set: every UTF-16 unit of `text` has its face. */
export interface Paragraph {
  readonly text: string;
  readonly faces: readonly Face[];
}

const newline = /\r\n?|[\u0085\u2028\u2029]/g;
// Joiners stay: Persian and Indic words need them. Bidi controls go: they make a name read as another one.
const unseen = /[[\p{Cc}\p{Bidi_C}\p{DI}]--[\n\u200c\u200d]]/gv;
const joiner = /[\u200c\u200d]/;

/** Text without control and invisible characters, in composed form, lines ended by a line feed. */
export function cleanText(raw: string): string {
  return raw.toWellFormed().replace(newline, "\n").replaceAll("\t", " ").replace(unseen, "").normalize("NFC");
}

/** How a character that no font has is told: `[U+1F600]`. */
function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Chooses a face for every character; what no font has is written by its number and added to `told`. */
export function paragraphs(raw: string, shelf: FontShelf, told: Set<string>): Paragraph[] {
  const cleaned = cleanText(raw);
  const choose = shelf.chooser(cleaned);
  return cleaned.split("\n").map((line) => paragraph(line, choose, told));
}

function paragraph(line: string, choose: ReturnType<FontShelf["chooser"]>, told: Set<string>): Paragraph {
  let text = "";
  const faces: Face[] = [];
  let before: Face | undefined;
  const write = (characters: string, face: Face) => {
    text += characters;
    for (let unit = 0; unit < characters.length; unit += 1) faces.push(face);
  };
  for (const character of line) {
    const face = choose(character, before);
    before = face;
    if (face !== undefined) {
      write(character, face);
      continue;
    }
    if (joiner.test(character)) continue;
    const instead = /\p{Zs}/u.test(character) ? " " : `[${codePointName(character)}]`;
    if (instead !== " ") told.add(codePointName(character));
    for (const each of instead) {
      const plain = choose(each, undefined);
      if (plain === undefined) throw new Error("the first font cannot write ASCII");
      write(each, plain);
    }
  }
  return { text, faces };
}

/** Our own words, in the label face. */
export function labelParagraph(text: string, shelf: FontShelf): Paragraph {
  return { text, faces: Array.from({ length: text.length }, () => shelf.label) };
}
