import { type Invoice, invoice } from "../../domain/invoicing/invoice.ts";
import { invoiceCounts } from "../../domain/invoicing/overview.ts";
import { viewInvoiceObject } from "../../domain/invoicing/view.ts";
import type { RecordType } from "../core/aggregate.ts";
import type { Key } from "../core/ports.ts";
import { listedBy, rowKey } from "../core/row-keys.ts";

export const invoiceRecordType: RecordType<Invoice> = {
  type: "invoice",
  schema: invoice,
  id: (state) => state.id,
  tenantId: (state) => state.tenantId,
  index: (state) => listedBy("invoice", state),
  pointers: ({ tenantId, customerId }) => [{ value: invoicesOf(tenantId, customerId) }],
  // The link lets in whoever has it.
  shown: ({ hostedUrl: _, ...state }) => state,
  eventObject: (_, state, at) => viewInvoiceObject(state, at),
  shows: invoiceCounts,
};

/** What finds a tenant's invoices to a customer: their ids sort by time. */
export function invoicesOf(tenantId: string, customerId: string): string {
  return `customer#${tenantId}#${customerId}`;
}

/** The row that makes a number a tenant's only one, and finds its invoice. */
export function invoiceNumberKey(tenantId: string, number: string): Key {
  return rowKey(`number#${tenantId}#${number}`);
}
