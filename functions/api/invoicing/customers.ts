import { changeCustomer, createCustomer, getCustomer, listCustomers } from "../../app/invoicing/customers.ts";
import { customerOperations } from "../../contract/invoicing/customers.ts";
import type { Customer } from "../../domain/invoicing/customer.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { tenantFrame } from "../../wiring/frames/tenant.ts";

function viewOf(state: Customer) {
  return { ...state, object: "customer" as const };
}

export const handler = serve(customerOperations, withCursors(tenantFrame), {
  createCustomer: async (call) => ({
    body: viewOf(await createCustomer(contextOf(call), call.principal.tenantId, call.body)),
  }),
  listCustomers: async (call) => {
    const { data, nextCursor } = await listCustomers(contextOf(call), call.principal, call.query);
    return { body: { data: data.map(viewOf), nextCursor } };
  },
  getCustomer: async (call) => {
    const { state } = await getCustomer(contextOf(call), call.principal.tenantId, call.params.id);
    return { body: viewOf(state) };
  },
  changeCustomer: async (call) => ({
    body: viewOf(await changeCustomer(contextOf(call), call.principal.tenantId, call.params.id, call.body)),
  }),
});
