import * as z from "zod";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import { editInvoice, type InvoiceChange } from "../../domain/invoicing/edit.ts";
import { linkCount, opensPage, renewLink, storedUrl } from "../../domain/invoicing/hosted-link.ts";
import {
  draftInvoice,
  type Invoice,
  type InvoiceStatus,
  type NewInvoice,
  sendInvoice,
} from "../../domain/invoicing/invoice.ts";
import { voidInvoice } from "../../domain/invoicing/void-invoice.ts";
import { brandedUrl } from "../../domain/tenants/brand.ts";
import { type Aggregate, loadAggregate, newAggregate, pointerPartition, transitionWrites } from "../core/aggregate.ts";
import { secretDigest } from "../core/api-key.ts";
import { change, changeRecord } from "../core/change.ts";
import type { Context, ReadContext, StoreContext } from "../core/context.ts";
import { type LinkContext, linkedId, linkNumber } from "../core/link-token.ts";
import {
  type Asker,
  createdIn,
  type ListPage,
  type ListQuery,
  listAggregates,
  tenantRecords,
} from "../core/list-page.ts";
import { isCreatedIn, listByPointer, listOne, matches, pointersAt } from "../core/list-pointers.ts";
import type { Key, Write } from "../core/ports.ts";
import { findRecord, getRecord } from "../core/read-records.ts";
import { rowKey } from "../core/row-keys.ts";
import { brandOf } from "../tenants/brands.ts";
import { getTenant } from "../tenants/tenants.ts";
import { namedCustomer } from "./customers.ts";
import { invoiceNumberKey, invoiceRecordType, invoicesOf } from "./record.ts";

/** Creates a draft with its number, unique per tenant, and its collection link, whose token is made when it is told. */
export async function createInvoice(
  context: Context & { readonly onboardUrl: string },
  tenantId: string,
  input: NewInvoice,
): Promise<Invoice> {
  const now = context.clock.now();
  const { state: owner } = await getTenant(context, tenantId);
  const brand = await brandOf(context, owner);
  const customer = await namedCustomer(context, tenantId, input.customerId);
  const id = context.newId("inv", now);
  const transitions = draftInvoice(
    input,
    {
      id,
      tenantId,
      tenantSlug: owner.slug,
      sellerName: owner.name,
      sellerEmail: owner.contactEmail,
      timeZone: owner.timeZone,
      customer,
      hostedUrl: storedUrl(brandedUrl(brand, context.onboardUrl), 1),
    },
    now,
  );
  if (transitions instanceof Refusal) throw transitions;
  const draft = transitions[0]?.next;
  if (!draft) throw new Error("a draft is one hop");
  return change(context, async (attempt) => {
    if (attempt > 1 && (await isTaken(context, draft))) return numberExists();
    const { writes } = transitionWrites(newAggregate(invoiceRecordType, draft), transitions, context);
    return { writes: [numberWrite(draft), ...writes], result: draft };
  });
}

type Numbered = Pick<Invoice, "id" | "tenantId" | "number">;

/** What takes a number for an invoice, and lets operators find it by that. */
function numberWrite(state: Numbered): Write {
  const { id, tenantId, number } = state;
  const index = { ref: [pointerPartition(number), id] as const };
  const row = { ...invoiceNumberKey(tenantId, number), v: 1, type: "invoice_number", body: { invoiceId: id }, index };
  return { put: row, expect: "absent" };
}

async function isTaken(context: StoreContext, { tenantId, number }: Numbered): Promise<boolean> {
  const [row] = await context.store.read([invoiceNumberKey(tenantId, number)]);
  return row !== undefined;
}

function numberExists(): Refusal {
  return new Refusal("invoice_number_exists", "this tenant has an invoice with this number");
}

/** Changes a draft; a number that it gives up is free in the same transaction. */
export async function changeInvoice(
  context: Context,
  tenantId: string,
  id: string,
  input: InvoiceChange,
): Promise<Invoice> {
  return change(context, async (attempt) => {
    const found = await getInvoice(context, tenantId, id);
    const customer = await namedCustomer(context, tenantId, input.customerId ?? found.state.customerId);
    const transitions = editInvoice(found.state, input, customer, context.clock.now());
    if (transitions instanceof Refusal) return transitions;
    const { writes, after } = transitionWrites(found, transitions, context);
    if (after.state.number === found.state.number) return { writes, result: after.state };
    if (attempt > 1 && (await isTaken(context, after.state))) return numberExists();
    const renumbered: Write[] = [
      { remove: invoiceNumberKey(tenantId, found.state.number), expect: 1 },
      numberWrite(after.state),
    ];
    return { writes: [...renumbered, ...writes], result: after.state };
  });
}

