import { nextTick } from "node:process";
import type { Random } from "./random.ts";
import { faultText, fine, noAnswerError, type Op, outcomeOf, quietly, type Verdict } from "./step.ts";

/** How a process ended. */
export type Ending<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "threw"; readonly error: unknown }
  | { readonly kind: "crashed" };

/** A Lambda at work, or whatever else has a stack that can be lost. */
export interface Process {
  readonly name: string;
  readonly ended: () => void;
  readonly sinceMs: number;
  /** How much its clock is fast. */
  readonly skewMs: number;
  crashed: boolean;
  done: boolean;
  /** Whether it has come to its end by itself, well or not. */
  over: boolean;
}

/** A process that waits for its turn, and what it does then. */
interface Parked {
  readonly process: Process;
  readonly go: () => void;
}

interface Timed {
  readonly atMs: number;
  readonly run: () => void;
}

interface Timer extends Timed {
  readonly owner: Process;
}

/** How many things may happen before a run counts as one that never ends. */
const mostTurns = 100_000;

/** Virtual time and all processes in it: one runs at a time, chance picks the next, and any step can be made to fail. */
export class Scheduler {
  nowMs: number;
  readonly random: Random;
  /** How many steps have been taken; a step's number names it in a plan of faults. */
  steps = 0;
  /** Which fault a step meets. */
  plan: (op: Op, step: number, process: Process) => Verdict = () => fine;
  /** How likely another process goes on at a step; 0 keeps the order of arrival. */
  switching = 0;
  /** How much the clock of the next process is fast. */
  skewMs: (process: string) => number = () => 0;
  /** How long a step takes; 0 is for runs whose instants are compared to the millisecond. */
  stepMs = 1;
  /** When the outside call that is being made was decided on. */
  askedAtMs = 0;
  trace: ((line: string) => void) | undefined;
  /** What answers where a process uses plain `fetch`. */
  network: typeof fetch | undefined;
  readonly #agenda: Timed[] = [];
  #parked: Parked[] = [];
  #timers: Timer[] = [];
  #current: Process | undefined;

  constructor(random: Random, startMs: number) {
    this.random = random;
    this.nowMs = startMs;
  }

  get current(): Process | undefined {
    return this.#current;
  }

