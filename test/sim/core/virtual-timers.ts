import type { Scheduler } from "../../support/world/core/scheduler.ts";

let active: Scheduler | undefined;

const real = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  fetch: globalThis.fetch,
  now: Date.now,
  performanceNow: performance.now.bind(performance),
  signalTimeout: AbortSignal.timeout.bind(AbortSignal),
};

/** The world at work while one of its processes runs: whoever asks then is one of ours. */
function inside(): Scheduler | undefined {
  return active?.current ? active : undefined;
}

/** From here on deadlines pass in the virtual time of whichever world is at work. */
export function installVirtualTimers(): void {
  globalThis.setTimeout = (<T extends unknown[]>(run: (...given: T) => void, delayMs = 0, ...given: T) =>
    inside()?.setTimer(() => run(...given), delayMs) ??
    real.setTimeout(run, delayMs, ...given)) as typeof globalThis.setTimeout;
  // A process that plays worlds has timers of its own beside them: of its connections, for one.
  globalThis.clearTimeout = ((timer: NodeJS.Timeout) => {
    active?.clearTimer(timer);
    real.clearTimeout(timer);
  }) as typeof globalThis.clearTimeout;
  Date.now = () => inside()?.clockMs ?? real.now();
  performance.now = () => inside()?.nowMs ?? real.performanceNow();
  AbortSignal.timeout = (ms) => {
    const scheduler = inside();
    return scheduler ? virtualDeadline(scheduler, ms) : real.signalTimeout(ms);
  };
  globalThis.fetch = (input, init) => (inside()?.network ?? real.fetch)(input, init);
}

function virtualDeadline(scheduler: Scheduler, ms: number): AbortSignal {
  const controller = new AbortController();
  scheduler.setTimer(() => controller.abort(new DOMException("too late", "TimeoutError")), ms);
  return controller.signal;
}

/** Makes a world's time the one that deadlines pass in. */
export function workIn(scheduler: Scheduler | undefined): void {
  active = scheduler;
}

/** What a process needs before it plays: deadlines in virtual time, no log lines, no stacks that nobody reads. */
export function prepare(): void {
  installVirtualTimers();
  console.error = () => undefined;
  Error.stackTraceLimit = 0;
}
