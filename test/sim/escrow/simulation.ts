import type { EscrowAlteration } from "../../support/world/escrow/world.ts";
import { injectFaults } from "../core/faults.ts";
import { passMonth } from "../core/month.ts";
import { movesIn } from "../core/moves.ts";
import { comeToRest, silenceSeconds } from "../core/rest.ts";
import { findingsOf, type Simulation, type Stage } from "../core/simulation.ts";
import { injectTroubles } from "../core/troubles.ts";
import { checkEscrows } from "./check.ts";
import { escrowControls } from "./controls.ts";
import { escrowFaultControls } from "./controls-faults.ts";
import { type EscrowInvariant, escrowInvariants } from "./invariants.ts";
import { randomEscrowScene } from "./random.ts";
import { type EscrowScene, stageEscrows } from "./scene.ts";
import { escrowScenes, longEscrowScenes } from "./scenes.ts";
import { longPartScenes, partScenes } from "./scenes-parts.ts";

/** Seconds before each of three sweeps: past leases and parking, past a machine's silence and the rail's, past an age's longer silence. */
function pausesOf(ageSeconds: number): readonly number[] {
  const second = silenceSeconds(ageSeconds + 400);
  return [310, second, silenceSeconds(ageSeconds + 400 + second)];
}

function stage(scene: EscrowScene, seed: number, alteration?: EscrowAlteration): Stage<EscrowInvariant> {
  const world = stageEscrows(scene, seed, alteration);
  const { scheduler, clients, startMs } = world;
  let isMonthLong = false;
  return {
    scheduler,
    haunt: (random) => injectFaults(world, random),
    trouble: (kinds, random) => {
      injectTroubles(world, kinds, random);
      isMonthLong = kinds.includes("forgotten rows");
    },
    counts: () => world.happened,
    recoverBy: (recovery) => {
      if (recovery === "sweeper first") clients.patience = 1;
    },
    play: async (random) => {
      await scheduler.settle(random?.int(30_000, 160_000) ?? scene.lengthMs ?? 100_000);
      if (random && isMonthLong) await passMonth(world, [clients], random);
    },
    rest: () => {
      world.bank.answersAlways = true;
      clients.patience = 12;
      const pauses = (atMs: number) => pausesOf((atMs - startMs) / 1000);
      // Longer than a machine's retries and the rail's repeats take.
      return comeToRest(world, () => clients.askAgain(), { stretchMs: 200_000, pauses, firstMs: 36_000 });
    },
    check: () => findingsOf((report) => checkEscrows(world, report)),
    moves: () => movesIn(world.store.rows()),
    ends: () => [...world.journal.values()].map((states) => states.at(-1)?.state.status ?? "none"),
  };
}

/** The simulation of escrows. */
export const escrows: Simulation<EscrowScene, EscrowAlteration, EscrowInvariant> = {
  ...{
    invariants: escrowInvariants,
    scenes: { ...escrowScenes, ...partScenes },
    longScenes: { ...longEscrowScenes, ...longPartScenes },
    randomScene: randomEscrowScene,
    stage,
  },
  ...{ controls: [...escrowControls, ...escrowFaultControls], mostSchedules: 1_000, strikesSilence: true },
};
