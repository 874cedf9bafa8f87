import { hopWrites, loaded, unborn } from "../../../../functions/app/core/aggregate.ts";
import type { Desk } from "../../../../functions/app/core/context.ts";
import type { Write } from "../../../../functions/app/core/ports.ts";
import { rowKey } from "../../../../functions/app/core/rows.ts";
import { invoiceKind } from "../../../../functions/app/invoicing/record.ts";
import { feeScopeKind, flagScopeKind, tenantKind } from "../../../../functions/app/tenants/records.ts";
import { webhookKind } from "../../../../functions/app/webhooks/record.ts";
import { Refusal } from "../../../../functions/domain/core/refusal.ts";
import type { Hop } from "../../../../functions/domain/core/transition.ts";
import { draftInvoice, type Invoice, sendInvoice } from "../../../../functions/domain/invoicing/invoice.ts";
import type { Suspended } from "../../../../functions/domain/settlement/credit-suspension.ts";
import type { FeeRule } from "../../../../functions/domain/tenants/fee-rule.ts";
import type { Tenant } from "../../../../functions/domain/tenants/tenant.ts";
import type { WebhookEndpoint } from "../../../../functions/domain/webhooks/webhook.ts";
import type { MemoryBook } from "../../core/memory-book.ts";

/** The desk at which a world is furnished: its book answers at once. */
export type FurnishingDesk = Desk & { readonly book: MemoryBook };

function keep(desk: FurnishingDesk, writes: readonly Write[]): void {
  if (!desk.book.writeNow(writes, desk.newId("req", desk.clock.now())).ok)
    throw new Error("what furnishes a world is there already");
}

function born<S>(next: S, to: string): Hop<S> {
  return { next, from: null, to, reason: "furnished" };
}

/** A tenant whose stablecoin goes to `wallet`, with a fee rule of its own where one is given. */
export function furnishTenant(
  desk: FurnishingDesk,
  asked: { name: string; wallet: string; partnerCustomerId: string | null; rule?: Partial<FeeRule> },
): Tenant {
  const now = desk.clock.now();
  const tenant: Tenant = {
    ...{ id: desk.newId("ten", now), slug: asked.name, name: asked.name, status: "active" },
    contactEmail: `${asked.name}@example.test`,
    ...{ destChain: "base", destWallet: asked.wallet, stable: "USDT" },
    ...{ partnerCustomerId: asked.partnerCustomerId, isoRef: null, metadata: {} },
    ...{ ratioBreached: false, creditSuspended: null, createdAt: now, updatedAt: now },
  };
  const writes = [...hopWrites(unborn(tenantKind, tenant), [born(tenant, "active")], desk).writes];
  if (asked.rule) {
    const rule: FeeRule = {
      ...{ id: desk.newId("fee", now), tenantId: tenant.id, kind: "settlement", bps: 0, fixedCents: 0 },
      ...{ minCents: 0, maxCents: null, reserveBps: 0, reserveDays: 0, currency: "USD" },
      ...{ effectiveFrom: now, createdAt: now, ...asked.rule },
    };
    const scope = { tenantId: tenant.id, rules: [rule] };
    writes.push(...hopWrites(unborn(feeScopeKind, scope), [born(scope, rule.id)], desk).writes);
  }
  keep(desk, writes);
  return tenant;
}

/** Suspends a tenant's program credit, or reinstates it. */
export function furnishCredit(desk: FurnishingDesk, tenantId: string, creditSuspended: Suspended): void {
  const found = loaded(tenantKind, desk.book.readNow([rowKey(tenantId)])[0]);
  if (!found) throw new Error(`no tenant ${tenantId}`);
  const { status } = found.state;
  const hop = { next: { ...found.state, creditSuspended }, from: status, to: status, reason: "credit" };
  keep(desk, hopWrites(found, [hop], desk).writes);
}

/** Where a tenant's events go; the secret is kept as it is, because sealing is not what these worlds are about. */
export function furnishEndpoint(
  desk: FurnishingDesk,
  tenantId: string,
  secret: string,
  change: Partial<WebhookEndpoint> = {},
): WebhookEndpoint {
  const now = desk.clock.now();
  const id = desk.newId("whe", now);
  const endpoint: WebhookEndpoint = {
    ...{ id, tenantId, url: `https://receiver.example.test/${id}`, description: null, events: null },
    ...{ enabled: true, disabledReason: null, deletedAt: null, sealedSecret: secret, previousSecret: null },
    ...{ createdAt: now, updatedAt: now, ...change },
  };
  keep(desk, hopWrites(unborn(webhookKind, endpoint), [born(endpoint, "enabled")], desk).writes);
  return endpoint;
}

/** Switches a tenant's retries of webhooks off. */
export function furnishNoRetries(desk: FurnishingDesk, tenantId: string): void {
  const setting = { enabled: false, note: null, at: desk.clock.now(), actor: desk.actor };
  const scope = { tenantId, settings: { "webhooks.retry.enabled": setting } };
  keep(desk, hopWrites(unborn(flagScopeKind, scope), [born(scope, "set")], desk).writes);
}

/** An invoice of one line, sent where `sent` is true; `told` false where nobody is told any more. */
export function furnishInvoice(
  desk: FurnishingDesk,
  tenant: Tenant,
  asked: { number: string; totalCents: number; sent: boolean; told?: boolean },
): Invoice {
  const now = desk.clock.now();
  const id = desk.newId("inv", now);
  const draft = draftInvoice(
    {
      ...{ number: asked.number, customerId: "cus_1", currency: "USD", terms: "Net 14" },
      lineItems: [{ description: "work", unitCents: asked.totalCents, quantity: 1 }],
      ...{ discountCents: 0, metadata: {} },
    },
    {
      ...{ id, tenantId: tenant.id, tenantSlug: tenant.slug },
      ...{ sellerName: tenant.name, sellerEmail: tenant.contactEmail },
      hostedUrl: `https://pay.example.test/i/${id}`,
    },
    now,
  );
  const [first] = draft instanceof Refusal ? [] : draft;
  if (!first) throw new Error("no draft");
  const sent = asked.sent ? sendInvoice(first.next, now) : [];
  if (sent instanceof Refusal) throw sent;
  const { told = true } = asked;
  const hops = [first, ...sent].map((hop) => (told ? hop : { ...hop, events: [] }));
  const { writes, after } = hopWrites(unborn(invoiceKind, first.next), hops, desk);
  keep(desk, writes);
  return after.state;
}
