import { createInvoice, getInvoice, issueInvoice, listInvoices } from "../../app/invoicing/invoices.ts";
import { invoiceOperations } from "../../contract/invoicing/invoices.ts";
import { serve } from "../../http/route.ts";
import { clock, deskOf } from "../../wiring/core/context.ts";
import { settings } from "../../wiring/core/env.ts";
import { tenantFrame } from "../../wiring/frames/tenant.ts";
import { viewInvoice } from "./invoice-view.ts";

type Shown = Parameters<typeof viewInvoice>[0];

function shown(state: Shown) {
  return viewInvoice(state, settings.PUBLIC_URL, clock.now());
}

export const handler = serve(
  invoiceOperations,
  {
    createInvoice: async (call) => {
      const desk = { ...deskOf(call), onboardUrl: settings.ONBOARD_URL };
      return { body: shown(await createInvoice(desk, call.principal.tenantId, call.body)) };
    },
    listInvoices: async (call) => {
      const { data, nextCursor } = await listInvoices(deskOf(call), call.principal, call.query);
      return { body: { data: data.map(shown), nextCursor } };
    },
    getInvoice: async (call) => {
      const found = await getInvoice(deskOf(call), call.principal.tenantId, call.params.id);
      return { body: shown(found.state) };
    },
    sendInvoice: async (call) => {
      return { body: shown(await issueInvoice(deskOf(call), call.principal.tenantId, call.params.id)) };
    },
  },
  tenantFrame,
);
