import type { Alert } from "../../../functions/domain/disputes/alert.ts";
import type { DisputeCase } from "../../../functions/domain/disputes/case.ts";
import type { DisputeAlteration } from "../../support/world/disputes/world.ts";
import { injectFaults } from "../core/faults.ts";
import { movesIn } from "../core/moves.ts";
import { comeToRest } from "../core/rest.ts";
import { findingsOf, type Simulation, type Stage } from "../core/simulation.ts";
import { checkDisputes } from "./check.ts";
import { disputeControls } from "./controls.ts";
import { type DisputeInvariant, disputeInvariants } from "./invariants.ts";
import { randomDisputeScene } from "./random.ts";
import { type DisputeScene, stageDisputes } from "./scene.ts";
import { disputeScenes } from "./scenes.ts";

/** Seconds before each of three sweeps: past every grace of the outbox, past what a packet and a rail that was told to refund may take, and past that again. */
const pauses = [310, 3_700, 4_000] as const;

function stage(scene: DisputeScene, seed: number, alteration?: DisputeAlteration): Stage<DisputeInvariant> {
  const world = stageDisputes(scene, seed, alteration);
  const { scheduler, callers } = world;
  let isSwept = false;
  const goOn = () => {
    callers.askAgain();
    if (isSwept) world.askForPackets();
    isSwept = true;
  };
  return {
    scheduler,
    haunt: (random) => injectFaults(world, random),
    recoverBy: (recovery) => {
      if (recovery === "sweeper first") callers.patience = 1;
    },
    play: (random) => scheduler.settle(random?.int(30_000, 160_000) ?? 30_000),
    rest: () => {
      callers.patience = 12;
      // Longer than queues' repeats take.
      return comeToRest(world, goOn, { stretchMs: 200_000, pauses: () => pauses, firstMs: 36_000 });
    },
    check: () => findingsOf((report) => checkDisputes(world, report)),
    moves: () => movesIn(world.store.rows()),
    ends: () => [
      ...world.statesOf<Alert>("alert").map(({ status }) => `alert ${status}`),
      ...world.statesOf<DisputeCase>("case").map(({ status }) => `case ${status}`),
    ],
  };
}

/** The simulation of disputes. */
export const disputes: Simulation<DisputeScene, DisputeAlteration, DisputeInvariant> = {
  ...{ invariants: disputeInvariants, scenes: disputeScenes, randomScene: randomDisputeScene, stage },
  ...{ controls: disputeControls, mostSchedules: 1_000, strikesSilence: true },
};
