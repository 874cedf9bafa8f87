import * as z from "zod";
import { payFields } from "../../domain/checkout/pay.ts";
import { operation } from "../../http/operation-types.ts";
import { pageQuery } from "../shared/locale.ts";

const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const link = z.strictObject({ token });
const reply = { status: 200, schema: z.string(), contentType: "text/html; charset=utf-8" } as const;
const payPage = { caller: "public", tag: "Pages", reply, lambda: "invoice-page" } as const;

const typed = Object.fromEntries(payFields.map((name) => [name, z.string().default("")])) as Record<
  (typeof payFields)[number],
  z.ZodDefault<z.ZodString>
>;

export const invoicePageOperations = {
  showInvoice: operation({
    ...payPage,
    id: "showInvoice",
    method: "GET",
    path: "/i/{token}",
    summary: "The invoice behind a collection link, and a form to pay it by",
    params: link,
    query: pageQuery,
    refusals: ["not_found"],
  }),
  payHostedInvoice: operation({
    ...payPage,
    id: "payHostedInvoice",
    method: "POST",
    path: "/i/{token}/pay",
    summary: "Pay an invoice, or a part of it, by its form",
    description: "The form's nonce is its idempotency key: however often it is sent, it pays once.",
    params: link,
    query: pageQuery,
    body: z.strictObject({ nonce: z.string().default(""), ...typed }),
    refusals: ["not_found", "foreign_form", "rate_limited"],
  }),
  showPayForm: operation({
    ...payPage,
    id: "showPayForm",
    method: "GET",
    path: "/i/{token}/pay",
    summary: "Back to the invoice from an answer to its form",
    params: link,
    query: pageQuery,
    refusals: ["not_found"],
  }),
  showHostedPayment: operation({
    ...payPage,
    id: "showHostedPayment",
    method: "GET",
    path: "/i/{token}/payments/{paymentId}",
    summary: "How a payment of an invoice stands, how to send it, and its receipt",
    params: z.strictObject({ token, paymentId: z.string().regex(/^pay_[0-9A-HJKMNP-TV-Z]{26}$/) }),
    query: pageQuery,
    refusals: ["not_found"],
  }),
};

export const invoicePagePdfOperations = {
  getHostedInvoicePdf: operation({
    ...payPage,
    id: "getHostedInvoicePdf",
    method: "GET",
    path: "/i/{token}/pdf",
    summary: "The invoice behind a collection link as a PDF",
    params: link,
    query: pageQuery,
    // Whoever has no such link is told so by a page.
    otherReplies: [{ status: 200, schema: z.string(), contentType: "application/pdf", description: "the PDF" }],
    refusals: ["not_found"],
    lambda: "invoice-page-pdf",
  }),
};
