import { loadAggregate, newAggregate, transitionWrites } from "../../../../functions/app/core/aggregate.ts";
import type { Context } from "../../../../functions/app/core/context.ts";
import type { Write } from "../../../../functions/app/core/ports.ts";
import { rowKey } from "../../../../functions/app/core/row-keys.ts";
import { invoiceRecordType } from "../../../../functions/app/invoicing/record.ts";
import { feeRuleWrites, newFeeScope } from "../../../../functions/app/tenants/fee-rule-rows.ts";
import {
  feeScopeRecordType,
  flagScopeRecordType,
  tenantRecordType,
} from "../../../../functions/app/tenants/records.ts";
import { feesKey } from "../../../../functions/app/tenants/tenant-settings.ts";
import { webhookRecordType } from "../../../../functions/app/webhooks/record.ts";
import { currentApiVersion } from "../../../../functions/domain/core/api-version.ts";
import { Refusal } from "../../../../functions/domain/core/refusal.ts";
import type { Transition } from "../../../../functions/domain/core/transition.ts";
import { draftInvoice, type Invoice, sendInvoice } from "../../../../functions/domain/invoicing/invoice.ts";
import type { CreditSuspension } from "../../../../functions/domain/settlement/credit-suspension.ts";
import type { FeeRule } from "../../../../functions/domain/tenants/fee-rule.ts";
import type { Tenant } from "../../../../functions/domain/tenants/tenant.ts";
import type { WebhookEndpoint } from "../../../../functions/domain/webhooks/webhook.ts";
import type { MemoryStore } from "../../core/memory-store.ts";

/** The context at which a world is furnished: its book answers at once. */
export type FurnishingContext = Context & { readonly store: MemoryStore };

function keep(context: FurnishingContext, writes: readonly Write[]): void {
  if (!context.store.writeNow(writes, context.newId("req", context.clock.now())).ok)
    throw new Error("what furnishes a world is there already");
}

function born<S>(next: S, to: string): Transition<S> {
  return { next, from: null, to, reason: "furnished" };
}

/** A tenant whose stablecoin goes to `wallet`, with a fee rule of its own where one is given. */
export function furnishTenant(
  context: FurnishingContext,
  input: {
    name: string;
    wallet: string;
    partnerCustomerId: string | null;
    rule?: Partial<FeeRule>;
    escrowRule?: Partial<FeeRule>;
  },
): Tenant {
  const now = context.clock.now();
  const tenant: Tenant = {
    ...{ id: context.newId("ten", now), slug: input.name, name: input.name, status: "active" },
    contactEmail: `${input.name}@example.test`,
    ...{ destChain: "base", destWallet: input.wallet, stable: "USDT", country: null },
    ...{ partnerCustomerId: input.partnerCustomerId, isoRef: null, payers: "business", timeZone: "UTC", metadata: {} },
    apiVersion: currentApiVersion,
    ...{ ratioBreached: false, creditSuspended: null, frozenWallets: [], createdAt: now, updatedAt: now },
  };
  const { writes } = transitionWrites(newAggregate(tenantRecordType, tenant), [born(tenant, "active")], context);
  const rules = [input.rule, input.escrowRule && { kind: "escrow" as const, ...input.escrowRule }];
  let scope = newFeeScope(tenant.id);
  for (const change of rules) {
    if (!change) continue;
    const rule: FeeRule = {
      ...{ id: context.newId("fee", now), tenantId: tenant.id, kind: "settlement", bps: 0, fixedCents: 0 },
      ...{ minCents: 0, maxCents: null, reserveBps: 0, reserveDays: 0, currency: "USD" },
      ...{ effectiveFrom: now, createdAt: now, ...change },
    };
    keep(context, feeRuleWrites(scope, rule, { inForce: undefined, upcoming: [] }, context));
    const [row] = context.store.readNow([feesKey(tenant.id)]);
    scope = loadAggregate(feeScopeRecordType, row) ?? scope;
  }
  keep(context, writes);
  return tenant;
}

/** Suspends a tenant's program credit, or reinstates it. */
export function furnishCredit(context: FurnishingContext, tenantId: string, creditSuspended: CreditSuspension): void {
  const found = loadAggregate(tenantRecordType, context.store.readNow([rowKey(tenantId)])[0]);
  if (!found) throw new Error(`no tenant ${tenantId}`);
  const { status } = found.state;
  const transition = { next: { ...found.state, creditSuspended }, from: status, to: status, reason: "credit" };
  keep(context, transitionWrites(found, [transition], context).writes);
}

/** Where a tenant's events go; the secret is kept as it is, because sealing is not what these worlds are about. */
export function furnishEndpoint(
  context: FurnishingContext,
  tenantId: string,
  secret: string,
  change: Partial<WebhookEndpoint> = {},
): WebhookEndpoint {
  const now = context.clock.now();
  const id = context.newId("whe", now);
  const endpoint: WebhookEndpoint = {
    ...{ id, tenantId, url: `https://receiver.example.test/${id}`, description: null, events: null },
    ...{ enabled: true, disabledReason: null, deletedAt: null, sealedSecret: secret, previousSecret: null },
    ...{ createdAt: now, updatedAt: now, ...change },
  };
  keep(
    context,
    transitionWrites(newAggregate(webhookRecordType, endpoint), [born(endpoint, "enabled")], context).writes,
  );
  return endpoint;
}

/** Switches a tenant's retries of webhooks off. */
export function furnishNoRetries(context: FurnishingContext, tenantId: string): void {
  const setting = { enabled: false, note: null, at: context.clock.now(), actor: context.actor };
  const scope = { tenantId, settings: { "webhooks.retry.enabled": setting } };
  keep(context, transitionWrites(newAggregate(flagScopeRecordType, scope), [born(scope, "set")], context).writes);
}

/** A line and a discount that come to a total, every other one with tax. */
function partsOf(totalCents: number) {
  const taxed = totalCents % 2 === 0 && totalCents > 200;
  const [taxCents, discountCents] = taxed ? [totalCents % 97, totalCents % 89] : [0, 0];
  const line = { description: "work", unitCents: totalCents + discountCents - taxCents, quantity: 1, taxCents };
  return { lineItems: [line], discountCents };
}

/** An invoice of one line, sent where `sent` is true; `told` false where nobody is told any more. */
export function furnishInvoice(
  context: FurnishingContext,
  tenant: Tenant,
  input: { number: string; totalCents: number; sent: boolean; told?: boolean },
): Invoice {
  const now = context.clock.now();
  const id = context.newId("inv", now);
  const draft = draftInvoice(
    {
      ...{ number: input.number, customerId: "cus_1", currency: "USD", terms: "Net 14" },
      ...partsOf(input.totalCents),
      metadata: {},
    },
    {
      ...{ id, tenantId: tenant.id, tenantSlug: tenant.slug },
      ...{ sellerName: tenant.name, sellerEmail: tenant.contactEmail, timeZone: tenant.timeZone },
      hostedUrl: `https://pay.example.test/i/${id}`,
    },
    now,
  );
  const [first] = draft instanceof Refusal ? [] : draft;
  if (!first) throw new Error("no draft");
  const sent = input.sent ? sendInvoice(first.next, now) : [];
  if (sent instanceof Refusal) throw sent;
  const { told = true } = input;
  const transitions = [first, ...sent].map((transition) => (told ? transition : { ...transition, events: [] }));
  const { writes, after } = transitionWrites(newAggregate(invoiceRecordType, first.next), transitions, context);
  keep(context, writes);
  return after.state;
}
