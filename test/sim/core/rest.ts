import type { Row } from "../../../functions/app/core/ports.ts";
import { markedRows } from "../../support/core/outbox.ts";
import type { Scheduler } from "../../support/world/core/scheduler.ts";

/** A world that a sweeper looks after. */
interface Swept {
  readonly scheduler: Scheduler;
  readonly store: { rows(): Row[] };
  jump(ms: number): void;
  sweep(): void;
}

/** How long is played between two moves of the clock, the seconds before each sweep, and a first while after which whoever gave up goes on. */
interface Pace {
  readonly stretchMs: number;
  readonly pauses: (atMs: number) => readonly number[];
  readonly firstMs?: number | undefined;
}

/** The longest silence, in seconds, before a rail is asked about a record of an age. */
export function silenceSeconds(ageSeconds: number): number {
  return Math.max(3_700, Math.min(2 * 86_400, 3 * ageSeconds) + 100);
}

/** Sweeps after each pause, whereupon whoever gave up goes on; everything is played to its end. */
export async function sweepThrice(world: Swept, goOn: () => void, { stretchMs, pauses, firstMs }: Pace): Promise<void> {
  const { scheduler } = world;
  if (firstMs !== undefined) {
    world.jump(firstMs);
    goOn();
    await scheduler.settle(stretchMs);
  }
  for (const seconds of pauses(scheduler.nowMs)) {
    world.jump(seconds * 1000);
    world.sweep();
    await scheduler.settle(stretchMs);
    goOn();
    await scheduler.settle(stretchMs);
  }
  await scheduler.settle();
  await completeOutbox(world);
}

/** Sweeps by which what came last, and what follows from that, is off the outbox. */
const mostSweeps = 3;

/** Has the sweep count what came last and take it off the outbox, as it does within two minutes. */
export async function completeOutbox(world: Swept): Promise<void> {
  for (let sweeps = 0; sweeps < mostSweeps && markedRows(world.store.rows()).length > 0; sweeps += 1) {
    world.jump(60_000);
    world.sweep();
    await world.scheduler.settle();
  }
}

/** Ends the faults of a world and has it swept until nothing is left to happen. */
export async function comeToRest(world: Swept & { calm(): void }, goOn: () => void, pace: Pace): Promise<void> {
  world.calm();
  await world.scheduler.settle(pace.stretchMs);
  await sweepThrice(world, goOn, pace);
}
