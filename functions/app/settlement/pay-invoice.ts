import { siblingId } from "../../domain/core/id.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import { amountToPay } from "../../domain/invoicing/invoice.ts";
import type { PaymentSource } from "../../domain/rails/payment-source.ts";
import { amountTooSmall } from "../../domain/settlement/open-settlement.ts";
import type { Payment } from "../../domain/settlement/payment.ts";
import { effectiveRule, splitAmount } from "../../domain/tenants/fee-rule.ts";
import { loaded } from "../core/aggregate.ts";
import type { Claim, KeyedRequest } from "../core/idempotency-claim.ts";
import {
  type Begun,
  continueKeyed,
  type KeyedRoute,
  requestOf,
  runKeyed,
  type StoredResponse,
} from "../core/idempotent-operation.ts";
import { rowKey } from "../core/rows.ts";
import { invoiceKind } from "../invoicing/record.ts";
import { standing, standingKeys } from "../tenants/tenant-settings.ts";
import { continuePay } from "./continue-pay.ts";
import { partnerUnlinked } from "./partner-check.ts";
import { conversionFor, type PayDesk, payCommand, requireOn, type Sight } from "./pay-context.ts";

/** A call to pay. `amountCents` left out means all that remains. */
export interface PayRequest extends KeyedRequest {
  readonly invoiceId: string;
  readonly amountCents?: number | undefined;
  readonly source: PaymentSource;
  /** Where the payer asks on the invoice's page: the account, and how it was asked. */
  readonly bankAccount?: Payment["bankAccount"];
  readonly hosted?: Payment["hosted"];
}

/** Pays an invoice: claims the key, guards, collects, and answers; a call with a dead claim's key continues it. */
export function payInvoice(desk: PayDesk, request: PayRequest): Promise<StoredResponse> {
  return runKeyed(desk, request, payRoute(desk, request));
}

/** Continues a pay call whose holder died, in nobody's name; the answer waits on the claim. */
export function continuePayClaim(desk: PayDesk, claim: Claim): Promise<void> {
  const request = { ...requestOf(claim), ...payCommand.parse(claim.body.command) };
  return continueKeyed(desk, claim, payRoute(desk, request));
}

function payRoute(desk: PayDesk, request: PayRequest): KeyedRoute<Sight> {
  return {
    // Everything pay has to know, in one read.
    keys: [rowKey(request.invoiceId), ...standingKeys(request.tenantId)],
    see: ([invoiceRow, ...rows]) => {
      const invoice = loaded(invoiceKind, invoiceRow);
      const { tenant, ...rest } = standing(rows);
      if (!tenant || invoice?.state.tenantId !== request.tenantId)
        throw new Refusal("not_found", "no such invoice");
      return { invoice, tenant, ...rest };
    },
    begin: (sight, now) => begin(desk, request, sight, now),
    refused: (now) => commandOf(desk, request, request.amountCents ?? 0, now),
    carryOn: (claim, sight) => continuePay(desk, claim, sight),
  };
}

/** Ids first, then what can be refused without asking anybody; a stored refusal ends the claim before it ran. */
function begin(desk: PayDesk, request: PayRequest, sight: Sight, now: Instant): Begun | Refusal {
  requireVendors(desk, sight);
  const amountCents = acceptableAmount(request, sight, now);
  if (amountCents instanceof Refusal) return amountCents;
  return { command: { ...commandOf(desk, request, amountCents, now), ...toldByPayer(request) } };
}

function commandOf(desk: PayDesk, { invoiceId, source }: PayRequest, amountCents: number, now: Instant) {
  const settlementId = desk.newId("stl", now);
  return { invoiceId, source, settlementId, paymentId: siblingId(settlementId, "pay"), amountCents };
}

/** What the payer told on the invoice's page; nothing for a tenant's call. */
function toldByPayer({ bankAccount, hosted }: PayRequest): Pick<Payment, "bankAccount" | "hosted"> {
  return { ...(bankAccount && { bankAccount }), ...(hosted && { hosted }) };
}

function acceptableAmount(request: PayRequest, sight: Sight, now: Instant): number | Refusal {
  if (sight.tenant.status === "suspended") return new Refusal("tenant_suspended", "this tenant is suspended");
  if (sight.tenant.partnerCustomerId === null) return partnerUnlinked();
  const amountCents = amountToPay(sight.invoice.state, request.amountCents);
  if (amountCents instanceof Refusal) return amountCents;
  const rule = effectiveRule(sight.ownRules, sight.defaultRules, "settlement", now);
  if (splitAmount(amountCents, rule).netCents < 1) return amountTooSmall();
  return amountCents;
}

/** The chosen vendors must be switched on. */
function requireVendors(desk: PayDesk, { flags }: Sight): void {
  requireOn(flags, `vendor.collection.${desk.rail.name}`);
  requireOn(flags, `vendor.conversion.${conversionFor(desk, flags).name}`);
}
