import type * as z from "zod";
import { createInvoice, getInvoice, issueInvoice, listInvoices } from "../../app/invoicing/invoices.ts";
import { invoiceOperations, type invoiceView } from "../../contract/invoicing/invoices.ts";
import type { Invoice } from "../../domain/invoicing/invoice.ts";
import { serve } from "../../http/route.ts";
import { clock, contextOf } from "../../wiring/core/context.ts";
import { settings } from "../../wiring/core/env.ts";
import { tenantFrame } from "../../wiring/frames/tenant.ts";

function viewInvoice(state: Invoice): z.input<typeof invoiceView> {
  const { tenantSlug: _, sellerName: __, sellerEmail: ___, ...shown } = state;
  return {
    ...shown,
    object: "invoice",
    taxCents: 0,
    amountRemainingCents: state.totalCents - state.amountPaidCents,
    overdue: state.status !== "paid" && state.dueDate < clock.now(),
    pdfUrl: `${settings.PUBLIC_URL}/api/v1/invoices/${state.id}/pdf`,
    collectionLink: state.hostedUrl,
  };
}

export const handler = serve(invoiceOperations, tenantFrame, {
  createInvoice: async (call) => {
    const context = { ...contextOf(call), onboardUrl: settings.ONBOARD_URL };
    return { body: viewInvoice(await createInvoice(context, call.principal.tenantId, call.body)) };
  },
  listInvoices: async (call) => {
    const { data, nextCursor } = await listInvoices(contextOf(call), call.principal, call.query);
    return { body: { data: data.map(viewInvoice), nextCursor } };
  },
  getInvoice: async (call) => {
    const found = await getInvoice(contextOf(call), call.principal.tenantId, call.params.id);
    return { body: viewInvoice(found.state) };
  },
  sendInvoice: async (call) => ({
    body: viewInvoice(await issueInvoice(contextOf(call), call.principal.tenantId, call.params.id)),
  }),
});
