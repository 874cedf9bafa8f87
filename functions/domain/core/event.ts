import * as z from "zod";
import { decimalText } from "./money.ts";

const who = { tenantId: z.string(), createdAt: z.string() };

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
  metadata: z.record(z.string(), z.string()).default({}).describe("what your call to pay said"),
  createdAt: z.string(),
});

const reserveFacts = z.object({ ...who, reserveId: z.string(), settlementId: z.string(), amountCents: z.int() });

const alertFacts = z.object({
  ...who,
  alertId: z.string(),
  source: z.string(),
  kind: z.string(),
  externalId: z.string(),
  amountCents: z.int(),
  currency: z.string(),
});

const caseFacts = z.object({
  ...who,
  caseId: z.string(),
  alertId: z.string().nullable(),
  paymentId: z.string().nullable(),
  escrowId: z.string().nullable().describe("the escrow whose deposit is disputed; null where it is about a payment"),
  reasonCode: z.string().nullable(),
  category: z.string(),
  dueBy: z.string().nullable(),
});

const programFacts = z.object({ ...who, program: z.string(), period: z.string(), ratioBps: z.int() });

const escrowFacts = z.object({
  ...who,
  escrowId: z.string(),
  reference: z.string(),
  status: z.string(),
  amountCents: z.int(),
  feeCents: z.int(),
  netCents: z.int(),
  currency: z.string(),
});

const failure = { code: z.string(), reason: z.string() };

/** The data of every event of the closed list (spec section 6), by name. Only these names compile. */
export const eventData = {
  "invoice.sent": z.object({
    ...who,
    invoiceId: z.string(),
    invoice: z.string().describe("the invoice's number"),
    customerId: z.string(),
    totalCents: z.int(),
    currency: z.string(),
    dueDate: z.string(),
    hostedUrl: z.string(),
  }),
  "settlement.completed": settlementFacts,
  "settlement.settling": settlementFacts,
  "settlement.declined": settlementFacts.extend({ declineReason: z.string() }),
  "settlement.failed": settlementFacts.extend(failure),
  "settlement.amount_mismatch": settlementFacts.extend({ expectedCents: z.int(), receivedCents: z.int() }),
  "settlement.rail_unknown": settlementFacts.extend({ railState: z.string() }),
  "settlement.stalled": settlementFacts.extend({ since: z.string(), limitSeconds: z.int() }),
  "settlement.returned_after_disbursement": settlementFacts.extend({
    returnCode: z.string().nullable().describe("the bank's return code; null where the rail told none"),
    shortfallCents: z.int(),
  }),
  "reserve.hold_blocked": reserveFacts.extend({ phase: z.enum(["place", "release"]), reason: z.string() }),
  "reserve.release_ready": reserveFacts.extend({ releaseAt: z.string() }),
  "alert.created": alertFacts.extend({
    arn: z.string().nullable(),
    descriptor: z.string().nullable(),
    respondBy: z.string().nullable(),
  }),
  "alert.matched": alertFacts.extend({
    paymentId: z.string().nullable().describe("null where it is about an escrow"),
    escrowId: z.string().nullable().describe("the escrow whose deposit it is about; null where it is about a payment"),
    score: z.int(),
    method: z.enum(["auto", "operator"]),
  }),
  "alert.unmatched": alertFacts.extend({ candidates: z.int() }),
  "alert.notify_iso": alertFacts.extend({ isoRef: z.string(), ruleId: z.string(), respondBy: z.string().nullable() }),
  "alert.routed_to_review": alertFacts.extend({ ruleId: z.string().nullable(), reason: z.string() }),
  "alert.auto_refunded": alertFacts
    .extend({ arn: z.string().nullable(), networkRef: z.string().nullable() })
    .describe("mirrors a refund that the card network made; confirms none by this service"),
  "case.created": caseFacts.extend({ status: z.string() }),
  "case.status_changed": caseFacts.extend({ from: z.string(), to: z.string() }),
  "ratio.threshold_breached": programFacts.extend({
    network: z.string(),
    count: z.int(),
    thresholdBps: z.int(),
    level: z.enum(["early_warning", "breached"]),
  }),
  "program.credit_suspended": programFacts.extend({
    reason: z.enum(["ratio", "negative_balance", "manual"]),
    effectiveAt: z.string(),
  }),
  "program.credit_reinstated": programFacts.extend({ since: z.string() }),
  "escrow.created": escrowFacts,
  "escrow.funded": escrowFacts.extend({ fundingRef: z.string().nullable() }),
  "escrow.released": escrowFacts.extend({
    releaseTxHash: z.string(),
    releasedCents: z.int().describe("what of its amount was released, the fee included"),
    returnedCents: z.int().describe("the rest, which went back to the buyer"),
    refundTxHash: z.string().nullable().describe("the proof of that; null where there was no rest"),
  }),
  "escrow.release_blocked": escrowFacts.extend({ unmet: z.array(z.string()) }),
  "escrow.refunded": escrowFacts.extend({
    refundTxHash: z.string().nullable(),
    reason: z.string().nullable(),
    refundedCents: z.int().describe("all that went back to the buyer"),
  }),
  "escrow.expired": escrowFacts.extend({ expiresAt: z.string().nullable() }),
  "escrow.milestone_completed": escrowFacts.extend({ milestoneId: z.string(), seq: z.int() }),
  "escrow.approval_recorded": escrowFacts.extend({ approverRef: z.string(), decision: z.enum(["approve", "reject"]) }),
} as const satisfies Record<string, z.ZodObject>;

export type EventName = keyof typeof eventData;

const eventSubjects = ["invoice", "settlement", "reserve", "alert", "case", "program", "escrow"] as const;

/** What an event is about: its `object`, and what its `sequence` counts the events of. */
export type EventSubject = (typeof eventSubjects)[number];

/** What events show of what they are about, as the interface shows it. */
export type EventObjects = { readonly [K in EventSubject]?: Readonly<Record<string, unknown>> };

/** What an event of this name is about; a ratio is a monitoring program's. */
export function eventSubjectOf(name: string): EventSubject {
  const noun = name.slice(0, name.indexOf("."));
  return eventSubjects.find((each) => each === noun) ?? "program";
}

/** An event as a decision states it; ids and times are added when it is committed. */
export type ServiceEvent = { [N in EventName]: { name: N; data: z.infer<(typeof eventData)[N]> } }[EventName];

export const eventNames = Object.keys(eventData) as EventName[];
