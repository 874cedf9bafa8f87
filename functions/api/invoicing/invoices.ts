import { cancelInvoice, createInvoice, getInvoice, issueInvoice, listInvoices } from "../../app/invoicing/invoices.ts";
import { invoiceOperations } from "../../contract/invoicing/invoices.ts";
import type { Invoice } from "../../domain/invoicing/invoice.ts";
import { viewInvoice } from "../../domain/invoicing/view.ts";
import { serve } from "../../http/route.ts";
import { clock, contextOf } from "../../wiring/core/context.ts";
import { settings } from "../../wiring/core/env.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { tenantFrame } from "../../wiring/frames/tenant.ts";

function viewOf(state: Invoice) {
  return viewInvoice(state, settings.PUBLIC_URL, clock.now());
}

export const handler = serve(invoiceOperations, withCursors(tenantFrame), {
  createInvoice: async (call) => {
    const context = { ...contextOf(call), onboardUrl: settings.ONBOARD_URL };
    return { body: viewOf(await createInvoice(context, call.principal.tenantId, call.body)) };
  },
  listInvoices: async (call) => {
    const { data, nextCursor } = await listInvoices(contextOf(call), call.principal, call.query);
    return { body: { data: data.map(viewOf), nextCursor } };
  },
  getInvoice: async (call) => {
    const found = await getInvoice(contextOf(call), call.principal.tenantId, call.params.id);
    return { body: viewOf(found.state) };
  },
  sendInvoice: async (call) => ({
    body: viewOf(await issueInvoice(contextOf(call), call.principal.tenantId, call.params.id)),
  }),
  voidInvoice: async (call) => {
    const { principal, params, body } = call;
    return { body: viewOf(await cancelInvoice(contextOf(call), principal.tenantId, params.id, body.reason ?? null)) };
  },
});
