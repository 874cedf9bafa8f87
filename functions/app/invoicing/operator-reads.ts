import type { CreditNote } from "../../domain/invoicing/credit-note.ts";
import type { Invoice, InvoiceStatus } from "../../domain/invoicing/invoice.ts";
import { type Entry, entriesIn, type RecordType } from "../core/aggregate.ts";
import type { ReadContext, StoreContext } from "../core/context.ts";
import type { ListPage, ListQuery } from "../core/list-page.ts";
import { requireRecord } from "../core/read-records.ts";
import { askerFor } from "../tenants/tenants.ts";
import { creditNoteRecordType, creditNotesOf } from "./credit-notes.ts";
import { listInvoices } from "./invoices.ts";
import { invoiceRecordType } from "./record.ts";

/** Entries of one record that operators are shown on its page, the last ones; the audit trail has all of them. */
const entryLimit = 500;

/** A record as operators see it, with the end of its audit trail, oldest first. */
interface Inspected<S> {
  readonly state: S;
  readonly entries: readonly Entry[];
}

async function inspect<S>(
  { store }: StoreContext,
  kind: RecordType<S>,
  id: string,
  called: string,
): Promise<Inspected<S>> {
  const rows = await store.page({ pk: id, limit: entryLimit + 1, newestFirst: true });
  const { state } = requireRecord(
    kind,
    rows.find(({ sk }) => sk === "row"),
    called,
  );
  return { state, entries: entriesIn(rows).toReversed() };
}

/** An invoice of any tenant with its credit notes, the newest hundred of them first: one call, and one where it has any. */
export async function inspectInvoice(
  context: StoreContext,
  id: string,
): Promise<Inspected<Invoice> & { readonly creditNotes: readonly CreditNote[] }> {
  const found = await inspect(context, invoiceRecordType, id, "invoice");
  return { ...found, creditNotes: await creditNotesOf(context, found.state) };
}

/** A credit note of any tenant. */
export function inspectCreditNote(context: StoreContext, id: string): Promise<Inspected<CreditNote>> {
  return inspect(context, creditNoteRecordType, id, "credit note");
}

interface OperatorInvoiceQuery extends ListQuery<InvoiceStatus> {
  readonly tenantId?: string | undefined;
}

/** One tenant's invoices, newest first; none where no tenant is named. Refuses an unknown tenant. */
export async function listTenantInvoices(
  context: ReadContext,
  { tenantId, ...query }: OperatorInvoiceQuery,
): Promise<ListPage<Invoice>> {
  if (tenantId === undefined) return { data: [], nextCursor: null };
  return listInvoices(context, await askerFor(context, tenantId), query);
}
