import * as z from "zod";
import { decimalText } from "./money.ts";

const settlementFacts = z.object({
  settlementId: z.string(),
  paymentId: z.string(),
  invoiceId: z.string(),
  invoice: z.string().describe("the invoice's number"),
  tenantId: z.string(),
  status: z.string(),
  fiatInCents: z.int(),
  feeCents: z.int(),
  reserveCents: z.int(),
  usdtOut: decimalText.nullable(),
  usdtStable: z.string(),
  chain: z.string(),
  destWallet: z.string(),
  txHash: z.string().nullable(),
  screeningRef: z.string().nullable(),
  createdAt: z.string(),
});

const reason = { code: z.string(), reason: z.string() };

/** The data of every event that can be emitted, by its name (spec section 6). Only these names compile. */
export const eventData = {
  "invoice.sent": z.object({
    invoiceId: z.string(),
    invoice: z.string(),
    tenantId: z.string(),
    customerId: z.string(),
    totalCents: z.int(),
    currency: z.string(),
    dueDate: z.string(),
    hostedUrl: z.string(),
    createdAt: z.string(),
  }),
  "settlement.completed": settlementFacts,
  "settlement.settling": settlementFacts,
  "settlement.declined": settlementFacts.extend({ declineReason: z.string() }),
  "settlement.failed": settlementFacts.extend(reason),
  "settlement.amount_mismatch": settlementFacts.extend({
    expectedCents: z.int(),
    receivedCents: z.int(),
  }),
  "settlement.rail_unknown": settlementFacts.extend({ railState: z.string() }),
  "settlement.returned_after_disbursement": settlementFacts.extend({
    returnCode: z.string(),
    shortfallCents: z.int(),
  }),
} as const satisfies Record<string, z.ZodObject>;

export type EventName = keyof typeof eventData;

/** An event as a decision states it; ids and times are added when it is committed. */
export type ServiceEvent = { [N in EventName]: { name: N; data: z.infer<(typeof eventData)[N]> } }[EventName];

export const eventNames = Object.keys(eventData) as EventName[];
