import type { ServiceEvent } from "../core/event.ts";
import type { HolderType, PayerType } from "../core/holder-type.ts";
import { siblingId } from "../core/id.ts";
import { Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import type { ScreenRecord } from "../gate/payout-gate.ts";
import { type Invoice, setAside } from "../invoicing/invoice.ts";
import type { PaymentSource } from "../rails/payment-source.ts";
import { assetWarnings, type Jurisdiction } from "../tenants/asset-policy.ts";
import type { FeeRule } from "../tenants/fee-rule.ts";
import type { Tenant } from "../tenants/tenant.ts";
import { raisedBy, raisedRule } from "./credit-suspension.ts";
import { entryTermsOf, iatText } from "./entry-terms.ts";
import { splitAmount, withoutReserve } from "./fee.ts";
import type { Payment } from "./payment.ts";
import type { Settlement } from "./settlement.ts";
import type { SettlementChange } from "./settlement-change.ts";

/** Everything a new settlement is made of; ids are chosen by the claim before anything outside is touched. */
export interface Opening {
  readonly settlementId: string;
  readonly paymentId: string;
  readonly amountCents: number;
  readonly source: PaymentSource;
  /** Whose account it comes from, where that was said of this payment; else the tenant's setting holds. */
  readonly holderType?: HolderType | undefined;
  /** The country of the bank that it comes from, where the call says it. */
  readonly sourceCountry?: string | undefined;
  /** What the tenant says of it. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly bankAccount?: Payment["bankAccount"];
  readonly hosted?: Payment["hosted"];
  readonly tenant: Tenant;
  readonly partnerCustomerId: string;
  readonly invoice: Invoice;
  readonly rule: FeeRule;
  readonly screen: ScreenRecord;
  readonly rail: string;
  readonly conversionVendor: string;
  /** Where the rail has a license of its own. */
  readonly licensedIn?: readonly Jurisdiction[] | undefined;
  /** Whether the rail can send money back. */
  readonly refundable?: boolean;
  /** Whether the rail can keep part of it back. */
  readonly keepsReserve?: boolean;
}

export function amountTooSmall(): Refusal {
  return new Refusal("amount_too_small", "nothing would remain after fee and reserve", {
    fields: [{ path: "amountCents", message: "leaves nothing after fee and reserve" }],
  });
}

/** Opens payment and settlement, sets the amount aside on the invoice, and records the intent to collect. Refuses a net of 0. */
export function openSettlement(input: Opening, now: Instant): SettlementChange | Refusal {
  const { amountCents, tenant, invoice, rule } = input;
  const { keepsReserve = true } = input;
  const reserveRaisedBy = keepsReserve ? raisedBy(rule, tenant.creditSuspended) : null;
  const wished = splitAmount(amountCents, raisedRule(rule, reserveRaisedBy));
  const split = keepsReserve ? wished : withoutReserve(wished);
  if (split.netCents < 1) return amountTooSmall();
  const { settlementId: id, partnerCustomerId, rail, conversionVendor, refundable = false } = input;
  const { id: tenantId, slug: tenantSlug, stable: usdtStable, destChain, destWallet } = tenant;
  const { id: invoiceId, number: invoiceNumber, customerId } = invoice;
  const { entryDescription, iat } = entryTermsOf(
    {
      ...{ ...input, holderType: holderOf(input) },
      payerCountry: invoice.customer?.billingAddress?.country,
      receiverCountry: tenant.country,
    },
    now,
  );
  const warned = warningsOf(input, now);
  const next: Settlement = {
    ...{ id, tenantId, tenantSlug, invoiceId, invoiceNumber, customerId, status: "created", currency: "USD" },
    ...{
      payment: { ...newPayment(input), entryDescription },
      iat,
      ...(warned.length > 0 && { assetWarnings: warned }),
      metadata: { ...input.metadata },
      fiatInCents: amountCents,
      ...split,
      feeRuleId: rule.id,
    },
    ...{ reserveDays: rule.reserveDays, keepsReserve, reserveRaisedBy, reserve: null },
    ...{
      conversionRef: null,
      fxRate: null,
      usdtOut: null,
      bought: null,
      boughtCents: null,
      takenBack: null,
      usdtStable,
      destChain,
      destWallet,
    },
    ...{ partnerCustomerId, rail, conversionVendor, refundable },
    intent: { leg: "collect", key: `${id}:collect:1`, at: now },
    ...{ presentation: 1, waiting: null, screens: [input.screen], screenDueAt: null, creditHold: null },
    ...{ parked: null, parkedSince: null, stalledAt: null, askedAt: null, mismatchCents: null, unappliedCents: 0 },
    ...{ sentBack: [], sendBack: null, unknownRailState: null, unknownRailAt: null, reconBreaks: [], disputes: [] },
    ...{ txHash: null, declineReason: null, failureCode: null, failureReason: null, createdAt: now, updatedAt: now },
  };
  return {
    settlement: [
      {
        ...{ next, from: null, to: "created", reason: `${acceptedWords(reserveRaisedBy)}; ${iatText(iat)}` },
        events: blockedEvents(next, wished.reserveCents - split.reserveCents, now),
      },
    ],
    invoice: [setAside(invoice, amountCents, input.paymentId, now)],
  };
}

function warningsOf({ tenant: { stable, country }, sourceCountry, licensedIn }: Opening, now: Instant) {
  const countries = sourceCountry === undefined ? [country] : [country, sourceCountry];
  return assetWarnings({ stable, countries, licensedIn }, now);
}

function acceptedWords(raisedBy: string | null): string {
  return raisedBy === null
    ? "payment accepted"
    : `payment accepted, its reserve raised: the tenant's ${raisedBy} credit is suspended`;
}

/** Says that a reserve could not be placed; nothing where there was none to place. */
function blockedEvents({ id, tenantId }: Settlement, amountCents: number, now: Instant): ServiceEvent[] {
  if (amountCents === 0) return [];
  const reserveId = siblingId(id, "rsv");
  const about = { tenantId, createdAt: now, reserveId, settlementId: id, amountCents };
  return [
    {
      ...{ name: "reserve.hold_blocked" as const },
      data: { ...about, phase: "place" as const, reason: "rail_cannot_hold" },
    },
  ];
}

function holderOf({ holderType, bankAccount, tenant }: Opening): PayerType {
  return holderType ?? bankAccount?.holderType ?? tenant.payers;
}

function newPayment(input: Opening): Omit<Payment, "entryDescription"> {
  const { paymentId: id, amountCents, source, sourceCountry, screen, bankAccount, hosted } = input;
  const holderType = holderOf(input);
  return {
    ...{ id, status: "processing", amountCents, source, holderType, railRef: null, payoutRef: null, railState: null },
    ...{ instructions: null, receivedCents: null, receivedAt: null, correctionCode: null, presented: 1 },
    ...{ presentAt: null, returnCode: null, returnedAt: null, failureCode: null, failureReason: null },
    screeningRef: screen.ref,
    ...(sourceCountry && { sourceCountry }),
    ...(bankAccount && { bankAccount }),
    ...(hosted && { hosted }),
  };
}
