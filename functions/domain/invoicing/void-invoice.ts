import { Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import { type Invoice, invoiceTransition, nothingDue } from "./invoice.ts";

/** Voids an invoice for good: nothing is due on it any more. A void one stays as it is; one with money collected or in flight is refused. */
export function voidInvoice(state: Invoice, reason: string | null, now: Instant): Transition<Invoice>[] | Refusal {
  if (state.status === "void") return [];
  if (state.status === "paid") return nothingDue();
  if (state.amountPaidCents > 0 || state.amountProcessingCents > 0)
    return new Refusal("invoice_has_payments", "money is collected or in flight for this invoice");
  const text = reason === null ? "voided" : `voided: ${reason}`;
  return [invoiceTransition(state, { status: "void", voidedAt: now, voidReason: reason }, text, now)];
}
