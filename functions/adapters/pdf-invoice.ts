import type { InvoiceDocument } from "../domain/invoice-document.ts";
import { centsText } from "../domain/money.ts";
import { FontShelf } from "./pdf-fonts.ts";
import type { Line } from "./pdf-lines.ts";
import { frame, type Setting, Sheet } from "./pdf-sheet.ts";
import { cleanText } from "./pdf-text.ts";

const ink = "#16202c";
const soft = "#5b6774";
const hair = "#c9d1d9";
const blue = "#0b57d0";

const body: Setting = { size: 9, color: ink };
const name: Setting = { size: 17, color: ink, align: "left" };
const small: Setting = { size: 8, color: soft };
const lead = 1.45;

const columns = [
  { title: "Description", x: 0, width: 254, align: "left" },
  { title: "Unit price", x: 262, width: 92, align: "right" },
  { title: "Quantity", x: 358, width: 48, align: "right" },
  { title: "Amount", x: 410, width: 94, align: "right" },
] as const;

const told = 60;

/** Cents as a reader writes dollars: `-125050` is `-$1,250.50`. */
function money(amountCents: number): string {
  const text = centsText(Math.abs(amountCents)).replace(/\B(?=(\d{3})+(?!\d)[.])/g, ",");
  return `${amountCents < 0 ? "-" : ""}$${text}`;
}

function day(instant: string): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** Draws lines from `sheet.y` on, turning pages as they need; `onTurn` writes what every new page begins with. */
function flow(sheet: Sheet, lines: readonly Line[], setting: Setting, onTurn?: () => void): void {
  for (const line of lines) {
    const height = setting.size * lead;
    if (sheet.y + height > frame.bottom) {
      sheet.turnPage();
      onTurn?.();
    }
    sheet.draw(line, frame.left, sheet.y + setting.size, frame.width, setting);
    sheet.y += height;
  }
}

/** Draws lines in a box and gives the height they took. */
function block(
  sheet: Sheet,
  lines: readonly Line[],
  x: number,
  y: number,
  width: number,
  as: Setting,
): number {
  const height = as.size * lead;
  for (const [index, line] of lines.entries()) sheet.draw(line, x, y + as.size + index * height, width, as);
  return lines.length * height;
}

function heading(sheet: Sheet, invoice: InvoiceDocument): void {
  const { left, width } = frame;
  const sellerWidth = 360;
  block(sheet, sheet.labels("INVOICE", 140, 17), left, sheet.y, width, { ...name, align: "right" });
  const large = sheet.lines(invoice.sellerName, sellerWidth, name.size);
  // The longest names, told character by character, would leave the page no room.
  const size = large.length > 3 ? 10 : name.size;
  const seller = size === name.size ? large : sheet.lines(invoice.sellerName, sellerWidth, size);
  sheet.y += block(sheet, seller, left, sheet.y, sellerWidth, { ...name, size });
  const email: Setting = { ...body, color: soft, align: "left" };
  const address = sheet.lines(invoice.sellerEmail, sellerWidth, email.size);
  sheet.y += block(sheet, address, left, sheet.y, sellerWidth, email) + 18;
}

