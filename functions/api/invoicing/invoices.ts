import { embedRecords } from "../../app/core/embed-records.ts";
import { createCreditNote, getCreditNote, listCreditNotes } from "../../app/invoicing/credit-notes.ts";
import { creditNoteJoins, listedInvoiceJoins } from "../../app/invoicing/embeddable.ts";
import {
  cancelInvoice,
  changeInvoice,
  createInvoice,
  getInvoice,
  issueInvoice,
  listInvoices,
  renewInvoiceLink,
} from "../../app/invoicing/invoices.ts";
import { invoiceJoins } from "../../app/settlement/embeddable.ts";
import { creditNoteOperations } from "../../contract/invoicing/credit-notes.ts";
import { invoiceOperations } from "../../contract/invoicing/invoices.ts";
import type { CreditNote } from "../../domain/invoicing/credit-note.ts";
import { viewCreditNote } from "../../domain/invoicing/credit-note-view.ts";
import type { Invoice } from "../../domain/invoicing/invoice.ts";
import { viewInvoice } from "../../domain/invoicing/view.ts";
import { serve } from "../../http/route.ts";
import { clock, contextOf } from "../../wiring/core/context.ts";
import { settings } from "../../wiring/core/env.ts";
import { viewContextOf } from "../../wiring/core/view-context.ts";
import { withLinks } from "../../wiring/frames/links.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { tenantFrame } from "../../wiring/frames/tenant.ts";

function viewOf(state: Invoice) {
  return viewInvoice(state, settings.PUBLIC_URL, clock.now());
}

function viewNote(state: CreditNote) {
  return viewCreditNote(state, settings.PUBLIC_URL);
}

export const handler = serve({ ...invoiceOperations, ...creditNoteOperations }, withLinks(withCursors(tenantFrame)), {
  createInvoice: async (call) => {
    const context = { ...contextOf(call), onboardUrl: settings.ONBOARD_URL };
    return { body: viewOf(await createInvoice(context, call.principal.tenantId, call.body)) };
  },
  listInvoices: async (call) => {
    const { data, nextCursor } = await listInvoices(contextOf(call), call.principal, call.query);
    const embedded = await embedRecords(viewContextOf(call), listedInvoiceJoins, call, data);
    return { body: { data: data.map((state) => ({ ...viewOf(state), ...embedded(state) })), nextCursor } };
  },
  getInvoice: async (call) => {
    const { state } = await getInvoice(contextOf(call), call.principal.tenantId, call.params.id);
    const embedded = await embedRecords(viewContextOf(call), invoiceJoins, call, [state]);
    return { body: { ...viewOf(state), ...embedded(state) } };
  },
  changeInvoice: async (call) => ({
    body: viewOf(await changeInvoice(contextOf(call), call.principal.tenantId, call.params.id, call.body)),
  }),
  sendInvoice: async (call) => ({
    body: viewOf(await issueInvoice(contextOf(call), call.principal.tenantId, call.params.id)),
  }),
  renewInvoiceLink: async (call) => {
    const context = { ...contextOf(call), onboardUrl: settings.ONBOARD_URL };
    const { principal, params, body } = call;
    return { body: viewOf(await renewInvoiceLink(context, principal.tenantId, params.id, body.expiresAt ?? null)) };
  },
  voidInvoice: async (call) => {
    const { principal, params, body } = call;
    return { body: viewOf(await cancelInvoice(contextOf(call), principal.tenantId, params.id, body.reason ?? null)) };
  },
  createCreditNote: async (call) => ({
    body: viewNote(await createCreditNote(contextOf(call), call.principal.tenantId, call.params.id, call.body)),
  }),
  listCreditNotes: async (call) => {
    const { principal, params, query } = call;
    const { data, nextCursor } = await listCreditNotes(contextOf(call), principal.tenantId, params.id, query);
    const embedded = await embedRecords(viewContextOf(call), creditNoteJoins, call, data);
    return { body: { data: data.map((state) => ({ ...viewNote(state), ...embedded(state) })), nextCursor } };
  },
  getCreditNote: async (call) => {
    const state = await getCreditNote(contextOf(call), call.principal.tenantId, call.params.id);
    const embedded = await embedRecords(viewContextOf(call), creditNoteJoins, call, [state]);
    return { body: { ...viewNote(state), ...embedded(state) } };
  },
});
