import { entryHash } from "../../../functions/app/core/aggregate.ts";
import {
  dueIndex,
  duePartitions,
  entryPartitions,
  indexOfPartition,
  lookUpPartitions,
  outboxGraceSeconds,
  outboxIndex,
} from "../../../functions/app/core/due-index.ts";
import { dueRows } from "../../../functions/app/core/due-rows.ts";
import type { Row, Store } from "../../../functions/app/core/ports.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { invoiceRecordType } from "../../../functions/app/invoicing/record.ts";
import { dispatchDue } from "../../../functions/app/operations/dispatch-due.ts";
import {
  type DueOrder,
  type DueQueue,
  type DueWorkType,
  dueWork,
  dueWorkTypes,
} from "../../../functions/app/operations/due-work.ts";
import { type SweepContext, workOffDue } from "../../../functions/app/operations/sweep-due-records.ts";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import { settlementRecordType } from "../../../functions/app/settlement/record.ts";
import { addSeconds, type Instant } from "../../../functions/domain/core/time.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { dueQueueWorkers } from "../../../lib/messaging/due-work.ts";
import { MemoryMeter, noLog } from "../core/memory-log.ts";
import { MemoryStore } from "../core/memory-store.ts";
import { settlementIn } from "../core/samples.ts";
import { noPeople } from "../onboarding/no-partner.ts";
import { countedIds } from "../world/core/ids.ts";
import { Random } from "../world/core/random.ts";
import { Scheduler } from "../world/core/scheduler.ts";

/** Of a call to the table, to a queue and to a state machine. */
const callMs = 10;
const noon = "2026-11-23T12:00:00.000Z";
const atMs = (ms: number): Instant => new Date(ms).toISOString();

/** As lib/messaging/due-work.ts has it: how many of each queue's workers run at once. */
const workers: Readonly<Record<Exclude<DueWorkType, "deliveries">, { queue: string; maxConcurrency: number }>> = {
  entries: { queue: "entries", ...dueQueueWorkers.Entries },
  upkeep: { queue: "entries", ...dueQueueWorkers.Entries },
  claims: { queue: "claims", ...dueQueueWorkers.Claims },
  deadlines: { queue: "deadlines", ...dueQueueWorkers.Deadlines },
  lookUps: { queue: "lookUps", ...dueQueueWorkers.LookUps },
};

const { settlement: collecting, invoice } = settlementIn("collecting");
const { settlement: screening } = settlementIn("screening");

/** A flood of due work before the real sweep and its real workers, on virtual time: a table that takes 10 ms a call, and a rail that takes 250 ms to 10 s, or never answers. */
export class DueFlood {
  readonly scheduler: Scheduler;
  readonly book = new MemoryStore();
  readonly deliveries = new MemoryStore();
  /** Look-ups that the rail was asked for. */
  asked = 0;
  readonly #random: Random;
  readonly #newId = countedIds();
  readonly #handed = new Set<string>();
  readonly #waiting = new Map<string, DueOrder[]>();
  readonly #busy = new Map<string, number>();
  #made = 0;

