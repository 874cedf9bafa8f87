import * as z from "zod";
import { holderTypes } from "../../domain/core/holder-type.ts";
import { maxCents } from "../../domain/core/money.ts";
import { calendarDay, instant } from "../../domain/core/time.ts";
import { creditNoteView } from "../../domain/invoicing/credit-note-view.ts";
import { customerView } from "../../domain/invoicing/customer-view.ts";
import { defaultTerms, termsPattern } from "../../domain/invoicing/due-date.ts";
import { invoiceStatuses } from "../../domain/invoicing/invoice.ts";
import { invoiceView } from "../../domain/invoicing/view.ts";
import { paymentSources } from "../../domain/rails/payment-source.ts";
import { paidView, settlementView } from "../../domain/settlement/view.ts";
import { notBoth, underRules } from "../../http/field-rules.ts";
import { printable, printableLines, printableWithin } from "../../http/printable.ts";
import { countryCode, customerId, idParam, metadata, textWithin } from "../../http/schemas.ts";
import { embedsMany, embedsOne, expandable, expandedListOf, expandedRecordOf } from "../expand.ts";
import { byStatus, changeOf, creationRange, get, operationTable, patch, post } from "../operation-table.ts";

const terms = z
  .string()
  .trim()
  .regex(termsPattern, "Due on receipt, or Net and a number of days from 0 to 365, such as Net 30")
  .meta({
    description: "`Due on receipt` or `Net N`, N from 0 to 365 days; they set the due date where none is given",
  });

const dueDate = z
  .union([instant, calendarDay], "a date such as 2026-12-05, or a date-time with an offset, that exists")
  .meta({
    description:
      "a date-time, or a date: the invoice is then due until that day ends in your time zone, and overdue from there on",
  });

export const newLine = underRules(
  z.strictObject({
    description: printableLines(1, 500).describe("what is charged for, as it is printed"),
    unitCents: z.int().min(-maxCents).max(maxCents).meta({ description: "cents; below zero for a credit" }),
    quantity: z.int().min(1).max(1_000_000).default(1).describe("how many"),
    taxRate: z
      .int()
      .min(0)
      .max(10_000)
      .optional()
      .meta({
        description:
          "tax in basis points, `725` for 7.25%, on the line less its share of the discount, half up to the cent",
      }),
    taxCents: z
      .int()
      .min(-maxCents)
      .max(maxCents)
      .optional()
      .meta({ description: "tax in cents where you compute it yourself; of a credit zero or below. Not with taxRate" }),
  }),
  notBoth("taxRate", "taxCents", "taxRate or taxCents, not both"),
);

const fields = {
  number: printableWithin(1, 64).meta({
    description: "unique among your invoices; white space around it is taken off",
  }),
  customerId: printable(1, 128).describe("a customer's id, or any text of your own"),
  lineItems: z.array(newLine).min(1).max(250).describe("what is charged for, line by line"),
  terms,
  dueDate,
  notes: printableLines(0, 5000).describe("printed under the lines"),
  discountCents: z.int().min(0).max(maxCents).meta({ description: "cents off the subtotal, before tax" }),
  metadata: metadata.describe("names and texts of your own, which the service keeps and gives back"),
};

const newInvoice = z.strictObject({
  ...fields,
  currency: z.literal("USD").default("USD"),
  terms: terms.default(defaultTerms),
  dueDate: dueDate.optional(),
  notes: fields.notes.optional(),
  discountCents: fields.discountCents.default(0),
  metadata: metadata.default({}),
});

const invoiceChange = z
  .strictObject({
    ...fields,
    terms: terms.nullable(),
    dueDate: dueDate.nullable(),
    notes: fields.notes.nullable(),
    discountCents: fields.discountCents.nullable(),
    metadata: metadata.nullable(),
    version: z
      .int()
      .min(1)
      .max(Number.MAX_SAFE_INTEGER)
      .describe("the version that you have read: where the invoice has another by now, it is 409 version_conflict"),
  })
  .partial();

const currentCustomer = embedsOne(
  "getCustomer",
  customerView,
  "the customer as it is now, whole; `customer` is as it was when the invoice was made, changed or sent",
);
const listed = expandable("ExpandableInvoice", invoiceView, { currentCustomer });
const detail = expandable("InvoiceDetail", invoiceView, {
  currentCustomer,
  settlements: embedsMany("getSettlement", settlementView, "the settlements of `payments`, without their history"),
  creditNotes: embedsMany("getCreditNote", creditNoteView, "the credit notes, the newest first, at most 100"),
});

const invoices = { caller: "tenant", tag: "Invoicing", lambda: "invoices" } as const;

