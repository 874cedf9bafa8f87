import { setTimeout as wait } from "node:timers/promises";
import type { Order, Side, StartSide, Terms } from "./side.ts";

/** How many deliveries, how fast, and how long at most. */
export interface Plan {
  readonly warmUp: number;
  readonly backlog: number;
  readonly perSecond: number;
  readonly seconds: number;
  readonly patienceSeconds: number;
}

/** What one side did. `p99` is from enqueued to recorded, of healthy endpoints only. */
export interface Measured {
  readonly perSecond: number;
  readonly cpuMicrosEach: number;
  readonly perSecondBesideHole: number;
  readonly p99Ms: number;
  readonly p99BesideHoleMs: number;
  /** Healthy deliveries that had not come when patience ended. */
  readonly missing: number;
}

/** A side under way, with what is known of each order. */
class Course {
  readonly #since = new Map<number, number>();
  #left = 0;
  #done: () => void = () => undefined;
  #nth = 0;
  latenciesMs: number[] = [];
  side: Side | undefined;

  recorded(order: Order): void {
    const since = this.#since.get(order.nth);
    if (since === undefined) return;
    this.#since.delete(order.nth);
    this.latenciesMs.push(performance.now() - since);
    this.#left -= 1;
    if (this.#left === 0) this.#done();
  }

  /** Enqueues a delivery; those to the black hole are not waited for. */
  async send(endpoint: number): Promise<void> {
    const nth = ++this.#nth;
    if (endpoint >= 0) {
      this.#left += 1;
      this.#since.set(nth, performance.now());
    }
    await this.side?.enqueue({ endpoint, nth });
  }

  /** Resolves once all healthy deliveries are recorded, to how many are not when patience ends. */
  async settled(patienceSeconds: number): Promise<number> {
    const done = new Promise<void>((resolve) => {
      this.#done = resolve;
      if (this.#left === 0) resolve();
    });
    const stop = new AbortController();
    await Promise.race([
      done,
      wait(patienceSeconds * 1000, undefined, { signal: stop.signal }).catch(() => undefined),
    ]);
    stop.abort();
    const missing = this.#left;
    this.#left = 0;
    for (const since of this.#since.values()) this.latenciesMs.push(performance.now() - since);
    this.#since.clear();
    return missing;
  }
}

/** Every `share`th order goes to the black hole, the others to the healthy endpoints in turn. */
function targets(count: number, healthy: number, share: number): number[] {
  return Array.from({ length: count }, (_, at) =>
    share > 0 && at % share === share - 1 ? -1 : at % healthy,
  );
}

const holeShare = 10;
const rounds = 3;

/** Measures a side: a backlog as fast as it goes, then a steady stream, each with and without a black hole. */
export async function measure(start: StartSide, terms: Terms, plan: Plan): Promise<Measured> {
  const bench = new Bench(start, terms, plan);
  const plain = [];
  for (let round = 1; round <= rounds; round++) plain.push(await bench.backlog(0));
  const beside = await bench.backlog(holeShare);
  // Both streams at once: whatever else the machine does, it does to both.
  const [steady, steadyBeside] = await Promise.all([bench.stream(0), bench.stream(holeShare)]);
  return {
    perSecond: Math.max(...plain.map(({ perSecond }) => perSecond)),
    cpuMicrosEach: Math.min(...plain.map(({ cpuMicrosEach }) => cpuMicrosEach)),
    perSecondBesideHole: beside.perSecond,
    p99Ms: steady.p99Ms,
    p99BesideHoleMs: steadyBeside.p99Ms,
    missing: [...plain, beside, steady, steadyBeside].reduce((sum, { missing }) => sum + missing, 0),
  };
}

class Bench {
  readonly #start: StartSide;
  readonly #terms: Terms;
  readonly #plan: Plan;

  constructor(start: StartSide, terms: Terms, plan: Plan) {
    this.#start = start;
    this.#terms = terms;
    this.#plan = plan;
  }

  async backlog(share: number): Promise<Pick<Measured, "perSecond" | "cpuMicrosEach" | "missing">> {
    return this.#fresh(async (course, side) => {
      await side.pause();
      const planned = targets(this.#plan.backlog, this.#terms.healthyUrls.length, share);
      await Promise.all(planned.map((endpoint) => course.send(endpoint)));
      const cpu = process.cpuUsage();
      const started = performance.now();
      await side.resume();
      const missing = await course.settled(this.#plan.patienceSeconds);
      const elapsedMs = performance.now() - started;
      const { user, system } = process.cpuUsage(cpu);
      const made = course.latenciesMs.length - missing;
      const perSecond = (made * 1000) / elapsedMs;
      return { perSecond, cpuMicrosEach: (user + system) / made, missing };
    });
  }

  async stream(share: number): Promise<{ p99Ms: number; missing: number }> {
    return this.#fresh(async (course) => {
      const { perSecond, seconds, patienceSeconds } = this.#plan;
      const started = performance.now();
      for (const [at, endpoint] of targets(
        perSecond * seconds,
        this.#terms.healthyUrls.length,
        share,
      ).entries()) {
        const early = started + (at * 1000) / perSecond - performance.now();
        if (early > 1) await wait(early);
        void course.send(endpoint);
      }
      const missing = await course.settled(patienceSeconds);
      const sorted = course.latenciesMs.toSorted((one, other) => one - other);
      return { p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0, missing };
    });
  }

  /** A side of its own for one measurement, warmed up. */
  async #fresh<T>(work: (course: Course, side: Side) => Promise<T>): Promise<T> {
    const course = new Course();
    const side = await this.#start(this.#terms, (order) => course.recorded(order));
    course.side = side;
    for (const endpoint of targets(this.#plan.warmUp, this.#terms.healthyUrls.length, 0))
      await course.send(endpoint);
    await course.settled(this.#plan.patienceSeconds);
    course.latenciesMs = [];
    const result = await work(course, side);
    await side.stop();
    return result;
  }
}
