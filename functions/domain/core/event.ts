import * as z from "zod";
import { decimalText } from "./money.ts";

const who = { tenantId: z.string(), createdAt: z.string().describe("when it happened") };

const settlementFacts = z.object({
  settlementId: z.string(),
  paymentId: z.string(),
  invoiceId: z.string(),
  invoice: z.string().describe("the invoice's number"),
  tenantId: z.string(),
  status: z.string().describe("how far the settlement was after it"),
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
  createdAt: z.string().describe("when it happened"),
});

const reserveFacts = z.object({
  ...who,
  reserveId: z.string(),
  settlementId: z.string(),
  amountCents: z.int().describe("what is kept back, in cents"),
});

const alertFacts = z.object({
  ...who,
  alertId: z.string(),
  source: z.string().describe("where the alert came from"),
  kind: z.string().describe("what kind of alert it is"),
  externalId: z.string(),
  amountCents: z.int().describe("the disputed amount, in cents"),
  currency: z.string(),
});

const caseFacts = z.object({
  ...who,
  caseId: z.string(),
  alertId: z.string().nullable(),
  paymentId: z.string().nullable(),
  escrowId: z.string().nullable().describe("the escrow whose deposit is disputed; null where it is about a payment"),
  reasonCode: z.string().nullable(),
  category: z.string().describe("what kind of dispute it is: fraud, an authorization, processing or the goods"),
  dueBy: z.string().nullable().describe("when the network's window closes; null where it has none"),
});

const programFacts = z.object({
  ...who,
  program: z.string().describe("the networks' program that it is about"),
  period: z.string().describe("the month that the ratio is of, such as 2026-11"),
  ratioBps: z.int().describe("the ratio in basis points: 100 are 1%"),
});

const escrowFacts = z.object({
  ...who,
  escrowId: z.string(),
  reference: z.string().describe("your own name for the escrow"),
  status: z.string().describe("how far the escrow was after it"),
  amountCents: z.int().describe("what the buyer pays, in cents"),
  feeCents: z.int().describe("what is taken as fee on release, in cents"),
  netCents: z.int().describe("what the beneficiary receives on release, in cents"),
  currency: z.string(),
});

const failure = {
  code: z.string().describe("why it failed, for programs"),
  reason: z.string().describe("why it failed, for people"),
};

/** The data of every event of the closed list (spec section 6), by name. Only these names compile. */
export const eventData = {
  "invoice.sent": z.object({
    ...who,
    invoiceId: z.string(),
    invoice: z.string().describe("the invoice's number"),
    customerId: z.string(),
    totalCents: z.int(),
    currency: z.string(),
    dueDate: z.string().describe("the last moment at which it is not overdue"),
    hostedUrl: z.string(),
  }),
  "settlement.completed": settlementFacts,
  "settlement.settling": settlementFacts,
  "settlement.declined": settlementFacts.extend({ declineReason: z.string() }),
  "settlement.failed": settlementFacts.extend(failure),
  "settlement.amount_mismatch": settlementFacts.extend({
    expectedCents: z.int().describe("what the payment asked for, in cents"),
    receivedCents: z.int().describe("what came, in cents"),
  }),
  "settlement.rail_unknown": settlementFacts.extend({
    railState: z.string().describe("the state that the rail told, in its own words"),
  }),
  "settlement.stalled": settlementFacts.extend({
    since: z.string().describe("since when it has been where it is"),
    limitSeconds: z.int().describe("how long it may be there, in seconds"),
  }),
  "settlement.returned_after_disbursement": settlementFacts.extend({
    returnCode: z.string().nullable().describe("the bank's return code; null where the rail told none"),
    shortfallCents: z.int(),
  }),
  "reserve.hold_blocked": reserveFacts.extend({
    phase: z.enum(["place", "release"]).describe("whether it was to be held or to be released"),
    reason: z.string().describe("why the rail did not hold it, or it is kept although it is due"),
  }),
  "reserve.release_ready": reserveFacts.extend({ releaseAt: z.string() }),
  "alert.created": alertFacts.extend({
    arn: z.string().nullable(),
    descriptor: z.string().nullable(),
    respondBy: z.string().nullable(),
  }),
  "alert.matched": alertFacts.extend({
    paymentId: z.string().nullable().describe("null where it is about an escrow"),
    escrowId: z.string().nullable().describe("the escrow whose deposit it is about; null where it is about a payment"),
    score: z.int().describe("how well the payment fits, from 0 to 100"),
    method: z.enum(["auto", "operator"]).describe("whether the service bound it by itself or an operator did"),
  }),
  "alert.unmatched": alertFacts.extend({ candidates: z.int().describe("how many payments it may be about") }),
  "alert.notify_iso": alertFacts.extend({ isoRef: z.string(), ruleId: z.string(), respondBy: z.string().nullable() }),
  "alert.routed_to_review": alertFacts.extend({
    ruleId: z.string().nullable(),
    reason: z.string().describe("why a person has to look at it"),
  }),
  "alert.auto_refunded": alertFacts
    .extend({ arn: z.string().nullable(), networkRef: z.string().nullable() })
    .describe("mirrors a refund that the card network made; confirms none by this service"),
  "case.created": caseFacts.extend({ status: z.string().describe("how far the case was after it") }),
  "case.status_changed": caseFacts.extend({
    from: z.string().describe("the status before"),
    to: z.string().describe("the status after"),
  }),
  "ratio.threshold_breached": programFacts.extend({
    network: z.string().describe("the card network, or ach"),
    count: z.int().describe("how many disputes or returns counted"),
    thresholdBps: z.int().describe("the limit in basis points: 100 are 1%"),
    level: z.enum(["early_warning", "breached"]).describe("how near the limit: a warning before it, or over it"),
  }),
  "program.credit_suspended": programFacts.extend({
    reason: z
      .enum(["ratio", "negative_balance", "manual"])
      .describe("why: a ratio over its limit, a negative balance, or an operator"),
    effectiveAt: z.string().describe("from when on settlements wait and reserves rise"),
  }),
  "program.credit_reinstated": programFacts.extend({
    since: z.string().describe("from when on the credit is given again"),
  }),
  "escrow.created": escrowFacts,
  "escrow.funded": escrowFacts.extend({ fundingRef: z.string().nullable() }),
  "escrow.released": escrowFacts.extend({
    releaseTxHash: z.string(),
    releasedCents: z.int().describe("what of its amount was released, the fee included"),
    returnedCents: z.int().describe("the rest, which went back to the buyer"),
    refundTxHash: z.string().nullable().describe("the proof of that; null where there was no rest"),
  }),
  "escrow.release_blocked": escrowFacts.extend({ unmet: z.array(z.string()).describe("what blocks the release") }),
  "escrow.refunded": escrowFacts.extend({
    refundTxHash: z.string().nullable(),
    reason: z.string().nullable().describe("why, as the call said; null where it said nothing"),
    refundedCents: z.int().describe("all that went back to the buyer"),
  }),
  "escrow.expired": escrowFacts.extend({ expiresAt: z.string().nullable() }),
  "escrow.milestone_completed": escrowFacts.extend({
    milestoneId: z.string(),
    seq: z.int().describe("the milestone's place, from 1 on"),
  }),
  "escrow.approval_recorded": escrowFacts.extend({
    approverRef: z.string(),
    decision: z.enum(["approve", "reject"]).describe("what the approver decided"),
  }),
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
