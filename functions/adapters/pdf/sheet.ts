import PDFDocument from "pdfkit";
import type { Face, FontShelf } from "./fonts.ts";
import { breakLines, type Line, type Run } from "./lines.ts";
import { labelParagraph, paragraphs } from "./text.ts";

const margin = 54;
const footer = 40;
/** Of a Letter page, in points. */
export const pageHeight = 792;

/** At 96 pixels an inch. */
export const pointsPerPixel = 0.75;

/** The text column of a Letter page, in points. */
export const frame = { left: margin, top: margin, width: 612 - 2 * margin, bottom: pageHeight - margin - footer };

/** How a text is set; `link` makes each of its lines clickable. */
export interface Setting {
  readonly size: number;
  readonly color: string;
  readonly align?: "left" | "right";
  readonly link?: string;
}

// pdfkit's types leave it out.
interface OpensImages {
  openImage(from: Buffer): { readonly width: number; readonly height: number; readonly orientation?: number };
}

/** What a PDF says of itself. */
export interface SheetInfo {
  readonly title: string;
  readonly author: string;
  readonly made: Date;
}

// Devanagari's glyphs stand in another order than its letters: beside them goes the text itself, for copying and reading.
const reordered = /\p{scx=Deva}/u;

/** The pages of one document and the place on them where writing goes on. */
export class Sheet {
  /** Distance from the page's top, in points. */
  y = frame.top;
  /** Characters that no font has, by their numbers. */
  readonly told = new Set<string>();
  readonly #doc: PDFKit.PDFDocument;
  readonly #shelf: FontShelf;
  readonly #registered = new Set<string>();

  constructor(shelf: FontShelf, { title, author, made }: SheetInfo) {
    this.#shelf = shelf;
    this.#doc = new PDFDocument({
      size: "LETTER",
      margin: 0,
      bufferPages: true,
      lang: "en",
      displayTitle: true,
      pdfVersion: "1.7",
      // No font at first: the standard ones are read from files that a bundle does not have.
      font: null as unknown as string,
      info: { Title: title, Author: author, Creator: "sluice", Producer: "sluice", CreationDate: made },
    });
  }

  /** A client's text as lines of at most `width` points. */
  lines(text: string, width: number, size: number): Line[] {
    return paragraphs(text, this.#shelf, this.told).flatMap((each) => breakLines(each, width / size));
  }

  /** Our own words as lines of at most `width` points. */
  labels(text: string, width: number, size: number): Line[] {
    return breakLines(labelParagraph(text, this.#shelf), width / size);
  }

  /** Draws one line with its baseline at `y` points, between `x` and `x + width`. */
  draw(line: Line, x: number, y: number, width: number, setting: Setting): void {
    const { size, color, link } = setting;
    const lineWidth = line.width * size;
    const toRight = setting.align === "right" || (setting.align === undefined && line.rightToLeft);
    const start = toRight ? x + width - lineWidth : x;
    let at = start;
    for (const run of line.runs) {
      this.#use(run.face, size);
      this.#doc.fillColor(color);
      this.#write(run, at, y);
      at += run.width * size;
    }
    if (link !== undefined) this.#doc.link(start, y - size, lineWidth, size * 1.3, link);
  }

  /** Draws a thin line over the whole column. */
  rule(y: number, color: string): void {
    const { left, width } = frame;
    this.#doc
      .lineWidth(0.5)
      .strokeColor(color)
      .moveTo(left, y)
      .lineTo(left + width, y)
      .stroke();
  }

  /** Draws a JPEG, upright as its camera says, or a plain PNG, from `y` down, no larger than the space and than 96 pixels an inch, and gives the height it took. Throws where it is none. */
  photo(bytes: Uint8Array, x: number, y: number, width: number, height: number): number {
    const image = (this.#doc as unknown as OpensImages).openImage(Buffer.from(bytes));
    const sides = [image.width * pointsPerPixel, image.height * pointsPerPixel] as const;
    const [across = 0, down = 0] = (image.orientation ?? 1) > 4 ? sides.toReversed() : sides;
    const fit: [number, number] = [Math.min(width, across), Math.min(height, down)];
    this.#doc.image(image as unknown as string, x, y, { fit });
    return down * Math.min(fit[0] / across, fit[1] / down);
  }

  /** The number of the page that is written on, from 0. */
  get page(): number {
    return this.#doc.bufferedPageRange().count - 1;
  }

  turnPage(): void {
    this.#doc.addPage();
    this.y = frame.top;
  }

  /** Calls `write` on every page once all are there, and gives the document's bytes. */
  async finish(write: (page: number, pages: number) => void): Promise<Uint8Array> {
    const { count } = this.#doc.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.#doc.switchToPage(page);
      write(page + 1, count);
    }
    this.#doc.end();
    const chunks: Buffer[] = [];
    for await (const chunk of this.#doc) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  #write({ text, shaped }: Run, x: number, y: number): void {
    const marked = reordered.test(text);
    if (marked) this.#doc.markContent("Span", { actual: text });
    // Features, if none, keep the library from cutting the run at spaces, in reading order.
    this.#doc.text(shaped, x, y, { lineBreak: false, baseline: "alphabetic", features: [] });
    if (!marked) return;
    // The mark is closed under the matrix that the text was drawn under: some readers take its place from there.
    this.#doc.save().transform(1, 0, 0, -1, 0, pageHeight);
    this.#doc.endMarkedContent();
    this.#doc.restore();
  }

  #use(face: Face, size: number): void {
    if (!this.#registered.has(face.name)) {
      this.#doc.registerFont(face.name, face.font as unknown as PDFKit.Mixins.PDFFontSource);
      this.#registered.add(face.name);
    }
    this.#doc.font(face.name, size);
  }
}
