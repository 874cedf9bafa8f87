import { emailAddress, type Locale, mailLocale } from "../core/mail.ts";
import type { MailOrder } from "../core/transition.ts";

/** What letters to a payer need of an invoice; the tenant says there where its payer is written to, and in which language. */
interface Addressed {
  readonly id: string;
  readonly tenantId: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** The letter that an invoice is sent with; none where it says no address. */
export function invoiceMail({ id, tenantId, metadata }: Addressed): MailOrder[] {
  const to = emailAddress(metadata.customerEmail);
  const locale = mailLocale(metadata.locale);
  if (to === undefined) return [];
  return [{ kind: "send_mail", template: "invoice_sent", about: id, tenantId, to, locale }];
}

/** A payment as its receipt needs it: a payer who paid on the invoice's own page read that in some language. */
interface Paid {
  readonly id: string;
  readonly hosted?: { readonly locale: Locale } | undefined;
}

/** The receipt of a payment; none where the invoice says no address. */
export function receiptMail({ tenantId, metadata }: Addressed, { id: about, hosted }: Paid): MailOrder[] {
  const to = emailAddress(metadata.customerEmail);
  const locale = hosted?.locale ?? mailLocale(metadata.locale);
  if (to === undefined) return [];
  return [{ kind: "send_mail", template: "receipt", about, tenantId, to, locale }];
}
