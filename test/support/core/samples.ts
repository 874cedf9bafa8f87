import { currentApiVersion } from "../../../functions/domain/core/api-version.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import type { ScreenVerdict } from "../../../functions/domain/gate/payout-gate.ts";
import { draftInvoice, type Invoice, sendInvoice } from "../../../functions/domain/invoicing/invoice.ts";
import { openSettlement } from "../../../functions/domain/settlement/open-settlement.ts";
import {
  type Settlement,
  type SettlementStatus,
  settlement as settlementSchema,
} from "../../../functions/domain/settlement/settlement.ts";
import { type FeeRule, freeRule } from "../../../functions/domain/tenants/fee-rule.ts";
import type { Tenant } from "../../../functions/domain/tenants/tenant.ts";

/** The moment at which the domain tests begin. */
export const noon = "2026-11-21T12:00:00.000Z";

/** `noon` and so many seconds. */
export function later(seconds: number): string {
  return addSeconds(noon, seconds);
}

/** What a decision returned, where a refusal would be a fault of the test. */
export function agreed<T>(outcome: T | Refusal): T {
  if (outcome instanceof Refusal) throw outcome;
  return outcome;
}

/** An active tenant with an approved partner customer. */
export function aTenant(change: Partial<Tenant> = {}): Tenant {
  return {
    id: "ten_01K00000000000000000000000",
    slug: "acme",
    name: "Acme",
    country: null,
    status: "active",
    contactEmail: "billing@acme.test",
    destChain: "base",
    destWallet: "0xWALLET",
    stable: "USDT",
    partnerCustomerId: "cust_1",
    isoRef: null,
    payers: "business",
    timeZone: "UTC",
    metadata: {},
    apiVersion: currentApiVersion,
    ratioBreached: false,
    creditSuspended: null,
    frozenWallets: [],
    createdAt: noon,
    updatedAt: noon,
    ...change,
  };
}

/** A fee rule that takes nothing, with changes. */
export function aRule(change: Partial<FeeRule> = {}): FeeRule {
  return { ...freeRule, id: "fee_1", ...change };
}

/** A draft of `totalCents`. */
export function aDraft(totalCents = 10_000): Invoice {
  const { id: tenantId, slug: tenantSlug, name: sellerName, contactEmail: sellerEmail } = aTenant();
  const issuer = { id: "inv_01K00000000000000000000000", tenantId, tenantSlug, sellerName, sellerEmail };
  const transitions = agreed(
    draftInvoice(
      {
        number: "A-1",
        customerId: "cus_1",
        lineItems: [{ description: "work", unitCents: totalCents, quantity: 1 }],
        currency: "USD",
        terms: "Net 14",
        discountCents: 0,
        metadata: {},
      },
      { ...issuer, timeZone: "UTC", hostedUrl: "http://localhost/i/x" },
      noon,
    ),
  );
  return lastOf(transitions).next;
}

/** An invoice that was sent. */
export function aSentInvoice(totalCents = 10_000): Invoice {
  return lastOf(agreed(sendInvoice(aDraft(totalCents), noon))).next;
}

/** Transitions as they came; one that keeps why it was made from the audit trail is a fault. */
export function withReasons<T>(list: readonly T[]): readonly T[] {
  for (const each of list)
    if (typeof each === "object" && each !== null && "reason" in each && each.reason === "")
      throw new Error("a transition without a reason");
  return list;
}

/** The last of a list that is not empty. */
export function lastOf<T>(list: readonly T[]): T {
  const last = withReasons(list).at(-1);
  if (last === undefined) throw new Error("expected at least one");
  return last;
}

/** A settlement just opened over an invoice, and the invoice with its amount set aside. */
export function openedSettlement(
  input: { amountCents?: number; rule?: FeeRule; invoice?: Invoice; source?: "ach" | "ach_push" } = {},
): { settlement: Settlement; invoice: Invoice } {
  const invoice = input.invoice ?? aSentInvoice();
  const tenant = aTenant();
  const change = agreed(
    openSettlement(
      {
        settlementId: "stl_01K00000000000000000000000",
        paymentId: "pay_01K00000000000000000000000",
        amountCents: input.amountCents ?? invoice.totalCents,
        source: input.source ?? "ach",
        tenant,
        partnerCustomerId: "cust_1",
        invoice,
        rule: input.rule ?? aRule({ bps: 250, reserveBps: 1000 }),
        screen: { stage: "collection", round: 1, outcome: "pass", ref: "scr_1", risk: "low", at: noon },
        rail: "mock",
        conversionVendor: "mock",
      },
      noon,
    ),
  );
  return { settlement: lastOf(change.settlement).next, invoice: lastOf(change.invoice).next };
}

const beforeFunds: readonly SettlementStatus[] = ["created", "collecting"];
const withQuote: readonly SettlementStatus[] = ["settling", "completed"];
const withPass: readonly SettlementStatus[] = ["screened", "converting", ...withQuote];

/** A settlement as it stands in a status, with the invoice it pays; `failed` after its payout was refused. */
export function settlementIn(status: SettlementStatus): { settlement: Settlement; invoice: Invoice } {
  const start = openedSettlement();
  const { settlement } = start;
  const collected = !beforeFunds.includes(status);
  const passed = withPass.includes(status) || status === "failed";
  const quoted = withQuote.includes(status) || status === "failed";
  const payout = { leg: "payout", key: "k", at: noon, ...(status === "failed" && { refused: true }) };
  const pass = { stage: "disbursement", round: 1, outcome: "pass", ref: "scr_2", risk: "low", at: noon } as const;
  const row = {
    ...settlement,
    status,
    payment: {
      ...settlement.payment,
      railRef: status === "created" ? null : "rail_1",
      ...(collected ? { status: "succeeded", receivedCents: settlement.fiatInCents, receivedAt: noon } : {}),
    },
    screens: [...settlement.screens, ...(passed ? [pass] : [])],
    ...(quoted ? { fxRate: "1", usdtOut: "87.750000" } : {}),
    intent: quoted && status !== "completed" ? payout : settlement.intent,
    txHash: status === "completed" ? "0xproof" : null,
    declineReason: status === "declined" ? "kyt_declined" : null,
    failureCode: status === "failed" ? "payout_failed" : null,
  };
  const { totalCents } = start.invoice;
  const paid = { status: "paid", amountPaidCents: totalCents, amountProcessingCents: 0, paidAt: noon } as const;
  return {
    settlement: settlementSchema.parse(row),
    invoice: collected ? { ...start.invoice, ...paid } : start.invoice,
  };
}

/** A verdict of the screen, by what it lets through. */
export const verdicts = {
  pass: { status: "complete", action: "allow", ref: "scr_p", riskLevel: "low" },
  block: { status: "complete", action: "block", ref: "scr_b", riskLevel: "critical" },
  silent: { status: "error", action: null, ref: null, riskLevel: null },
  pending: { status: "pending", action: "review", ref: "scr_m", riskLevel: "medium" },
} as const satisfies Record<string, ScreenVerdict>;
