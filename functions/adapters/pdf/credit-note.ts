import type { CreditNoteDocument } from "../../domain/invoicing/credit-note-view.ts";
import { printedTexts } from "../../domain/invoicing/printed-lines.ts";
import { percentText } from "../../domain/invoicing/totals.ts";
import { body, facts, footnote, money, section } from "./blocks.ts";
import { FontShelf } from "./fonts.ts";
import { accentOf, brandTexts, finishDocument, heading, lineTable, sums } from "./invoice.ts";
import { Sheet } from "./sheet.ts";
import { cleanText } from "./text.ts";

const cutNotice = "Long texts are cut short here and end in three dots. Whom this is from has them whole.";

/** Draws a credit note as PDF. The same document gives the same bytes; `fontDir` holds the files of `invoiceFonts`. */
export async function renderCreditNotePdf(note: CreditNoteDocument, options: { fontDir: string }): Promise<Uint8Array> {
  const texts = { ...note, brand: { ...note.brand, logo: null } };
  const sheet = new Sheet(new FontShelf(options.fontDir, JSON.stringify(texts)), {
    title: cleanText(`Credit note ${note.number}`),
    author: cleanText(note.sellerName),
    made: new Date(note.issuedAt),
  });
  heading(sheet, note, "CREDIT NOTE");
  facts(sheet, [
    ["Credit to", note.billTo],
    ["Credit note number", note.number],
  ]);
  facts(sheet, [
    ["Issued", note.issuedOn],
    ["Of invoice", note.invoiceNumber],
  ]);
  const { text, lines, areCut } = printedTexts({
    heads: [...brandTexts(note), note.billTo, note.number, note.invoiceNumber],
    text: note.reason,
    lines: note.lines,
  });
  lineTable(sheet, lines, areCut ? cutNotice : undefined);
  sums(sheet, [
    ["Subtotal", money(note.subtotalCents)],
    ...note.taxes.map(({ rate, cents }) => [rate === null ? "Tax" : `Tax ${percentText(rate)}`, money(cents)] as const),
  ])(`Credited (${note.currency})`, money(note.amountCents), 13, accentOf(note));
  sheet.y += 12;
  section(sheet, "Reason", text, body);
  section(sheet, "What this changes", `Invoice ${note.invoiceNumber} is reduced by this amount.`, body);
  footnote(sheet);
  return finishDocument(sheet, note.number);
}