export const invoiceOperations = operationTable(invoices, {
  createInvoice: post("/api/v1/invoices", "Create a draft invoice", {
    body: newInvoice,
    reply: { status: 201, schema: invoiceView },
    refusals: ["invoice_number_exists", "version_conflict"],
  }),
  listInvoices: get(
    "/api/v1/invoices",
    "List invoices, newest first",
    expandedListOf(listed, {
      ...byStatus(invoiceStatuses),
      ...creationRange,
      number: textWithin(1, 64).optional().meta({ description: "the one invoice that has this number" }),
      customerId,
    }),
  ),
  getInvoice: get("/api/v1/invoices/{id}", "Read an invoice", expandedRecordOf(idParam("inv"), detail)),
  changeInvoice: patch("/api/v1/invoices/{id}", "Change a draft invoice", {
    ...changeOf(
      idParam("inv"),
      invoiceView,
      ...(["invoice_number_exists", "illegal_invoice_transition", "invoice_has_payments"] as const),
    ),
    description:
      "What is left out stays; null takes away what may be left out when an invoice is made. Lines are replaced as a whole. Terms that change set the due date anew where dueDate is left out.",
    body: invoiceChange,
  }),
  sendInvoice: post("/api/v1/invoices/{id}/send", "Send an invoice", {
    ...changeOf(idParam("inv"), invoiceView, "illegal_invoice_transition"),
    description:
      "Moves a draft to sent and emits invoice.sent; sent again it is answered unchanged, without a second event.",
  }),
  renewInvoiceLink: post("/api/v1/invoices/{id}/link", "Give an invoice's page a new link", {
    ...changeOf(idParam("inv"), invoiceView, "invoice_not_payable"),
    description:
      "Makes a new `hostedUrl` and ends the one before, which answers 410 from then on and names you. A void invoice is given none.",
    body: z.strictObject({
      expiresAt: instant
        .optional()
        .describe(
          "until when the new link opens the page, a moment to come; left out: for 90 days from when the invoice is due, or from now where it was due already",
        ),
    }),
    bodyOptional: true,
    scope: "pay",
  }),
  voidInvoice: post("/api/v1/invoices/{id}/void", "Void an invoice", {
    ...changeOf(idParam("inv"), invoiceView, "invoice_has_payments", "invoice_already_paid"),
    description:
      "Ends an invoice for good while no money is collected or in flight for it: its page takes no money and no letter is sent for it. A void one is answered unchanged. No event tells of it.",
    body: z.strictObject({ reason: printableLines(1, 500).optional().describe("why; shown as voidReason") }),
    bodyOptional: true,
  }),
});

const invoicePdf = { ...invoices, lambda: "invoice-pdf" } as const;

export const invoicePdfOperations = operationTable(invoicePdf, {
  getInvoicePdf: get("/api/v1/invoices/{id}/pdf", "The invoice as PDF", {
    params: idParam("inv"),
    reply: { status: 200, schema: z.string(), contentType: "application/pdf" },
    refusals: ["not_found"],
  }),
  getCreditNotePdf: get("/api/v1/credit-notes/{id}/pdf", "A credit note as PDF", {
    params: idParam("crn"),
    reply: { status: 200, schema: z.string(), contentType: "application/pdf" },
    refusals: ["not_found"],
  }),
});

const pay = { caller: "tenant", tag: "Payment and settlement", lambda: "pay" } as const;

export const payOperations = operationTable(pay, {
  payInvoice: post("/api/v1/invoices/{id}/pay", "Pay an invoice", {
    description:
      "Checks the partner customer, screens the destination wallet, collects on the enabled rail and starts the settlement. The same Idempotency-Key with the same body answers again with Idempotent-Replay: true.",
    params: idParam("inv"),
    body: z.strictObject({
      amountCents: z
        .int()
        .min(1)
        .max(maxCents)
        .optional()
        .meta({ description: "cents; all that remains when left out" }),
      source: z
        .strictObject({
          type: z.enum(paymentSources).optional().describe("how the money is collected"),
          holderType: z.enum(holderTypes).optional(),
          country: countryCode
            .optional()
            .describe(
              "ISO 3166-1 alpha-2 country of the bank that the payer's money comes from; outside the US the payment is an international ACH transaction",
            ),
        })
        .default({})
        .meta({
          description:
            "ach is pulled from the payer's bank, ach_push is a transfer the payer sends; left out: what the rail takes, ach where it takes both. holderType says whose account it is, which decides for how long a debit may come back; left out: your `payers` setting",
        }),
      metadata: metadata
        .default({})
        .describe("yours: kept with payment and settlement, and in the data of the settlement's events"),
    }),
    bodyOptional: true,
    reply: { status: 201, schema: paidView },
    refusals: [
      "not_found",
      "amount_exceeds_remaining",
      "amount_too_small",
      "unsupported_route",
      "asset_not_allowed",
      "wallet_frozen",
      "idempotency_key_reuse",
      "idempotency_in_progress",
      "tenant_suspended",
      "invoice_already_paid",
      "invoice_not_payable",
      "partner_customer_unlinked",
      "partner_customer_not_approved",
      "partner_customer_lookup_failed",
      "kyt_declined",
      "illegal_settlement_transition",
      "version_conflict",
      "vendor_disabled",
      "rail_unavailable",
    ],
    scope: "pay",
    idempotencyKey: "required",
    claim: "own",
  }),
});
