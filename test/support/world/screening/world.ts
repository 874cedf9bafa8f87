import { newAggregate, transitionWrites } from "../../../../functions/app/core/aggregate.ts";
import { ConcurrencyLimit } from "../../../../functions/app/core/concurrency-limit.ts";
import { accountRecordType } from "../../../../functions/app/screening/account-record.ts";
import { ownEntriesOf, ownKeys } from "../../../../functions/app/screening/internal-list-record.ts";
import {
  approveOwnEntry,
  proposeOwnEntry,
  withdrawOwnEntry,
} from "../../../../functions/app/screening/internal-lists.ts";
import { type Catalogue, catalogueFrom, catalogueKey } from "../../../../functions/app/screening/list-catalogue.ts";
import { ListMemory } from "../../../../functions/app/screening/list-memory.ts";
import { fetchLists } from "../../../../functions/app/screening/load-list.ts";
import { openMonitor } from "../../../../functions/app/screening/open-monitor.ts";
import type { ListParser, ListStore } from "../../../../functions/app/screening/ports.ts";
import { orderWalks } from "../../../../functions/app/screening/schedule-rescreens.ts";
import { screenBatch } from "../../../../functions/app/screening/screen-batch.ts";
import { screenValue } from "../../../../functions/app/screening/screen-value.ts";
import type { ScreenContext } from "../../../../functions/app/screening/screening-context.ts";
import { sweepScreening } from "../../../../functions/app/screening/sweep.ts";
import { usageKey } from "../../../../functions/app/screening/usage.ts";
import type { Courier } from "../../../../functions/app/webhooks/ports.ts";
import { currentApiVersion } from "../../../../functions/domain/core/api-version.ts";
import type { PlanName } from "../../../../functions/domain/screening/plan.ts";
import { noLog, noMeter } from "../../core/memory-log.ts";
import { requestOf } from "../../routes/keyed.ts";
import { callsWith } from "../core/alterations.ts";
import { Cast } from "../core/cast.ts";
import { type Behaviour, Receivers } from "../core/receivers.ts";
import { type StoreAlteration, VirtualWorld } from "../core/virtual-world.ts";
import { plainBox } from "../settlement/payer.ts";
import { listFile, Publisher, parseListFile, SteppedLists, SteppedProvider } from "./vendors.ts";

/** What the screening interface does, as a world runs it: the real use cases, unless a test puts something in their place. */
const theScreenApp = {
  ...{ screenValue, screenBatch, sweepScreening, fetchLists },
  ...{ proposeOwnEntry, approveOwnEntry, withdrawOwnEntry },
};

export type ScreenApp = typeof theScreenApp;

/** What a test puts in the place of something of ours. */
export interface ScreenAlteration extends StoreAlteration<ScreenWorld> {
  readonly listStore?: (listStore: SteppedLists, world: ScreenWorld) => Partial<ListStore>;
  readonly memory?: (listStore: ListStore) => ListMemory;
  readonly parser?: ListParser;
  readonly courier?: (courier: Courier) => Courier;
  readonly app?: (app: ScreenApp) => Partial<ScreenApp>;
}

/** The lists, or the own lists, from a moment on. */
export interface Since<T> {
  readonly atMs: number;
  readonly is: T;
}

/** As lib/stacks/screening-stack.ts has the sweeper. */
const sweepMs = 35_000;

/** Addresses that are always listed, some more than the list has to have. */
export const fillers: readonly string[] = Array.from(
  { length: 440 },
  (_, at) => `0x${(0xf000 + at).toString(16).padStart(40, "0")}`,
);

/** An address of nobody in particular. */
export function addressOf(nth: number): string {
  return `0x${(0xa0_0000 + nth).toString(16).padStart(40, "b")}`;
}

