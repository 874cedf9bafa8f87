import * as z from "zod";
import { storedAccount } from "../core/bank-account.ts";
import { payerTypes } from "../core/holder-type.ts";
import { locales } from "../core/mail.ts";
import { cents, positiveCents } from "../core/money.ts";
import { paymentStatuses } from "../core/payment-status.ts";
import { depositInstructions } from "../rails/deposit-instructions.ts";
import { paymentSources } from "../rails/payment-source.ts";

/** From where and by which words a payer paid on the invoice's own page; Nacha asks originators of WEB debits to keep the authorization for two years. */
export const hostedFacts = z.object({
  at: z.string(),
  ip: z.string(),
  userAgent: z.string(),
  locale: z.enum(locales),
  /** What the payer agreed to, word for word; null where nothing is pulled. */
  authorization: z.string().nullable(),
});

export type HostedFacts = z.infer<typeof hostedFacts>;

/** The collection side of a settlement; it shares the settlement's row. */
export const payment = z.object({
  id: z.string(),
  status: z.enum(paymentStatuses),
  amountCents: positiveCents,
  source: z.enum(paymentSources),
  /** Whose account it comes from; an older release's row does not say. */
  holderType: z.enum(payerTypes).default("unknown"),
  /** The country of the bank that it comes from, where the call to pay says so. */
  sourceCountry: z.string().optional(),
  /** What its payer's bank is given as the entry's description; null where the payer sends it. */
  entryDescription: z.string().nullable().default(null),
  railRef: z.string().nullable(),
  /** The payout's own reference, where the rail gives it one. */
  payoutRef: z.string().nullable().default(null),
  railState: z.string().nullable(),
  instructions: depositInstructions.nullable(),
  receivedCents: cents.nullable(),
  receivedAt: z.string().nullable(),
  /** The last notification of change (C code) that the rail sent. */
  correctionCode: z.string().nullable(),
  /** How often it was presented to the payer's bank, and when it will be again. */
  presented: z.int().min(1).default(1),
  presentAt: z.string().nullable().default(null),
  returnCode: z.string().nullable(),
  returnedAt: z.string().nullable(),
  failureCode: z.string().nullable(),
  failureReason: z.string().nullable(),
  screeningRef: z.string().nullable(),
  /** The account that it is pulled from, where the payer typed it on the invoice's page. */
  bankAccount: storedAccount.optional(),
  /** Set where it was paid on the invoice's page. */
  hosted: hostedFacts.optional(),
});

export type Payment = z.infer<typeof payment>;

/** Where money went that had come after its payment was canceled: to a payment of its own. */
export const appliedTo = z.object({
  settlementId: z.string().describe("the settlement that it goes on in"),
  paymentId: z.string().describe("the payment that it counts as"),
  invoiceId: z.string().describe("the invoice that it pays"),
  amountCents: positiveCents.describe("how much it is, in cents"),
  at: z.string().describe("when operators applied it"),
});

/** The payment whose late money a payment is made of. */
export const appliedFrom = z.object({
  settlementId: z.string().describe("the settlement of that payment"),
  paymentId: z.string().describe("the payment that had been canceled when the money came"),
});
