import { changeCustomer, createCustomer, getCustomer, listCustomers } from "../../app/invoicing/customers.ts";
import { customerOperations } from "../../contract/invoicing/customers.ts";
import { viewCustomer } from "../../domain/invoicing/customer-view.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { tenantFrame } from "../../wiring/frames/tenant.ts";

export const handler = serve(customerOperations, withCursors(tenantFrame), {
  createCustomer: async (call) => ({
    body: viewCustomer(await createCustomer(contextOf(call), call.principal.tenantId, call.body)),
  }),
  listCustomers: async (call) => {
    const { data, nextCursor } = await listCustomers(contextOf(call), call.principal, call.query);
    return { body: { data: data.map(viewCustomer), nextCursor } };
  },
  getCustomer: async (call) => {
    const { state } = await getCustomer(contextOf(call), call.principal.tenantId, call.params.id);
    return { body: viewCustomer(state) };
  },
  changeCustomer: async (call) => ({
    body: viewCustomer(await changeCustomer(contextOf(call), call.principal.tenantId, call.params.id, call.body)),
  }),
});
