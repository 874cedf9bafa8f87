import * as z from "zod";
import { cents } from "../core/money.ts";
import { invalidField, Refusal } from "../core/refusal.ts";
import { storedLink } from "../core/stored-link.ts";
import type { Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import { invoiceCustomer } from "./customer.ts";
import { canonicalTerms, dueAt } from "./due-date.ts";
import { invoicePayment } from "./invoice-payments.ts";
import { lineItem } from "./line-item.ts";
import { invoiceMail } from "./payer-mail.ts";
import { type NewLine, totalsOf } from "./totals.ts";

export const invoiceStatuses = ["draft", "sent", "partially_paid", "paid", "void"] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** An invoice as stored. `amountProcessingCents` is set aside for collections in flight, so that no race can overpay. */
export const invoice = z.object({
  id: z.string(),
  tenantId: z.string(),
  tenantSlug: z.string(),
  sellerName: z.string(),
  sellerEmail: z.string(),
  number: z.string(),
  customerId: z.string(),
  customer: invoiceCustomer.nullable().default(null),
  status: z.enum(invoiceStatuses),
  currency: z.literal("USD"),
  lineItems: z.array(lineItem),
  subtotalCents: cents,
  discountCents: cents,
  taxCents: z.int().default(0),
  totalCents: cents,
  amountPaidCents: cents,
  amountProcessingCents: cents,
  creditedCents: cents.default(0),
  /** How many credit notes it has; the next is numbered by it. */
  creditNotes: z.int().default(0),
  terms: z.string(),
  dueDate: z.string(),
  /** The zone of its seller, in which its dates are printed. */
  timeZone: z.string().default("UTC"),
  notes: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  /** Where its page is, without what opens it: as it is kept (core/stored-link.ts). */
  hostedUrl: storedLink,
  /** Until when its link opens its page, where that was said. */
  linkExpiresAt: z.string().nullable().default(null),
  /** One more with each change; of an older release's row those since it was read by this one. */
  version: z.int().default(1),
  payments: z.array(invoicePayment).default([]),
  issuedAt: z.string(),
  sentAt: z.string().nullable(),
  paidAt: z.string().nullable(),
  voidedAt: z.string().nullable().default(null),
  voidReason: z.string().nullable().default(null),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type Invoice = z.infer<typeof invoice>;

/** What a client asks for when it creates an invoice; amounts in integer cents, `dueDate` an instant or a calendar day of the seller's time zone. */
export type NewInvoice = Readonly<
  Pick<Invoice, "number" | "customerId" | "currency" | "terms" | "discountCents" | "metadata">
> & {
  readonly lineItems: readonly NewLine[];
  readonly dueDate?: string | undefined;
  readonly notes?: string | undefined;
};

type Issuer = Pick<
  Invoice,
  "id" | "tenantId" | "tenantSlug" | "sellerName" | "sellerEmail" | "timeZone" | "hostedUrl"
> &
  Partial<Pick<Invoice, "customer">>;

/** Drafts an invoice: totals are computed with it, and terms set the due date that is not given. */
export function draftInvoice(input: NewInvoice, issuer: Issuer, now: Instant): Transition<Invoice>[] | Refusal {
  const totals = totalsOf(input.lineItems, input.discountCents);
  if (totals instanceof Refusal) return totals;
  const terms = canonicalTerms(input.terms);
  if (terms === undefined) return invalidField("terms", "neither Due on receipt nor Net 0 to Net 365");
  const { number, customerId, currency, notes = null } = input;
  const next: Invoice = {
    ...{ customer: null, ...issuer, number, customerId, status: "draft", currency, ...totals },
    ...{ amountPaidCents: 0, amountProcessingCents: 0, creditedCents: 0, creditNotes: 0 },
    ...{ terms, dueDate: dueAt(input, issuer.timeZone, now), notes, metadata: { ...input.metadata } },
    ...{ version: 1, payments: [], issuedAt: now, sentAt: null, paidAt: null, voidedAt: null, voidReason: null },
    linkExpiresAt: null,
    ...{ createdAt: now, updatedAt: now },
  };
  return [{ next, from: null, to: "draft", reason: "invoice created" }];
}

/** Sends an invoice: once, with one event. A partly paid one is only marked sent; a paid or void one is refused. */
export function sendInvoice(state: Invoice, now: Instant): Transition<Invoice>[] | Refusal {
  if (state.status === "paid" || state.status === "void")
    return new Refusal("illegal_invoice_transition", `a ${state.status} invoice cannot be sent`, {
      extra: { from: state.status, to: "sent" },
    });
  if (state.sentAt !== null) return [];
  const status = state.status === "draft" ? "sent" : state.status;
  const { id: invoiceId, number, tenantId, customerId, totalCents, currency, dueDate, hostedUrl } = state;
  const facts = { invoiceId, invoice: number, tenantId, customerId, totalCents, currency, dueDate, hostedUrl };
  return [
    {
      next: { ...state, status, sentAt: now, version: state.version + 1, updatedAt: now },
      ...{ from: state.status, to: status, reason: "invoice sent" },
      events: [{ name: "invoice.sent", data: { ...facts, createdAt: now } }],
      follows: invoiceMail(state),
    },
  ];
}

/** What is due, in cents: the total less what is credited and what is paid, and nothing on a void invoice. What is in flight is still due. */
export function dueCents(state: Invoice): number {
  return state.status === "void" ? 0 : state.totalCents - state.creditedCents - state.amountPaidCents;
}

/** The status that an invoice's money gives it. */
function statusOf(state: Invoice): InvoiceStatus {
  if (dueCents(state) <= 0) return "paid";
  if (state.amountPaidCents > 0) return "partially_paid";
  return state.sentAt === null ? "draft" : "sent";
}

/** What can still be paid: what is due less what is in flight, in cents. */
export function remainingCents(state: Invoice): number {
  return dueCents(state) - state.amountProcessingCents;
}

export function nothingDue(): Refusal {
  return new Refusal("invoice_already_paid", "this invoice is already paid");
}

function voidRefusal(): Refusal {
  return new Refusal("invoice_not_payable", "this invoice is void");
}

/** The amount a pay call means: what was asked, or all that remains. Refuses a paid or void invoice and more than remains. */
export function amountToPay(state: Invoice, askedCents: number | undefined): number | Refusal {
  if (state.status === "paid") return nothingDue();
  if (state.status === "void") return voidRefusal();
  const remaining = remainingCents(state);
  const amountCents = askedCents ?? remaining;
  if (amountCents < 1 || amountCents > remaining)
    return new Refusal("amount_exceeds_remaining", `${remaining} cents remain to be paid on this invoice`, {
      fields: [{ path: "amountCents", message: `at most ${remaining}` }],
    });
  return amountCents;
}

/** A change of an invoice, which is its next version. */
export function invoiceTransition(
  state: Invoice,
  change: Partial<Invoice>,
  reason: string,
  now: Instant,
): Transition<Invoice> {
  const next = { ...state, ...change, version: state.version + 1, updatedAt: now };
  return { next, from: state.status, to: next.status, reason };
}

/** The same for money that counts: the status follows from it. */
function moveMoney(state: Invoice, money: Partial<Invoice>, reason: string, now: Instant): Transition<Invoice> {
  const status = statusOf({ ...state, ...money });
  return invoiceTransition(state, { ...money, status, paidAt: status === "paid" ? now : null }, reason, now);
}

export function setAside(state: Invoice, amountCents: number, paymentId: string, now: Instant): Transition<Invoice> {
  const amountProcessingCents = state.amountProcessingCents + amountCents;
  return invoiceTransition(state, { amountProcessingCents }, `${paymentId} collecting ${amountCents} cents`, now);
}

/** Gives back what was set aside for a collection that came to nothing, or to less. */
export function releaseAside(
  state: Invoice,
  amountCents: number,
  paymentId: string,
  now: Instant,
  why = "collected nothing",
): Transition<Invoice> {
  const amountProcessingCents = state.amountProcessingCents - amountCents;
  return invoiceTransition(state, { amountProcessingCents }, `${paymentId} ${why}`, now);
}

/** Counts a confirmed collection: the payer has paid now, wherever the stablecoin is. */
export function confirmPayment(
  state: Invoice,
  amountCents: number,
  paymentId: string,
  now: Instant,
): Transition<Invoice> {
  const amountPaidCents = state.amountPaidCents + amountCents;
  const amountProcessingCents = state.amountProcessingCents - amountCents;
  return moveMoney(
    state,
    { amountPaidCents, amountProcessingCents },
    `${paymentId} collected ${amountCents} cents`,
    now,
  );
}

/** Takes a payment whose money went back off again and moves the invoice back to where that leaves it. */
export function takeBack(
  state: Invoice,
  amountCents: number,
  paymentId: string,
  now: Instant,
  why = "was returned",
): Transition<Invoice> {
  const amountPaidCents = state.amountPaidCents - amountCents;
  return moveMoney(state, { amountPaidCents }, `${paymentId} ${why}`, now);
}

/** Takes a credit in cents off what is due. Refuses a paid, a void and a never sent invoice, and more than is due less what is in flight; `path` names the field that asked. */
export function creditInvoice(
  state: Invoice,
  amountCents: number,
  number: string,
  path: string,
  now: Instant,
): Transition<Invoice> | Refusal {
  if (state.status === "paid") return nothingDue();
  if (state.status === "void") return voidRefusal();
  if (state.sentAt === null)
    return new Refusal("illegal_invoice_transition", "an invoice that was never sent cannot be credited", {
      extra: { from: state.status, to: "credited" },
    });
  const most = remainingCents(state);
  if (amountCents > most)
    return new Refusal("amount_exceeds_due", `at most ${most} cents can be credited on this invoice`, {
      fields: [{ path, message: `at most ${most}` }],
    });
  const change = { creditedCents: state.creditedCents + amountCents, creditNotes: state.creditNotes + 1 };
  return moveMoney(state, change, `credited ${amountCents} cents by ${number}`, now);
}
