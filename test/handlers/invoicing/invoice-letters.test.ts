import { expect, test } from "vitest";
import { renderInvoicePdf } from "../../../functions/adapters/pdf/invoice.ts";
import { fontFolder } from "../../support/invoicing/fonts.ts";
import { aDocument, aLine, readPdf } from "../../support/invoicing/pdf.ts";

// Arabic and Persian yeh share the glyphs of a word's beginning and middle, and a glyph stands for the letter that it was first drawn for.
const arabic = aDocument({ sellerName: "\u064a\u0628\u064a\u0628" });
const persian = aDocument({ sellerName: "\u06cc\u0628\u06cc\u0628" });

test("an invoice is the same whatever was drawn before it by the same fonts", async () => {
  const [one, other] = [fontFolder(), fontFolder()];
  const first = await renderInvoicePdf(arabic, { fontDir: one });
  await renderInvoicePdf(persian, { fontDir: other });
  const second = await renderInvoicePdf(arabic, { fontDir: other });
  expect(Buffer.compare(first, second)).toBe(0);
});

test.each([
  ["a sign", "\u06a2\u0603"],
  ["a space", "\u06a2 "],
])("marks of Arabic on %s, which the shaper cannot set, are drawn letter by letter", async (_, before) => {
  const marks = String.fromCodePoint(...Array.from({ length: 8 }, (_, at) => 0x64b + at));
  const document = aDocument({ lines: [aLine(`${before}${marks}\u06a2`)] });
  const [page] = await readPdf(await renderInvoicePdf(document, { fontDir: fontFolder() }));
  for (const mark of marks) expect(page?.text).toContain(mark);
});