/** Accounts, the publisher, a provider, operators and receivers around the screening interface, in virtual time. */
export class ScreenWorld extends VirtualWorld {
  readonly lists: SteppedLists;
  readonly publisher: Publisher;
  readonly provider: SteppedProvider;
  readonly receivers: Receivers;
  readonly cast: Cast;
  readonly app: ScreenApp;
  /** Every catalogue there was, and what was wrong with one when it came. */
  readonly catalogues: Since<Catalogue>[] = [];
  readonly listFaults: string[] = [];
  /** The values that own entries blocked. */
  readonly blocked: Since<ReadonlySet<string>>[] = [];
  /** Values that operators speak of. */
  readonly ownValues = new Set<string>();
  /** Screenings counted before anything happened, by counter. */
  readonly usedBefore = new Map<string, number>();
  protected override readonly lambdaLimitMs = 55_000;
  readonly #store: ListStore;
  readonly #courier: Courier;
  readonly #alteration: ScreenAlteration;
  readonly #idle: ListMemory[] = [];
  #catalogueHash = catalogueFrom(undefined).head.hash;
  #ownV = 0;

  constructor(seed: number, startAt: string, alteration: ScreenAlteration = {}) {
    super(seed, alteration, startAt);
    const { scheduler } = this;
    this.lists = new SteppedLists(scheduler);
    this.publisher = new Publisher(scheduler);
    this.provider = new SteppedProvider(scheduler);
    this.receivers = new Receivers(scheduler);
    this.cast = new Cast(scheduler);
    this.app = { ...theScreenApp, ...alteration.app?.(theScreenApp) };
    this.#alteration = alteration;
    this.#store = callsWith<ListStore>(this.lists, alteration.listStore?.(this.lists, this));
    this.#courier = alteration.courier?.(this.receivers) ?? this.receivers;
  }

  /** The list has these beside the fillers from now on; `day` is its date. */
  publish(addresses: readonly string[], day = "2026-11-20"): void {
    this.publisher.good = listFile(day, [...fillers, ...addresses]);
  }

  /** Work in a warm Lambda, or in a new one where all others are busy; one that dies is warm no more. */
  async warm<T>(actor: string, work: (context: ScreenContext) => Promise<T>): Promise<T> {
    const lists = this.#idle.pop() ?? this.#alteration.memory?.(this.#store) ?? new ListMemory(this.#store);
    const { scheduler } = this;
    try {
      return await work({
        ...this.context(actor),
        lists,
        requiredLists: ["ofac_sdn"],
        exposures: { providers: [this.provider], failed: () => undefined },
        meter: noMeter,
        pause: (upToMs) => scheduler.sleep(this.random.int(1, upToMs)),
      });
    } finally {
      this.#idle.push(lists);
    }
  }

