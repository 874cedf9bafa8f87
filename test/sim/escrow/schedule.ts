import type { EscrowAlteration, EscrowWorld } from "../../support/world/escrow-world.ts";
import { type PartOutcome, playHaunted, type Staged } from "../core/part.ts";
import { type Struck, strikeAll } from "../core/part-blows.ts";
import { checkEscrows } from "./check.ts";
import type { EscrowInvariant } from "./findings.ts";
import { randomEscrowScene } from "./random.ts";
import { comeToRest, type EscrowScene, stageEscrows } from "./scene.ts";
import { escrowScenes } from "./scenes.ts";

const playedMs = 100_000;

function staged(world: EscrowWorld): Staged<EscrowInvariant> {
  return {
    ...{ scheduler: world.scheduler, world },
    rest: () => comeToRest(world),
    check: () => checkEscrows(world),
    ends: () => [...world.journal.values()].map((states) => states.at(-1)?.state.status ?? "none"),
  };
}

/** Plays one seed: a scene, its faults, the order of everything; then rest, then all invariants. */
export function playEscrowSeed(
  seed: number,
  {
    alteration,
    scene = randomEscrowScene(seed),
    trace,
  }: { alteration?: EscrowAlteration; scene?: EscrowScene; trace?: string[] } = {},
): Promise<PartOutcome<EscrowInvariant>> {
  return playHaunted(seed, staged(stageEscrows(scene, seed, alteration)), trace);
}

/** Strikes every scene at every step. */
export function strikeEscrows(): Promise<Struck> {
  return strikeAll(
    Object.keys(escrowScenes),
    (name, recovery) => {
      const scene = escrowScenes[name];
      if (!scene) throw new Error(`no scene is called ${name}`);
      const world = stageEscrows(scene, 1);
      if (recovery === "the sweeper alone") world.patience = 1;
      return staged(world);
    },
    playedMs,
  );
}
