import type { Desk } from "../../../functions/app/core/context.ts";
import type { Book, Clock, Row, Write } from "../../../functions/app/core/ports.ts";
import { rowKey } from "../../../functions/app/core/rows.ts";
import type { EscrowDesk } from "../../../functions/app/escrow/escrows.ts";
import type { PayoutDesk, PayoutSubject } from "../../../functions/app/escrow/machine-steps.ts";
import { escrowKind, referenceKey } from "../../../functions/app/escrow/record.ts";
import type { Screening } from "../../../functions/app/gate/ports.ts";
import type { Callback } from "../../../functions/app/operations/receive-callback.ts";
import type { SweepDesk } from "../../../functions/app/operations/sweep.ts";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import type { Workflows } from "../../../functions/app/settlement/ports.ts";
import type { Escrow } from "../../../functions/domain/escrow/escrow.ts";
import { MemoryBook } from "../core/memory-book.ts";
import { KeptMeter, noLog } from "../core/told.ts";
import { noPartner } from "../onboarding/no-partner.ts";
import { type EscrowApp, theEscrowApp } from "./escrow-app.ts";
import { EscrowBank } from "./escrow-bank.ts";
import { asksAgain, type EscrowAsker, type EscrowCall, perform } from "./escrow-call.ts";
import type { BankPlan, Word } from "./escrow-plan.ts";
import { countedIds } from "./ids.ts";
import { type Attempt, escrowPayoutMachine, Machines } from "./machines.ts";
import type { FurnishingDesk } from "./people.ts";
import { Random } from "./random.ts";
import { type Op, Scheduler } from "./scheduler.ts";
import { steppedBook } from "./stepped-book.ts";

/** What a test puts in the place of something of ours. */
export interface EscrowAlteration {
  readonly app?: (app: EscrowApp) => Partial<EscrowApp>;
  readonly bank?: (bank: EscrowBank) => Rail & Screening;
}

/** A callback of the bank's on its way; a sure one is posted until it is taken. */
interface BankCall {
  readonly callback: Callback;
  readonly isSure: boolean;
  tries: number;
  taken: boolean;
}

const startMs = Date.parse("2026-11-21T12:00:00.000Z");
const lambdaLimitMs = 30_000;
const mostReceives = 4;
const mostTries = 80;
const [startOp, answerOp, failOp, queueOp] = ["start", "answer", "fail", "queue"].map(
  (name): Op => ({ name: `workflows.${name}`, kind: "queue" }),
) as [Op, Op, Op, Op];

/** The escrow engine in memory: its real use cases and machine, over a bank that holds value, one seed. */
export class EscrowWorld {
  readonly random: Random;
  readonly startMs = startMs;
  readonly scheduler: Scheduler;
  readonly book = new MemoryBook();
  readonly deliveries = new MemoryBook();
  readonly meter = new KeptMeter();
  readonly bank: EscrowBank;
  readonly machines: Machines;
  readonly askers: EscrowAsker[] = [];
  readonly calls: BankCall[] = [];
  /** Every state that an escrow ever had, with the length of its trail then. */
  readonly journal = new Map<
    string,
    { readonly state: Escrow; readonly seq: number; readonly atMs: number }[]
  >();
  patience = 12;
  streamPlan: (record: number) => readonly number[] = () => [5];
  /** Whether a process was left to go on after a jump in time, with what it had read before. */
  zombies = false;
  readonly #newId = countedIds();
  readonly #app: EscrowApp;
  readonly #ports: { readonly book: Book; readonly deliveries: Book; readonly rail: Rail & Screening };
  readonly #workflows: Workflows;
  #written: readonly Write[] = [];
  #streamed = 0;

