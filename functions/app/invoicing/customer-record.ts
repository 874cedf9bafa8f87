import { type Customer, customer } from "../../domain/invoicing/customer.ts";
import type { RecordType } from "../core/aggregate.ts";
import { secretDigest } from "../core/api-key.ts";
import { tenantPlace } from "../core/row-keys.ts";

export const customerRecordType: RecordType<Customer> = {
  type: "customer",
  schema: customer,
  id: (state) => state.id,
  tenantId: (state) => state.tenantId,
  index: (state) => ({ list: tenantPlace("customer", state) }),
  pointers: ({ email }) => (email === null ? [] : [{ value: customersAt(email) }]),
};

/** What finds the customers of all tenants that have an e-mail address, or had it: a digest, so that no key of a row names anybody. */
export function customersAt(email: string): string {
  return `customer_at#${secretDigest(email.toLowerCase())}`;
}
