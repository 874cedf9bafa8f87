import type { Context } from "../../../../functions/app/core/context.ts";
import type { Clock, Row, Store, Write } from "../../../../functions/app/core/ports.ts";
import { MemoryStore } from "../../core/memory-store.ts";
import { newerStore } from "../../core/newer-release.ts";
import type { FurnishingContext } from "./furnishing.ts";
import { countedIds } from "./ids.ts";
import type { Attempt, Machines } from "./machines.ts";
import { observeWrites } from "./protocol-trace.ts";
import { Random } from "./random.ts";
import { Scheduler } from "./scheduler.ts";
import { fine, type Op } from "./step.ts";
import { mostSkewMs, noFaults, TableFaults } from "./table-faults.ts";

/** What a test puts in the place of a world's stores. */
export interface StoreAlteration<W> {
  readonly store?: (store: Store, world: W) => Store;
  readonly relax?: Relax;
  readonly deliveries?: (store: Store, world: W) => Store;
  readonly relaxDeliveries?: Relax;
}

/** How often a queue delivers a message that was not taken, and after what wait. */
interface Redelivery {
  readonly most: number;
  readonly waitMs: number;
}

const noon = "2026-11-21T12:00:00.000Z";

/** A service in memory on virtual time, one seed: its stores, their stream and its clock; all around it is played by a test. */
export class VirtualWorld {
  readonly random: Random;
  readonly startMs: number;
  readonly scheduler: Scheduler;
  readonly store = new MemoryStore();
  readonly deliveries = new MemoryStore();
  /** How late each copy of a record of the book's stream reaches its consumer; none is a record that is lost. */
  streamPlan: (record: number) => readonly number[] = () => [5];
  /** How often each kind of fault happened that is not of a step. */
  readonly happened = noFaults();
  readonly tableFaults: TableFaults;
  /** What a mistake has processes keep from call to call, and nowhere else. */
  readonly memory = new Map<string, unknown>();
  /** Whether a process was left to go on after a jump in time, with what it had read before. */
  zombies = false;
  protected readonly lambdaLimitMs: number = 30_000;
  protected readonly newId = countedIds();
  protected readonly stores: { readonly store: Store; readonly deliveries: Store };
  #streamed = 0;
  #clockText = { ms: 0, text: "" };

  constructor(seed: number, alteration: StoreAlteration<never> = {}, startAt = noon) {
    this.startMs = Date.parse(startAt);
    this.random = new Random(seed);
    this.scheduler = new Scheduler(this.random, this.startMs);
    const { scheduler } = this;
    const { relax, relaxDeliveries } = alteration;
    this.tableFaults = new TableFaults(this.store, () => scheduler.nowMs, this.happened);
    const written = (writes: readonly Write[]) => {
      observeWrites(this.store, writes);
      this.written(writes);
    };
    const table = { store: this.store, faults: this.tableFaults };
    const store = this.#besideNewer(steppedStore(scheduler, table, "book", written, relax));
    const ignored = () => undefined;
    const others = { store: this.deliveries, faults: new TableFaults(this.deliveries, () => 0, noFaults()) };
    const deliveries = steppedStore(scheduler, others, "deliveries", ignored, relaxDeliveries);
    const world = this as never;
    this.stores = {
      store: alteration.store?.(store, world) ?? store,
      deliveries: alteration.deliveries?.(deliveries, world) ?? deliveries,
    };
  }

  readonly clock: Clock = {
    now: () => {
      const { clockMs: ms } = this.scheduler;
      if (this.#clockText.ms !== ms) this.#clockText = { ms, text: new Date(ms).toISOString() };
      return this.#clockText.text;
    },
  };

  context(actor: string): Context {
    const requestId = this.newId("req", this.clock.now());
    return { store: this.stores.store, clock: this.clock, newId: this.newId, actor, requestId };
  }

  /** A context outside of virtual time, for furnishing and for looking. */
  furnishing(): FurnishingContext {
    return { ...this.context("test"), store: this.store };
  }

  /** Moves time on with nothing happening in between; what runs past a Lambda's time limit is lost, unless it is to go on. */
  jump(ms: number, zombies = false): void {
    this.scheduler.nowMs += ms;
    if (zombies) this.zombies = true;
    else this.scheduler.expire(this.lambdaLimitMs);
  }

  /** Ends all processes but the one that runs, and forgets whatever outlives one: new ones go on with what the stores and the vendors have. */
  restart(): void {
    this.happened.restarts += 1;
    this.memory.clear();
    this.scheduler.endOthers();
  }

  /** Has so many transfers of others stand before ours in the vendor's list, where it has one. */
  crowd(_: number): void {}

  /** Everything is well again, for as long as it lasts. */
  calm(): void {
    this.tableFaults.calm();
    this.scheduler.skewMs = () => 0;
    this.scheduler.plan = () => fine;
    this.streamPlan = () => [5];
  }

  /** How far apart two processes' clocks may have been, in milliseconds. */
  get clockSlackMs(): number {
    return this.happened["skewed clocks"] > 0 ? 2 * mostSkewMs : 0;
  }

  /** A book that processes of a newer release write to as well, while the test has it so. */
  #besideNewer(store: Store): Store {
    const { tableFaults, happened } = this;
    const isWrittenAnew = () => {
      const isSo = tableFaults.isWrittenAnew?.() === true;
      if (isSo) happened["newer writes"] += 1;
      return isSo;
    };
    const newer = newerStore(store, () => this.store, isWrittenAnew, tableFaults.newer);
    const isPlain = () => happened["newer writes"] === 0 && tableFaults.isWrittenAnew === undefined;
    return { ...store, write: (writes, nonce) => (isPlain() ? store : newer).write(writes, nonce) };
  }