  constructor(seed: number, plan: BankPlan, { app, bank }: EscrowAlteration = {}) {
    this.random = new Random(seed);
    this.scheduler = new Scheduler(this.random, startMs);
    const { scheduler } = this;
    this.bank = new EscrowBank(scheduler, plan, (callback, word, isSure) =>
      this.#say(callback, word, isSure),
    );
    this.machines = new Machines(escrowPayoutMachine, {
      invoke: (attempt) => scheduler.later(1, () => this.#invoke(attempt)),
      later: (seconds, run) => scheduler.later(seconds * 1000, run),
    });
    this.#app = { ...theEscrowApp, ...app?.(theEscrowApp) };
    const kept = (writes: readonly Write[]) => {
      this.#written = writes;
      return writes;
    };
    this.#ports = {
      book: steppedBook(scheduler, this.book, "book", () => this.#pump(), kept),
      deliveries: steppedBook(scheduler, this.deliveries, "deliveries", () => undefined),
      rail: bank?.(this.bank) ?? this.bank,
    };
    this.#workflows = {
      startSettlement: () => Promise.reject(new Error("no settlements here")),
      startEscrowPayout: ({ escrowId, tenantId, presentation }) =>
        scheduler.step(startOp, () =>
          this.machines.start(`${escrowId}-${presentation}`, { escrowId, tenantId }),
        ),
      answer: (token) => scheduler.step(answerOp, () => this.machines.answer(token)),
      fail: (token, error, cause) => scheduler.step(failOp, () => this.machines.fail(token, error, cause)),
    };
  }

  readonly clock: Clock = { now: () => new Date(this.scheduler.nowMs).toISOString() };

  furnishing(): FurnishingDesk {
    return { ...this.desk("test"), book: this.book };
  }

