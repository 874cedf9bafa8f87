import type { InvoiceDocument } from "../../domain/invoicing/invoice-document.ts";
import { printedTexts } from "../../domain/invoicing/printed-lines.ts";
import { percentText } from "../../domain/invoicing/totals.ts";
import {
  alarm,
  block,
  blue,
  body,
  facts,
  flow,
  footnote,
  hair,
  ink,
  lead,
  money,
  title as name,
  section,
  small,
  soft,
} from "./blocks.ts";
import { FontShelf } from "./fonts.ts";
import { flatPng } from "./png-flat.ts";
import { frame, type Setting, Sheet } from "./sheet.ts";
import { cleanText } from "./text.ts";

const columns = [
  { title: "Description", x: 0, width: 254, align: "left" },
  { title: "Unit price", x: 262, width: 92, align: "right" },
  { title: "Quantity", x: 358, width: 48, align: "right" },
  { title: "Amount", x: 410, width: 94, align: "right" },
] as const;

/** Of the logo, in points. */
const logoSpace = { width: 200, height: 48, below: 12 };

const cutNotice = "Long texts are cut short here and end in three dots. The invoice's page has them whole.";

type Seller = Pick<InvoiceDocument, "sellerName" | "sellerEmail" | "brand">;

/** What a document says of its seller. */
export function brandTexts({ sellerName, sellerEmail, brand }: Seller): (string | null | undefined)[] {
  return [sellerName, sellerEmail, brand?.name, brand?.supportEmail, brand?.supportUrl];
}

export function accentOf({ brand }: Pick<InvoiceDocument, "brand">): string {
  return brand?.accent ?? ink;
}

/** A JPEG goes in as it is: only PNGs are taken apart to be drawn. */
function logo(sheet: Sheet, { brand }: Seller): void {
  const picture = brand?.logo?.[0] === 0xff ? brand.logo : brand?.logo && flatPng(brand.logo);
  if (!picture) return;
  try {
    const { width, height, below } = logoSpace;
    sheet.y += sheet.photo(picture, frame.left, sheet.y, width, height) + below;
  } catch {
    // An invoice without its logo is one that can be paid.
  }
}

/** The seller, and beside it what the document is, over a word of warning where there is one. */
export function heading(sheet: Sheet, seller: Seller, named: string, warning?: string): void {
  const { left, width } = frame;
  const sellerWidth = 360;
  const word: Setting = { ...name, color: accentOf(seller), align: "right" };
  const lower = block(sheet, sheet.labels(named, 140, 17), left, sheet.y, width, word);
  if (warning !== undefined)
    block(sheet, sheet.labels(warning, 140, 17), left, sheet.y + lower, width, { ...word, color: alarm });
  logo(sheet, seller);
  const large = sheet.lines(seller.sellerName, sellerWidth, name.size);
  // The longest names, told character by character, would leave the page no room.
  const size = large.length > 3 ? 10 : name.size;
  const lines = size === name.size ? large : sheet.lines(seller.sellerName, sellerWidth, size);
  sheet.y += block(sheet, lines, left, sheet.y, sellerWidth, { ...name, size });
  const email: Setting = { ...body, color: soft, align: "left" };
  const address = sheet.lines(seller.sellerEmail, sellerWidth, email.size);
  sheet.y += block(sheet, address, left, sheet.y, sellerWidth, email) + 18;
}

function tableHead(sheet: Sheet): void {
  for (const { title, x, width, align } of columns)
    block(sheet, sheet.labels(title, width, 8), frame.left + x, sheet.y, width, { ...small, align });
  sheet.y += 15;
  sheet.rule(sheet.y, soft);
  sheet.y += 5;
}

function row(sheet: Sheet, line: InvoiceDocument["lines"][number]): void {
  const [first, ...numbers] = columns;
  const height = body.size * lead;
  const turn = () => {
    sheet.turnPage();
    tableHead(sheet);
  };
  const description = sheet.lines(line.description, first.width, body.size);
  const needed = description.length * height;
  // A row is kept whole unless it is taller than a page.
  if (sheet.y + needed > frame.bottom && needed < frame.bottom - frame.top - 30) turn();
  const values = [money(line.unitCents), String(line.quantity), money(line.amountCents)];
  for (const [index, text] of description.entries()) {
    if (sheet.y + height > frame.bottom) turn();
    const baseline = sheet.y + body.size;
    sheet.draw(text, frame.left, baseline, first.width, body);
    if (index === 0)
      for (const [column, { x, width, align }] of numbers.entries())
        for (const value of sheet.lines(values[column] ?? "", width, body.size))
          sheet.draw(value, frame.left + x, baseline, width, { ...body, align });
    sheet.y += height;
  }
  sheet.y += 3;
  sheet.rule(sheet.y, hair);
  sheet.y += 4;
}

function lineWhere(isThere: boolean, label: string, amountCents: number): (readonly [string, string])[] {
  return isThere ? [[label, money(amountCents)]] : [];
}

