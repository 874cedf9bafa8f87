import { siblingId } from "../core/id.ts";
import { transfer } from "../core/ledger.ts";
import { dollars } from "../core/money.ts";
import { Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import type { ScreenRecord } from "../gate/payout-gate.ts";
import { amountToPay, type Invoice } from "../invoicing/invoice.ts";
import { frozenByIssuer } from "../rails/issuer-freeze.ts";
import { notAvailable } from "../review/not-available.ts";
import type { FeeRule } from "../tenants/fee-rule.ts";
import { whyNotFrozen } from "../tenants/frozen-wallet.ts";
import type { Tenant } from "../tenants/tenant.ts";
import { recordCollection } from "./collection.ts";
import { openBreaks, railGaveUp } from "./held-funds.ts";
import { openSettlement } from "./open-settlement.ts";
import { whyLostTwice } from "./payer-refund.ts";
import { type Settlement, settlementTransition } from "./settlement.ts";
import type { SettlementChange } from "./settlement-change.ts";

/** A canceled payment's late money, and what it is to be applied to. `rule` is the fee rule in force now. */
export interface ApplyCase {
  readonly settlement: Settlement;
  readonly invoice: Invoice;
  readonly tenant: Tenant;
  readonly rule: FeeRule;
  /** A vendor of the payment's that is switched off for the tenant. */
  readonly vendorOff?: string | undefined;
}

/** What is decided beside that once another operator has agreed: the id of the settlement that it opens, the wallet's screen, and what allowed it. */
export interface AgreedCase extends ApplyCase {
  readonly settlementId: string;
  readonly screen: ScreenRecord;
  readonly by: string;
}

/** What applying writes: the canceled payment's settlement without the money, and the payment that has it, with its invoice. */
export interface AppliedFunds {
  readonly from: Transition<Settlement>;
  readonly opened: SettlementChange;
}

/** Why a settlement has no money that could be applied to an invoice; undefined where all that came, came after its payment was canceled, and is held. */
export function whyNotApply(state: Settlement): string | undefined {
  const { payment, unappliedCents, listing, keepsReserve, txHash, reconBreaks } = state;
  if (payment.status !== "canceled") return "only money that came after its payment was canceled is applied";
  if (unappliedCents === 0) return "no money of the payer's is held";
  if (state.sentBack.length > 0 || payment.receivedCents !== unappliedCents)
    return "part of what came is gone again: the rest goes the same way";
  if (listing) return "its wallet is on a sanctions list";
  if (!keepsReserve || txHash !== null) return "its rail pays out what comes by itself";
  if (openBreaks(state).some(({ kind }) => kind === railGaveUp))
    return "its rail has given up the transfer that it came by, and pays nothing out of that";
  if (reconBreaks.some(({ kind }) => kind === frozenByIssuer))
    return "the coin's issuer has frozen the wallet that it lies in";
  return whyLostTwice(state);
}

/** Why held money cannot be applied to this invoice now; undefined where it can, but for the wallet's screen. */
export function whyNotApplyTo({ settlement: state, invoice, tenant, vendorOff }: ApplyCase): Refusal | undefined {
  const off = vendorOff === undefined ? undefined : `${vendorOff} is switched off`;
  const why = whyNotApply(state) ?? whyNotTenant(state, tenant) ?? off;
  if (why !== undefined) return notAvailable("apply", why);
  const amountCents = amountToPay(invoice, state.unappliedCents);
  return amountCents instanceof Refusal ? notAvailable("apply", whyNotInvoice(amountCents, state)) : undefined;
}

function whyNotTenant({ destChain, usdtStable, partnerCustomerId }: Settlement, tenant: Tenant): string | undefined {
  if (tenant.status === "suspended") return "the tenant is suspended";
  const isSame = tenant.destChain === destChain && tenant.stable === usdtStable;
  if (!isSame || tenant.partnerCustomerId !== partnerCustomerId)
    return "the tenant has another stablecoin, chain or partner customer by now";
  return whyNotFrozen(tenant, { chain: destChain, stable: usdtStable }, [tenant.destWallet])?.message;
}

function whyNotInvoice({ message, code }: Refusal, { unappliedCents }: Settlement): string {
  return code === "amount_exceeds_remaining" ? `${dollars(unappliedCents)} came, and ${message}` : message;
}

/** Moves late money to a payment of its own that pays an invoice, and goes on as any that was collected. Refuses what cannot be applied now, and a wallet that has not passed its screen. */
export function applyLateFunds(input: AgreedCase, now: Instant): AppliedFunds | Refusal {
  const { settlement: state, screen } = input;
  const why = whyNotApplyTo(input);
  if (why) return why;
  if (screen.outcome !== "pass")
    return notAvailable("apply", `the destination wallet did not pass screening (${screen.outcome})`);
  const opened = openCollected(input, now);
  const next = opened instanceof Refusal ? undefined : opened.settlement.at(-1)?.next;
  if (opened instanceof Refusal || next === undefined)
    return notAvailable("apply", "nothing would remain after fee and reserve");
  return { from: moveAway(state, next, input.by, now), opened };
}

/** The canceled payment's settlement without the money, and without the stablecoin that it bought. */
function moveAway(state: Settlement, to: Settlement, by: string, now: Instant): Transition<Settlement> {
  const { unappliedCents: amountCents } = state;
  const { id: settlementId, payment, invoiceId } = to;
  const appliedTo = { settlementId, paymentId: payment.id, invoiceId, amountCents, at: now };
  const next: Settlement = { ...state, unappliedCents: 0, bought: null, boughtCents: null, appliedTo };
  return settlementTransition(state, next, now, {
    reason: `applied ${amountCents} cents to ${invoiceId} as ${payment.id} (${by})`,
    postings: transfer("unapplied_receipts", "rail_clearing", amountCents),
  });
}

/** A payment and its settlement whose collection is the deposit that is on record. */
function openCollected(input: AgreedCase, now: Instant): SettlementChange | Refusal {
  const { settlement: old, invoice, tenant, rule, settlementId, screen, by } = input;
  const { partnerCustomerId, rail, conversionVendor, refundable, keepsReserve, metadata, payment } = old;
  const { source, sourceCountry, hosted, railRef } = payment;
  const vendors = { partnerCustomerId, rail, conversionVendor, refundable, keepsReserve };
  const reported = { source, sourceCountry, metadata, hosted, amountCents: old.unappliedCents };
  const ids = { settlementId, paymentId: siblingId(settlementId, "pay") };
  const born = openSettlement({ ...vendors, ...reported, ...ids, tenant, invoice, rule, screen }, now);
  if (born instanceof Refusal) return born;
  const [first] = born.settlement;
  const [setAside] = born.invoice;
  if (!first || !setAside || railRef === null) throw new Error(`nothing came for ${old.id}`);
  const opening = {
    ...first,
    next: ofDeposit(first.next, old),
    reason: `opened for late money of ${payment.id} (${by})`,
  };
  const deposit = { railRef, state: "funds_received", instructions: null } as const;
  const came = recordCollection(opening.next, setAside.next, deposit, now);
  const collected = came.settlement.map((each) => withDeposit(each, old));
  return { settlement: [opening, ...collected], invoice: [setAside, ...came.invoice] };
}

/** The entry was made, and its terms decided, when the first payment was. */
function ofDeposit(state: Settlement, { id, payment, iat }: Settlement): Settlement {
  const { holderType, entryDescription } = payment;
  const appliedFrom = { settlementId: id, paymentId: payment.id };
  return { ...state, appliedFrom, iat: iat ?? state.iat, payment: { ...state.payment, holderType, entryDescription } };
}

/** Its return window counts from when the money came, and what that bought goes with it. */
function withDeposit(
  each: Transition<Settlement>,
  { payment, bought, boughtCents }: Settlement,
): Transition<Settlement> {
  const { next } = each;
  if (next.payment.status !== "succeeded") return each;
  const { receivedAt } = payment;
  return { ...each, next: { ...next, bought, boughtCents, payment: { ...next.payment, receivedAt } } };
}
