import { hopWrites, type Loaded, loaded } from "../../../functions/app/core/aggregate.ts";
import type { Slots } from "../../../functions/app/core/concurrency-limit.ts";
import type { Desk } from "../../../functions/app/core/context.ts";
import { duePartitions } from "../../../functions/app/core/due.ts";
import type { Book, Clock, Meter, Row, SecretBox } from "../../../functions/app/core/ports.ts";
import { rowKey } from "../../../functions/app/core/rows.ts";
import { dispatchEntry } from "../../../functions/app/operations/outbox.ts";
import { type SweepDesk, sweep } from "../../../functions/app/operations/sweep.ts";
import { tenantKind } from "../../../functions/app/tenants/records.ts";
import { type SenderDesk, sendDelivery } from "../../../functions/app/webhooks/deliver.ts";
import { healthKey, type LoadedHealth, loadedHealth } from "../../../functions/app/webhooks/delivery-rows.ts";
import type { Courier, DeliveryOrder } from "../../../functions/app/webhooks/ports.ts";
import { webhookKind } from "../../../functions/app/webhooks/record.ts";
import { sweepDeliveries } from "../../../functions/app/webhooks/sweep-deliveries.ts";
import { changeWebhook } from "../../../functions/app/webhooks/webhooks.ts";
import type { EventName } from "../../../functions/domain/core/event.ts";
import type { Hop } from "../../../functions/domain/core/transition.ts";
import type { Tenant } from "../../../functions/domain/tenants/tenant.ts";
import { isOpen } from "../../../functions/domain/webhooks/webhook.ts";
import { MemoryBook } from "../core/memory-book.ts";
import { noLog, noMeter } from "../core/told.ts";
import { noPartner } from "../onboarding/no-partner.ts";
import { countedIds } from "./ids.ts";
import { LambdaQueue } from "./lambda-queue.ts";
import type { FurnishingDesk } from "./people.ts";
import { Random } from "./random.ts";
import { Receivers, type WebhookArrival } from "./receivers.ts";
import { fine, type Process, Scheduler } from "./scheduler.ts";
import { type Relax, steppedBook } from "./stepped-book.ts";
import { TestVendors } from "./vendors.ts";

const theApp = { dispatchEntry, sendDelivery, sweep, sweepDeliveries, changeWebhook };

export type WebhookApp = typeof theApp;

/** What a test puts in the place of something of ours, to see whether it is caught. */
export interface WebhookAlteration {
  readonly relaxDeliveries?: Relax;
  readonly deliveries?: (book: Book, world: WebhookWorld) => Book;
  readonly courier?: (courier: Receivers, world: WebhookWorld) => Courier;
  readonly app?: (app: WebhookApp) => Partial<WebhookApp>;
}

/** An event as its entry on the audit trail has it. */
export interface Emitted {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  readonly data: object;
  readonly atMs: number;
}

const startMs = Date.parse("2026-11-21T12:00:00.000Z");
const minuteMs = 60_000;
const streamTries = 5;
/** As lib/api/background-lambdas.ts has it. */
const lambdaLimitMs = 60_000;
/** Minutes of work after which a world counts as one that never rests. */
const mostMinutes = 20_000;
const never = Number.POSITIVE_INFINITY;

const open = { name: "kms.open", kind: "outside" } as const;
const nothingToStart = { refuses: false, afterCollection: [], afterPayout: [] };

/** From an event's entry in the book to its receivers, in virtual time: the real use cases, with a test's network and queue. */
export class WebhookWorld {
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly book = new MemoryBook();
  readonly deliveries = new MemoryBook();
  readonly receivers: Receivers;
  readonly queue: LambdaQueue;
  readonly emitted: Emitted[] = [];
  /** How late each copy of a stream's record comes; none is a record that is lost. */
  streamPlan: () => readonly number[] = () => [0];
  /** Sweepers at work at once. */
  sweepers: () => number = () => 1;
  /** Whether an operator had deliveries sent before their time. */
  forced = false;
  readonly #newId = countedIds();
  readonly #app: WebhookApp;
  readonly #ports: { book: Book; deliveries: Book; courier: Courier; secrets: SecretBox; meter: Meter };
  /** URLs of endpoints that were off when a Lambda began. */
  readonly #off = new WeakMap<Process, ReadonlySet<string>>();
  /** Deliveries whose endpoint was at rest when a Lambda took them up. */
  readonly #probing = new Set<string>();
  readonly #probes = new Set<string>();
  #streamed = 0;

