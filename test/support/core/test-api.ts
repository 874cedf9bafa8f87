import { ulid } from "ulid";
import { MockRailFile } from "../../../functions/adapters/mock/rail-file.ts";
import { MockRail } from "../../../functions/adapters/mock/rail-mock.ts";
import { MockScreening } from "../../../functions/adapters/mock/screen-mock.ts";
import { readRole } from "../../../functions/app/access/operator-roles.ts";
import { secretDigest } from "../../../functions/app/core/api-key.ts";
import type { Context } from "../../../functions/app/core/context.ts";
import type { ViewContext } from "../../../functions/app/core/embed-records.ts";
import type { LinkContext, LinkKeys } from "../../../functions/app/core/link-token.ts";
import type { NewId } from "../../../functions/app/core/ports.ts";
import { type RateLimit, RateLimiter } from "../../../functions/app/core/rate-limit.ts";
import { createInvoice, issueInvoice } from "../../../functions/app/invoicing/invoices.ts";
import { reviewSubjects } from "../../../functions/app/operations/review-subjects.ts";
import type { ReviewSubjects } from "../../../functions/app/review/review-subject.ts";
import type { PayVendors } from "../../../functions/app/settlement/pay-guards.ts";
import { payInvoice } from "../../../functions/app/settlement/pay-invoice.ts";
import { flagsKey, tenantSettingsOf } from "../../../functions/app/tenants/tenant-settings.ts";
import { createTenant, mintKey } from "../../../functions/app/tenants/tenants.ts";
import { payOperations } from "../../../functions/contract/invoicing/invoices.ts";
import type { Tenant } from "../../../functions/domain/tenants/tenant.ts";
import type { Operation } from "../../../functions/http/operation.ts";
import type { Handlers } from "../../../functions/http/operation-types.ts";
import { OperatorAuthenticator } from "../../../functions/http/operator-token.ts";
import { type Frame, serve } from "../../../functions/http/route.ts";
import { TenantAuthenticator } from "../../../functions/http/tenant-key.ts";
import type { PlainRequest } from "../routes/bad-input.ts";
import { eventOf, type PlainReply, replyOf } from "../runner/lambdas.ts";
import { MemoryLog, MemoryMeter } from "./memory-log.ts";
import { MemoryStore } from "./memory-store.ts";
import { testPersonalData } from "./personal-data.ts";
import { noon } from "./samples.ts";

const plenty: RateLimit = { perSecond: 1000, burst: 100_000 };

/** The door frame over a memory book, a clock that only the test moves, and fixed operators' tokens. */
export class TestApi {
  readonly store = new MemoryStore();
  /** The wrapped keys of subjects. */
  readonly subjectKeys = new MemoryStore();
  readonly newId: NewId = (prefix, now) => {
    if (prefix.length < 3) throw new Error("an id that does not say what it is");
    // The maker that ulid has by itself asks the system for each character.
    return `${prefix}_${ulid(Date.parse(now), Math.random)}`;
  };
  /** The mock rail's own book. */
  readonly railStore = new MemoryStore();
  readonly screening = new MockScreening();
  readonly log = new MemoryLog();
  readonly meter = new MemoryMeter();
  readonly clock = { now: () => new Date(this.nowMs).toISOString() };
  readonly rail = new MockRail(false, new MockRailFile(() => this.railStore, this.clock));
  readonly operatorToken = "operator-token-one";
  readonly personal = testPersonalData(this.subjectKeys, this);
  nowMs = Date.parse(noon);
  readonly #limiter: RateLimiter;

  constructor(limit: RateLimit = plenty) {
    this.#limiter = new RateLimiter(this, limit);
  }

  readonly linkKeys: LinkKeys = async () => ["l".repeat(64)];

  /** The context of the test itself. */
  get context(): Context & ViewContext & LinkContext & { readonly subjects: ReviewSubjects } {
    const { store, clock, newId, linkKeys, personal } = this;
    const urls = { publicUrl: "http://localhost:4000", pagesUrl: "http://localhost:4002" };
    const opened = { store: personal.over(store), personal };
    return {
      ...opened,
      clock,
      newId,
      linkKeys,
      ...urls,
      subjects: reviewSubjects,
      actor: "test",
      requestId: "req_test",
    };
  }