export function getInvoice(context: StoreContext, tenantId: string, id: string): Promise<Aggregate<Invoice>> {
  return getRecord(context, invoiceRecordType, id, "invoice", tenantId);
}

export type InvoiceQuery = ListQuery<InvoiceStatus> & {
  readonly number?: string | undefined;
  readonly customerId?: string | undefined;
};

const numberedInvoice = z.object({ invoiceId: z.string() });

/** A tenant's invoices, newest first; the one of a number and those to a customer by what points to them. */
export async function listInvoices(
  context: ReadContext,
  asker: Asker,
  query: InvoiceQuery,
): Promise<ListPage<Invoice>> {
  const { tenantId } = asker;
  const { status, number, customerId } = query;
  const wanted = (state: Invoice) =>
    matches(state, { tenantId, status, number, customerId }) && isCreatedIn(state.createdAt, query);
  if (number !== undefined) {
    const [row] = await context.store.read([invoiceNumberKey(tenantId, number)]);
    return listOne(context, invoiceRecordType, row && numberedInvoice.parse(row.body).invoiceId, wanted);
  }
  if (customerId !== undefined) {
    const source = pointersAt(invoicesOf(tenantId, customerId), "inv");
    return listByPointer(context, invoiceRecordType, source, query, wanted);
  }
  const source = tenantRecords(context, asker, "invoice", status, createdIn(query));
  return listAggregates(context, invoiceRecordType, source, query);
}

/** Sends an invoice, a draft to its customer as that is now; sending it again changes nothing. */
export async function issueInvoice(context: Context, tenantId: string, id: string): Promise<Invoice> {
  return change(context, async () => {
    const found = await getInvoice(context, tenantId, id);
    const { customerId, sentAt, status } = found.state;
    const isFirst = sentAt === null && status === "draft";
    const customer = isFirst ? await namedCustomer(context, tenantId, customerId) : found.state.customer;
    const transitions = sendInvoice({ ...found.state, customer }, context.clock.now());
    if (transitions instanceof Refusal) return transitions;
    const { writes, after } = transitionWrites(found, transitions, context);
    return { writes, result: after.state };
  });
}

/** Voids an invoice while no money is collected or in flight; voiding it again changes nothing. */
export async function cancelInvoice(
  context: Context,
  tenantId: string,
  id: string,
  reason: string | null,
): Promise<Invoice> {
  const { state } = await changeRecord(
    context,
    () => getInvoice(context, tenantId, id),
    (current) => voidInvoice(current, reason, context.clock.now()),
  );
  return state;
}

/** Gives an invoice's page a new link, and ends the one before. */
export async function renewInvoiceLink(
  context: Context & { readonly onboardUrl: string },
  tenantId: string,
  id: string,
  expiresAt: string | null,
): Promise<Invoice> {
  const { state: owner } = await getTenant(context, tenantId);
  const pagesUrl = brandedUrl(await brandOf(context, owner), context.onboardUrl);
  const { state } = await changeRecord(
    context,
    () => getInvoice(context, tenantId, id),
    (current) => renewLink(current, pagesUrl, expiresAt, context.clock.now()),
  );
  return state;
}

/** What finds an invoice of an earlier release by its link's token, of which the digest alone was kept. */
function earlierLinkKey(token: string): Key {
  return rowKey(`link#${secretDigest(token)}`);
}

const earlierLink = z.object({ invoiceId: z.string() });

/** The invoice behind a collection link's token. A wrong token is not found; one that has ended is refused with whom to ask. */
export async function invoiceByLink(context: ReadContext & LinkContext, token: string): Promise<Invoice> {
  const keys = [rowKey(linkedId(token, "inv")), earlierLinkKey(token)];
  const [row, earlier] = await context.store.read(keys);
  const named = loadAggregate(invoiceRecordType, row)?.state;
  const nth = named && (await linkNumber(context.linkKeys, named, linkCount(named), token));
  if (named && nth !== undefined) return openedBy(named, nth, context.clock.now());
  const found = earlier && (await findRecord(context, invoiceRecordType, earlierLink.parse(earlier.body).invoiceId));
  if (!found) throw new Refusal("not_found", "no such invoice");
  return openedBy(found.state, 1, context.clock.now());
}

function openedBy(state: Invoice, nth: number, now: Instant): Invoice {
  const { sellerName: seller, sellerEmail } = state;
  if (opensPage(state, nth, now)) return state;
  throw new Refusal("link_expired", "this invoice's link has ended", { extra: { seller, sellerEmail } });
}
