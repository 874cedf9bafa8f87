import type * as z from "zod";
import type { EventName, EventSubject, eventData } from "../core/event.ts";

const createdAt = "2026-11-21T09:30:00.000Z";
const tenantId = "ten_01M7Y750KWJCAYW380KZFB9EHF";
const currency = "USD";

const settlement = {
  settlementId: "stl_01M7Y6RAFPQG2ZSQY5YJ1X0DPR",
  paymentId: "pay_01M7Y6RAFPQG2ZSQY5YJ1X0DPR",
  invoiceId: "inv_01M7Y6RAA075T0SGV0TFQNDMNS",
  invoice: "2026-001",
  tenantId,
  status: "completed",
  fiatInCents: 125_000,
  feeCents: 1280,
  reserveCents: 12_372,
  usdtOut: "1113.480000",
  usdtStable: "USDT",
  chain: "ethereum",
  destWallet: "0x52908400098527886E0F7030069857D2E4169EE7",
  txHash: "0xe866ff44e95088151ae20cbe42aca3be3852ebfb09c83a3199ce73dda38e5905",
  screeningRef: "scr_28e0a3ca5c2fe7741f7710ce",
  metadata: { orderId: "SO-1042" },
  createdAt,
};

const unsettled = { ...settlement, usdtOut: null, txHash: null };
const settling = { ...settlement, status: "settling", txHash: null };

const reserve = {
  tenantId,
  createdAt,
  reserveId: "rsv_01M7Y6RAFPQG2ZSQY5YJ1X0DPR",
  settlementId: settlement.settlementId,
  amountCents: 12_372,
};

const alert = {
  tenantId,
  createdAt,
  alertId: "alr_01M7Y6RB00000000000000000A",
  source: "network",
  kind: "dispute",
  externalId: "A-1001",
  amountCents: 125_000,
  currency,
};

const disputeCase = {
  tenantId,
  createdAt,
  caseId: "cas_01M7Y6RB00000000000000000C",
  alertId: alert.alertId,
  paymentId: settlement.paymentId,
  escrowId: null,
  reasonCode: "R29",
  category: "debit_not_authorized",
  dueBy: "2026-12-05T09:30:00.000Z",
};

const program = { tenantId, createdAt, program: "nacha_unauthorized", period: "2026-11", ratioBps: 55 };

const escrow = {
  tenantId,
  createdAt,
  escrowId: "esc_01M7Y6RB00000000000000000E",
  reference: "order-77",
  status: "funded",
  amountCents: 500_000,
  feeCents: 5000,
  netCents: 495_000,
  currency,
};

