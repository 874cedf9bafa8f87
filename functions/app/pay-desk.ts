import * as z from "zod";
import type { Invoice } from "../domain/invoice.ts";
import { paymentSources } from "../domain/payment.ts";
import type { Refusal } from "../domain/refusal.ts";
import type { Loaded } from "./aggregate.ts";
import type { Claim } from "./claim.ts";
import type { Desk } from "./desk.ts";
import type { Conversion, Meter, Rail, Screening } from "./ports.ts";
import type { Standing } from "./standing.ts";

/** What pay works with beside the desk: the vendors that configuration chose. */
export interface PayDesk extends Desk {
  readonly rail: Rail;
  readonly conversion: Conversion;
  readonly screening: Screening;
  /** Production: safeguards cannot be loosened by a flag. */
  readonly live: boolean;
  readonly meter: Meter;
}

/** What a claim keeps of a pay call, so that anyone can continue it. */
export const payCommand = z.object({
  invoiceId: z.string(),
  amountCents: z.int(),
  source: z.enum(paymentSources),
  settlementId: z.string(),
  paymentId: z.string(),
});

/** What pay sees before it decides. */
export interface Sight extends Standing {
  readonly claim: Claim | undefined;
  readonly invoice: Loaded<Invoice> | undefined;
}

const storedRefusals: ReadonlySet<string> = new Set([
  "tenant_suspended",
  "invoice_already_paid",
  "partner_customer_unlinked",
  "partner_customer_not_approved",
  "partner_customer_lookup_failed",
  "kyt_declined",
  "illegal_settlement_transition",
]);

/** Whether a refusal is an answer that its key keeps (decisions, "Idempotency"). */
export function isStored(refusal: Refusal): boolean {
  return storedRefusals.has(refusal.code);
}
