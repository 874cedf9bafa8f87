import * as z from "zod";
import { payFields } from "../../domain/checkout/pay.ts";
import { get, operationTable, post } from "../operation-table.ts";
import { publicPage } from "../shared/locale.ts";

const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const link = z.strictObject({ token });
const page = { ...publicPage, params: link, refusals: ["not_found", "link_expired"], lambda: "invoice-page" } as const;

const typed = Object.fromEntries(payFields.map((name) => [name, z.string().default("")])) as Record<
  (typeof payFields)[number],
  z.ZodDefault<z.ZodString>
>;

export const invoicePageOperations = operationTable(page, {
  showInvoice: get("/i/{token}", "The invoice behind a collection link, and a form to pay it by"),
  payHostedInvoice: post("/i/{token}/pay", "Pay an invoice, or a part of it, by its form", {
    description: "The form's nonce is its idempotency key: however often it is sent, it pays once.",
    body: z.strictObject({ nonce: z.string().default(""), ...typed }),
    refusals: ["not_found", "link_expired", "foreign_form", "rate_limited"],
  }),
  showPayForm: get("/i/{token}/pay", "Back to the invoice from an answer to its form"),
  showHostedPayment: get(
    "/i/{token}/payments/{paymentId}",
    "How a payment of an invoice stands, how to send it, and its receipt",
    { params: z.strictObject({ token, paymentId: z.string().regex(/^pay_[0-9A-HJKMNP-TV-Z]{26}$/) }) },
  ),
});

const asPdf = {
  // Whoever has no such link is told so by a page.
  otherReplies: [{ status: 200, schema: z.string(), contentType: "application/pdf", description: "the PDF" }],
  lambda: "invoice-page-pdf",
} as const;

export const invoicePagePdfOperations = operationTable(page, {
  getHostedInvoicePdf: get("/i/{token}/pdf", "The invoice behind a collection link as a PDF", asPdf),
  getHostedCreditNotePdf: get(
    "/i/{token}/credit-notes/{creditNoteId}/pdf",
    "A credit note of the invoice behind a collection link as a PDF",
    { ...asPdf, params: z.strictObject({ token, creditNoteId: z.string().regex(/^crn_[0-9A-HJKMNP-TV-Z]{26}$/) }) },
  ),
});