  /** Nobody watches the first list's addresses: there is no need to look for who does. */
  async skipFirstWalk(): Promise<void> {
    await this.warm("system:sweeper", (context) => orderWalks({ ...context, listStore: this.#store }));
    for (const { pk, sk, v, type } of this.store.rows())
      if (type === "walk") this.store.writeNow([{ remove: { pk, sk }, expect: v }], pk);
  }

  /** An account that has used up so many screenings of its month. */
  account(id: string, plan: PlanName, used = 0): string {
    const now = this.clock.now();
    const state = {
      ...{ id, name: id, plan, status: "active" as const, activeKeys: 1 },
      ...{ apiVersion: currentApiVersion, createdAt: now, updatedAt: now },
    };
    const transition = { next: state, from: null, to: state.status, reason: "furnished" };
    const { writes } = transitionWrites(newAggregate(accountRecordType, state), [transition], this.context("test"));
    const count = { count: usageKey(id, now), by: used, most: null };
    if (!this.store.writeNow(used > 0 ? [...writes, count] : writes, id).ok) throw new Error("not furnished");
    this.usedBefore.set(count.count.pk, used);
    return id;
  }

  /** A monitor of an address, which is as it was when it was opened. */
  async monitor(accountId: string, value: string, behaviour: Behaviour): Promise<void> {
    const url = `https://receiver.example.test/${value}`;
    const secret = `whsec_${Buffer.from(value).toString("base64")}`;
    this.receivers.knows(url, secret, behaviour);
    const urls = { writtenProblem: () => undefined, problem: () => Promise.resolve(undefined) };
    await this.warm("tenant:acc", (context) =>
      openMonitor({ ...context, secrets: plainBox, keptSecrets: plainBox, urls }, requestOf(accountId), {
        value,
        chain: null,
        url,
        secret,
      }),
    );
  }

  /** The publisher's list is fetched, by the Lambda that the schedule calls. */
  load(): void {
    const { fetch } = this.publisher;
    const parserOf = () => this.#alteration.parser ?? parseListFile;
    const context = { ...this.context("system:lists"), listStore: this.#store, parserOf, fetch };
    const work = () => this.app.fetchLists({ ...context, log: noLog, meter: noMeter });
    this.start("loader", work);
  }

  sweep(): void {
    const { scheduler, clock } = this;
    scheduler.expire(this.lambdaLimitMs);
    const since = scheduler.nowMs;
    const work = () =>
      this.warm("system:sweeper", (context) => {
        const { store, newId } = context;
        const sender = {
          ...{ store, deliveries: store, newId, clock, wall: clock, meter: noMeter },
          ...{ courier: this.#courier, secrets: plainBox, slots: new ConcurrencyLimit(5) },
          queue: { send: async () => undefined },
        };
        const whole = { ...context, listStore: this.#store, sender, log: noLog };
        return this.app.sweepScreening(whole, () => scheduler.nowMs - since > sweepMs);
      });
    this.start("sweeper", work);
  }

  /** Whether the index that a catalogue names has an address. */
  isListed({ lists }: Catalogue, value: string): boolean {
    return lists.some(({ indexKey }) =>
      this.lists.indexes.get(indexKey)?.addresses.some(([address]) => address === value),
    );
  }

  /** Whether an address is listed, or blocked by ourselves, as things stand. */
  isBlockedNow(value: string): boolean {
    const now = this.catalogues.at(-1)?.is;
    return (now && this.isListed(now, value)) === true || this.blocked.at(-1)?.is.has(value) === true;
  }

  /** Looks at what came into force with a write. */
  protected override written(): void {
    const [row, version] = this.store.readNow([catalogueKey, { pk: "own-list-version", sk: "row" }]);
    const atMs = this.scheduler.nowMs;
    const { head, state: is } = catalogueFrom(row);
    if (head.hash !== this.#catalogueHash) {
      this.#catalogueHash = head.hash;
      this.#judge(is, this.catalogues.at(-1)?.is);
      this.catalogues.push({ atMs, is });
    }
    if (version && version.v !== this.#ownV) {
      this.#ownV = version.v;
      const isBlocked = (value: string) =>
        ownEntriesOf(this.store.readNow(ownKeys(value))).some(({ kind }) => kind === "block");
      this.blocked.push({ atMs, is: new Set([...this.ownValues].filter(isBlocked)) });
    }
  }

  #judge({ lists }: Catalogue, before: Catalogue | undefined): void {
    for (const { list, indexKey, fileKey, records, publishedAt } of lists) {
      const was = before?.lists.find((each) => each.list === list);
      const index = this.lists.indexes.get(indexKey);
      const named = new Set(index?.addresses.map(([address]) => address));
      if (!index) this.listFaults.push(`the store has no index of ${publishedAt}`);
      else if (!fillers.every((each) => named.has(each)))
        this.listFaults.push(`not the whole list: ${named.size} addresses`);
      if (!this.lists.files.has(fileKey)) this.listFaults.push(`the store has no file of ${publishedAt}`);
      if (was && was.publishedAt > publishedAt) this.listFaults.push(`${publishedAt} came after ${was.publishedAt}`);
      if (was && records * 2 < was.records) this.listFaults.push(`${records} came after ${was.records}`);
    }
  }
}
