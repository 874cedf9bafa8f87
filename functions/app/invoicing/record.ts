import { type Invoice, invoice } from "../../domain/invoicing/invoice.ts";
import { invoiceCounts } from "../../domain/invoicing/overview.ts";
import type { RecordType } from "../core/aggregate.ts";
import { listedBy } from "../core/row-keys.ts";

export const invoiceRecordType: RecordType<Invoice> = {
  type: "invoice",
  schema: invoice,
  id: (state) => state.id,
  tenantId: (state) => state.tenantId,
  index: (state) => listedBy("invoice", state),
  // The link lets in whoever has it.
  shown: ({ hostedUrl: _, ...state }) => state,
  shows: invoiceCounts,
};
