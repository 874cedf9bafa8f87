import { idOf } from "../../domain/core/id.ts";
import { invalidField } from "../../domain/core/refusal.ts";
import {
  type Customer,
  type CustomerChange,
  changedCustomer,
  customerOnInvoice,
  type InvoiceCustomer,
  type NewCustomer,
  newCustomer,
} from "../../domain/invoicing/customer.ts";
import { type Aggregate, creationWrites } from "../core/aggregate.ts";
import { change, changeRecord } from "../core/change.ts";
import type { Context, ReadContext, StoreContext } from "../core/context.ts";
import {
  type Asker,
  type CreatedRange,
  createdIn,
  type ListPage,
  type ListRequest,
  listAggregates,
  tenantRecords,
} from "../core/list-page.ts";
import { findRecord, getRecord } from "../core/read-records.ts";
import { customerRecordType } from "./customer-record.ts";

export function createCustomer(context: Context, tenantId: string, input: NewCustomer): Promise<Customer> {
  const now = context.clock.now();
  const transition = newCustomer(input, { id: context.newId("cus", now), tenantId }, now);
  return change(context, () => ({
    writes: creationWrites(customerRecordType, transition, context),
    result: transition.next,
  }));
}

export function getCustomer(context: StoreContext, tenantId: string, id: string): Promise<Aggregate<Customer>> {
  return getRecord(context, customerRecordType, id, "customer", tenantId);
}

export function listCustomers(
  context: ReadContext,
  asker: Asker,
  query: ListRequest & CreatedRange,
): Promise<ListPage<Customer>> {
  const source = tenantRecords(context, asker, "customer", undefined, createdIn(query));
  return listAggregates(context, customerRecordType, source, query);
}

/** Changes a customer; invoices that are sent keep what they were made out to. */
export async function changeCustomer(
  context: Context,
  tenantId: string,
  id: string,
  input: CustomerChange,
): Promise<Customer> {
  const { state } = await changeRecord(
    context,
    () => getCustomer(context, tenantId, id),
    (current) => changedCustomer(current, input, context.clock.now()),
  );
  return state;
}

const customerIds = idOf("cus");

/** The customer that an invoice's `customerId` means, as it is now; null where that is free text. Refuses an id that the tenant has no customer of. */
export async function namedCustomer(
  context: StoreContext,
  tenantId: string,
  customerId: string,
): Promise<InvoiceCustomer | null> {
  if (!customerIds.safeParse(customerId).success) return null;
  const found = (await findRecord(context, customerRecordType, customerId))?.state;
  if (found?.tenantId === tenantId) return customerOnInvoice(found);
  throw invalidField("customerId", "you have no customer with this id");
}
