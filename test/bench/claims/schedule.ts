import { injectFaults } from "../../sim/core/faults.ts";
import { workIn } from "../../sim/core/virtual-timers.ts";
import { MemoryStore } from "../../support/core/memory-store.ts";
import { Random } from "../../support/world/core/random.ts";
import { Scheduler } from "../../support/world/core/scheduler.ts";
import { fine } from "../../support/world/core/step.ts";
import { invoiceKey, type Payment } from "./payment.ts";
import type { ClaimsWorld, Endpoint, PaymentRequest } from "./world.ts";

/** What must never be; each is counted once a schedule. */
export const violations = [
  "paid twice under one key",
  "charged twice under one key",
  "charged, and no payment recorded",
  "two answers under one key that differ",
  "an answer, and no payment",
  "no answer in five minutes without a fault",
] as const;

export type Violation = (typeof violations)[number];

/** What one schedule came to. */
export interface ScheduleEnding {
  readonly kills: number;
  readonly faults: number;
  readonly found: readonly Violation[];
}

const totalCents = 100_000;
const requests: readonly PaymentRequest[] = ["first", "second"].map((key) => ({ key, amountCents: 2_500 }));
const startMs = Date.UTC(2026, 10, 29);
/** A client waits so long between its tries, and tries so often while things go wrong. */
const patience = { tries: 4, waitMs: [200, 45_000] } as const;
/** Once nothing fails any more a client comes so often, so far apart. */
const rest = { tries: 8, apartMs: 40_000 };

/** Clients that repeat their payments over one endpoint, with faults as the seed says: crashes before and after an effect, errors that hide one, lost races. Every second seed asks a rail before it writes. */
export class ClaimsSchedule {
  readonly #random: Random;
  readonly #scheduler: Scheduler;
  readonly #book = new MemoryStore();
  readonly #charges = new Map<string, string>();
  readonly #answers = new Map<string, Set<string>>();
  readonly #world: ClaimsWorld;
  readonly #endpoint: Endpoint;
  readonly #withRail: boolean;
  #ids = 0;

  constructor(endpoint: Endpoint, seed: number) {
    this.#endpoint = endpoint;
    this.#random = new Random(seed);
    this.#scheduler = new Scheduler(new Random(seed ^ 0x5eed), startMs);
    this.#withRail = seed % 2 === 1;
    this.#world = this.#newWorld();
  }

  /** Plays it: two keys, each asked by two clients that repeat themselves while steps fail; then whoever has no answer asks on without a fault, and all ask once more. */
  async play(): Promise<ScheduleEnding> {
    const scheduler = this.#scheduler;
    workIn(scheduler);
    const invoice = { ...invoiceKey, v: 1, type: "invoice", body: { openCents: totalCents } };
    this.#book.writeNow([{ put: invoice, expect: "absent" }], "seed");
    const { faults, kills } = await this.#haunted();
    scheduler.plan = () => fine;
    scheduler.switching = 0;
    for (const request of requests) await this.#askUntilAnswered(request);
    return { kills, faults, found: this.#found() };
  }

  async #haunted(): Promise<{ faults: number; kills: number }> {
    const counts = injectFaults({ scheduler: this.#scheduler, streamPlan: () => [] }, this.#random, {
      limits: [
        [1, 2],
        [3, 2],
        [8, 1],
      ],
      rates: [0.05, 0.15, 0.3],
    });
    this.#scheduler.switching = this.#random.pick([0, 0.3, 0.6]);
    for (const request of [...requests, ...requests])
      this.#scheduler.later(this.#random.int(0, 2_000), () => this.#ask(request, patience.tries));
    await this.#scheduler.settle();
    return counts;
  }

  async #askUntilAnswered(request: PaymentRequest): Promise<void> {
    for (let nth = 0; nth < rest.tries && !this.#answers.has(request.key); nth++) {
      this.#scheduler.later(rest.apartMs, () => this.#ask(request, 1));
      await this.#scheduler.settle();
    }
    this.#ask(request, 1);
    await this.#scheduler.settle();
  }

  /** One invocation; who has no answer comes again. */
  #ask(request: PaymentRequest, tries: number): void {
    const scheduler = this.#scheduler;
    const charge = (id: string) =>
      scheduler.call("charge", () => {
        this.#charges.set(id, request.key);
      });
    const world = { ...this.#world, charge: this.#withRail ? charge : undefined };
    scheduler.spawn(
      request.key,
      () => this.#endpoint(world, request),
      (ending) => {
        if (ending.kind === "done") this.#hear(request.key, ending.value);
        else if (tries > 1) scheduler.later(this.#random.int(...patience.waitMs), () => this.#ask(request, tries - 1));
      },
    );
  }

  #hear(key: string, answer: Payment): void {
    this.#answers.set(key, (this.#answers.get(key) ?? new Set()).add(JSON.stringify(answer)));
  }

  #newWorld(): ClaimsWorld {
    const scheduler = this.#scheduler;
    const book = this.#book;
    return {
      scheduler,
      peerClaims: new Map(),
      store: {
        read: (keys) => scheduler.step({ name: "read", kind: "read" }, () => book.readNow(keys)),
        page: (query) => scheduler.step({ name: "page", kind: "read" }, () => book.pageNow(query)),
        write: (writes, nonce) =>
          scheduler.step(
            { name: "write", kind: "write" },
            () => book.writeNow(writes, nonce),
            () => ({ ok: false as const, rows: [] }),
          ),
      },
      clock: { now: () => new Date(scheduler.clockMs).toISOString() },
      newId: (prefix) => {
        this.#ids += 1;
        return `${prefix}_${this.#ids}`;
      },
    };
  }

  #found(): Violation[] {
    const found = new Set<Violation>();
    const payments = this.#book.rows().filter(({ type }) => type === "payment");
    const keyOf = ({ body }: { body: unknown }) => (body as { key: string }).key;
    for (const { key } of requests) {
      const made = payments.filter((row) => keyOf(row) === key);
      const charged = [...this.#charges].filter(([, each]) => each === key);
      const answers = this.#answers.get(key) ?? new Set();
      if (made.length > 1) found.add("paid twice under one key");
      if (charged.length > 1) found.add("charged twice under one key");
      if (charged.some(([id]) => !made.some(({ pk }) => pk === id))) found.add("charged, and no payment recorded");
      if (answers.size > 1) found.add("two answers under one key that differ");
      if (answers.size > 0 && made.length === 0) found.add("an answer, and no payment");
      if (answers.size === 0) found.add("no answer in five minutes without a fault");
    }
    return [...found];
  }
}
