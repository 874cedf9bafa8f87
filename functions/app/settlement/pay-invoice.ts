import type { HolderType } from "../../domain/core/holder-type.ts";
import { siblingId } from "../../domain/core/id.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import { amountToPay } from "../../domain/invoicing/invoice.ts";
import type { PaymentSource } from "../../domain/rails/payment-source.ts";
import { splitAmount } from "../../domain/settlement/fee.ts";
import { amountTooSmall } from "../../domain/settlement/open-settlement.ts";
import type { Payment } from "../../domain/settlement/payment.ts";
import { whyNotFrozen } from "../../domain/tenants/frozen-wallet.ts";
import { loadAggregate } from "../core/aggregate.ts";
import type { Context } from "../core/context.ts";
import type { Claim, IdempotentRequest } from "../core/idempotency-claim.ts";
import {
  continueIdempotent,
  type IdempotentRoute,
  requestOf,
  runIdempotent,
  type StartedOperation,
  type StoredResponse,
} from "../core/idempotent-operation.ts";
import { rowKey } from "../core/row-keys.ts";
import { invoiceRecordType } from "../invoicing/record.ts";
import { feeRuleInForce } from "../tenants/fee-rule-rows.ts";
import { tenantSettingsKeys, tenantSettingsOf } from "../tenants/tenant-settings.ts";
import { continuePay, type PaySnapshot, payCommand } from "./continue-pay.ts";
import {
  type OpeningVendors,
  type PayVendors,
  requireVendors,
  whyNotCoin,
  whyNotPartner,
  whyNotSource,
} from "./pay-guards.ts";

/** A call to pay. `amountCents` left out means all that remains. */
export interface PayRequest extends IdempotentRequest {
  readonly invoiceId: string;
  readonly amountCents?: number | undefined;
  readonly source: PaymentSource;
  /** Whose account it is to come from, where the call says so. */
  readonly holderType?: HolderType | undefined;
  /** The country of the bank that it comes from, where the call says it. */
  readonly sourceCountry?: string | undefined;
  /** What the tenant says of this payment, kept with it. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** The settlement's id, where what the payer typed is sealed for it already. */
  readonly settlementId?: string | undefined;
  /** Where the payer asks on the invoice's page: the account, and how it was asked. */
  readonly bankAccount?: Payment["bankAccount"];
  readonly hosted?: Payment["hosted"];
}

/** Pays an invoice: claims the key, guards, collects, and answers; a call with a dead claim's key continues it. */
export function payInvoice(context: Context, vendors: PayVendors, request: PayRequest): Promise<StoredResponse> {
  return runIdempotent(context, request, payRoute(context, vendors, request));
}

/** Continues a pay call whose holder died, in nobody's name; the answer waits on the claim. */
export function continuePayClaim(context: Context, vendors: PayVendors, claim: Claim): Promise<void> {
  const request = { ...requestOf(claim), ...payCommand.parse(claim.body.command) };
  return continueIdempotent(context, claim, payRoute(context, vendors, request));
}

function payRoute(context: Context, vendors: PayVendors, request: PayRequest): IdempotentRoute<PaySnapshot> {
  return {
    // Everything pay has to know, in one read.
    keys: [rowKey(request.invoiceId), ...tenantSettingsKeys(request.tenantId)],
    see: ([invoiceRow, ...rows]) => {
      const invoice = loadAggregate(invoiceRecordType, invoiceRow);
      const { tenant, ...rest } = tenantSettingsOf(rows);
      if (!tenant || invoice?.state.tenantId !== request.tenantId) throw new Refusal("not_found", "no such invoice");
      return { invoice, tenant, ...rest };
    },
    begin: (snapshot, now) => begin(context, vendors, request, snapshot, now),
    refused: (now) => commandOf(context, request, request.amountCents ?? 0, now),
    carryOn: (claim, snapshot) => continuePay(context, vendors, claim, snapshot),
  };
}

/** Every refusal but the screen's and the rail's, in the order of decisions ("Order of pay's refusals"); a stored one ends the claim before it ran. */
async function begin(
  context: Pick<Context, "newId" | "store">,
  vendors: OpeningVendors,
  request: PayRequest,
  snapshot: PaySnapshot,
  now: Instant,
): Promise<StartedOperation | Refusal> {
  const { tenant, flags } = snapshot;
  const wrongSource = whyNotSource(vendors.rail, request.source);
  if (wrongSource) return wrongSource;
  if (tenant.status === "suspended") return new Refusal("tenant_suspended", "this tenant is suspended");
  const whyNot = await whyNotPartner(vendors.rail, tenant);
  if (whyNot) return whyNot;
  const amountCents = amountToPay(snapshot.invoice.state, request.amountCents);
  if (amountCents instanceof Refusal) return amountCents;
  requireVendors(vendors, flags);
  const { destChain: chain, stable } = tenant;
  if (!vendors.rail.pays({ chain, stable }))
    return new Refusal("unsupported_route", `the ${vendors.rail.name} rail does not pay ${stable} on ${chain}`);
  const coin = whyNotCoin(vendors.rail, tenant, stable, now, request.sourceCountry);
  if (coin) return coin;
  const frozen = whyNotFrozen(tenant, { chain, stable }, [tenant.destWallet]);
  if (frozen) return frozen;
  const rule = await feeRuleInForce(context, snapshot, "settlement", now);
  if (splitAmount(amountCents, rule).netCents < 1) return amountTooSmall();
  return { command: { ...commandOf(context, request, amountCents, now), ...reportedByPayer(request) } };
}

function commandOf(
  { newId }: Pick<Context, "newId">,
  { invoiceId, source, ...request }: PayRequest,
  amountCents: number,
  now: Instant,
) {
  const settlementId = request.settlementId ?? newId("stl", now);
  return { invoiceId, source, settlementId, paymentId: siblingId(settlementId, "pay"), amountCents };
}

/** What was said of the payment and its payer, by the tenant's call or on the invoice's page. */
function reportedByPayer({ holderType, sourceCountry, metadata, bankAccount, hosted }: PayRequest) {
  return {
    ...(holderType && { holderType }),
    ...(sourceCountry && { sourceCountry }),
    ...(metadata && Object.keys(metadata).length > 0 && { metadata }),
    ...(bankAccount && { bankAccount }),
    ...(hosted && { hosted }),
  };
}