/** Draws sums under the lines of a table; what it gives draws one more. */
export function sums(sheet: Sheet, entries: readonly (readonly [label: string, value: string])[]) {
  if (sheet.y + 70 + Math.min(entries.length, 24) * 15 > frame.bottom) sheet.turnPage();
  sheet.y += 4;
  const labelled = (label: string, value: string, size: number, color = ink) => {
    if (sheet.y + size * lead > frame.bottom) sheet.turnPage();
    const as: Setting = { size, color: ink, align: "right" };
    block(sheet, sheet.labels(label, 200, size), frame.left + 150, sheet.y, 200, { ...as, color: soft });
    block(sheet, sheet.lines(value, 150, size), frame.left + 354, sheet.y, 150, { ...as, color });
    sheet.y += size * 1.6;
  };
  for (const [label, value] of entries) labelled(label, value, 9);
  return labelled;
}

function totals(sheet: Sheet, invoice: InvoiceDocument): void {
  const { subtotalCents, discountCents, taxes, totalCents, creditedCents, amountPaidCents } = invoice;
  const labelled = sums(sheet, [
    ["Subtotal", money(subtotalCents)],
    ...lineWhere(discountCents > 0, "Discount", -discountCents),
    ...taxes.map(({ rate, cents }) => [rate === null ? "Tax" : `Tax ${percentText(rate)}`, money(cents)] as const),
    ["Total", money(totalCents)],
    ...lineWhere(creditedCents > 0, "Credited", -creditedCents),
    ...lineWhere(amountPaidCents > 0, "Paid", -amountPaidCents),
  ]);
  const due = money(invoice.amountRemainingCents);
  labelled(`Amount due (${invoice.currency})`, due, 13, accentOf(invoice));
  labelled("Due date", invoice.dueOn, 9);
  sheet.y += 12;
}

function ending(sheet: Sheet, invoice: InvoiceDocument, notes: string): void {
  const { payUrl, brand, voidedOn } = invoice;
  if (voidedOn !== null) section(sheet, "Void", `This invoice has been void since ${voidedOn}: nothing is due.`, body);
  if (payUrl !== null) {
    // Only a web address becomes clickable; anything else is text.
    const web = /^https?:\/\/[!-~]+$/.test(payUrl) ? { link: payUrl } : {};
    section(sheet, "Pay by bank transfer (ACH)", payUrl, { ...body, color: brand?.accent ?? blue, ...web });
  }
  if (notes.trim() !== "") section(sheet, "Notes", notes, body);
  const support = [brand?.supportEmail, brand?.supportUrl].filter((each) => each);
  if (brand && support.length > 0) section(sheet, "Questions", [brand.name, ...support].join("\n"), body);
}

/** Draws an invoice as PDF. The same document gives the same bytes; `fontDir` holds the files of `invoiceFonts`. */
export async function renderInvoicePdf(invoice: InvoiceDocument, options: { fontDir: string }): Promise<Uint8Array> {
  const texts = { ...invoice, brand: { ...invoice.brand, logo: null } };
  const sheet = new Sheet(new FontShelf(options.fontDir, JSON.stringify(texts)), {
    title: cleanText(`Invoice ${invoice.number}`),
    author: cleanText(invoice.sellerName),
    made: new Date(invoice.issuedAt),
  });
  heading(sheet, invoice, "INVOICE", invoice.status === "void" ? "VOID" : undefined);
  facts(sheet, [
    ["Bill to", invoice.billTo],
    ["Invoice number", invoice.number],
  ]);
  facts(sheet, [
    ["Issued", invoice.issuedOn],
    ["Due", invoice.dueOn],
    ...(invoice.terms === null ? [] : [["Terms", invoice.terms] as const]),
    ["Status", invoice.status.replaceAll("_", " ")],
  ]);
  const { text, lines, areCut } = printedTexts({
    heads: [...brandTexts(invoice), invoice.billTo, invoice.number, invoice.payUrl],
    text: invoice.notes ?? "",
    lines: invoice.lines,
  });
  lineTable(sheet, lines, areCut ? cutNotice : undefined);
  totals(sheet, invoice);
  ending(sheet, invoice, text);
  footnote(sheet);
  return finishDocument(sheet, invoice.number);
}

/** The lines of a document as a table, and below it why they are not whole. */
export function lineTable(sheet: Sheet, lines: InvoiceDocument["lines"], notice: string | undefined): void {
  sheet.y += 6;
  if (sheet.y + 40 > frame.bottom) sheet.turnPage();
  tableHead(sheet);
  for (const line of lines) row(sheet, line);
  if (notice !== undefined) flow(sheet, sheet.labels(notice, frame.width, small.size), { ...small, align: "left" });
}

/** Ends a document: its number and the page's at the foot of each page. */
export function finishDocument(sheet: Sheet, documentNumber: string): Promise<Uint8Array> {
  const numberLines = sheet.lines(documentNumber, frame.width - 100, small.size);
  return sheet.finish((page, pages) => {
    const y = frame.bottom + 26;
    const [number] = numberLines;
    if (number !== undefined) sheet.draw(number, frame.left, y, frame.width, { ...small, align: "left" });
    for (const line of sheet.lines(`Page ${page} of ${pages}`, 100, small.size))
      sheet.draw(line, frame.left, y, frame.width, { ...small, align: "right" });
  });
}
