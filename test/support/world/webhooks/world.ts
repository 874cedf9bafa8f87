import { type Aggregate, loadAggregate, transitionWrites } from "../../../../functions/app/core/aggregate.ts";
import type { ConcurrencyLimit } from "../../../../functions/app/core/concurrency-limit.ts";
import {
  duePartitions,
  entryPartitions,
  indexOfPartition,
  outboxPartitions,
  upkeepPartitions,
} from "../../../../functions/app/core/due-index.ts";
import type { Row } from "../../../../functions/app/core/ports.ts";
import { rowKey } from "../../../../functions/app/core/row-keys.ts";
import type { StoredEvent } from "../../../../functions/app/core/stored-event.ts";
import type { SweepContext } from "../../../../functions/app/operations/sweep-due-records.ts";
import { tenantRecordType } from "../../../../functions/app/tenants/records.ts";
import { healthKey, type LoadedHealth, loadedHealth } from "../../../../functions/app/webhooks/delivery-rows.ts";
import type { DeliveryOrder } from "../../../../functions/app/webhooks/ports.ts";
import { webhookRecordType } from "../../../../functions/app/webhooks/record.ts";
import { sweepDeliveries } from "../../../../functions/app/webhooks/sweep-deliveries.ts";
import { changeWebhook } from "../../../../functions/app/webhooks/webhooks.ts";
import type { EventName } from "../../../../functions/domain/core/event.ts";
import type { Transition } from "../../../../functions/domain/core/transition.ts";
import type { Tenant } from "../../../../functions/domain/tenants/tenant.ts";
import { isOpen } from "../../../../functions/domain/webhooks/webhook.ts";
import type { ReceivedWebhook } from "../core/receivers.ts";
import type { Process } from "../core/scheduler.ts";
import { fine } from "../core/step.ts";
import { plainBox } from "../settlement/payer.ts";
import { type Alteration, World } from "../settlement/world.ts";
import { LambdaQueue } from "./queue.ts";

/** What a test puts in the place of something of ours, to see whether it is caught. */
export type WebhookAlteration = Pick<Alteration, "relaxDeliveries" | "deliveries" | "courier" | "app">;

/** An event as its entry on the audit trail has it. */
export type EmittedEvent = StoredEvent & { readonly tenantId: string; readonly atMs: number };

const minuteMs = 60_000;
/** Minutes of work after which a world counts as one that never rests. */
const mostMinutes = 20_000;
const never = Number.POSITIVE_INFINITY;

const nothingToStart = { refuses: false, afterCollection: [], afterPayout: [] };

/** From an event's entry in the book to its receivers, in virtual time: a world without payments, with the queue and the Lambdas as they are deployed. */
export class WebhookWorld extends World {
  override readonly queue: LambdaQueue;
  readonly emitted: EmittedEvent[] = [];
  override streamPlan: () => readonly number[] = () => [0];
  /** Sweepers at work at once. */
  sweepers: () => number = () => 1;
  /** Whether an operator had deliveries sent before their time. */
  forced = false;
  protected override readonly lambdaLimitMs = 60_000;
  /** URLs of endpoints that were off when a Lambda began. */
  readonly #off = new WeakMap<Process, ReadonlySet<string>>();
  /** Deliveries whose endpoint was at rest when a Lambda took them up. */
  readonly #probing = new Set<string>();
  readonly #probes = new Set<string>();

  constructor(seed: number, alteration: WebhookAlteration = {}) {
    super(seed, { rate: "1", silentScreens: 0, collection: () => nothingToStart }, alteration);
    this.queue = new LambdaQueue(this.scheduler, (order, slots) => this.#send(order, slots));
    this.receivers.wrongOf = (deliveryId, url) => this.#judge(deliveryId, url);
  }

  /** Something happens to a tenant and its entry, with the event, is in the book. */
  emit<N extends EventName>(tenantId: string, name: N, data: object): void {
    const [row] = this.store.readNow([rowKey(tenantId)]);
    const found: Aggregate<Tenant> | undefined = loadAggregate(tenantRecordType, row);
    if (!found) throw new Error(`no tenant ${tenantId}`);
    const events = [{ name, data }] as unknown as NonNullable<Transition<Tenant>["events"]>;
    const transition = { next: found.state, from: "active", to: "active", reason: "told", events };
    const { writes } = transitionWrites(found, [transition], this.context("test"));
    this.store.writeNow(writes, this.newId("req", this.clock.now()));
    for (const write of writes) if ("put" in write && write.put.type === "entry") this.#keep(write.put);
    this.written();
  }

  #keep(row: Row): void {
    const body = row.body as { tenantId: string; events: StoredEvent[] };
    for (const event of body.events)
      this.emitted.push({ ...event, tenantId: body.tenantId, atMs: this.scheduler.nowMs });
  }

