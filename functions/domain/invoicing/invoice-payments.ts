import * as z from "zod";
import { paymentStatuses } from "../core/payment-status.ts";

/** What an invoice keeps of a payment of it, as that stood with the invoice's last change. */
export const invoicePayment = z.object({
  id: z.string(),
  amountCents: z.int(),
  status: z.enum(paymentStatuses),
  createdAt: z.string(),
});

export type InvoicePayment = z.infer<typeof invoicePayment>;

/** As many as an invoice keeps; the list of payments has them all. */
const mostPayments = 100;

/** An invoice's payments with one of them as it is now, the newest last; the same list where it is so already. */
export function withPayment(payments: InvoicePayment[], payment: InvoicePayment): InvoicePayment[] {
  const known = payments.find(({ id }) => id === payment.id);
  if (known && known.status === payment.status && known.amountCents === payment.amountCents) return payments;
  const others = payments.filter(({ id }) => id !== payment.id);
  return [...others, payment].sort((one, other) => (one.id < other.id ? -1 : 1)).slice(-mostPayments);
}
