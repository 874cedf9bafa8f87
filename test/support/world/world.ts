import { Slots } from "../../../functions/app/core/concurrency-limit.ts";
import type { Desk } from "../../../functions/app/core/context.ts";
import type { Book, Clock, Row } from "../../../functions/app/core/ports.ts";
import { rowKey } from "../../../functions/app/core/rows.ts";
import type { PacketQueue } from "../../../functions/app/disputes/ports.ts";
import type { Screening } from "../../../functions/app/gate/ports.ts";
import type { Callback } from "../../../functions/app/operations/receive-callback.ts";
import type { SweepDesk } from "../../../functions/app/operations/sweep.ts";
import type { Conversion, Rail } from "../../../functions/app/rails/ports.ts";
import type { SpineDesk, Subject } from "../../../functions/app/settlement/machine-steps.ts";
import type { Workflows } from "../../../functions/app/settlement/ports.ts";
import type { SenderDesk } from "../../../functions/app/webhooks/deliver.ts";
import type { Courier, DeliveryOrder, DeliveryQueue } from "../../../functions/app/webhooks/ports.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { MemoryBook } from "../core/memory-book.ts";
import { KeptMeter, noLog } from "../core/told.ts";
import { noPeople } from "../onboarding/no-partner.ts";
import type { Altered } from "./alteration.ts";
import { type App, theApp } from "./app.ts";
import { type Ask, type Asker, mayAskAgain } from "./asker.ts";
import { BridgeSide } from "./bridge-side.ts";
import { queueOn, workflowsOn } from "./engine.ts";
import { countedIds } from "./ids.ts";
import { type Attempt, Machines, settlementMachine } from "./machines.ts";
import { askToPay, plainBox } from "./payer.ts";
import type { FurnishingDesk } from "./people.ts";
import { RailLine } from "./rail-line.ts";
import { Random } from "./random.ts";
import { Receiver } from "./receiver.ts";
import { Scheduler } from "./scheduler.ts";
import { steppedBook } from "./stepped-book.ts";
import { TestVendors, type VendorPlan } from "./vendors.ts";

/** What a test may alter in a world. */
export type Alteration = Altered<World>;

/** How often and how late a record of the book's stream reaches its consumer. */
export type StreamPlan = (record: number) => readonly number[];

const startMs = Date.parse("2026-11-21T12:00:00.000Z");
const mostReceives = 4;
const visibilityMs = 60_000;
const lambdaLimitMs = 30_000;

const publishOp = { name: "publish", kind: "queue" } as const;

/** The whole service in memory: its real use cases, everything around them played by the test, one seed. */
export class World {
  readonly random: Random;
  readonly startMs = startMs;
  readonly scheduler: Scheduler;
  readonly book = new MemoryBook();
  readonly deliveries = new MemoryBook();
  readonly meter = new KeptMeter();
  readonly vendors: TestVendors;
  readonly receiver: Receiver;
  readonly machines: Machines;
  readonly askers: Asker[] = [];
  readonly railLine: RailLine;
  /** Bridge with its line to us, where it is this world's rail. */
  readonly bridge: BridgeSide | undefined;
  readonly queue: DeliveryQueue;
  readonly workflows: Workflows;
  packets: PacketQueue = { send: () => Promise.resolve() };
  people: typeof noPeople = noPeople;
  /** How many more times a client repeats a call that had no answer. */
  patience = 8;
  streamPlan: StreamPlan = () => [5];
  readonly #newId = countedIds();
  readonly app: App;
  readonly #ports: { book: Book; deliveries: Book; vendors: Rail & Conversion & Screening; courier: Courier };
  #streamed = 0;
  #clockText = { ms: 0, text: "" };