  constructor(seed: number, alteration: WebhookAlteration = {}) {
    this.random = new Random(seed);
    this.scheduler = new Scheduler(this.random, startMs);
    const { scheduler } = this;
    this.receivers = new Receivers(scheduler);
    this.queue = new LambdaQueue(scheduler, (order, slots) => this.#send(order, slots));
    this.#app = { ...theApp, ...alteration.app?.(theApp) };
    const { relaxDeliveries } = alteration;
    const deliveries = steppedBook(
      scheduler,
      this.deliveries,
      "deliveries",
      () => undefined,
      relaxDeliveries,
    );
    this.#ports = {
      book: steppedBook(scheduler, this.book, "book", () => this.#pumpStream()),
      deliveries: alteration.deliveries?.(deliveries, this) ?? deliveries,
      courier: alteration.courier?.(this.receivers, this) ?? this.receivers,
      secrets: {
        seal: (text) => Promise.resolve(text),
        open: (text) => scheduler.step(open, () => text),
      },
      meter: noMeter,
    };
    this.receivers.wrongOf = (deliveryId, url) => this.#judge(deliveryId, url);
  }

  readonly clock: Clock = { now: () => new Date(this.scheduler.nowMs).toISOString() };

  /** A desk outside of virtual time, for furnishing and for looking. */
  furnishing(): FurnishingDesk {
    return { ...this.#desk("test"), book: this.book };
  }

  /** Something happens to a tenant and its entry, with the event, is in the book. */
  emit<N extends EventName>(tenantId: string, name: N, data: object): void {
    const [row] = this.book.readNow([rowKey(tenantId)]);
    const found: Loaded<Tenant> | undefined = loaded(tenantKind, row);
    if (!found) throw new Error(`no tenant ${tenantId}`);
    const events = [{ name, data }] as unknown as NonNullable<Hop<Tenant>["events"]>;
    const hop = { next: found.state, from: "active", to: "active", reason: "told", events };
    const { writes } = hopWrites(found, [hop], this.#desk("test"));
    this.book.writeNow(writes, this.#newId("req", this.clock.now()));
    for (const write of writes) if ("put" in write && write.put.type === "entry") this.#keep(write.put);
    this.#pumpStream();
  }

  #keep(row: Row): void {
    const body = row.body as { tenantId: string; events: { id: string; name: string; data: object }[] };
    for (const event of body.events)
      this.emitted.push({ ...event, tenantId: body.tenantId, atMs: this.scheduler.nowMs });
  }

  /** An operator switches an endpoint off. */
  switchOff(tenantId: string, id: string): void {
    const urls = { writtenProblem: () => undefined, problem: () => Promise.resolve(undefined) };
    const desk = { ...this.#sweepDesk("operator:test"), urls };
    this.scheduler.spawn(
      "operator",
      () => this.#app.changeWebhook(desk, tenantId, id, { enabled: false }),
      () => undefined,
    );
  }

  /** An operator has everything sent that waits. */
  force(limit: number): void {
    this.forced = true;
    this.scheduler.spawn(
      "operator",
      () => this.#app.sweepDeliveries(this.#sweepDesk("operator:test"), { limit, force: true }),
      () => undefined,
    );
  }

  sweep(): void {
    this.scheduler.spawn(
      "sweeper",
      () => this.#app.sweep(this.#sweepDesk("system:sweeper")),
      () => undefined,
    );
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
        scheduler.expire(lambdaLimitMs);
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
  }

  /** When the next row is due in either book, whoever is to look after it. */
  #dueMs(): number {
    let soonest = never;
    for (const book of [this.book, this.deliveries])
      for (const pk of duePartitions) {
        const [row] = book.pageNow({ index: "due", pk, limit: 1 });
        const at = row?.index?.due?.[1];
        if (at !== undefined) soonest = Math.min(soonest, Date.parse(at.slice(0, at.indexOf("#"))));
      }
    return soonest;
  }

  /** As the Lambda does it, once it is noted how the endpoint was by then. */
  async #send(order: DeliveryOrder, slots: Slots): Promise<void> {
    const { deliveryId, endpointId } = order;
    const [row] = this.book.readNow([rowKey(endpointId)]);
    const { condemned, openUntil } = this.#health(endpointId).state;
    const state = loaded(webhookKind, row)?.state;
    const { current } = this.scheduler;
    if (current && state && (condemned !== null || !isOpen(state)))
      this.#off.set(current, new Set(this.#off.get(current)).add(state.url));
    if (openUntil !== null && !order.force) this.#probing.add(deliveryId);
    else this.#probing.delete(deliveryId);
    return this.#app.sendDelivery(this.#senderDesk(slots), order);
  }

  /** Why a post should not have come: its endpoint was off when its Lambda began, or at rest and asked by another already. */
  #judge(deliveryId: string, url: string): WebhookArrival["wrong"] {
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

  #desk(actor: string): Desk {
    const requestId = this.#newId("req", this.clock.now());
    return { book: this.#ports.book, clock: this.clock, newId: this.#newId, actor, requestId };
  }

  #senderDesk(slots: Slots): SenderDesk {
    const { clock, queue } = this;
    return { ...this.#ports, queue, clock, wall: clock, newId: this.#newId, slots };
  }

  #sweepDesk(actor: string): SweepDesk {
    const { deliveries, meter } = this.#ports;
    const { queue } = this;
    const plan = { rate: "1", silentScreens: 0, collection: () => nothingToStart };
    const vendors = new TestVendors(this.scheduler, plan, () => undefined);
    const none = () => Promise.reject(new Error("no machine belongs here"));
    const workflows = { startSettlement: none, startEscrowPayout: none, answer: none, fail: none };
    const packets = { send: none };
    const money = {
      workflows,
      packets,
      ...{ mails: packets, partner: noPartner },
      rail: vendors,
      conversion: vendors,
      screening: vendors,
      live: false,
    };
    return { ...this.#desk(actor), ...money, deliveries, queue, meter, log: noLog, pagesUrl: "" };
  }

  #pumpStream(): void {
    for (; this.#streamed < this.book.streamLength; this.#streamed += 1) {
      const record = this.#streamed;
      if (!this.book.streamedPending(record)) continue;
      for (const lateMs of this.streamPlan())
        this.scheduler.later(lateMs, () => this.#dispatch(this.book.streamed(record), 1));
    }
  }

  #dispatch(entry: Row, tries: number): void {
    this.scheduler.spawn(
      "outbox",
      () => this.#app.dispatchEntry(this.#sweepDesk("system:outbox"), entry),
      ({ kind }) => {
        if (kind !== "done" && tries < streamTries)
          this.scheduler.later(1000, () => this.#dispatch(entry, tries + 1));
      },
    );
  }
}