/** One example of each event's data, for the documents and for test deliveries. */
export const eventExamples: { readonly [N in EventName]: z.infer<(typeof eventData)[N]> } = {
  "invoice.sent": {
    tenantId,
    createdAt,
    invoiceId: settlement.invoiceId,
    invoice: settlement.invoice,
    customerId: "Northwind",
    totalCents: 125_000,
    currency,
    dueDate: "2026-12-05T09:30:00.000Z",
    hostedUrl: "https://onboard.example.com/i/cMeCPBd0C80Auf1smSAMoYXBcQDRKJGqusx8nu9oVzs",
  },
  "settlement.completed": settlement,
  "settlement.settling": settling,
  "settlement.declined": { ...unsettled, status: "declined", declineReason: "kyt_declined" },
  "settlement.failed": { ...{ ...unsettled, status: "failed", code: "payment_returned", reason: "returned R01" } },
  "settlement.amount_mismatch": { ...unsettled, status: "collecting", expectedCents: 125_000, receivedCents: 120_000 },
  "settlement.rail_unknown": { ...unsettled, status: "collecting", railState: "on_hold" },
  "settlement.stalled": { ...settling, since: createdAt, limitSeconds: 86_400 },
  "settlement.returned_after_disbursement": { ...settlement, returnCode: "R29", shortfallCents: 125_000 },
  "reserve.hold_blocked": { ...reserve, phase: "release", reason: "return_window_open" },
  "reserve.release_ready": { ...reserve, releaseAt: createdAt },
  "alert.created": { ...alert, arn: null, descriptor: "ACME CORP", respondBy: null },
  "alert.matched": { ...alert, paymentId: settlement.paymentId, escrowId: null, score: 100, method: "auto" },
  "alert.unmatched": { ...alert, candidates: 2 },
  "alert.notify_iso": { ...alert, isoRef: "iso-7", ruleId: "rul_1", respondBy: null },
  "alert.routed_to_review": { ...alert, ruleId: "rul_1", reason: "refund_unsupported" },
  "alert.auto_refunded": { ...alert, arn: null, networkRef: "RDR-5" },
  "case.created": { ...disputeCase, status: "open" },
  "case.status_changed": { ...disputeCase, from: "gathering", to: "submitted" },
  "ratio.threshold_breached": { ...program, network: "ach", count: 12, thresholdBps: 50, level: "breached" },
  "program.credit_suspended": { ...program, reason: "ratio", effectiveAt: createdAt },
  "program.credit_reinstated": { ...program, ratioBps: 20, since: createdAt },
  "escrow.created": { ...escrow, status: "awaiting_funds" },
  "escrow.funded": { ...escrow, fundingRef: "wire-1" },
  "escrow.released": {
    ...{ ...escrow, status: "released", releaseTxHash: settlement.txHash },
    ...{ releasedCents: escrow.amountCents, returnedCents: 0, refundTxHash: null },
  },
  "escrow.release_blocked": { ...escrow, status: "release_pending", unmet: ["approvals_missing:1"] },
  "escrow.refunded": {
    ...{ ...escrow, status: "refunded", refundTxHash: settlement.txHash, reason: "order cancelled" },
    refundedCents: escrow.amountCents,
  },
  "escrow.expired": { ...escrow, status: "expired", expiresAt: createdAt },
  "escrow.milestone_completed": { ...escrow, milestoneId: "mil_01K9ZQ4T0V8Y3M5N7P9R1S3T5V", seq: 1 },
  "escrow.approval_recorded": { ...escrow, approverRef: "anna", decision: "approve" },
};

const between = { createdAt, updatedAt: createdAt };

/** What is known of the things that the examples are about, beside what the events say of them. */
export const objectExamples: Readonly<Record<EventSubject, Readonly<Record<string, unknown>>>> = {
  invoice: {
    ...between,
    id: settlement.invoiceId,
    status: "sent",
    lineItems: [{ description: "Consulting", unitCents: 12_500, quantity: 10 }],
    subtotalCents: 125_000,
    amountRemainingCents: 125_000,
    terms: "Net 14",
    dueOn: "2026-12-05",
    linkExpiresAt: "2027-03-05T09:30:00.000Z",
    issuedOn: "2026-11-21",
    timeZone: "America/New_York",
    pdfUrl: `https://api.example.com/api/v1/invoices/${settlement.invoiceId}/pdf`,
    issuedAt: createdAt,
    sentAt: createdAt,
  },
  settlement: {
    ...between,
    id: settlement.settlementId,
    currency,
    netCents: 111_348,
    feeRuleId: "fee_01M7Y6RA9V3X2W5H8K1N4Q7T0Z",
    fxRate: "1.0000",
  },
  reserve: { id: reserve.reserveId, heldCents: 12_372, status: "held", releaseAt: createdAt },
  alert: { ...between, id: alert.alertId, status: "received", receivedAt: createdAt, paymentId: settlement.paymentId },
  case: {
    ...between,
    ...{ id: disputeCase.caseId, status: "open", stage: "chargeback", network: "ach", amountCents: 125_000, currency },
    ...{ reason: "customer advises not authorized", internalDueBy: "2026-12-02T09:30:00.000Z" },
  },
  program: { credit: { suspended: true, program: program.program, since: createdAt } },
  escrow: {
    ...between,
    ...{ id: escrow.escrowId, rail: "stablecoin", releaseRule: "manual", requiredApprovals: 2 },
    ...{ buyerRef: "Northwind", sellerRef: "Atelier Nord", payoutChain: "ethereum", payoutStable: "USDT" },
    ...{ payoutAddress: settlement.destWallet, receivedCents: 500_000, fundedAt: createdAt },
  },
};
