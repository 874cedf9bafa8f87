import { emailAddress, type Locale, mailLocale } from "../core/mail.ts";
import type { MailOrder } from "../core/transition.ts";
import { type InvoiceCustomer, payerLocale } from "./customer.ts";

/** What letters to a payer need of an invoice; its customer, or the tenant in its metadata, says where its payer is written to, and in which language; the metadata wins. */
interface Addressed {
  readonly id: string;
  readonly tenantId: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly customer?: InvoiceCustomer | null;
}

function addressOf({ metadata, customer }: Addressed): string | undefined {
  return emailAddress(metadata.customerEmail) ?? emailAddress(customer?.email);
}

/** The letter that an invoice is sent with; none where it says no address. */
export function invoiceMail(invoice: Addressed): MailOrder[] {
  const { id, tenantId } = invoice;
  const to = addressOf(invoice);
  const locale = mailLocale(payerLocale(invoice));
  if (to === undefined) return [];
  return [{ kind: "send_mail", template: "invoice_sent", about: id, tenantId, to, locale }];
}

/** A payment as its receipt needs it: a payer who paid on the invoice's own page read that in some language. */
interface Paid {
  readonly id: string;
  readonly hosted?: { readonly locale: Locale } | undefined;
}

/** The receipt of a payment; none where the invoice says no address. */
export function receiptMail(invoice: Addressed, { id: about, hosted }: Paid): MailOrder[] {
  const { tenantId } = invoice;
  const to = addressOf(invoice);
  const locale = hosted?.locale ?? mailLocale(payerLocale(invoice));
  if (to === undefined) return [];
  return [{ kind: "send_mail", template: "receipt", about, tenantId, to, locale }];
}
