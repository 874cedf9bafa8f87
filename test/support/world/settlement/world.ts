import { mockReference } from "../../../../functions/adapters/mock/rail-mock.ts";
import { entry as entryBody } from "../../../../functions/app/core/aggregate.ts";
import { ConcurrencyLimit } from "../../../../functions/app/core/concurrency-limit.ts";
import type { Row, Write } from "../../../../functions/app/core/ports.ts";
import { rowKey } from "../../../../functions/app/core/row-keys.ts";
import type { PacketQueue } from "../../../../functions/app/disputes/ports.ts";
import type { Screening } from "../../../../functions/app/gate/ports.ts";
import type { DispatchContext } from "../../../../functions/app/operations/carry-out.ts";
import type { DueQueues } from "../../../../functions/app/operations/due-work.ts";
import type { Callback } from "../../../../functions/app/operations/receive-callback.ts";
import { sendDueDeliveries } from "../../../../functions/app/operations/send-due-deliveries.ts";
import type { SweepContext } from "../../../../functions/app/operations/sweep-due-records.ts";
import type { Conversion, Rail } from "../../../../functions/app/rails/ports.ts";
import type { SettlementContext, Subject } from "../../../../functions/app/settlement/machine-steps.ts";
import type { PayRequest } from "../../../../functions/app/settlement/pay-invoice.ts";
import type { Workflows } from "../../../../functions/app/settlement/ports.ts";
import type { SenderContext } from "../../../../functions/app/webhooks/deliver.ts";
import type { Courier, DeliveryQueue } from "../../../../functions/app/webhooks/ports.ts";
import type { Escrow } from "../../../../functions/domain/escrow/escrow.ts";
import type { Settlement } from "../../../../functions/domain/settlement/settlement.ts";
import { MemoryMeter, noLog } from "../../core/memory-log.ts";
import { noPeople } from "../../onboarding/no-partner.ts";
import { type BridgeAlteration, BridgeSide } from "../bridge/side.ts";
import { callsWith } from "../core/alterations.ts";
import { CallbackLine } from "../core/callback-line.ts";
import { Clients } from "../core/clients.ts";
import type { LambdaStream } from "../core/lambda-stream.ts";
import { type Attempt, dueQueuesOn, Machines, queueOn, settlementMachine, workflowsOn } from "../core/machines.ts";
import { observedCalls } from "../core/protocol-trace.ts";
import { Receivers } from "../core/receivers.ts";
import { type StoreAlteration, VirtualWorld } from "../core/virtual-world.ts";
import { type EscrowApp, theEscrowApp } from "../escrow/app.ts";
import { noteEscrows } from "../escrow/journal.ts";
import { EscrowSide } from "../escrow/side.ts";
import { type App, theApp } from "./app.ts";
import { askToPay, linkKeys, plainAccounts, plainBox } from "./payer.ts";
import { TestVendors, type VendorPlan } from "./vendors.ts";

/** What a test puts in the place of something of ours in a world, to see whether it is caught. */
export interface Alteration extends StoreAlteration<World> {
  readonly vendors?: (vendors: TestVendors, world: World) => Partial<Rail & Conversion & Screening>;
  /** Where the rail is Bridge. */
  readonly bridge?: BridgeAlteration;
  readonly courier?: (courier: Receivers, world: World) => Courier;
  readonly app?: (app: App) => Partial<App>;
  /** Where there are escrows over the rail. */
  readonly escrows?: (app: EscrowApp) => EscrowApp;
}

const streamRedelivery = { most: 4, waitMs: 1_000 };
const dueRedelivery = { most: 3, waitMs: 360_000 };
/** What a queue has given up on is redriven. */
const queueRedelivery = { most: 100, waitMs: 60_000 };

const publishOp = { name: "publish", kind: "queue" } as const;

