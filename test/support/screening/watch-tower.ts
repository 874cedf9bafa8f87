import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { ConcurrencyLimit } from "../../../functions/app/core/concurrency-limit.ts";
import type { Context } from "../../../functions/app/core/context.ts";
import type { Store } from "../../../functions/app/core/ports.ts";
import { createAccount } from "../../../functions/app/screening/accounts.ts";
import { approveOwnEntry, proposeOwnEntry, withdrawOwnEntry } from "../../../functions/app/screening/internal-lists.ts";
import { ListMemory } from "../../../functions/app/screening/list-memory.ts";
import { loadList } from "../../../functions/app/screening/load-list.ts";
import { getMonitor } from "../../../functions/app/screening/monitors.ts";
import { type MonitorContext, openMonitor } from "../../../functions/app/screening/open-monitor.ts";
import type { ExposureProvider, ListStore } from "../../../functions/app/screening/ports.ts";
import {
  type ScreeningSweepContext,
  type ScreeningSweepResult,
  sweepScreening,
} from "../../../functions/app/screening/sweep.ts";
import type { Courier, CourierAnswer } from "../../../functions/app/webhooks/ports.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import type { StoredIndex } from "../../../functions/domain/screening/list-entry.ts";
import type { PlanName } from "../../../functions/domain/screening/plan.ts";
import { MemoryLog, MemoryMeter } from "../core/memory-log.ts";
import { MemoryStore } from "../core/memory-store.ts";
import { noon } from "../core/samples.ts";
import { requestOf } from "../routes/keyed.ts";
import { countedIds } from "../world/core/ids.ts";
import { listOf } from "./screen-samples.ts";

/** What a receiver was sent. */
export interface Post {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: { event: string; data: Record<string, unknown> };
}

/** A store of lists in memory; a file's bytes are its addresses in JSON. */
class MemoryLists implements ListStore {
  readonly #files = new Map<string, Uint8Array>();
  readonly #indexes = new Map<string, StoredIndex>();

  async writeFile(list: string, bytes: AsyncIterable<Uint8Array>) {
    const file = await buffer(bytes);
    const sha256 = createHash("sha256").update(file).digest("hex");
    const key = `${list}/${sha256}`;
    this.#files.set(key, file);
    return { key, sha256, bytes: file.length };
  }

  async readFile(key: string) {
    const file = this.#files.get(key);
    return file ? onePiece(file) : null;
  }

  async writeIndex(key: string, index: StoredIndex) {
    this.#indexes.set(key, index);
  }

  async readIndex(key: string) {
    return this.#indexes.get(key) ?? null;
  }
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** An address of nobody; a list always has it, since an empty one is none. */
const keeper = "0x00000000000000000000000000000000000000aa";

/** The screening interface's monitors in one process: lists, accounts, a receiver and a clock that the test moves. */
export class WatchTower {
  readonly store = new MemoryStore();
  readonly listStore = new MemoryLists();
  readonly meter = new MemoryMeter();
  readonly log = new MemoryLog();
  readonly newId = countedIds();
  readonly posts: Post[] = [];
  readonly providers: ExposureProvider[] = [];
  now = noon;
  /** Whether time passes while a process works, a millisecond at each look at the clock. */
  ticks = false;
  readonly clock = {
    now: () => {
      if (this.ticks) this.pass(0.001);
      return this.now;
    },
  };
  /** What the receiver answers, by the number of the post. */
  receiver: (post: Post) => number | null | Promise<number | null> = () => 200;
  /** Why a URL may not be called. */
  urlProblem: string | undefined;

  pass(seconds: number): void {
    this.now = addSeconds(this.now, seconds);
  }

  context(actor = "operator:anna", store: Store = this.store): Context {
    return { store, clock: this.clock, newId: this.newId, actor, requestId: this.newId("req", this.now) };
  }

