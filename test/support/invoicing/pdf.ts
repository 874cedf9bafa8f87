import { getDocumentProxy, getResolvedPDFJS } from "unpdf";
import type { InvoiceDocument } from "../../../functions/domain/invoicing/invoice-document.ts";

/** A document line; the amount follows. */
export function aLine(description: string, unitCents = 125_050, quantity = 2): InvoiceDocument["lines"][number] {
  return { description, unitCents, quantity, amountCents: unitCents * quantity };
}

/** An invoice to print, with whatever a test says about it. */
export function aDocument(reply: Partial<InvoiceDocument> = {}): InvoiceDocument {
  return {
    sellerName: "Acme Trading",
    sellerEmail: "billing@acme.example",
    customerId: "customer-7",
    billTo: "customer-7",
    number: "INV-0042",
    status: "sent",
    currency: "USD",
    issuedAt: "2026-11-21T04:00:00.000Z",
    issuedOn: "2026-11-21",
    dueOn: "2026-12-05",
    terms: "Net 14",
    lines: [aLine("Consulting"), aLine("Credit", -1_000, 1)],
    subtotalCents: 249_100,
    discountCents: 9_100,
    taxes: [],
    totalCents: 240_000,
    creditedCents: 0,
    amountPaidCents: 40_000,
    amountRemainingCents: 200_000,
    voidedOn: null,
    payUrl: "https://pay.example/i/token-of-256-bits",
    ...reply,
  };
}

/** A piece of text as it lies on the page; the origin is the lower left corner. */
export interface Piece {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** A glyph in the order of drawing: the font's own number for it and the letters it stands for. */
export interface DrawnGlyph {
  readonly id: number;
  readonly letters: string;
}

export interface ReadPage {
  readonly pieces: readonly Piece[];
  readonly text: string;
  readonly links: readonly string[];
  readonly runs: readonly (readonly DrawnGlyph[])[];
}

type Proxy = Awaited<ReturnType<typeof getDocumentProxy>>;
type PageProxy = Awaited<ReturnType<Proxy["getPage"]>>;

async function readPage(page: PageProxy): Promise<ReadPage> {
  const { items } = await page.getTextContent();
  const pieces = items.flatMap((item) =>
    "str" in item && item.str !== ""
      ? [{ text: item.str, x: Number(item.transform[4]), y: Number(item.transform[5]), width: item.width }]
      : [],
  );
  const annotations: { url?: string }[] = await page.getAnnotations();
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  const runs = fnArray.flatMap((operation, index) => {
    if (operation !== OPS.showText && operation !== OPS.showSpacedText) return [];
    const glyphs: unknown[] = argsArray[index][0];
    return [glyphs.filter(isGlyph).map((each) => ({ id: each.originalCharCode, letters: each.unicode }))];
  });
  const text = pieces.map((piece) => piece.text).join(" ");
  return { pieces, text, links: annotations.flatMap(({ url }) => url ?? []), runs };
}

function isGlyph(value: unknown): value is { originalCharCode: number; unicode: string } {
  return typeof value === "object" && value !== null && "originalCharCode" in value;
}

/** Reads a PDF back with a library that did not write it. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPage[]> {
  const proxy = await getDocumentProxy(Uint8Array.from(bytes));
  const pages: ReadPage[] = [];
  for (let number = 1; number <= proxy.numPages; number += 1) pages.push(await readPage(await proxy.getPage(number)));
  return pages;
}
