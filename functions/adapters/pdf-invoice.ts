import type { InvoiceDocument } from "../domain/invoice-document.ts";
export async function renderInvoicePdf(_document: InvoiceDocument, _options: { fontDir: string }): Promise<Uint8Array> {
  throw new Error("stub");
}