/** The whole service in memory: its real use cases, everything around them played by the test, one seed. */
export class World extends VirtualWorld {
  /** When the sweeper last ran; what comes due after it is not late yet. */
  sweptAt = "";
  readonly meter = new MemoryMeter();
  readonly vendors: TestVendors;
  readonly receivers: Receivers;
  /** The receivers' answer to a post; null is no answer at all. */
  receiverAnswer: (deliveryId: string, attempt: number) => number | null = () => 200;
  readonly machines: Machines;
  readonly clients: Clients<PayRequest>;
  readonly railLine: CallbackLine;
  /** Bridge with its line to us, where it is this world's rail. */
  readonly bridge: BridgeSide | undefined;
  /** Escrows over the same rail, where there are any. */
  readonly escrows: EscrowSide | undefined;
  readonly queue: DeliveryQueue;
  readonly dueQueues: DueQueues;
  readonly workflows: Workflows;
  packets: PacketQueue = { send: () => Promise.resolve() };
  people: typeof noPeople = noPeople;
  /** The stream's consumers, batch by batch as Lambda calls them; record by record where there are none. */
  streams: { readonly workflows?: LambdaStream; readonly outbox: LambdaStream } | undefined;
  /** How late a machine's task begins, by its name, in milliseconds. */
  taskDelayMs: (task: string) => number = () => 0;
  /** Whether the daily work has looked at reserves. */
  askedForReserves = false;
  /** Whether days are closed, after which fees leave. */
  closes = false;
  /** Whether a post to a receiver has met a fault, so that a delivery may rightly be late. */
  courierTroubled = false;
  readonly app: App;
  readonly #ports: { vendors: Rail & Conversion & Screening; courier: Courier };

  constructor(seed: number, plan: VendorPlan, alteration: Alteration = {}) {
    super(seed, alteration);
    const { scheduler } = this;
    this.railLine = new CallbackLine(
      scheduler,
      (callback) => this.app.receiveCallback(this.context("rail:mock"), callback),
      { most: () => 60, waitMs: () => 15_000 },
    );
    this.vendors = new TestVendors(scheduler, plan, (railRef, event, delayMs) => {
      const reference = mockReference(railRef);
      this.railLine.post({ rail: "mock", railRef, reference, events: [event] }, delayMs);
    });
    this.receivers = new Receivers(scheduler);
    this.machines = new Machines(settlementMachine, {
      invoke: (attempt) => scheduler.later(1 + this.taskDelayMs(attempt.task), () => this.#runTask(attempt)),
      later: (seconds, run) => scheduler.later(seconds * 1000, run),
    });
    this.clients = new Clients(scheduler, {
      nameOf: ({ idempotencyKey }) => `pay ${idempotencyKey}`,
      perform: (request) => askToPay(this, request),
      patience: 8,
    });
    this.app = { ...theApp, ...alteration.app?.(theApp) };
    this.bridge = plan.bridge && new BridgeSide(scheduler, plan.bridge, this.#aroundBridge, alteration.bridge);
    this.queue = queueOn(scheduler, (order) =>
      this.consume("sender", () => this.app.sendDelivery(this.senderContext(), order), queueRedelivery),
    );
    this.dueQueues = dueQueuesOn(
      scheduler,
      (order, gone) =>
        this.consume("worker", () => this.app.workOffDue(this.sweepContext(), order), dueRedelivery, { gone }),
      (orders) => sendDueDeliveries(this.dispatchContext(), orders),
    );
    this.escrows = plan.holdsEscrows
      ? new EscrowSide(this.#aroundEscrows, alteration.escrows?.(theEscrowApp))
      : undefined;
    this.workflows = workflowsOn(scheduler, this.machines, this.escrows?.machines);
    this.#ports = {
      vendors: observedCalls(
        callsWith<Rail & Conversion & Screening>(this.vendors, alteration.vendors?.(this.vendors, this)),
      ),
      courier: alteration.courier?.(this.receivers, this) ?? this.receivers,
    };
  }

  get #aroundBridge() {
    return {
      newId: this.newId,
      receive: (callback: Callback) => this.app.receiveCallback(this.context("rail:bridge"), callback),
      askedCents: (reference: string) => {
        const [row] = this.store.readNow([rowKey(reference.split(".")[0] ?? "")]);
        const { state } = (row?.body ?? {}) as { state?: Partial<Settlement & Escrow> };
        return state?.fiatInCents ?? state?.amountCents ?? 0;
      },
    };
  }

  get #aroundEscrows() {
    const { scheduler, store } = this;
    return {
      ...{ scheduler, store },
      context: (actor: string) => ({
        ...this.payContext(actor),
        workflows: this.workflows,
        pagesUrl: "https://p.test",
      }),
      invoke: (machines: Machines, attempt: Attempt, work: () => Promise<unknown>) =>
        this.invoke(machines, attempt, work),
    };
  }

