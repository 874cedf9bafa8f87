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

/** A backlog as fast as it goes; `missing` are healthy deliveries that had not come when patience ended. */
export interface Backlog {
  readonly perSecond: number;
  readonly cpuMicrosEach: number;
  readonly missing: number;
}

/** Two steady streams at once, one beside a black hole: p99 from enqueued to recorded, of healthy endpoints only. */
export interface Streams {
  readonly p99Ms: number;
  readonly p99BesideHoleMs: number;
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
    await Promise.race([done, wait(patienceSeconds * 1000, undefined, { signal: stop.signal }).catch(() => undefined)]);
    stop.abort();
    const missing = this.#left;
    this.#left = 0;
    for (const since of this.#since.values()) this.latenciesMs.push(performance.now() - since);
    this.#since.clear();
    return missing;
  }
}

/** After every ninth delivery to a healthy endpoint one goes to the black hole, where there is one. */
function isHolesTurn(beside: boolean, at: number): boolean {
  return beside && at % 9 === 8;
}

/** Measures one side, one round at a time. */
export class Bench {
  readonly #start: StartSide;
  readonly #terms: Terms;
  readonly #plan: Plan;

  constructor(start: StartSide, terms: Terms, plan: Plan) {
    this.#start = start;
    this.#terms = terms;
    this.#plan = plan;
  }

  async backlog(beside: boolean): Promise<Backlog> {
    const { course, side } = await this.#warm();
    await side.pause();
    for (let at = 0; at < this.#plan.backlog; at++) {
      await course.send(at % this.#terms.healthyUrls.length);
      if (isHolesTurn(beside, at)) await course.send(-1);
    }
    const cpu = process.cpuUsage();
    const started = performance.now();
    await side.resume();
    const missing = await course.settled(this.#plan.patienceSeconds);
    const elapsedMs = performance.now() - started;
    const { user, system } = process.cpuUsage(cpu);
    await side.stop();
    const made = course.latenciesMs.length - missing;
    return { perSecond: (made * 1000) / elapsedMs, cpuMicrosEach: (user + system) / made, missing };
  }

  /** Both at once: whatever else the machine does, it does to both. */
  async streams(): Promise<Streams> {
    const warm = [await this.#warm(), await this.#warm()] as const;
    const [plain, beside] = await Promise.all([
      this.#stream(warm[0].course, false),
      this.#stream(warm[1].course, true),
    ]);
    for (const { side } of warm) await side.stop();
    return { p99Ms: plain.p99Ms, p99BesideHoleMs: beside.p99Ms, missing: plain.missing + beside.missing };
  }

  async #stream(course: Course, beside: boolean): Promise<{ p99Ms: number; missing: number }> {
    const { perSecond, seconds, patienceSeconds } = this.#plan;
    const started = performance.now();
    for (let at = 0; at < perSecond * seconds; at++) {
      const early = started + (at * 1000) / perSecond - performance.now();
      if (early > 1) await wait(early);
      void course.send(at % this.#terms.healthyUrls.length);
      if (isHolesTurn(beside, at)) void course.send(-1);
    }
    const missing = await course.settled(patienceSeconds);
    const sorted = course.latenciesMs.toSorted((one, other) => one - other);
    return { p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0, missing };
  }

  /** A side of its own for one measurement, warmed up. */
  async #warm(): Promise<{ course: Course; side: Side }> {
    const course = new Course();
    const side = await this.#start(this.#terms, (order) => course.recorded(order));
    course.side = side;
    for (let at = 0; at < this.#plan.warmUp; at++) await course.send(at % this.#terms.healthyUrls.length);
    await course.settled(this.#plan.patienceSeconds);
    course.latenciesMs = [];
    return { course, side };
  }
}