  /** What handlers and sweepers work with; `store` and `courier` may be a test's own. */
  sweepContext(store: Store = this.store, courier: Courier = this.courier): ScreeningSweepContext {
    const { clock, newId, meter } = this;
    return {
      ...this.#screenDesk("system:sweeper", store),
      listStore: this.listStore,
      log: this.log,
      sender: {
        ...{ store, deliveries: store, courier, meter, clock, newId, wall: clock },
        queue: { send: async () => undefined },
        secrets: { open: async (sealed) => sealed },
        slots: new ConcurrencyLimit(5),
      },
    };
  }

  monitorContext(): MonitorContext & { readonly deliveries: Store } {
    const urls = { writtenProblem: () => this.urlProblem, problem: async () => this.urlProblem };
    const secrets = { seal: async (plain: string) => plain, open: async (sealed: string) => sealed };
    return {
      ...this.#screenDesk("tenant:acc", this.store),
      deliveries: this.store,
      urls,
      secrets,
      keptSecrets: secrets,
    };
  }

  #screenDesk(actor: string, store: Store) {
    return {
      ...this.context(actor, store),
      lists: new ListMemory(this.listStore),
      requiredLists: [],
      exposures: { providers: this.providers, failed: () => undefined },
      meter: this.meter,
      pause: async () => undefined,
    };
  }

  readonly courier: Courier = {
    post: async ({ url, headers, body }): Promise<CourierAnswer> => {
      const post = { url, headers, body: JSON.parse(body) as Post["body"] };
      this.posts.push(post);
      return { status: await this.receiver(post), durationMs: 1, excerpt: "" };
    },
  };

  /** The list that is published says these, and nobody else. */
  async publish(addresses: readonly string[]): Promise<void> {
    const bytes = onePiece(Buffer.from(JSON.stringify([keeper, ...addresses])));
    const parserOf = () => async (file: AsyncIterable<Uint8Array>) =>
      listOf(JSON.parse((await buffer(file)).toString()));
    const input = { list: "fixture", bytes, source: "test", byHand: true } as const;
    await loadList({ ...this.context(), listStore: this.listStore, parserOf }, input);
  }

  /** Two operators put an address on the own block list; answers the entry's id. */
  async block(value: string): Promise<string> {
    const reply = { kind: "block", value, category: "scam", entity: null, reason: "reported" } as const;
    const { id } = await proposeOwnEntry(this.context(), reply);
    await approveOwnEntry(this.context("operator:boris"), id, null);
    return id;
  }

  async unblock(id: string): Promise<void> {
    await withdrawOwnEntry(this.context(), id, "it was a mistake");
    await approveOwnEntry(this.context("operator:boris"), id, null);
  }

  async account(plan: PlanName = "pro"): Promise<string> {
    return (await createAccount(this.context(), { name: "Acme", plan, environment: "test" })).id;
  }

  /** A monitor, looked at once since it was opened. */
  async watch(accountId: string, value: string, url = "https://acme.example/alerts"): Promise<string> {
    const input = { value, chain: null, url, secret: null };
    return (await openMonitor(this.monitorContext(), requestOf(accountId), input)).monitor.id;
  }

  monitor(accountId: string, id: string) {
    return getMonitor(this.monitorContext(), accountId, id);
  }

  sweep(context = this.sweepContext(), isLate = () => false): Promise<ScreeningSweepResult> {
    return sweepScreening(context, isLate);
  }

  /** The sweeper's next minute. */
  minute(): Promise<ScreeningSweepResult> {
    this.pass(60);
    return this.sweep();
  }
}

/** A book whose user dies at a call: before it or after it, and every later call finds a dead process. */
export function dyingStore(
  store: Store,
  { at, after }: { readonly at: number; readonly after: boolean },
): { readonly store: Store; readonly died: () => boolean } {
  let calls = 0;
  let dead = false;
  const step = async <T>(call: () => Promise<T>): Promise<T> => {
    if (dead) throw new Error("dead");
    calls += 1;
    if (calls !== at) return call();
    if (after) await call();
    dead = true;
    throw new Error("killed");
  };
  return {
    store: {
      read: (keys) => step(() => store.read(keys)),
      page: (query) => step(() => store.page(query)),
      write: (writes, nonce) => step(() => store.write(writes, nonce)),
    },
    died: () => dead,
  };
}
