import * as z from "zod";
import { invoiceStatuses } from "../../domain/invoicing/invoice.ts";
import { about, consolePages, list, oneOf, tenantFilter } from "./schemas.ts";

/** Who is refused is told so by a page. */
const asPdf = {
  otherReplies: [{ status: 200, schema: z.string(), contentType: "application/pdf", description: "the PDF" }],
} as const;

/** The console's pages about invoices and their credit notes. */
export const consoleInvoiceOperations = consolePages("console-invoices", {
  showInvoices: list("/console/invoices", "A tenant's invoices, newest first", {
    tenantId: tenantFilter,
    status: oneOf(invoiceStatuses),
  }),
  showInvoiceRecord: about("/console/invoices/{id}", "An invoice with its payments, credit notes and trail", "inv"),
  showInvoiceFile: { ...about("/console/invoices/{id}/pdf", "An invoice as PDF", "inv"), ...asPdf },
  showCreditNote: about("/console/credit-notes/{id}", "A credit note, and the invoice that it reduces", "crn"),
  showCreditNoteFile: { ...about("/console/credit-notes/{id}/pdf", "A credit note as PDF", "crn"), ...asPdf },
});
