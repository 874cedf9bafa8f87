import { entry as entryBody } from "../../../../functions/app/core/aggregate.ts";
import type { Row, Write } from "../../../../functions/app/core/ports.ts";
import type { EscrowContext } from "../../../../functions/app/escrow/escrows.ts";
import type { PayoutContext } from "../../../../functions/app/escrow/machine-steps.ts";
import type { Screening } from "../../../../functions/app/gate/ports.ts";
import type { DueQueues } from "../../../../functions/app/operations/due-work.ts";
import { sendDueDeliveries } from "../../../../functions/app/operations/send-due-deliveries.ts";
import type { SweepContext } from "../../../../functions/app/operations/sweep-due-records.ts";
import type { Rail } from "../../../../functions/app/rails/ports.ts";
import type { Workflows } from "../../../../functions/app/settlement/ports.ts";
import type { DeliveryQueue } from "../../../../functions/app/webhooks/ports.ts";
import { MemoryMeter, noLog } from "../../core/memory-log.ts";
import { noPartner } from "../../onboarding/no-partner.ts";
import { callsWith } from "../core/alterations.ts";
import { CallbackLine } from "../core/callback-line.ts";
import type { Clients } from "../core/clients.ts";
import { type Attempt, dueQueuesOn, escrowPayoutMachine, Machines, workflowsOn } from "../core/machines.ts";
import { recordAsWaiting } from "../core/made-deliveries.ts";
import { observedCalls } from "../core/protocol-trace.ts";
import { type StoreAlteration, VirtualWorld } from "../core/virtual-world.ts";
import { type EscrowApp, theEscrowApp } from "./app.ts";
import { EscrowBank } from "./bank.ts";
import type { EscrowCall } from "./call.ts";
import { type EscrowJournal, noteEscrows } from "./journal.ts";
import type { BankPlan } from "./plan.ts";
import { escrowClients, runPayoutTask } from "./side.ts";

/** What a test puts in the place of something of ours. */
export interface EscrowAlteration extends StoreAlteration<EscrowWorld> {
  readonly app?: (app: EscrowApp) => Partial<EscrowApp>;
  readonly bank?: (bank: EscrowBank) => Partial<Rail & Screening>;
}

const streamRedelivery = { most: 4, waitMs: 1_000 };
const dueRedelivery = { most: 3, waitMs: 360_000 };
const queueOp = { name: "queue.send", kind: "queue" } as const;

/** The escrow engine in memory: its real use cases and machine, over a bank that holds value, one seed. */
export class EscrowWorld extends VirtualWorld {
  readonly meter = new MemoryMeter();
  readonly bank: EscrowBank;
  readonly machines: Machines;
  readonly clients: Clients<EscrowCall>;
  readonly railLine: CallbackLine;
  readonly journal: EscrowJournal = new Map();
  readonly #app: EscrowApp;
  readonly #rail: Rail & Screening;
  readonly #dueQueues: DueQueues;
  readonly #workflows: Workflows;

  constructor(seed: number, plan: BankPlan, { app, bank, ...stores }: EscrowAlteration = {}) {
    super(seed, stores);
    const { scheduler } = this;
    this.railLine = new CallbackLine(
      scheduler,
      (callback) => this.#app.receiveCallback(this.context("rail:mock"), callback),
      { most: ({ isSure }) => (isSure ? 80 : 20), waitMs: (tries) => (tries < 20 ? 15_000 : 600_000) },
    );
    this.bank = new EscrowBank(scheduler, plan, (callback, word, isSure) => {
      for (const delayMs of isSure && word.length === 0 ? [1] : word) this.railLine.post(callback, delayMs, isSure);
    });
    this.machines = new Machines(escrowPayoutMachine, {
      invoke: (attempt) => scheduler.later(1, () => this.#runTask(attempt)),
      later: (seconds, run) => scheduler.later(seconds * 1000, run),
    });
    this.#app = { ...theEscrowApp, ...app?.(theEscrowApp) };
    this.#rail = observedCalls(callsWith<Rail & Screening>(this.bank, bank?.(this.bank)));
    this.#dueQueues = dueQueuesOn(
      scheduler,
      (order, gone) =>
        this.consume("worker", () => this.#app.workOffDue(this.sweepContext(), order), dueRedelivery, { gone }),
      (orders) => sendDueDeliveries(this.sweepContext(), orders),
    );
    this.#workflows = workflowsOn(scheduler, this.machines);
    this.clients = escrowClients(this, this.#app, (tenantId) => this.escrowContext(`tenant:${tenantId}`));
  }

  escrowContext(actor: string): EscrowContext {
    const ports = { rail: this.#rail, screening: this.#rail, meter: this.meter };
    return { ...this.context(actor), ...ports, live: false, pagesUrl: "https://p.test" };
  }

  payoutContext(): PayoutContext {
    return { ...this.escrowContext("system:escrow"), workflows: this.#workflows };
  }

  sweepContext(): SweepContext {
    const conversion = { name: "none", convert: () => Promise.reject(new Error("nothing is converted")) };
    return { ...this.escrowContext("system:sweeper"), ...this.#follows(), conversion, log: noLog };
  }

  sweep(): void {
    const isLate = () => false;
    this.start("sweeper", () => this.#app.sweep({ ...this.sweepContext(), dueQueues: this.#dueQueues, isLate }));
  }

  #follows() {
    const { clock, meter, newId } = this;
    const queue: DeliveryQueue = {
      send: (orders) =>
        this.scheduler.step(queueOp, () => {
          for (const order of orders) recordAsWaiting(this.deliveries, order);
        }),
    };
    const packets = { send: () => Promise.resolve() };
    const follow = { queue, workflows: this.#workflows, packets, mails: packets, partner: noPartner };
    return { ...follow, ...this.stores, live: false, publicUrl: "", clock, meter, newId };
  }

  protected override written(writes: readonly Write[]): void {
    noteEscrows(this.journal, this.store, writes, this.scheduler.nowMs);
    super.written(writes);
  }

  protected override dispatch(entry: Row): void {
    if (entry.workflow) {
      const body = entryBody.parse(entry.body);
      this.consume("workflows", () => this.#app.startWorkflows(this.#workflows, body), streamRedelivery);
    }
    this.consume("stream", () => this.#app.dispatchEntry(this.#follows(), entry), streamRedelivery);
  }

  #runTask(attempt: Attempt): void {
    this.invoke(this.machines, attempt, () => runPayoutTask(this.#app, this.payoutContext(), attempt));
  }
}