  /** The states of all records of a type, as their rows say now. */
  statesOf<S>(type: string): S[] {
    return this.store.rows().flatMap((row) => (row.type === type ? [(row.body as { state: S }).state] : []));
  }

  /** Starts a process that nobody waits for. */
  start(name: string, work: () => Promise<unknown>): void {
    this.scheduler.spawn(name, work, () => undefined);
  }

  /** Has a consumer take a message, which is delivered again where it fails or dies; `gone` hears of its end. */
  protected consume(
    name: string,
    work: (receive: number) => Promise<unknown>,
    redelivery: Redelivery,
    { receive = 1, gone = () => undefined }: { receive?: number; gone?: () => void } = {},
  ): void {
    this.scheduler.spawn(
      name,
      () => work(receive),
      ({ kind }) => {
        if (kind === "done" || receive >= redelivery.most) return gone();
        const again = { receive: receive + 1, gone };
        this.scheduler.later(redelivery.waitMs, () => this.consume(name, work, redelivery, again));
      },
    );
  }

  /** Runs the Lambda of a machine's task and reports how it ended. */
  protected invoke(machines: Machines, attempt: Attempt, work: () => Promise<unknown>): void {
    this.scheduler.spawn(attempt.task, work, (ending) => {
      if (ending.kind === "done") machines.taskDone(attempt, ending.value);
      else if (ending.kind === "crashed") machines.taskFailed(attempt, "Lambda.Unknown", "crashed");
      else {
        const { error } = ending;
        machines.taskFailed(attempt, error instanceof Error ? error.name : "Error", String(error));
      }
    });
  }

  /** Hears of every write to the book, and brings the stream's new records on their way. */
  protected written(_?: readonly Write[]): void {
    for (; this.#streamed < this.store.streamLength; this.#streamed += 1) {
      const record = this.#streamed;
      if (!this.store.streamedPending(record)) continue;
      for (const lateMs of this.streamPlan(record))
        this.scheduler.later(lateMs, () => this.dispatch(this.store.streamed(record)));
    }
  }

  /** Consumes a record of the stream. */
  protected dispatch(_: Row): void {}
}

/** Changes what a write asks for right when it is applied; a test's way to leave a condition out. */
export type Relax = (writes: readonly Write[], store: MemoryStore) => readonly Write[];

/** A book in memory whose every call is a step of virtual time; `written` hears of each write. */
function steppedStore(
  scheduler: Scheduler,
  { store, faults }: { readonly store: MemoryStore; readonly faults: TableFaults },
  name: string,
  written: (writes: readonly Write[]) => void,
  relax: Relax = (writes) => writes,
): Store {
  const read: Op = { name: `${name}.read`, kind: "read" };
  const page: Op = { name: `${name}.page`, kind: "read" };
  const write: Op = { name: `${name}.write`, kind: "write" };
  return {
    read: (keys) => scheduler.step(read, () => faults.read(keys)),
    // Hundreds of partitions of due work are empty at each sweep: nothing can go wrong there that cannot where something is due.
    page: async (query) => (faults.isIdle(query) ? [] : scheduler.step(page, () => faults.page(query))),
    write: (writes, nonce) => {
      // They are there whatever becomes of the step, which may never come.
      store.writeAhead(writes, nonce);
      return scheduler.step(
        write,
        () => {
          faults.admitWrites(writes);
          const reply = store.writeNow(relax(writes, store), nonce);
          written(writes);
          return reply;
        },
        () => ({ ok: false as const, rows: [] }),
      );
    },
  };
}
