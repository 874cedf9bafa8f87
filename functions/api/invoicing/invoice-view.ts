import type * as z from "zod";
import type { invoiceView } from "../../contract/invoicing/invoices.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { Invoice } from "../../domain/invoicing/invoice.ts";

/** An invoice as clients see it; `publicUrl` is where the API is served. */
export function viewInvoice(state: Invoice, publicUrl: string, now: Instant): z.input<typeof invoiceView> {
  const { tenantSlug: _, sellerName: __, sellerEmail: ___, ...shown } = state;
  return {
    ...shown,
    object: "invoice",
    taxCents: 0,
    amountRemainingCents: state.totalCents - state.amountPaidCents,
    overdue: state.status !== "paid" && state.dueDate < now,
    pdfUrl: `${publicUrl}/api/v1/invoices/${state.id}/pdf`,
    collectionLink: state.hostedUrl,
  };
}
