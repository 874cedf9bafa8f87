import { addSeconds } from "../../../functions/domain/core/time.ts";
import { fine } from "../../support/world/core/step.ts";
import { type ScreenAlteration, ScreenWorld } from "../../support/world/screening/world.ts";
import { injectFaults } from "../core/faults.ts";
import { type Finding, findingsOf, type Simulation, type Stage } from "../core/simulation.ts";
import { workIn } from "../core/virtual-timers.ts";
import { checkAlerts, checkScreens, type ScreenInvariant, screenInvariants } from "./check.ts";
import { screenControls } from "./controls.ts";
import { chanceScene, type ScreenScene, screenScenes } from "./scenes.ts";

const stretchMs = 60_000;

/** Seconds before each of three sweeps: past the first waits, past an hour's, past the longest between two attempts. */
const pauses = [310, 3_700, 22_000] as const;

/** More sweeps by which a receiver that never takes an alert has had all of its attempts, and a screen that came last its answer. */
const furtherSweeps = 5;

/** Ends the faults, the publisher is good; the sweeper runs three times, everybody goes on, and no alert may be lost by then. */
async function comeToRest(world: ScreenWorld): Promise<Finding<ScreenInvariant>[]> {
  const { scheduler, publisher, cast } = world;
  scheduler.plan = () => fine;
  cast.patience = 12;
  await scheduler.settle(stretchMs);
  publisher.spoilt.length = 0;
  for (const seconds of pauses) {
    world.jump(seconds * 1_000);
    world.load();
    await scheduler.settle(stretchMs);
    cast.goOn();
    await scheduler.settle(stretchMs);
    world.sweep();
    await scheduler.settle(stretchMs);
  }
  const findings = await findingsOf<ScreenInvariant>((report) => checkAlerts(world, report));
  for (let more = 0; more < furtherSweeps && isWaiting(world); more += 1) {
    world.jump(22_000_000);
    world.sweep();
    await scheduler.settle(stretchMs);
  }
  return findings;
}

/** How long before its beginning a scene is furnished. */
const furnishSeconds = 600;

function isWaiting(world: ScreenWorld): boolean {
  const due = world.store.rows().filter(({ index }) => index?.due !== undefined);
  return due.some(({ type }) => type === "delivery" || type === "screen");
}

async function furnished(scene: ScreenScene, seed: number, alteration?: ScreenAlteration) {
  const world = new ScreenWorld(seed, addSeconds(scene.startAt, -furnishSeconds), alteration);
  const { scheduler } = world;
  workIn(scheduler);
  world.publish([]);
  world.load();
  await scheduler.settle(stretchMs);
  scheduler.spawn(
    "furnish",
    async () => {
      await world.skipFirstWalk();
      await scene.furnish(world);
    },
    (ending) => {
      if (ending.kind === "threw") throw ending.error;
    },
  );
  await scheduler.settle(stretchMs);
  world.jump(70_000);
  world.sweep();
  await scheduler.settle(stretchMs);
  scheduler.nowMs = Date.parse(scene.startAt);
  scheduler.steps = 0;
  const clients = scene.enter(world);
  for (const atMs of [20_000, 80_000]) scheduler.later(atMs, () => world.sweep());
  return { world, clients };
}

/** How likely another process goes on at a step that may be struck, so that those who come at once meet. */
const switching = 0.4;

async function stage(scene: ScreenScene, seed: number, alteration?: ScreenAlteration): Promise<Stage<ScreenInvariant>> {
  const { world, clients } = await furnished(scene, seed, alteration);
  const { scheduler, cast } = world;
  let lost: readonly Finding<ScreenInvariant>[] = [];
  return {
    scheduler,
    haunt: (random) => injectFaults(world, random),
    recoverBy: (recovery) => {
      scheduler.switching = switching;
      if (recovery === "sweeper first") cast.patience = 1;
    },
    play: (random) => scheduler.settle(random?.int(30_000, 160_000) ?? 140_000),
    rest: async () => {
      lost = await comeToRest(world);
    },
    check: async () => [
      ...lost,
      ...(await findingsOf<ScreenInvariant>((report) => checkScreens(world, clients, report))),
    ],
    ends: () => world.statesOf<{ verdict: { action: string } }>("screen").map(({ verdict }) => verdict.action),
  };
}

function randomScene(seed: number): ScreenScene {
  const scenes = Object.values(screenScenes);
  return (seed % 2 === 0 ? scenes[(seed / 2) % scenes.length] : undefined) ?? chanceScene(seed);
}

/** The simulation of the screening interface. */
export const screening: Simulation<ScreenScene, ScreenAlteration, ScreenInvariant> = {
  ...{ invariants: screenInvariants, scenes: screenScenes, randomScene, stage },
  ...{ controls: screenControls, mostSchedules: 1_500, strikesSilence: true },
};
