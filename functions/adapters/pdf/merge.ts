import { PDFDocument } from "@cantoo/pdf-lib";
import { pageHeight, pointsPerPixel } from "./sheet.ts";

/** Something of another document that belongs to a page of ours: its pages after it, or its first one drawn on it. */
export type Insert = {
  /** The page of ours, from 0. */
  readonly at: number;
  readonly document: PDFDocument;
  /** In points from the page's upper left corner; left out for pages of their own. */
  readonly box?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
};

/** How many pages come before page `at` of ours that are not ours. */
export function pagesBefore(at: number, inserts: readonly Insert[]): number {
  return inserts
    .filter((each) => each.box === undefined && each.at < at)
    .reduce((sum, { document }) => sum + document.getPageCount(), 0);
}

/** Puts what others drew into a document of ours. The same goes in, the same comes out. */
export async function mergePdfs(
  ours: Uint8Array,
  inserts: readonly Insert[],
): Promise<{ bytes: Uint8Array; pages: number }> {
  const whole = await PDFDocument.load(ours, { updateMetadata: false });
  const own = whole.getPages();
  for (const { at, document, box } of inserts) {
    if (box === undefined) continue;
    const [drawing] = await whole.embedPdf(document, [0]);
    const page = own[at];
    if (drawing === undefined || page === undefined) throw new Error("there is no such page");
    const fit = Math.min(box.width / drawing.width, box.height / drawing.height, pointsPerPixel);
    const { width, height } = drawing.scale(fit);
    page.drawPage(drawing, { x: box.x, y: pageHeight - box.y - height, width, height });
  }
  for (const { at, document, box } of inserts.toSorted((one, other) => other.at - one.at)) {
    if (box !== undefined) continue;
    const pages = await whole.copyPages(document, document.getPageIndices());
    for (const [nth, page] of pages.entries()) whole.insertPage(at + 1 + nth, page);
  }
  const bytes = await whole.save({ addDefaultPage: false, updateFieldAppearances: false });
  return { bytes, pages: whole.getPageCount() };
}
