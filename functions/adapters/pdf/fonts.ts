import { join } from "node:path";
import { type InvoiceFont, labelFont, textFonts } from "../../domain/invoicing/invoice-fonts.ts";
import { type ShapedFont, shapedFont } from "./shape.ts";

/** An opened font; `widthOf` is in ems. */
export interface Face {
  readonly name: string;
  readonly font: ShapedFont;
  has(character: string): boolean;
  widthOf(text: string): number;
}

function openFace(fontDir: string, { name }: InvoiceFont): Face {
  const font = shapedFont(join(fontDir, name));
  return {
    name,
    font,
    has: (character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
    widthOf: (text) => font.advanceOf(text) / font.unitsPerEm,
  };
}

const { latin, arabic, rareArabic, hebrew, devanagari, chinese, japanese, korean } = textFonts;

function eastAsian(text: string): readonly InvoiceFont[] | undefined {
  if (/\p{sc=Hang}/u.test(text)) return [korean, chinese, japanese];
  if (/[\p{sc=Hira}\p{sc=Kana}]/u.test(text)) return [japanese, chinese, korean];
  return undefined;
}

// Marks, joiners, spaces and punctuation belong to the word before them, so that it is shaped whole.
const clings = /[\p{M}\p{Z}\p{P}\u200c\u200d]/u;
const joiner = /[\u200c\u200d]/;

/** The fonts of one document, each opened when a character first needs it. */
export class FontShelf {
  readonly #opened = new Map<string, Face>();
  readonly #fontDir: string;
  readonly #usual: readonly InvoiceFont[];

  /** `context` is the whole document's text: it decides whose Han a text without kana or Hangul is written in. */
  constructor(fontDir: string, context: string) {
    this.#fontDir = fontDir;
    this.#usual = eastAsian(context) ?? [chinese, japanese, korean];
  }

  #open(font: InvoiceFont): Face {
    const face = this.#opened.get(font.name) ?? openFace(this.#fontDir, font);
    this.#opened.set(font.name, face);
    return face;
  }

  /** The face of our own labels. */
  get label(): Face {
    return this.#open(labelFont);
  }

  // One font for the whole text: letters of two would not join.
  #arabic(text: string): readonly InvoiceFont[] {
    const letters = text.match(/\p{sc=Arab}/gu) ?? [];
    const common = letters.every((letter) => this.#open(arabic).has(letter));
    return common ? [arabic, rareArabic] : [rareArabic, arabic];
  }

  /** A chooser of faces for one text: each character with the face before it, undefined where no font has it. */
  chooser(text: string): (character: string, before: Face | undefined) => Face | undefined {
    const cjk = eastAsian(text) ?? this.#usual;
    const chain = [latin, ...this.#arabic(text), hebrew, devanagari, ...cjk];
    const chosen = new Map<string, Face | undefined>();
    return (character, before) => {
      if (before !== undefined && clings.test(character) && before.has(character)) return before;
      if (joiner.test(character)) return undefined;
      if (chosen.has(character)) return chosen.get(character);
      // First choices first, so that a font is opened only for a text that needs it.
      const order = [...chain.filter(({ writes }) => writes.test(character)), ...chain];
      const font = order.find((each) => this.#open(each).has(character));
      const face = font && this.#open(font);
      chosen.set(character, face);
      return face;
    };
  }
}