  /** The time by the clock of the process that runs, or the world's. */
  get clockMs(): number {
    return this.nowMs + (this.#current?.skewMs ?? 0);
  }

  /** When the next thing happens; never (infinity) when nothing is left to happen. */
  get nextAtMs(): number {
    if (this.#parked.length > 0) return this.nowMs;
    return Math.min(this.#agenda[0]?.atMs ?? Number.POSITIVE_INFINITY, this.#nextTimerMs());
  }

  /** Has something happen `delayMs` from now. */
  later(delayMs: number, run: () => void): void {
    const atMs = this.nowMs + delayMs;
    let place = this.#agenda.length;
    while (place > 0 && (this.#agenda[place - 1]?.atMs ?? 0) > atMs) place -= 1;
    this.#agenda.splice(place, 0, { atMs, run });
  }

  /** Starts a process now; `onEnd` hears how it ended. */
  spawn<T>(name: string, body: () => Promise<T>, onEnd: (ending: Ending<T>) => void): void {
    const process: Process = {
      ...{ name, sinceMs: this.nowMs, skewMs: this.skewMs(name), crashed: false, done: false, over: false },
      ended: () => onEnd({ kind: "crashed" }),
    };
    const end = (ending: Ending<T>) => {
      if (process.crashed) return;
      process.done = ending.kind === "done";
      process.over = true;
      // A Lambda that has answered hears of no deadline any more.
      this.#timers = this.#timers.filter((timer) => timer.owner !== process);
      onEnd(ending);
    };
    const go = () => {
      body().then(
        (value) => end({ kind: "done", value }),
        (error: unknown) => end({ kind: "threw", error }),
      );
    };
    this.#parked.push({ process, go });
  }

  /** One durable step or outside call of the running process. */
  step<T>(op: Op, effect: () => T, conflict?: () => T): Promise<T> {
    const process = this.#current;
    if (!process) throw new Error(`${op.name} outside of any process`);
    const askedAtMs = this.nowMs;
    return new Promise((resolve, reject) => {
      if (process.crashed) return;
      const perform = () => {
        const asked = () => {
          this.askedAtMs = askedAtMs;
          return effect();
        };
        this.#perform({ op, effect: asked, conflict, process, resolve, reject });
      };
      if (this.switching === 0 || !this.random.chance(this.switching)) return perform();
      this.#parked.push({ process, go: perform });
    });
  }

  /** One call to a vendor by the running process. */
  call<T>(name: string, effect: () => T): Promise<T> {
    return this.step({ name, kind: "outside" }, effect);
  }

  #perform<T>(call: {
    op: Op;
    effect: () => T;
    conflict: (() => T) | undefined;
    process: Process;
    resolve: (value: T) => void;
    reject: (error: unknown) => void;
  }): void {
    const { op, effect, conflict, process, resolve, reject } = call;
    this.nowMs += this.stepMs;
    const verdict = this.plan(op, this.steps, process);
    const { fault, effect: takesPlace, afterMs } = verdict;
    this.trace?.(`${this.steps} ${process.name}: ${op.name}${faultText(verdict)}`);
    this.steps += 1;
    if (fault === "none" || fault === "slow") {
      const answer = outcomeOf(effect, resolve, reject);
      if (fault === "none") answer();
      else this.#timers.push({ atMs: this.nowMs + (afterMs ?? 0), run: answer, owner: process });
      return;
    }
    if (takesPlace) quietly(effect);
    else if (afterMs !== undefined) this.#comeLate(op, effect, afterMs);
    if (fault === "crash") this.#crash(process);
    else if (fault === "conflict" && conflict) resolve(conflict());
    else if (fault === "hang") this.#hang(process, () => reject(noAnswerError(op)));
    else reject(noAnswerError(op));
  }

  /** Has what a call asked for take place when nobody waits for it any more. */
  #comeLate({ name }: Op, effect: () => unknown, afterMs: number): void {
    this.later(afterMs, () => {
      this.trace?.(`${name} takes effect, ${afterMs} ms late`);
      quietly(effect);
    });
  }

  /** Leaves a process waiting for its deadline; one that has set none hears of it at once. */
  #hang(process: Process, giveUp: () => void): void {
    // The deadline's timer is set right after the call that hangs.
    queueMicrotask(() => {
      if (!this.#timers.some((timer) => timer.owner === process)) giveUp();
    });
  }

  /** Ends every process that waits and is older than `ageMs`, as a Lambda's time limit does. */
  expire(ageMs: number): void {
    const waiting = [...this.#parked, ...this.#timers.map(({ owner }) => ({ process: owner }))];
    for (const { process } of waiting)
      if (!process.crashed && this.nowMs - process.sinceMs > ageMs) this.#crash(process);
  }

  /** Ends every process but the one that runs. */
  endOthers(): void {
    const waiting = new Set([...this.#parked.map(({ process }) => process), ...this.#timers.map(({ owner }) => owner)]);
    for (const process of waiting) if (process !== this.#current && !process.crashed) this.#crash(process);
  }

  #crash(process: Process): void {
    process.crashed = true;
    this.#timers = this.#timers.filter((timer) => timer.owner !== process);
    this.#parked = this.#parked.filter((parked) => parked.process !== process);
    process.ended();
  }

  /** What stands in for setTimeout while processes run here, so that a deadline passes in virtual time. */
  setTimer(run: () => void, delayMs: number): { owner: Process } {
    if (!this.#current) throw new Error("a timer outside of any process");
    const timer = { atMs: this.nowMs + delayMs, run, owner: this.#current };
    this.#timers.push(timer);
    return timer;
  }

  /** Keeps the running process waiting. */
  sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.setTimer(resolve, delayMs);
    });
  }

  /** Keeps the running process and its deadlines from going on for so long, as a Lambda is that was frozen. */
  freeze(delayMs: number): Promise<void> {
    const process = this.#current;
    if (!process) throw new Error("nothing to freeze outside of any process");
    this.#timers = this.#timers.filter((timer) => timer.owner !== process);
    return new Promise((resolve) => {
      this.later(delayMs, () => {
        if (!process.crashed) this.#parked.push({ process, go: resolve });
      });
    });
  }

  clearTimer(timer: unknown): void {
    const at = this.#timers.indexOf(timer as Timer);
    if (at >= 0) this.#timers.splice(at, 1);
  }

  /** Plays everything that happens within `horizonMs` from now, until nothing is left to happen. */
  async settle(horizonMs = Number.POSITIVE_INFINITY): Promise<void> {
    const untilMs = this.nowMs + horizonMs;
    // From here on this runs in microtasks, which is what `#resume` relies on.
    await undefined;
    for (let turn = 0; turn < mostTurns; turn += 1) {
      if (await this.#turn()) continue;
      const nextMs = this.nextAtMs;
      if (nextMs > untilMs || nextMs === Number.POSITIVE_INFINITY) return;
      this.nowMs = Math.max(this.nowMs, nextMs);
    }
    throw new Error("it never comes to rest");
  }

  #nextTimerMs(): number {
    return this.#timers.reduce((soonest, { atMs }) => Math.min(soonest, atMs), Number.POSITIVE_INFINITY);
  }

  /** Lets one process or event that is ready go on; false when none is. */
  async #turn(): Promise<boolean> {
    let due = 0;
    while (due < this.#agenda.length && (this.#agenda[due]?.atMs ?? 0) <= this.nowMs) due += 1;
    const ready = this.#parked.length + due;
    if (ready === 0) return this.#fireTimer();
    const chosen = this.switching === 0 ? 0 : this.random.int(0, ready - 1);
    if (chosen >= this.#parked.length) {
      this.#agenda.splice(chosen - this.#parked.length, 1)[0]?.run();
      return true;
    }
    const [parked] = this.#parked.splice(chosen, 1);
    if (parked) await this.#resume(parked.process, parked.go);
    return true;
  }

  async #fireTimer(): Promise<boolean> {
    const at = this.#timers.findIndex(({ atMs }) => atMs <= this.nowMs);
    const [timer] = at < 0 ? [] : this.#timers.splice(at, 1);
    if (!timer) return false;
    this.trace?.(`${timer.owner.name}: deadline`);
    await this.#resume(timer.owner, timer.run);
    return true;
  }

  /** Lets a process run until it has nothing more to do than wait. */
  async #resume(process: Process, go: () => void): Promise<void> {
    this.#current = process;
    go();
    // A tick asked for in a microtask comes when no microtask is left: when nobody can go on without another turn.
    await new Promise<void>((resolve) => nextTick(resolve));
    this.#current = undefined;
  }
}
