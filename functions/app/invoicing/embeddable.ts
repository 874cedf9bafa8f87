import type { CreditNote } from "../../domain/invoicing/credit-note.ts";
import { viewCreditNote } from "../../domain/invoicing/credit-note-view.ts";
import { viewCustomer } from "../../domain/invoicing/customer-view.ts";
import type { Invoice } from "../../domain/invoicing/invoice.ts";
import { viewInvoice } from "../../domain/invoicing/view.ts";
import { embeddable, type Joins } from "../core/embed-records.ts";
import { creditNotesOf } from "./credit-notes.ts";
import { customerRecordType } from "./customer-record.ts";
import { invoiceRecordType } from "./record.ts";

export const embeddableInvoice = embeddable("inv", invoiceRecordType, (state, { publicUrl, clock }) =>
  viewInvoice(state, publicUrl, clock.now()),
);

export const embeddableCustomer = embeddable("cus", customerRecordType, viewCustomer);

/** What a credit note embeds. */
export const creditNoteJoins = {
  invoice: { of: embeddableInvoice, id: (state: CreditNote) => state.invoiceId },
  customer: { of: embeddableCustomer, id: (state: CreditNote) => state.customerId },
} satisfies Joins<CreditNote>;

/** What an invoice on a page embeds. */
export const listedInvoiceJoins = {
  currentCustomer: { of: embeddableCustomer, id: (state: Invoice) => state.customerId },
} satisfies Joins<Invoice>;

/** The credit notes of an invoice that is read alone. */
export const creditNotesJoin = {
  list: async (state: Invoice, context: Parameters<typeof creditNotesOf>[0] & { readonly publicUrl: string }) =>
    (await creditNotesOf(context, state)).map((note) => viewCreditNote(note, context.publicUrl)),
};
