import { type PeopleAlteration, PeopleWorld } from "../../support/world/onboarding/world.ts";
import { injectFaults } from "../core/faults.ts";
import { movesIn } from "../core/moves.ts";
import { comeToRest } from "../core/rest.ts";
import { findingsOf, type Simulation, type Stage } from "../core/simulation.ts";
import { checkPeople, type PeopleInvariant, peopleInvariants } from "./check.ts";
import { peopleControls } from "./controls.ts";
import { type PeopleScene, peopleScenes } from "./scenes.ts";

/** Seconds before each of three sweeps: past leases, past the longest wait for a letter, past the longest between two looks at the partner. */
const pauses = [310, 3_700, 22_000] as const;

function stage(scene: PeopleScene, seed: number, alteration?: PeopleAlteration): Stage<PeopleInvariant> {
  const world = new PeopleWorld(seed, alteration);
  scene.enter(world);
  const { scheduler, cast } = world;
  return {
    scheduler,
    haunt: (random) => injectFaults(world, random),
    recoverBy: (recovery) => {
      if (recovery === "sweeper first") cast.patience = 1;
    },
    play: (random) => scheduler.settle(random?.int(30_000, 160_000) ?? 60_000),
    rest: () => {
      cast.patience = 12;
      return comeToRest(world, () => cast.goOn(), { stretchMs: 200_000, pauses: () => pauses });
    },
    check: () => findingsOf((report) => checkPeople(world, scene, report)),
    moves: () => movesIn(world.store.rows()),
    ends: () => world.statesOf<{ status: string }>("kyb").map(({ status }) => status),
  };
}

function sceneBySeed(seed: number): PeopleScene {
  const scenes = Object.values(peopleScenes);
  const scene = scenes[seed % scenes.length];
  if (!scene) throw new Error(`no scene for seed ${seed}`);
  return scene;
}

/** The simulation of people's ways. */
export const people: Simulation<PeopleScene, PeopleAlteration, PeopleInvariant> = {
  ...{ invariants: peopleInvariants, scenes: peopleScenes, randomScene: sceneBySeed, stage },
  ...{ controls: peopleControls, mostSchedules: 1_500, strikesSilence: true },
};
