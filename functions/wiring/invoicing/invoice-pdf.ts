import { fileURLToPath } from "node:url";
import { renderInvoicePdf } from "../../adapters/pdf/invoice.ts";
import type { InvoiceDocument } from "../../domain/invoicing/invoice-document.ts";

const fontDir = fileURLToPath(new URL(".", import.meta.url));

export function invoicePdf(document: InvoiceDocument): Promise<Uint8Array> {
  return renderInvoicePdf(document, { fontDir });
}