  constructor(seed: number, plan: VendorPlan, alteration: Alteration = {}) {
    this.random = new Random(seed);
    this.scheduler = new Scheduler(this.random, startMs);
    this.railLine = new RailLine(this.scheduler, (callback) =>
      this.app.receiveCallback(this.desk("rail:mock"), callback),
    );
    this.vendors = new TestVendors(this.scheduler, plan, (railRef, event, delayMs) =>
      this.railLine.say(railRef, event, delayMs),
    );
    this.receiver = new Receiver(this.scheduler);
    this.machines = new Machines(settlementMachine, {
      invoke: (attempt) => this.scheduler.later(1, () => this.#invoke(attempt)),
      later: (seconds, run) => this.scheduler.later(seconds * 1000, run),
    });
    this.app = { ...theApp, ...alteration.app?.(theApp) };
    this.bridge =
      plan.bridge && new BridgeSide(this.scheduler, plan.bridge, this.#aroundBridge, alteration.bridge);
    this.queue = queueOn(this.scheduler, (order) => this.#deliver(order, 1));
    this.workflows = workflowsOn(this.scheduler, this.machines);
    const { scheduler } = this;
    const book = steppedBook(scheduler, this.book, "book", () => this.#pumpStream(), alteration.relax);
    const deliveries = steppedBook(
      scheduler,
      this.deliveries,
      "deliveries",
      () => undefined,
      alteration.relaxDeliveries,
    );
    this.#ports = {
      book: alteration.book?.(book, this) ?? book,
      deliveries: alteration.deliveries?.(deliveries, this) ?? deliveries,
      vendors: alteration.vendors?.(this.vendors, this) ?? this.vendors,
      courier: alteration.courier?.(this.receiver, this) ?? this.receiver,
    };
  }

  readonly clock: Clock = {
    now: () => {
      const { nowMs } = this.scheduler;
      if (this.#clockText.ms !== nowMs) this.#clockText = { ms: nowMs, text: new Date(nowMs).toISOString() };
      return this.#clockText.text;
    },
  };

  get #aroundBridge() {
    return {
      newId: this.#newId,
      receive: (callback: Callback) => this.app.receiveCallback(this.desk("rail:bridge"), callback),
      askedCents: (reference: string) => {
        const [row] = this.book.readNow([rowKey(reference.split(".")[0] ?? "")]);
        return (row?.body as { state: Settlement } | undefined)?.state.fiatInCents ?? 0;
      },
    };
  }

  /** A desk outside of virtual time, for furnishing and for looking. */
  furnishing(): FurnishingDesk {
    return { ...this.desk("test"), book: this.book };
  }

  desk(actor: string): Desk {
    const requestId = this.#newId("req", this.clock.now());
    return { book: this.#ports.book, clock: this.clock, newId: this.#newId, actor, requestId };
  }

  /** A client's call; it is repeated with its key until it has an answer or patience ends. */
  submit(ask: Ask, delayMs = 0): Asker {
    const client: Asker = { ask, tries: 0, answer: undefined };
    this.askers.push(client);
    this.scheduler.later(delayMs, () => this.#pay(client));
    return client;
  }

  /** Every client without an answer asks once more, and goes on asking. */
  askAgain(): void {
    for (const client of this.askers) {
      if (client.answer !== undefined) continue;
      client.tries = 0;
      this.#pay(client);
    }
  }

  sweep(): void {
    this.scheduler.spawn(
      "sweeper",
      () => this.app.sweep(this.sweepDesk()),
      () => undefined,
    );
  }

  sweepDesk(): SweepDesk {
    return { ...this.payDesk("system:sweeper"), ...this.#followPorts(), log: noLog, pagesUrl: "" };
  }

  payDesk(actor: string) {
    const { vendors } = this.#ports;
    const rail = this.bridge?.rail() ?? vendors;
    return {
      ...this.desk(actor),
      rail,
      ...{ conversion: rail, screening: vendors, live: false, meter: this.meter, accounts: plainBox },
    };
  }

  spineDesk(): SpineDesk {
    return { ...this.payDesk("system:settlement"), workflows: this.workflows };
  }

  senderDesk(): SenderDesk {
    const { book, deliveries, courier } = this.#ports;
    const secrets = {
      seal: (text: string) => Promise.resolve(text),
      open: (text: string) => Promise.resolve(text),
    };
    const { queue, clock } = this;
    return {
      ...{ book, deliveries, courier, queue, secrets, clock },
      wall: clock,
      newId: this.#newId,
      slots: new Slots(8),
      meter: this.meter,
    };
  }

  /** Whether a process was left to go on after a jump in time, with what it had read before. */
  zombies = false;
  /** Whether the daily work has looked at reserves. */
  askedForReserves = false;
  /** Whether a post to a receiver has met a fault, so that a delivery may rightly be late. */
  courierTroubled = false;

  /** Moves time on with nothing happening in between; what runs past a Lambda's time limit is lost, unless it is to go on. */
  jump(ms: number, zombies = false): void {
    this.scheduler.nowMs += ms;
    if (zombies) this.zombies = true;
    else this.scheduler.expire(lambdaLimitMs);
  }

  #followPorts() {
    const { book, deliveries } = this.#ports;
    const { queue, workflows, packets, clock, meter } = this;
    return { ...this.people, book, deliveries, queue, workflows, packets, clock, meter, newId: this.#newId };
  }

  #pay(client: Asker): void {
    client.tries += 1;
    this.scheduler.spawn(
      `pay ${client.ask.idempotencyKey}`,
      () => askToPay(this, client.ask),
      (ending) => {
        if (ending.kind === "done") client.answer = { kind: "told", told: ending.value };
        else {
          const after = mayAskAgain(ending);
          if ("refused" in after) client.answer = { kind: "refused", refusal: after.refused };
          else if (client.tries < this.patience)
            this.scheduler.later(after.inSeconds * 1000, () => this.#pay(client));
        }
      },
    );
  }

  #pumpStream(): void {
    for (; this.#streamed < this.book.streamLength; this.#streamed += 1) {
      const record = this.#streamed;
      if (!this.book.streamedPending(record)) continue;
      for (const delayMs of this.streamPlan(record))
        this.scheduler.later(delayMs, () => this.#dispatch(this.book.streamed(record), 1));
    }
  }

  /** Hands an entry on by a call of its own instead of by the stream: how it is not done. */
  publish(entry: Row): Promise<void> {
    return this.scheduler.step(publishOp, () => this.scheduler.later(5, () => this.#dispatch(entry, 1)));
  }

  #dispatch(entry: Row, receive: number): void {
    this.scheduler.spawn(
      "stream",
      () => this.app.dispatchEntry(this.#followPorts(), entry),
      ({ kind }) => {
        if (kind !== "done" && receive < mostReceives)
          this.scheduler.later(1000, () => this.#dispatch(entry, receive + 1));
      },
    );
  }

  #deliver(order: DeliveryOrder, receive: number): void {
    this.scheduler.spawn(
      "sender",
      () => this.app.sendDelivery(this.senderDesk(), order),
      ({ kind }) => {
        if (kind !== "done" && receive < mostReceives)
          this.scheduler.later(visibilityMs, () => this.#deliver(order, receive + 1));
      },
    );
  }

  #invoke(attempt: Attempt): void {
    const { task, payload, token } = attempt;
    const { error, ...subject } = payload as unknown as Subject & { token?: string; error?: string };
    delete (subject as { token?: string }).token;
    this.scheduler.spawn(
      task,
      () => this.app.hop(task, this.spineDesk(), subject, { token, error }),
      (ending) => {
        if (ending.kind === "done") this.machines.taskDone(attempt, ending.value);
        else if (ending.kind === "crashed") this.machines.taskFailed(attempt, "Lambda.Unknown", "crashed");
        else {
          const { error: thrown } = ending;
          this.machines.taskFailed(attempt, thrown instanceof Error ? thrown.name : "Error", String(thrown));
        }
      },
    );
  }
}
