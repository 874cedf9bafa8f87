import { Refusal } from "../../domain/core/refusal.ts";
import {
  type CreditNote,
  creditNote,
  issueCreditNote,
  type NewCreditNote,
} from "../../domain/invoicing/credit-note.ts";
import type { Invoice } from "../../domain/invoicing/invoice.ts";
import { newAggregate, type RecordType, transitionWrites } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Context, StoreContext } from "../core/context.ts";
import { type ListPage, type ListRequest, type ListSource, listAggregates } from "../core/list-page.ts";
import { getRecord } from "../core/read-records.ts";
import { getInvoice } from "./invoices.ts";

export const creditNoteRecordType: RecordType<CreditNote> = {
  type: "credit_note",
  schema: creditNote,
  id: (state) => state.id,
  tenantId: (state) => state.tenantId,
  index: ({ id, invoiceId, createdAt }) => ({ ref: [notesOf(invoiceId), `${createdAt}#${id}`] }),
  pointers: ({ number }) => [{ value: number }],
};

function notesOf(invoiceId: string): string {
  return `credit#${invoiceId}`;
}

/** Issues a credit note and reduces what is due on its invoice, in one transaction under the invoice's version: a payment that begins meanwhile sees it, or is seen. */
export function createCreditNote(
  context: Context,
  tenantId: string,
  invoiceId: string,
  input: NewCreditNote,
): Promise<CreditNote> {
  const now = context.clock.now();
  const id = context.newId("crn", now);
  return change(context, async () => {
    const invoice = await getInvoice(context, tenantId, invoiceId);
    const issue = issueCreditNote(invoice.state, input, id, now);
    if (issue instanceof Refusal) return issue;
    const note = transitionWrites(newAggregate(creditNoteRecordType, issue.note), issue.creditNote, context);
    const credit = transitionWrites(invoice, issue.invoice, context);
    return { writes: [...note.writes, ...credit.writes], result: issue.note };
  });
}

export async function getCreditNote(context: StoreContext, tenantId: string, id: string): Promise<CreditNote> {
  return (await getRecord(context, creditNoteRecordType, id, "credit note", tenantId)).state;
}

/** A credit note of an invoice; another invoice's and an unknown one are the same refusal. */
export async function creditNoteOf(context: StoreContext, invoice: Invoice, id: string): Promise<CreditNote> {
  const note = await getCreditNote(context, invoice.tenantId, id);
  if (note.invoiceId !== invoice.id) throw new Refusal("not_found", "no such credit note");
  return note;
}

/** The credit notes of an invoice, the newest first. */
export async function listCreditNotes(
  context: StoreContext,
  tenantId: string,
  invoiceId: string,
  query: ListRequest,
): Promise<ListPage<CreditNote>> {
  await getInvoice(context, tenantId, invoiceId);
  return listAggregates(context, creditNoteRecordType, notesSource(invoiceId), query);
}

/** What an invoice's page shows of its credit notes: the newest hundred; nothing is asked where there are none. */
export async function creditNotesOf(
  context: StoreContext,
  { id, creditNotes }: Pick<Invoice, "id" | "creditNotes">,
): Promise<CreditNote[]> {
  if (creditNotes === 0) return [];
  return (await listAggregates(context, creditNoteRecordType, notesSource(id), { limit: 100 })).data;
}

function notesSource(invoiceId: string): ListSource {
  return { index: "ref", name: notesOf(invoiceId), partitions: [notesOf(invoiceId)] };
}
