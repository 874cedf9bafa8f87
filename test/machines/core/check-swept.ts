import { completeOutbox } from "../../sim/core/rest.ts";
import { check as checkWorld } from "../../sim/settlement/check.ts";
import type { World } from "../../support/world/settlement/world.ts";

/** Checks all invariants on a world in which all is done but what the sweep counts. */
export async function check(world: World): ReturnType<typeof checkWorld> {
  await completeOutbox(world);
  return checkWorld(world);
}
