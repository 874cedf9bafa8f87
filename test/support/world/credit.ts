import { furnishCredit } from "./people.ts";
import type { World } from "./world.ts";

/** From when to when a tenant's program credit was suspended; for ever, until it is reinstated. */
interface Suspension {
  readonly tenantId: string;
  readonly fromMs: number;
  toMs: number;
}

const kept = new WeakMap<World, Suspension[]>();

/** All suspensions that there were in a world. */
export function suspensionsOf(world: World): readonly Suspension[] {
  return kept.get(world) ?? [];
}

/** Suspends a tenant's program credit or reinstates it, in a moment that no fault strikes; where it is so already, nothing. */
export function turnCredit(world: World, tenantId: string, suspended: boolean): void {
  const { nowMs } = world.scheduler;
  const open = kept.get(world)?.find((each) => each.tenantId === tenantId && each.toMs === Infinity);
  if ((open !== undefined) === suspended) return;
  if (open) open.toMs = nowMs;
  else kept.set(world, [...suspensionsOf(world), { tenantId, fromMs: nowMs, toMs: Infinity }]);
  const since = world.clock.now();
  furnishCredit(world.furnishing(), tenantId, suspended ? { program: "vamp", since, reason: "ratio" } : null);
}

/** Reinstates everybody's program credit. */
export function reinstateAll(world: World): void {
  for (const { tenantId } of suspensionsOf(world)) turnCredit(world, tenantId, false);
}
