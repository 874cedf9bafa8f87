import { siblingId } from "../../domain/core/id.ts";
import type { Invoice } from "../../domain/invoicing/invoice.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { viewPayment, viewSettlement } from "../../domain/settlement/view.ts";
import { embeddable, type Joins } from "../core/embed-records.ts";
import { creditNotesJoin, embeddableCustomer, embeddableInvoice, listedInvoiceJoins } from "../invoicing/embeddable.ts";
import { embeddableTenant } from "../tenants/embeddable.ts";
import { settlementRecordType } from "./record.ts";

export const embeddablePayment = embeddable("pay", settlementRecordType, viewPayment, (id) => siblingId(id, "stl"));

export const embeddableSettlement = embeddable("stl", settlementRecordType, viewSettlement);

/** What a payment, a settlement and a reserve embed, which share one row. */
export const settlementJoins = {
  payment: { own: viewPayment },
  settlement: { own: viewSettlement },
  invoice: { of: embeddableInvoice, id: (state: Settlement) => state.invoiceId },
  customer: { of: embeddableCustomer, id: (state: Settlement) => state.customerId },
} satisfies Joins<Settlement>;

/** What operators embed in a settlement and a reserve. */
export const operatorSettlementJoins = {
  ...settlementJoins,
  tenant: { of: embeddableTenant, id: (state: Settlement) => state.tenantId },
} satisfies Joins<Settlement>;

/** What an invoice embeds that is read alone. */
export const invoiceJoins = {
  ...listedInvoiceJoins,
  settlements: {
    of: embeddableSettlement,
    ids: (state: Invoice) => state.payments.map(({ id }) => siblingId(id, "stl")),
  },
  creditNotes: creditNotesJoin,
} satisfies Joins<Invoice>;