  constructor(seed: number) {
    this.#random = new Random(seed);
    this.scheduler = new Scheduler(this.#random, Date.parse(noon));
    this.scheduler.stepMs = 0;
    this.book.writeNow([{ put: this.#recordRow(invoiceRecordType.type, invoice.id, invoice), expect: "absent" }], "i");
  }

  get now(): Instant {
    return atMs(this.scheduler.nowMs);
  }

  /** So many settlements whose rail has been silent, as of now. */
  addLookUps(howMany: number): void {
    for (let nth = 0; nth < howMany; nth++) {
      const at = addSeconds(this.now, -3600);
      const payment = { ...collecting.payment, source: "ach_push" as const, railRef: `tr_${this.#made}` };
      this.#addSettlement({ ...collecting, payment, createdAt: at, updatedAt: at, intent: null });
    }
  }

  /** So many settlements that are parked until now. */
  addDeadlines(howMany: number): void {
    for (let nth = 0; nth < howMany; nth++) {
      const parked = { reason: "no answer", since: this.now, until: this.now };
      this.#addSettlement({ ...screening, waiting: null, parked, parkedSince: this.now, updatedAt: this.now });
    }
  }

  /** So many entries that the stream has lost. */
  addEntries(howMany: number): void {
    for (let nth = 0; nth < howMany; nth++) {
      const aggregateId = this.#newId("inv", this.now);
      const at = addSeconds(this.now, -outboxGraceSeconds);
      const body = {
        ...{
          aggregateId,
          aggregateType: "invoice",
          tenantId: "ten_1",
          seq: 1,
          from: null,
          to: "draft",
          reason: "made",
        },
        ...{ actor: "test", requestId: "req_1", at, postings: [], prevHash: "0".repeat(64), follows: [] },
        events: [{ id: this.#newId("evt", this.now), name: "settlement.completed", data: { fiatInCents: 1 } }],
      };
      const key = { pk: aggregateId, sk: "entry#00000001" };
      const entry: Row = { ...key, v: 1, type: "entry", body: { ...body, hash: entryHash(body) }, outbox: "aggregate" };
      const index = { outbox: outboxIndex(key, at) };
      const put: Row = { ...rowKey(aggregateId), v: 1, type: "invoice", body: null, index };
      this.book.writeNow(
        [entry, put].map((each) => ({ put: each, expect: "absent" })),
        aggregateId,
      );
    }
  }

  /** So many deliveries that are to be sent again. */
  addDeliveries(howMany: number): void {
    for (let nth = 0; nth < howMany; nth++) {
      const key = rowKey(this.#newId("dlv", this.now));
      const put: Row = { ...key, v: 1, type: "waiting", body: null, index: { due: dueIndex(key, this.now) } };
      this.deliveries.writeNow([{ put, expect: "absent" }], key.pk);
    }
  }

  /** A run of the sweep as it is deployed, into queues with bounded workers. */
  sweep(): void {
    const lateAt = this.scheduler.nowMs + 40_000;
    const isLate = () => this.scheduler.nowMs > lateAt;
    const dueQueues = Object.fromEntries(dueWorkTypes.map((kind) => [kind, this.#queueOf(kind)])) as Record<
      DueWorkType,
      DueQueue
    >;
    const work = () => dispatchDue({ ...this.context(), dueQueues, isLate });
    this.scheduler.spawn("sweeper", work, ({ kind }) => {
      if (kind !== "done") throw new Error("the sweep failed");
    });
  }

  /** A run of the sweep as it was: at most 400 rows in 55 s, one after the other, each looked up where it must be. */
  sweepAsOneLoop(): void {
    const untilMs = this.scheduler.nowMs + 55_000;
    const context = this.context();
    const kinds = ["lookUps", "entries", "deadlines"] as const;
    const loop = async () => {
      const partitions = [...lookUpPartitions, ...entryPartitions, ...duePartitions];
      for (const row of await dueRows(context.store, `${this.now}~`, 400, partitions)) {
        if (this.scheduler.nowMs > untilMs) return;
        const [partition = "", place = ""] = row.index?.due ?? [];
        const kind = kinds.find((each) => (dueWork[each].partitions as readonly string[]).includes(partition));
        this.#handed.add(nameOf(row, place));
        if (kind) await workOffDue(context, { kind, rows: [{ pk: row.pk, sk: row.sk, place }] });
      }
    };
    this.scheduler.spawn("sweeper", loop, () => undefined);
  }

  /** For each kind and shard, the age in seconds of the oldest due row that has not been handed to a worker. */
  ages(kinds: readonly DueWorkType[] = dueWorkTypes): Record<string, number> {
    return this.#oldest(kinds, (row) => !this.#handed.has(nameOf(row, placeIn(row))));
  }

  /** The same of the oldest due row that has not been dealt with, whether it was handed out or not. */
  unfinished(kinds: readonly DueWorkType[]): Record<string, number> {
    return this.#oldest(kinds, () => true);
  }

  context(): SweepContext {
    const scheduler = this.scheduler;
    const wait = () => scheduler.sleep(callMs);
    const rail = { name: "mock", lookUp: () => this.#lookUp() } as unknown as Rail;
    const unused = new Proxy({}, { get: (_, name) => () => Promise.reject(new Error(`${String(name)} is not used`)) });
    const workflows = { startSettlement: wait, startEscrowPayout: wait, answer: wait, fail: wait };
    const send = wait;
    return {
      ...{ store: this.#slow(this.book), deliveries: this.#slow(this.deliveries), clock: { now: () => this.now } },
      ...{ newId: this.#newId, actor: "system:sweeper", requestId: "req_sweep", log: noLog, meter: new MemoryMeter() },
      ...{
        rail,
        rails: [rail],
        workflows,
        queue: { send },
        packets: { send },
        ...noPeople,
        pagesUrl: "",
        publicUrl: "",
        live: false,
      },
      ...({ conversion: unused, screening: unused } as unknown as Pick<SweepContext, "conversion" | "screening">),
    };
  }

  #oldest(kinds: readonly DueWorkType[], isCounted: (row: Row) => boolean): Record<string, number> {
    const oldest: Record<string, number> = {};
    for (const kind of kinds)
      for (const partition of dueWork[kind].partitions) {
        const row = this.#firstOf(kind, partition, isCounted);
        const [at = ""] = row ? placeIn(row).split("#", 1) : [];
        oldest[`${kind} ${partition}`] = row ? (this.scheduler.nowMs - Date.parse(at)) / 1000 : 0;
      }
    return oldest;
  }

  #firstOf(kind: DueWorkType, pk: string, isCounted: (row: Row) => boolean): Row | undefined {
    const store = dueWork[kind].store === "store" ? this.book : this.deliveries;
    const rows = store.pageNow({ index: indexOfPartition(pk), pk, upTo: `${this.now}~`, limit: 100_000 });
    return rows.find(isCounted);
  }

  /** Between 250 ms and 10 s, most of them quick; one in fifty never answers. */
  async #lookUp(): Promise<null> {
    this.asked += 1;
    const kind = this.#random.likely({ quick: 60, slow: 38, never: 2 });
    const bounds = { quick: [250, 1_000], slow: [1_000, 10_000], never: [3_600_000, 3_600_000] } as const;
    const [low, high] = bounds[kind];
    await this.scheduler.sleep(this.#random.int(low, high));
    return null;
  }

  #slow(store: MemoryStore): Store {
    const call = async <T>(effect: () => T): Promise<T> => {
      await this.scheduler.sleep(callMs);
      return effect();
    };
    return {
      read: (keys) => call(() => store.readNow(keys)),
      page: (query) => call(() => store.pageNow(query)),
      write: (writes, nonce) => call(() => store.writeNow(writes, nonce)),
    };
  }

  #addSettlement(input: Settlement): void {
    this.#made += 1;
    const id = this.#newId("stl", this.now);
    const state = { ...input, id, payment: { ...input.payment, id: `pay_${id.slice(4)}` } };
    this.book.writeNow([{ put: this.#recordRow("settlement", id, state), expect: "absent" }], id);
  }

  #recordRow(type: string, id: string, state: unknown): Row {
    const index = type === "settlement" ? { due: settlementRecordType.index?.(state as Settlement).due } : {};
    const head = { seq: 1, hash: "0".repeat(64) };
    return { ...rowKey(id), v: 1, type, body: { state, head }, index: index.due ? { due: index.due } : {} };
  }

  #queueOf(kind: DueWorkType): DueQueue {
    const isEmpty = (name: string) => (this.#waiting.get(name)?.length ?? 0) === 0 && !this.#busy.get(name);
    const name = kind === "deliveries" ? "deliveries" : workers[kind].queue;
    return {
      send: async (orders) => {
        // Ten messages a call.
        for (let sent = 0; sent < orders.length; sent += 10) await this.scheduler.sleep(callMs);
        for (const { rows } of orders) for (const row of rows) this.#handed.add(nameOf(row, row.place));
        if (kind !== "deliveries") this.#waiting.set(name, [...(this.#waiting.get(name) ?? []), ...orders]);
        if (kind !== "deliveries") this.#poll(kind);
      },
      isDrained: async () => isEmpty(name),
    };
  }

  #poll(kind: Exclude<DueWorkType, "deliveries">): void {
    const { queue, maxConcurrency } = workers[kind];
    const waiting = this.#waiting.get(queue) ?? [];
    while (waiting.length > 0 && (this.#busy.get(queue) ?? 0) < maxConcurrency) {
      const order = waiting.shift();
      if (!order) return;
      this.#busy.set(queue, (this.#busy.get(queue) ?? 0) + 1);
      this.scheduler.spawn(
        `${queue} worker`,
        () => workOffDue(this.context(), order),
        () => {
          this.#busy.set(queue, (this.#busy.get(queue) ?? 1) - 1);
          this.#poll(kind);
        },
      );
    }
  }
}

/** Where a row stands in the index that lists it as due. */
function placeIn({ index }: Row): string {
  return (index?.outbox ?? index?.due)?.[1] ?? "";
}

function nameOf({ pk, sk }: Pick<Row, "pk" | "sk">, place: string): string {
  return `${pk} ${sk} ${place}`;
}
