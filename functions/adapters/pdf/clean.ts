import { PDFArray, PDFDict, PDFDocument, PDFInvalidObject, PDFName, type PDFPage } from "@cantoo/pdf-lib";

const unreadable = "it is encrypted or broken, or not written as a PDF has to be";

/** More pages of one file than a reviewer of a dispute reads. */
const pagesMax = 500;

/** What a page keeps: what is drawn on it. Actions, scripts, attachments, threads and thumbnails are left behind. */
const pageKeys = new Set(
  ["Type", "Parent", "Resources", "MediaBox", "CropBox", "Rotate", "Contents", "Group", "UserUnit"].map(named),
);

/** Annotations that people draw and fill in; links, attached files, sounds and films are none. */
const drawn = new Set(
  ["Widget", "Stamp", "FreeText", "Ink", "Line", "Square", "Circle", "Polygon", "PolyLine"]
    .concat(["Highlight", "Underline", "StrikeOut", "Squiggly", "Caret"])
    .map(named),
);

function named(name: string): PDFName {
  return PDFName.of(name);
}

/** An annotation as a stamp of how it looks, bare of what it does; undefined for one that shows nothing. */
function pictureOf(annotation: PDFDict): PDFDict | undefined {
  const subtype = annotation.lookup(named("Subtype"));
  const looks = annotation.lookup(named("AP"));
  if (!(subtype instanceof PDFName) || !drawn.has(subtype) || !(looks instanceof PDFDict)) return undefined;
  const picture = annotation.context.obj({ Type: "Annot", Subtype: "Stamp" });
  for (const key of ["Rect", "AS", "F"].map(named)) {
    const value = annotation.get(key);
    if (value !== undefined) picture.set(key, value);
  }
  const normal = looks.get(named("N"));
  if (normal === undefined) return undefined;
  picture.set(named("AP"), annotation.context.obj({ N: normal }));
  return picture;
}

function strip({ node }: PDFPage): void {
  const annotations = node.lookup(named("Annots"));
  for (const key of node.keys()) if (!pageKeys.has(key)) node.delete(key);
  if (!(annotations instanceof PDFArray)) return;
  const pictures = Array.from({ length: annotations.size() }, (_, at) => annotations.lookup(at)).flatMap((each) =>
    each instanceof PDFDict ? (pictureOf(each) ?? []) : [],
  );
  if (pictures.length > 0) node.set(named("Annots"), node.context.obj(pictures));
}

/** A client's PDF as pages that only show, or why there are none: it is broken, encrypted or endless. */
export async function cleanPdf(bytes: Uint8Array): Promise<PDFDocument | string> {
  try {
    // Without a password: one that anybody can open, though not print, opens.
    const given = await PDFDocument.load(bytes, { password: "", updateMetadata: false });
    const count = given.getPageCount();
    if (count === 0) return "it has no pages";
    if (count > pagesMax) return `it has ${count} pages; at most ${pagesMax} of one file are shown`;
    for (const page of given.getPages()) strip(page);
    const clean = await PDFDocument.create({ updateMetadata: false });
    for (const page of await clean.copyPages(given, given.getPageIndices())) clean.addPage(page);
    const copied = clean.context.enumerateIndirectObjects();
    if (copied.some(([, each]) => each instanceof PDFInvalidObject)) return unreadable;
    // Written and read again, so that what would fail fails here.
    return await PDFDocument.load(await clean.save(), { updateMetadata: false });
  } catch {
    return unreadable;
  }
}
