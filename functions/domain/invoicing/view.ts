import * as z from "zod";
import { siblingId } from "../core/id.ts";
import { paymentStatuses } from "../core/payment-status.ts";
import { pickFields } from "../core/pick-fields.ts";
import type { Instant } from "../core/time.ts";
import { invoiceCustomer } from "./customer.ts";
import { calendarDays } from "./due-date.ts";
import { linkEndsAt } from "./hosted-link.ts";
import { dueCents, type Invoice, invoiceStatuses } from "./invoice.ts";
import { lineItem } from "./line-item.ts";

/** An invoice as clients see it (domain facts 5.1). */
export const invoiceView = z
  .object({
    id: z.string(),
    object: z.literal("invoice").describe("what kind of record this is"),
    tenantId: z.string(),
    number: z.string().describe("the number that is printed, unique among your invoices"),
    customerId: z.string().describe("a customer's id, or any text of your own"),
    customer: invoiceCustomer
      .nullable()
      .describe(
        "the customer as it was when the invoice was made, changed or sent; null where customerId is your own text",
      ),
    status: z.enum(invoiceStatuses).describe("how far it is; drafts can be changed, and void ones take no money"),
    currency: z.string(),
    lineItems: z.array(lineItem).describe("what is charged for, line by line"),
    subtotalCents: z.int().describe("the sum of the lines before discount and tax, in cents"),
    discountCents: z.int().describe("what is taken off the subtotal, in cents"),
    taxCents: z.int().describe("the sum of the lines' tax, in cents"),
    totalCents: z.int().describe("cents: the subtotal less the discount, plus the tax"),
    creditedCents: z.int().describe("the sum of its credit notes, in cents"),
    amountPaidCents: z.int().describe("what was collected for it and not returned, in cents"),
    amountRemainingCents: z
      .int()
      .describe(
        "total less what is credited and paid, in cents; what is in flight still counts as remaining, a void invoice has 0",
      ),
    amountProcessingCents: z.int().describe("collections in flight"),
    terms: z.string().describe("`Due on receipt` or `Net N`; invoices of earlier releases may have other words"),
    dueDate: z.string().describe("the last moment at which it is not overdue"),
    dueOn: z.string().describe("the calendar day of dueDate in timeZone, as the page, the PDF and letters print it"),
    issuedOn: z.string().describe("the calendar day of issuedAt in timeZone"),
    timeZone: z.string().describe("IANA name of your time zone when the invoice was made"),
    overdue: z.boolean().describe("whether something is still to be paid after dueDate"),
    notes: z.string().nullable().describe("what is printed under the lines; null where it is nothing"),
    metadata: z.record(z.string(), z.string()),
    payments: z
      .array(
        z.object({
          id: z.string(),
          settlementId: z.string().describe("the settlement that carries it to your wallet"),
          amountCents: z.int().describe("what is collected of the payer, in cents"),
          status: z.enum(paymentStatuses).describe("how far it is; drafts can be changed, and void ones take no money"),
          createdAt: z.string(),
        }),
      )
      .describe("its payments, the newest last, at most 100: the list of payments has all of them"),
    version: z.int().describe("rises with each change of the invoice, its payments included"),
    linkExpiresAt: z
      .string()
      .describe("until when its page opens: as said with its link, else 90 days after it is due or was issued"),
    pdfUrl: z.string().describe("where it is as PDF, for your key"),
    hostedUrl: z.string(),
    collectionLink: z.string(),
    issuedAt: z.string(),
    sentAt: z.string().nullable(),
    paidAt: z.string().nullable(),
    voidedAt: z.string().nullable().describe("when it was voided; null where it was not"),
    voidReason: z.string().nullable().describe("why it was voided, where that was said"),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: "Invoice" });

/** An invoice as clients see it at a moment; `publicUrl` is the root of the interface that serves its PDF. */
export function viewInvoice(state: Invoice, publicUrl: string, now: Instant): z.infer<typeof invoiceView> {
  return pickFields(invoiceView, {
    ...state,
    ...calendarDays(state),
    object: "invoice",
    amountRemainingCents: dueCents(state),
    payments: state.payments.map((each) => ({ ...each, settlementId: siblingId(each.id, "stl") })),
    overdue: isOverdue(state, now),
    linkExpiresAt: linkEndsAt(state),
    pdfUrl: `${publicUrl}/api/v1/invoices/${state.id}/pdf`,
    collectionLink: state.hostedUrl,
  });
}

/** An invoice as its events show it: without the links that let in whoever has them. */
export const invoiceObject = invoiceView.omit({ hostedUrl: true, collectionLink: true }).meta({ id: "InvoiceObject" });

/** The same of an invoice; where its PDF is served is added when the event leaves. */
export function viewInvoiceObject(state: Invoice, now: Instant): z.infer<typeof invoiceObject> {
  return pickFields(invoiceObject, viewInvoice(state, "", now));
}

/** Whether something of an invoice is still to be paid after it was due. */
export function isOverdue({ status, dueDate }: Pick<Invoice, "status" | "dueDate">, now: Instant): boolean {
  return status !== "paid" && status !== "void" && dueDate < now;
}
