import * as z from "zod";
import { maxCents } from "../../domain/core/money.ts";
import { creditNoteView } from "../../domain/invoicing/credit-note-view.ts";
import { customerView } from "../../domain/invoicing/customer-view.ts";
import { invoiceView } from "../../domain/invoicing/view.ts";
import { exactlyOne, underRules } from "../../http/field-rules.ts";
import { printableLines } from "../../http/printable.ts";
import { idParam } from "../../http/schemas.ts";
import { embedsOne, expandable, expandedListOf, expandedRecordOf } from "../expand.ts";
import { creationRange, get, operationTable, post } from "../operation-table.ts";
import { newLine } from "./invoices.ts";

const amount = z.int().min(1).max(maxCents).optional();
const lines = z.array(newLine).min(1).max(250).optional();

const newCreditNote = underRules(
  z.strictObject({
    amountCents: amount.describe("what to credit, in cents, tax included; not with lines"),
    lines: lines.describe("what to credit, line by line, as on an invoice; not with amountCents"),
    reason: printableLines(1, 500).describe("why; printed on the credit note"),
  }),
  exactlyOne("amountCents", "lines", "amountCents or lines, exactly one of them"),
);

const note = expandable("ExpandableCreditNote", creditNoteView, {
  invoice: embedsOne("getInvoice", invoiceView, "the invoice that it reduces"),
  customer: embedsOne("getCustomer", customerView, "the customer that the invoice names, as it is now"),
});

const creditNotes = { caller: "tenant", tag: "Invoicing", lambda: "invoices" } as const;

export const creditNoteOperations = operationTable(creditNotes, {
  createCreditNote: post("/api/v1/invoices/{id}/credit-notes", "Issue a credit note on an invoice", {
    params: idParam("inv"),
    body: newCreditNote,
    reply: { status: 201, schema: creditNoteView },
    description:
      "Reduces what is due on an invoice that was sent, never by more than is due less what is in flight. Where nothing is due afterwards the invoice is paid. A paid invoice takes none: refund its payment.",
    refusals: [
      "not_found",
      "amount_exceeds_due",
      "invoice_already_paid",
      "invoice_not_payable",
      "illegal_invoice_transition",
      "version_conflict",
    ],
  }),
  listCreditNotes: get("/api/v1/invoices/{id}/credit-notes", "List an invoice's credit notes, newest first", {
    ...expandedListOf(note, creationRange),
    params: idParam("inv"),
    refusals: ["not_found", "invalid_cursor"],
  }),
  getCreditNote: get("/api/v1/credit-notes/{id}", "Read a credit note", expandedRecordOf(idParam("crn"), note)),
});