/** Labelled values side by side, on one page. */
function facts(sheet: Sheet, pairs: readonly (readonly [label: string, value: string])[]): void {
  const gap = 14;
  const width = (frame.width - gap * (pairs.length - 1)) / pairs.length;
  const values = pairs.map(([, value]) => sheet.lines(value, width, body.size));
  const labelHeight = small.size * lead;
  const height = labelHeight + Math.max(...values.map((lines) => lines.length)) * body.size * lead;
  if (sheet.y + height > frame.bottom) sheet.turnPage();
  for (const [index, [label]] of pairs.entries()) {
    const x = frame.left + index * (width + gap);
    block(sheet, sheet.labels(label, width, small.size), x, sheet.y, width, small);
    block(sheet, values[index] ?? [], x, sheet.y + labelHeight, width, { ...body, align: "left" });
  }
  sheet.y += height + 12;
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

function totals(sheet: Sheet, invoice: InvoiceDocument): void {
  const entries: readonly (readonly [string, string])[] = [
    ["Subtotal", money(invoice.subtotalCents)],
    ["Discount", money(-invoice.discountCents)],
    ["Total", money(invoice.totalCents)],
    ["Paid", money(-invoice.amountPaidCents)],
  ];
  if (sheet.y + 130 > frame.bottom) sheet.turnPage();
  sheet.y += 4;
  const labelled = (label: string, value: string, size: number) => {
    const as: Setting = { size, color: ink, align: "right" };
    block(sheet, sheet.labels(label, 200, size), frame.left + 150, sheet.y, 200, { ...as, color: soft });
    block(sheet, sheet.lines(value, 150, size), frame.left + 354, sheet.y, 150, as);
    sheet.y += size * 1.6;
  };
  for (const [label, value] of entries) labelled(label, value, 9);
  labelled(`Amount due (${invoice.currency})`, money(invoice.amountRemainingCents), 13);
  labelled("Due date", day(invoice.dueDate), 9);
  sheet.y += 12;
}

function section(sheet: Sheet, title: string, text: string, setting: Setting): void {
  if (sheet.y + 40 > frame.bottom) sheet.turnPage();
  flow(sheet, sheet.labels(title, frame.width, small.size), small);
  flow(sheet, sheet.lines(text, frame.width, setting.size), setting);
  sheet.y += 12;
}

function ending(sheet: Sheet, invoice: InvoiceDocument): void {
  const { payUrl, notes } = invoice;
  if (payUrl !== null) {
    // Only a web address becomes clickable; anything else is text.
    const web = /^https?:\/\/[!-~]+$/.test(payUrl) ? { link: payUrl } : {};
    section(sheet, "Pay by bank transfer (ACH)", payUrl, { ...body, color: blue, ...web });
  }
  if (notes !== undefined && notes.trim() !== "") section(sheet, "Notes", notes, body);
}

// Last, and after the footers' own words were looked at: what could not be written is said in full or counted.
function footnote(sheet: Sheet): void {
  const all = [...sheet.told].sort();
  if (all.length === 0) return;
  const more = all.length > told ? ` and ${all.length - told} more` : "";
  const text = `${all.slice(0, told).join(", ")}${more}`;
  section(sheet, "Characters that could not be written, by their Unicode numbers", text, small);
}

/** Draws an invoice as PDF. The same document gives the same bytes; `fontDir` holds the files of `invoiceFonts`. */
export async function renderInvoicePdf(
  invoice: InvoiceDocument,
  options: { fontDir: string },
): Promise<Uint8Array> {
  const sheet = new Sheet(new FontShelf(options.fontDir, JSON.stringify(invoice)), {
    title: cleanText(`Invoice ${invoice.number}`),
    author: cleanText(invoice.sellerName),
    made: new Date(invoice.issuedAt),
  });
  heading(sheet, invoice);
  facts(sheet, [
    ["Bill to", invoice.customerId],
    ["Invoice number", invoice.number],
  ]);
  facts(sheet, [
    ["Issued", day(invoice.issuedAt)],
    ["Due", day(invoice.dueDate)],
    ["Terms", invoice.terms],
    ["Status", invoice.status.replaceAll("_", " ")],
  ]);
  sheet.y += 6;
  if (sheet.y + 40 > frame.bottom) sheet.turnPage();
  tableHead(sheet);
  for (const line of invoice.lines) row(sheet, line);
  totals(sheet, invoice);
  ending(sheet, invoice);
  footnote(sheet);
  const numberLines = sheet.lines(invoice.number, frame.width - 100, small.size);
  return sheet.finish((page, pages) => {
    const y = frame.bottom + 26;
    const [number] = numberLines;
    if (number !== undefined) sheet.draw(number, frame.left, y, frame.width, { ...small, align: "left" });
    for (const line of sheet.lines(`Page ${page} of ${pages}`, 100, small.size))
      sheet.draw(line, frame.left, y, frame.width, { ...small, align: "right" });
  });
}
