import { expect, test } from "vitest";
import { renderInvoicePdf } from "../../../functions/adapters/pdf/invoice.ts";
import { fontFolder } from "../../support/invoicing/fonts.ts";
import { aDocument, aLine, readPdf } from "../../support/invoicing/pdf.ts";

// Letters that look alike share a glyph, and a glyph stands for the letters that it was first drawn for.
const alike = aDocument({ sellerName: "\u00b5 \u2126 \u0394 K", lines: [aLine("\u03bc \u03a9 \u2206")] });
const otherwise = aDocument({ sellerName: "\u03bc \u03a9 \u2206 \u00c5", notes: "\u00b5 \u0394" });

test("an invoice is the same whatever was drawn before it by the same fonts", async () => {
  const [one, other] = [fontFolder(), fontFolder()];
  const first = await renderInvoicePdf(alike, { fontDir: one });
  await renderInvoicePdf(otherwise, { fontDir: other });
  const second = await renderInvoicePdf(alike, { fontDir: other });
  expect(Buffer.compare(first, second)).toBe(0);
});

test("marks of Arabic on no letter of theirs, which the shaper cannot set, are drawn letter by letter", async () => {
  const marks = String.fromCodePoint(...Array.from({ length: 8 }, (_, at) => 0x64b + at));
  const letters = Array.from({ length: 36 }, (_, at) => String.fromCodePoint(0x627 + at));
  const lines = letters
    .flatMap((letter) => letters.map((next) => `${letter}${marks}${next}`))
    .map((each) => aLine(each));
  const pages = await readPdf(
    await renderInvoicePdf(aDocument({ lines: lines.slice(0, 250) }), { fontDir: fontFolder() }),
  );
  expect(pages.length).toBeGreaterThan(1);
});
