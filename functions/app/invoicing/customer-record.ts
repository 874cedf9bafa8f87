import { type Customer, customer } from "../../domain/invoicing/customer.ts";
import type { RecordType } from "../core/aggregate.ts";
import { tenantPlace } from "../core/row-keys.ts";

export const customerRecordType: RecordType<Customer> = {
  type: "customer",
  schema: customer,
  id: (state) => state.id,
  tenantId: (state) => state.tenantId,
  index: (state) => ({ list: tenantPlace("customer", state) }),
};