  /** Everybody without an answer asks again. */
  askAgain(): void {
    this.clients.askAgain();
    this.escrows?.clients.askAgain();
  }

  protected override written(writes: readonly Write[] = []): void {
    if (this.escrows) noteEscrows(this.escrows.journal, this.store, writes, this.scheduler.nowMs);
    super.written(writes);
  }

  /** Has posts to a URL verified by its secret, and answered as all of this world's are. */
  receiveAt(url: string, secret: string): void {
    this.receivers.knows(url, secret, (_, { headers }) => {
      const { "x-service-delivery-id": id = "", "x-service-attempt": attempt } = headers;
      return { status: this.receiverAnswer(id, Number(attempt)), tookMs: 0, excerpt: "" };
    });
  }

  sweep(): void {
    this.sweptAt = this.clock.now();
    const isLate = () => false;
    this.start("sweeper", () => this.app.sweep({ ...this.sweepContext(), dueQueues: this.dueQueues, isLate }));
  }

  override restart(): void {
    super.restart();
    // A sender may have died over a post.
    this.courierTroubled = true;
    this.bridge?.forget();
  }

  override crowd(count: number): void {
    if (this.bridge?.crowd(count)) this.happened["long lists"] += 1;
  }

  sweepContext(): SweepContext {
    return { ...this.payContext("system:sweeper"), ...this.dispatchContext(), log: noLog, pagesUrl: "" };
  }

  payContext(actor: string) {
    const { vendors } = this.#ports;
    const rail = this.bridge?.rail() ?? vendors;
    return {
      ...this.context(actor),
      rail,
      ...{ conversion: rail, screening: vendors, live: false, meter: this.meter, accounts: plainAccounts },
    };
  }

  settlementContext(): SettlementContext {
    return { ...this.payContext("system:settlement"), workflows: this.workflows };
  }

  senderContext(): SenderContext {
    const { courier } = this.#ports;
    const { queue, clock, newId, meter } = this;
    return {
      ...{ ...this.stores, courier, queue, secrets: plainBox, clock, wall: clock, newId, meter },
      slots: new ConcurrencyLimit(8),
      linkKeys,
    };
  }

  dispatchContext(): DispatchContext {
    const { queue, workflows, packets, clock, meter, newId } = this;
    return {
      ...this.people,
      ...this.stores,
      queue,
      workflows,
      packets,
      live: false,
      publicUrl: "",
      clock,
      meter,
      newId,
    };
  }

  /** Hands an entry on by a call of its own instead of by the stream: how it is not done. */
  publish(entry: Row): Promise<void> {
    return this.scheduler.step(publishOp, () => this.scheduler.later(5, () => this.dispatch(entry)));
  }

  protected override dispatch(entry: Row): void {
    const { streams } = this;
    if (streams) {
      if (entry.workflow) streams.workflows?.push(entry);
      streams.outbox.push(entry);
      return;
    }
    if (entry.workflow)
      this.consume(
        "workflows",
        () => this.app.startWorkflows(this.workflows, entryBody.parse(entry.body)),
        streamRedelivery,
      );
    this.consume("stream", () => this.app.dispatchEntry(this.dispatchContext(), entry), streamRedelivery);
  }

  #runTask(attempt: Attempt): void {
    const { task, payload, token } = attempt;
    const { error, ...subject } = payload as unknown as Subject & { token?: string; error?: string };
    delete (subject as { token?: string }).token;
    this.invoke(this.machines, attempt, () =>
      this.app.transition(task, this.settlementContext(), subject, { token, error }),
    );
  }
}
