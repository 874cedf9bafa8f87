import { type FeeRule, splitAmount } from "./fee-rule.ts";
import { type Invoice, setAside } from "./invoice.ts";
import type { Joint } from "./joint.ts";
import type { Payment } from "./payment.ts";
import { Refusal } from "./refusal.ts";
import type { ScreenRecord } from "./screening.ts";
import type { Settlement } from "./settlement.ts";
import type { Tenant } from "./tenant.ts";
import type { Instant } from "./time.ts";

/** Everything a new settlement is made of; ids are chosen by the claim before anything outside is touched. */
export interface Opening {
  readonly settlementId: string;
  readonly paymentId: string;
  readonly amountCents: number;
  readonly source: Payment["source"];
  readonly tenant: Tenant;
  readonly partnerCustomerId: string;
  readonly invoice: Invoice;
  readonly rule: FeeRule;
  readonly screen: ScreenRecord;
  readonly rail: string;
  readonly conversionVendor: string;
}

/** Nothing would be left to pay out. */
export function amountTooSmall(): Refusal {
  return new Refusal("amount_too_small", "nothing would remain after fee and reserve", {
    fields: [{ path: "amountCents", message: "leaves nothing after fee and reserve" }],
  });
}

/** Opens payment and settlement, sets the amount aside on the invoice, and records the intent to collect. Refuses a net of 0. */
export function openSettlement(asked: Opening, now: Instant): Joint | Refusal {
  const { amountCents, tenant, invoice, rule } = asked;
  const split = splitAmount(amountCents, rule);
  if (split.netCents < 1) return amountTooSmall();
  const next: Settlement = {
    id: asked.settlementId,
    tenantId: tenant.id,
    tenantSlug: tenant.slug,
    invoiceId: invoice.id,
    invoiceNumber: invoice.number,
    status: "created",
    payment: newPayment(asked),
    currency: "USD",
    fiatInCents: amountCents,
    ...split,
    feeRuleId: rule.id,
    reserveDays: rule.reserveDays,
    fxRate: null,
    usdtOut: null,
    usdtStable: tenant.stable,
    destChain: tenant.destChain,
    destWallet: tenant.destWallet,
    partnerCustomerId: asked.partnerCustomerId,
    rail: asked.rail,
    conversionVendor: asked.conversionVendor,
    presentation: 1,
    intent: { leg: "collect", key: `${asked.settlementId}:collect:1`, at: now },
    waiting: null,
    screens: [asked.screen],
    screenDueAt: null,
    parked: null,
    parkedSince: null,
    mismatchCents: null,
    unappliedCents: 0,
    sentBack: [],
    unknownRailState: null,
    unknownRailAt: null,
    reconBreaks: [],
    txHash: null,
    declineReason: null,
    failureCode: null,
    failureReason: null,
    createdAt: now,
    updatedAt: now,
  };
  return {
    settlement: [{ next, from: null, to: "created", reason: "payment accepted" }],
    invoice: [setAside(invoice, amountCents, asked.paymentId, now)],
  };
}

function newPayment(asked: Opening): Payment {
  return {
    id: asked.paymentId,
    status: "processing",
    amountCents: asked.amountCents,
    source: asked.source,
    railRef: null,
    railState: null,
    instructions: null,
    receivedCents: null,
    receivedAt: null,
    correctionCode: null,
    returnCode: null,
    returnedAt: null,
    failureCode: null,
    failureReason: null,
    screeningRef: asked.screen.ref,
  };
}