  /** An operator switches an endpoint off. */
  switchOff(tenantId: string, id: string): void {
    const urls = { writtenProblem: () => undefined, problem: () => Promise.resolve(undefined) };
    const context = { ...this.#operatorDesk(), urls };
    this.start("operator", () => changeWebhook(context, tenantId, id, { enabled: false }));
  }

  /** An operator has everything sent that waits. */
  force(limit: number): void {
    this.forced = true;
    this.start("operator", () => sweepDeliveries(this.#operatorDesk(), { limit, force: true }));
  }

  /** Plays to a moment. The sweeper comes at every full minute; minutes at which nothing is due are passed over. */
  async playTo(endMs: number): Promise<void> {
    const { scheduler } = this;
    for (let minutes = 0; minutes < mostMinutes; minutes += 1) {
      const next = Math.max(scheduler.nowMs, Math.min(scheduler.nextAtMs, this.#dueMs()));
      if (next > endMs || next === never) break;
      const passed = Math.floor(scheduler.nowMs / minuteMs) + 1;
      const minute = Math.max(passed, Math.ceil(next / minuteMs)) * minuteMs;
      scheduler.later(minute - scheduler.nowMs, () => {
        scheduler.expire(this.lambdaLimitMs);
        if (this.#dueMs() <= scheduler.nowMs)
          for (let sweepers = this.sweepers(); sweepers > 0; sweepers -= 1) this.sweep();
      });
      await scheduler.settle(minute - scheduler.nowMs);
    }
    if (endMs < never) scheduler.nowMs = Math.max(scheduler.nowMs, endMs);
  }

  /** The faults stop, and all is played until nothing is left to happen. */
  async rest(): Promise<void> {
    this.scheduler.plan = () => fine;
    this.queue.plan = () => [0];
    this.streamPlan = () => [0];
    await this.playTo(never);
    this.queue.redrive();
    await this.playTo(never);
  }

  /** When the next row is due in either book, whoever is to look after it. */
  #dueMs(): number {
    let soonest = never;
    for (const store of [this.store, this.deliveries])
      for (const pk of [...duePartitions, ...entryPartitions, ...upkeepPartitions, ...outboxPartitions]) {
        const index = indexOfPartition(pk);
        const [row] = store.isEmpty(index, pk) ? [] : store.pageNow({ index, pk, limit: 1 });
        const at = row?.index?.[index]?.[1];
        if (at !== undefined) soonest = Math.min(soonest, Date.parse(at.slice(0, at.indexOf("#"))));
      }
    return soonest;
  }

  /** As the Lambda does it, once it is noted how the endpoint was by then. */
  async #send(order: DeliveryOrder, slots: ConcurrencyLimit): Promise<void> {
    const { deliveryId, endpointId } = order;
    const [row] = this.store.readNow([rowKey(endpointId)]);
    const { condemned, openUntil } = this.#health(endpointId).state;
    const state = loadAggregate(webhookRecordType, row)?.state;
    const { current } = this.scheduler;
    if (current && state && (condemned !== null || !isOpen(state)))
      this.#off.set(current, new Set(this.#off.get(current)).add(state.url));
    if (openUntil !== null && !order.force) this.#probing.add(deliveryId);
    else this.#probing.delete(deliveryId);
    const secrets = { ...plainBox, open: (text: string) => this.scheduler.call("kms.open", () => text) };
    return this.app.sendDelivery({ ...this.senderContext(), secrets, slots }, order);
  }

  /** Why a post should not have come: its endpoint was off when its Lambda began, or at rest and asked by another already. */
  #judge(deliveryId: string, url: string): ReceivedWebhook["wrong"] {
    const { current } = this.scheduler;
    if (current && this.#off.get(current)?.has(url)) return "off";
    if (!this.#probing.has(deliveryId)) return undefined;
    const endpointId = url.slice(url.lastIndexOf("/") + 1);
    const { v, state } = this.#health(endpointId);
    // Another's answer may have ended the rest in between.
    if (state.openUntil === null) return undefined;
    const probe = `${endpointId} ${v}`;
    if (this.#probes.has(probe)) return "crowded";
    this.#probes.add(probe);
    return undefined;
  }

  #health(endpointId: string): LoadedHealth {
    const [row] = this.deliveries.readNow([healthKey(endpointId)]);
    return loadedHealth(row, endpointId, "");
  }

  #operatorDesk(): SweepContext {
    return { ...this.sweepContext(), actor: "operator:test" };
  }
}
