import { addSeconds } from "../../../functions/domain/core/time.ts";
import { fine } from "../../support/world/scheduler.ts";
import { type ScreenAlteration, ScreenWorld } from "../../support/world/screen-world.ts";
import { type PartOutcome, playHaunted, type Staged } from "../core/part.ts";
import { type Struck, strikeAll } from "../core/part-blows.ts";
import { workIn } from "../core/virtual-timers.ts";
import { checkAlerts, checkScreens } from "./check.ts";
import type { ScreenFinding, ScreenInvariant } from "./findings.ts";
import { chanceScene, type ScreenScene, screenScenes } from "./scenes.ts";

const playedMs = 140_000;
const stretchMs = 60_000;

/** Seconds before each of three sweeps: past the first waits, past an hour's, past the longest between two attempts. */
const pauses = [310, 3_700, 22_000] as const;

/** More sweeps by which a receiver that never takes an alert has had all of its attempts, and a screen that came last its answer. */
const furtherSweeps = 5;

/** The faults stop and the publisher is good; the sweeper runs three times, everybody goes on, and no alert may be lost by then. */
async function comeToRest(world: ScreenWorld): Promise<ScreenFinding[]> {
  const { scheduler, publisher, cast } = world;
  scheduler.plan = () => fine;
  cast.patience = 12;
  await scheduler.settle(stretchMs);
  publisher.spoilt.length = 0;
  for (const seconds of pauses) {
    world.jump(seconds);
    world.load();
    await scheduler.settle(stretchMs);
    cast.goOn();
    await scheduler.settle(stretchMs);
    world.sweep();
    await scheduler.settle(stretchMs);
  }
  const findings = checkAlerts(world);
  for (let more = 0; more < furtherSweeps && isWaiting(world); more += 1) {
    world.jump(22_000);
    world.sweep();
    await scheduler.settle(stretchMs);
  }
  return findings;
}

/** How long before its beginning a scene is furnished. */
const furnishSeconds = 600;

function isWaiting(world: ScreenWorld): boolean {
  const due = world.book.rows().filter(({ index }) => index?.due !== undefined);
  return due.some(({ type }) => type === "delivery" || type === "screen");
}

/** A scene on its stage: furnished without faults, with the sweeper to come twice. */
async function staged(
  scene: ScreenScene,
  seed: number,
  alteration?: ScreenAlteration,
): Promise<Staged<ScreenInvariant> & { readonly screening: ScreenWorld }> {
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
  world.jump(70);
  world.sweep();
  await scheduler.settle(stretchMs);
  scheduler.nowMs = Date.parse(scene.startAt);
  scheduler.steps = 0;
  const clients = scene.enter(world);
  for (const atMs of [20_000, 80_000]) scheduler.later(atMs, () => world.sweep());
  let lost: readonly ScreenFinding[] = [];
  return {
    ...{ screening: world, scheduler, world },
    rest: async () => {
      lost = await comeToRest(world);
    },
    check: async () => [...lost, ...checkScreens(world, clients)],
    ends: () =>
      world.statesOf<{ verdict: { action: string } }>("screen").map(({ verdict }) => verdict.action),
  };
}

function sceneOf(name: string): ScreenScene {
  const scene = screenScenes[name];
  if (!scene) throw new Error(`no scene is called ${name}`);
  return scene;
}

/** Plays one seed: one of the scenes or some of everything, its faults, the order of everything; then rest, then all invariants. */
export async function playScreenSeed(
  seed: number,
  { alteration, scene, trace }: { alteration?: ScreenAlteration; scene?: string; trace?: string[] } = {},
): Promise<PartOutcome<ScreenInvariant>> {
  const names = Object.keys(screenScenes);
  const name = scene ?? (seed % 2 === 0 ? names[(seed / 2) % names.length] : undefined);
  const played = name === undefined ? chanceScene(seed) : sceneOf(name);
  return playHaunted(seed, await staged(played, seed, alteration), trace);
}

/** How likely another process goes on at a step, so that those who come at once meet. */
const switching = 0.4;

/** Strikes every scene at every step. */
export function strikeScreens(
  names: readonly string[] = Object.keys(screenScenes),
  alteration?: ScreenAlteration,
): Promise<Struck> {
  return strikeAll(
    names,
    async (name, recovery) => {
      const scene = await staged(sceneOf(name), 1, alteration);
      scene.scheduler.switching = switching;
      if (recovery === "the sweeper alone") scene.screening.cast.patience = 1;
      return scene;
    },
    playedMs,
  );
}
