import type { Transition } from "../core/transition.ts";
import type { Invoice } from "../invoicing/invoice.ts";
import { withPayment } from "../invoicing/invoice-payments.ts";
import type { Settlement } from "./settlement.ts";

/** Hops of a settlement and of its invoice that belong into one transaction. */
export interface SettlementChange {
  readonly settlement: readonly Transition<Settlement>[];
  readonly invoice: readonly Transition<Invoice>[];
}

/** Already so: nothing to write. */
export const nothing: SettlementChange = { settlement: [], invoice: [] };

/** The same change with the invoice showing the payment as it leaves it. An invoice that another release made knows of a payment only once that moves it. */
export function showingPayment(
  change: SettlementChange,
  before: { readonly settlement: Settlement; readonly invoice: Invoice },
): SettlementChange {
  const { payment, createdAt, updatedAt } = change.settlement.at(-1)?.next ?? before.settlement;
  const { id, amountCents, status } = payment;
  const shown = (payments: Invoice["payments"]) => withPayment(payments, { id, amountCents, status, createdAt });
  if (change.invoice.length > 0) {
    const invoice = change.invoice.map((each) => ({
      ...each,
      next: { ...each.next, payments: shown(each.next.payments) },
    }));
    return { ...change, invoice };
  }
  const { invoice } = before;
  const payments = shown(invoice.payments);
  if (payments === invoice.payments || !invoice.payments.some((each) => each.id === id)) return change;
  const next = { ...invoice, payments, version: invoice.version + 1, updatedAt };
  const { status: unchanged } = invoice;
  return { ...change, invoice: [{ next, from: unchanged, to: unchanged, reason: `${id} is ${status}`, quiet: true }] };
}
