import { newAggregate, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import { creditNoteRecordType } from "../../../functions/app/invoicing/credit-notes.ts";
import { getInvoice } from "../../../functions/app/invoicing/invoices.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { issueCreditNote } from "../../../functions/domain/invoicing/credit-note.ts";
import { mistake, simpleScene } from "./scene.ts";

const act = { tenant: 0, invoice: 0, atMs: 20_000 };

/** Mistakes with what tenants do to their invoices. */
export const invoiceControls = [
  mistake("a void that overlooks what is collected", "a void invoice has no payment", {
    app: () => ({
      cancelInvoice: async (context, tenantId, id) => {
        const found = await getInvoice(context, tenantId, id);
        const now = context.clock.now();
        const next = { ...found.state, status: "void" as const, voidedAt: now };
        const transition = { next, from: found.state.status, to: "void", reason: "voided" };
        await context.store.write(transitionWrites(found, [transition], context).writes, context.newId("req", now));
        return next;
      },
    }),
    scene: simpleScene({ invoiceActions: [act] }),
  }),
  mistake("a credit note without its invoice", "credit notes are what an invoice was credited, within its total", {
    app: () => ({
      createCreditNote: async (context, tenantId, id, input) => {
        const now = context.clock.now();
        const { state } = await getInvoice(context, tenantId, id);
        const issue = issueCreditNote(state, input, context.newId("crn", now), now);
        if (issue instanceof Refusal) throw issue;
        const { note, creditNote } = issue;
        const { writes } = transitionWrites(newAggregate(creditNoteRecordType, note), creditNote, context);
        await context.store.write(writes, context.newId("req", now));
        return note;
      },
    }),
    scene: simpleScene({ asks: [], invoiceActions: [{ ...act, creditCents: 33 }] }),
  }),
];