  desk(actor: string): Desk {
    const { clock } = this;
    const requestId = this.#newId("req", clock.now());
    return { book: this.#ports.book, clock, newId: this.#newId, actor, requestId };
  }

  escrowDesk(actor: string): EscrowDesk {
    const { rail } = this.#ports;
    const { meter } = this;
    return { ...this.desk(actor), rail, screening: rail, live: false, meter, pagesUrl: "https://p.test" };
  }

  payoutDesk(): PayoutDesk {
    return { ...this.escrowDesk("system:escrow"), workflows: this.#workflows };
  }

  sweepDesk(): SweepDesk {
    const conversion = { name: "none", convert: () => Promise.reject(new Error("nothing is converted")) };
    return { ...this.escrowDesk("system:sweeper"), ...this.#follows(), conversion, log: noLog };
  }

  /** A client's call; it is repeated with its key until it has an answer or patience ends. */
  submit(call: EscrowCall, delayMs = 0): EscrowAsker {
    const asker: EscrowAsker = { call, tries: 0, told: undefined, refusal: undefined, isDone: false };
    this.askers.push(asker);
    this.scheduler.later(delayMs, () => this.#ask(asker));
    return asker;
  }

  askAgain(): void {
    for (const asker of this.askers) {
      if (asker.isDone) continue;
      asker.tries = 0;
      this.#ask(asker);
    }
  }

  sweep(): void {
    this.scheduler.spawn(
      "sweeper",
      () => this.#app.sweep(this.sweepDesk()),
      () => undefined,
    );
  }

  /** Moves time on with nothing happening in between; what runs past a Lambda's limit is lost, unless it is to go on. */
  jump(ms: number, zombies = false): void {
    this.scheduler.nowMs += ms;
    if (zombies) this.zombies = true;
    else this.scheduler.expire(lambdaLimitMs);
  }

  /** The escrow of a tenant's reference as it is now. */
  escrowOf({ tenantId, reference }: EscrowCall): Escrow | undefined {
    const [pointer] = this.book.readNow([referenceKey(tenantId, reference)]);
    const id = (pointer?.body as { escrowId: string } | undefined)?.escrowId;
    const [row] = id === undefined ? [] : this.book.readNow([rowKey(id)]);
    return (row?.body as { state: Escrow } | undefined)?.state;
  }

  #follows() {
    const { book, deliveries } = this.#ports;
    const { clock, meter } = this;
    const queue = { send: () => this.scheduler.step(queueOp, () => undefined) };
    const packets = { send: () => Promise.resolve() };
    const follow = { queue, workflows: this.#workflows, packets, mails: packets, partner: noPartner };
    return { ...follow, book, deliveries, clock, meter, newId: this.#newId };
  }

  #ask(asker: EscrowAsker): void {
    asker.tries += 1;
    const { call } = asker;
    const milestoneId = (at: number) => this.escrowOf(call)?.milestones[at]?.id ?? "mil_none";
    this.scheduler.spawn(
      `${call.words.op} ${call.key}`,
      () => perform(this.#app, this.escrowDesk(`tenant:${call.tenantId}`), call, milestoneId),
      (ending) => {
        if (ending.kind === "done") {
          asker.told = ending.value;
          asker.isDone = true;
          return;
        }
        const after = asksAgain(ending, this.#isSettled(call));
        if ("refused" in after) {
          asker.refusal = after.refused;
          asker.isDone = true;
        } else if (asker.tries < this.patience)
          this.scheduler.later(after.inSeconds * 1000, () => this.#ask(asker));
      },
    );
  }

  /** Whether the escrow of a call is there, or will never be. */
  #isSettled(call: EscrowCall): boolean {
    const creates = this.askers.filter(
      (each) => each.call.words.op === "create" && each.call.reference === call.reference,
    );
    return this.escrowOf(call) !== undefined || creates.every(({ isDone }) => isDone);
  }

  #say(callback: Callback, word: Word, isSure: boolean): void {
    for (const delayMs of isSure && word.length === 0 ? [1] : word) {
      const call: BankCall = { callback, isSure, tries: 0, taken: false };
      this.calls.push(call);
      this.scheduler.later(delayMs, () => this.#post(call));
    }
  }

  #post(call: BankCall): void {
    call.tries += 1;
    this.scheduler.spawn(
      `callback ${call.callback.events[0]?.kind}`,
      () => this.#app.receiveCallback(this.desk("rail:mock"), call.callback),
      ({ kind }) => {
        call.taken = kind === "done";
        const most = call.isSure ? mostTries : 20;
        if (!call.taken && call.tries < most)
          this.scheduler.later(call.tries < 20 ? 15_000 : 600_000, () => this.#post(call));
      },
    );
  }

  #pump(): void {
    for (const write of this.#written)
      if ("put" in write && write.put.type === escrowKind.type) this.#keep(write.put);
    this.#written = [];
    for (; this.#streamed < this.book.streamLength; this.#streamed += 1) {
      const record = this.#streamed;
      if (!this.book.streamedPending(record)) continue;
      for (const delayMs of this.streamPlan(record))
        this.scheduler.later(delayMs, () => this.#dispatch(this.book.streamed(record), 1));
    }
  }

  #keep({ pk, sk, v }: Row): void {
    const [row] = this.book.readNow([{ pk, sk }]);
    const { state, head } = (row?.body ?? {}) as { state?: Escrow; head?: { seq: number } };
    if (row?.v !== v || !state || !head) return;
    const states = this.journal.get(state.id) ?? [];
    this.journal.set(state.id, states);
    if (states.length < v) states.push({ state, seq: head.seq, atMs: this.scheduler.nowMs });
  }

  #dispatch(entry: Row, receive: number): void {
    this.scheduler.spawn(
      "stream",
      () => this.#app.dispatchEntry(this.#follows(), entry),
      ({ kind }) => {
        if (kind !== "done" && receive < mostReceives)
          this.scheduler.later(1000, () => this.#dispatch(entry, receive + 1));
      },
    );
  }

  #invoke(attempt: Attempt): void {
    const { task, token } = attempt;
    const { error, ...payload } = attempt.payload;
    const subject: PayoutSubject = { escrowId: payload.escrowId ?? "", tenantId: payload.tenantId ?? "" };
    this.scheduler.spawn(
      task,
      () => this.#app.hop(task, this.payoutDesk(), subject, { token, error }),
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