  pass(seconds: number): void {
    this.nowMs += seconds * 1000;
  }

  frame(mode: "bearer" | "iam" | "both" = "both"): Frame {
    const tokens = async () => [
      { name: "one", sha256: secretDigest(this.operatorToken) },
      { name: "two", sha256: secretDigest("operator-token-two") },
    ];
    return {
      tick: async () => undefined,
      clock: this.clock,
      newId: this.newId,
      log: this.log,
      book: this.store,
      personal: this.personal,
      tenants: new TenantAuthenticator(this.store, "test"),
      operators: new OperatorAuthenticator(tokens, mode),
      roleOf: (actor) => readRole(this.store, actor),
      limiter: this.#limiter,
      cursorKeys: async () => ["k".repeat(64)],
      linkKeys: this.linkKeys,
      keyOptional: async (tenantId) => {
        const [global, own] = await this.store.read([flagsKey(null), flagsKey(tenantId)]);
        return !tenantSettingsOf([undefined, global, own]).flags.on("idempotency.require");
      },
    };
  }

  /** Handlers behind the frame, as a client calls them. */
  open<Ops extends Record<string, Operation>>(ops: Ops, handlers: Handlers<Ops>, frame = this.frame()) {
    const handler = serve(ops, frame, handlers);
    return async (request: Partial<PlainRequest>, userArn: string | null = null): Promise<PlainReply> => {
      const whole = { method: "GET", path: "/", headers: {}, ...request };
      return replyOf(await handler(eventOf(whole, userArn)));
    };
  }

  /** The pay route as it is served. */
  openPay(vendors: Partial<PayVendors> = {}) {
    return this.open(payOperations, {
      payInvoice: async (call) => {
        const { rail, screening, meter } = this;
        const context = { ...this.context, requestId: call.requestId };
        const own = { rail, conversion: rail, screening, live: false, meter, ...vendors };
        const { idempotencyKey, fingerprint, params, body } = call;
        const { tenantId } = call.principal;
        const { type: source = "ach", holderType, country: sourceCountry } = body.source;
        const said = { source, holderType, sourceCountry };
        const input = { tenantId, operation: "payInvoice", idempotencyKey, fingerprint, ...said };
        const { amountCents, metadata } = body;
        return payInvoice(context, own, { ...input, invoiceId: params.id, amountCents, metadata });
      },
    });
  }

  /** A tenant with a key. */
  async tenant(change: Partial<Tenant> = {}): Promise<{ id: string; keyId: string; apiKey: string }> {
    const { id } = await createTenant(this.context, {
      slug: "acme",
      name: "Acme",
      contactEmail: "a@acme.test",
      destChain: "base",
      destWallet: "0xWALLET",
      stable: "USDT",
      partnerCustomerId: "cust_1",
      isoRef: null,
      metadata: {},
      ...change,
    });
    const key = await mintKey(this.context, id, { name: null, environment: "test" });
    return { id, keyId: key.id, apiKey: key.secret };
  }

  /** A tenant's payment of a new invoice from such a source, over HTTP. */
  async payFrom(tenant: { id: string; apiKey: string }, source: object, key = "k1", number?: string) {
    return this.payInvoiceFrom(tenant, await this.invoice(tenant.id, number), source, key);
  }

  /** Pays an invoice that stands. */
  async payInvoiceFrom(tenant: { apiKey: string }, invoiceId: string, source: object, key = "k1") {
    const reply = await this.openPay()({
      method: "POST",
      path: `/api/v1/invoices/${invoiceId}/pay`,
      headers: { authorization: `Bearer ${tenant.apiKey}`, "idempotency-key": key },
      body: JSON.stringify({ source }),
    });
    return { status: reply.status, json: JSON.parse(reply.text) };
  }

  /** An invoice of one line, sent. */
  async invoice(tenantId: string, number = "A-1", totalCents = 10_000, customerId = "c"): Promise<string> {
    const lineItems = [{ description: "work", unitCents: totalCents, quantity: 1 }];
    const input = { number, customerId, lineItems, currency: "USD" as const, terms: "Net 14" };
    const context = { ...this.context, onboardUrl: "http://localhost:4002" };
    const { id } = await createInvoice(context, tenantId, { ...input, discountCents: 0, metadata: {} });
    await issueInvoice(this.context, tenantId, id);
    return id;
  }
}
