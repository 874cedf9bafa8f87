import * as z from "zod";
import { pickFields } from "../core/pick-fields.ts";
import { type Alert, alertCandidate, alertKinds, alertResolutions, alertStatuses, ruleEvaluation } from "./alert.ts";
import { alertSources } from "./alert-source.ts";
import { disputeNetworks } from "./network.ts";

const shownRefund = z.object({
  by: z.enum(["network", "service"]).describe("network: mirrored; no money of ours moved"),
  amountCents: z.int().describe("what went back, in cents"),
  currency: z.string(),
  arn: z.string().nullable(),
  networkRef: z.string().nullable(),
  at: z.string().describe("when it went back"),
});

const words = z.string().nullable();

/** An alert as lists show it: without what was attached to it, and without how its rules were evaluated. */
export const alertSummary = z
  .object({
    id: z.string(),
    status: z.enum(alertStatuses).describe("how far it is"),
    source: z.enum(alertSources).describe("where it came from; the service's own are network and acquirer"),
    externalId: z.string(),
    kind: z
      .enum(alertKinds)
      .describe("what it tells: a dispute before or after it is final, a fraud report, an inquiry, or an ACH return"),
    amountCents: z.int().describe("the disputed amount, in cents"),
    currency: z.string(),
    network: z.enum(disputeNetworks).nullable().describe("the card network, or ach; null where the sender named none"),
    reasonCode: words,
    arn: words,
    authCode: words,
    cardLast4: words,
    cardBin: words,
    descriptor: words,
    transactionDate: words,
    claimedPaymentId: words.describe("the payment that the sender named"),
    railRef: words,
    purchaseIdentifier: words,
    receivedAt: z.string(),
    respondBy: words,
    refundedByNetwork: z.boolean(),
    networkRef: words,
    isoRef: words,
    paymentId: words.describe("the payment that it is bound to"),
    escrowId: words.default(null).describe("the escrow whose deposit it is bound to"),
    match: z
      .object({
        score: z.int().describe("how well the payment fits, from 0 to 100"),
        method: z.enum(["auto", "operator"]).describe("whether the service bound it by itself or an operator did"),
        at: z.string().describe("when it was bound"),
      })
      .nullable()
      .describe("how it was bound to its payment; null until then"),
    candidates: z.array(alertCandidate).describe("payments that it may be about, best first, at most ten"),
    ruleId: words.describe("the rule that decided"),
    rulesVersion: z.int().nullable().describe("of the tenant's own list; null for the default rules"),
    reviewReason: words.describe("why a person has to look at it; null where nobody has to"),
    refund: shownRefund.nullable().describe("money that went back to the payer because of it; null where none did"),
    caseId: words,
    resolution: z.enum(alertResolutions).nullable().describe("what people said it came to; null until then"),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: "AlertSummary" });

export const alertView = alertSummary.extend({
  ruleAudit: z.array(ruleEvaluation).describe("every rule looked at, with the values compared"),
  raw: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe("what the source said, as it came; null where it was not kept"),
});

export function summarizeAlert(state: Alert): z.input<typeof alertSummary> {
  const { said: report, isoRef } = state;
  const claimedPaymentId = report.paymentId;
  return pickFields(alertSummary, { ...report, ...state, claimedPaymentId, isoRef: isoRef ?? report.isoRef });
}

export function viewAlert(state: Alert): z.input<typeof alertView> {
  return { ...summarizeAlert(state), ruleAudit: state.ruleAudit, raw: state.said.raw };
}
