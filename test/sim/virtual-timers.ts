import type { Scheduler } from "../support/world/scheduler.ts";

let active: Scheduler | undefined;

const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };

/** From here on deadlines pass in the virtual time of whichever world is at work. */
export function installVirtualTimers(): void {
  globalThis.setTimeout = ((run: () => void, delayMs = 0) =>
    active?.current
      ? active.setTimer(run, delayMs)
      : real.setTimeout(run, delayMs)) as typeof globalThis.setTimeout;
  globalThis.clearTimeout = ((timer: NodeJS.Timeout) => {
    if (active) active.clearTimer(timer);
    else real.clearTimeout(timer);
  }) as typeof globalThis.clearTimeout;
}

/** Makes a world's time the one that deadlines pass in. */
export function workIn(scheduler: Scheduler | undefined): void {
  active = scheduler;
}
