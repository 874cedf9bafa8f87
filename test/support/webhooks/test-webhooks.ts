import { newAggregate, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import type { Context } from "../../../functions/app/core/context.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { tenantRecordType } from "../../../functions/app/tenants/records.ts";
import { deliveryRow, healthKey, healthRow, loadedDelivery } from "../../../functions/app/webhooks/delivery-rows.ts";
import { deliveryOf, type EnqueueContext } from "../../../functions/app/webhooks/enqueue.ts";
import type { DeliveryOrder } from "../../../functions/app/webhooks/ports.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import type { Tenant } from "../../../functions/domain/tenants/tenant.ts";
import { healthy } from "../../../functions/domain/webhooks/endpoint-health.ts";
import type { Delivery, WebhookEndpoint } from "../../../functions/domain/webhooks/webhook.ts";
import { MemoryStore } from "../core/memory-store.ts";
import { noon } from "../core/samples.ts";
import { furnishEndpoint, furnishTenant } from "../world/core/furnishing.ts";
import { countedIds } from "../world/core/ids.ts";

/** A tenant with an endpoint, over books in memory, and the queue of deliveries as a list. */
export class TestWebhooks implements Context, EnqueueContext {
  readonly store = new MemoryStore();
  readonly deliveries = new MemoryStore();
  readonly queued: (DeliveryOrder & { delaySeconds: number })[] = [];
  readonly queue = { send: async (orders: typeof this.queued) => void this.queued.push(...orders) };
  readonly newId = countedIds();
  readonly live = false;
  readonly publicUrl = "https://api.test";
  readonly actor = "operator:anna";
  readonly requestId = "req_1";
  readonly tenant: Tenant;
  readonly endpoint: WebhookEndpoint;
  now = noon;
  readonly clock = { now: () => this.now };
  #requests = 1;

  constructor() {
    this.tenant = furnishTenant(this, { name: "acme", wallet: "0xW", partnerCustomerId: null });
    this.endpoint = furnishEndpoint(this, this.tenant.id, "whsec_c2x1aWNl");
  }

  /** The same context in another request. */
  request(): Context & EnqueueContext {
    this.#requests += 1;
    return { ...this, requestId: `req_${this.#requests}` };
  }

  pass(seconds: number): void {
    this.now = addSeconds(this.now, seconds);
  }

  /** So many things happen to the tenant, each with an event of its own. */
  async happens(count: number): Promise<void> {
    const [row] = await this.store.read([rowKey(this.tenant.id)]);
    if (!row) throw new Error("no tenant");
    const { head } = row.body as { head: { seq: number; hash: string } };
    const events = [{ name: "invoice.sent", data: { tenantId: this.tenant.id } }] as never;
    const transition = { next: this.tenant, from: "active", to: "active", reason: "told", events };
    const from = { ...newAggregate(tenantRecordType, this.tenant), v: row.v, head };
    const { writes } = transitionWrites(from, new Array(count).fill(transition), this);
    if (!(await this.store.write(writes, this.newId("req", this.now))).ok) throw new Error("not written");
  }

  /** A delivery that waits for its time. */
  async waiting(nth: number): Promise<Delivery> {
    const event = { id: `evt_${String(nth).padStart(26, "0")}`, name: "invoice.sent", data: {} };
    const made = deliveryOf(this.tenant.id, event, this.endpoint, this.now);
    await this.deliveries.write([{ put: deliveryRow(made, 1), expect: "absent" }], `waiting-${nth}`);
    return made;
  }

  /** The sender has found its endpoint to be beyond hope. */
  async condemn(why: string): Promise<void> {
    const state = { ...healthy(this.endpoint.id, this.tenant.id), failures: 99, condemned: why };
    await this.deliveries.write([{ put: healthRow(state, 1, this.now), expect: "absent" }], "condemned");
  }

  async delivery(id: string): Promise<Delivery | undefined> {
    return loadedDelivery((await this.deliveries.read([rowKey(id)]))[0])?.state;
  }

  async health(): Promise<unknown> {
    return (await this.deliveries.read([healthKey(this.endpoint.id)]))[0]?.body;
  }
}
