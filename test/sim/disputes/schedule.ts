import type { Alert } from "../../../functions/domain/disputes/alert.ts";
import type { DisputeCase } from "../../../functions/domain/disputes/case.ts";
import type { DisputeAlteration, DisputeWorld } from "../../support/world/dispute-world.ts";
import { type PartOutcome, playHaunted, type Staged } from "../core/part.ts";
import { type Struck, strikeAll } from "../core/part-blows.ts";
import { checkDisputes } from "./check.ts";
import type { DisputeInvariant } from "./findings.ts";
import { randomDisputeScene } from "./random.ts";
import { comeToRest, type DisputeScene, stageDisputes } from "./scene.ts";
import { disputeScenes } from "./scenes.ts";

const playedMs = 30_000;

function staged(world: DisputeWorld): Staged<DisputeInvariant> {
  return {
    ...{ scheduler: world.scheduler, world: world.world },
    rest: () => comeToRest(world),
    check: () => checkDisputes(world),
    ends: () => [
      ...world.statesOf<Alert>("alert").map(({ status }) => `alert ${status}`),
      ...world.statesOf<DisputeCase>("case").map(({ status }) => `case ${status}`),
    ],
  };
}

/** Plays one seed: a scene, its faults, the order of everything; then rest, then all invariants. */
export function playDisputeSeed(
  seed: number,
  {
    alteration = {},
    scene = randomDisputeScene(seed),
    trace,
  }: { alteration?: DisputeAlteration; scene?: DisputeScene; trace?: string[] } = {},
): Promise<PartOutcome<DisputeInvariant>> {
  return playHaunted(seed, staged(stageDisputes(scene, seed, alteration)), trace);
}

/** Strikes every scene at every step. */
export function strikeDisputes(names: readonly string[] = Object.keys(disputeScenes)): Promise<Struck> {
  return strikeAll(
    names,
    (name, recovery) => {
      const scene = disputeScenes[name];
      if (!scene) throw new Error(`no scene is called ${name}`);
      const world = stageDisputes(scene, 1);
      if (recovery === "the sweeper alone") world.patience = 1;
      return staged(world);
    },
    playedMs,
  );
}
