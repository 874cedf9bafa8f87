import { type PeopleAlteration, PeopleWorld } from "../../support/world/people-world.ts";
import { fine } from "../../support/world/scheduler.ts";
import { type PartOutcome, playHaunted, type Staged } from "../core/part.ts";
import { type Struck, strikeAll } from "../core/part-blows.ts";
import { checkPeople } from "./check.ts";
import type { PeopleInvariant } from "./findings.ts";
import { type PeopleScene, peopleScenes } from "./scenes.ts";

const playedMs = 60_000;
const stretchMs = 200_000;

/** Seconds before each of three sweeps: past leases, past the longest wait for a letter, past the longest between two looks at the partner. */
const pauses = [310, 3_700, 22_000] as const;

/** The faults stop; the sweeper runs three times, everybody goes on, and everything is played to its end. */
async function comeToRest(world: PeopleWorld): Promise<void> {
  const { scheduler } = world;
  scheduler.plan = () => fine;
  world.world.streamPlan = () => [5];
  world.cast.patience = 12;
  await scheduler.settle(stretchMs);
  for (const seconds of pauses) {
    world.world.jump(seconds * 1000);
    world.world.sweep();
    await scheduler.settle(stretchMs);
    world.cast.goOn();
    await scheduler.settle(stretchMs);
  }
  await scheduler.settle();
}

function staged(
  scene: PeopleScene,
  seed: number,
  alteration?: PeopleAlteration,
): Staged<PeopleInvariant> & { readonly people: PeopleWorld } {
  const people = new PeopleWorld(seed, alteration);
  scene.enter(people);
  return {
    ...{ people, scheduler: people.scheduler, world: people.world },
    rest: () => comeToRest(people),
    check: () => Promise.resolve(checkPeople(people, scene)),
    ends: () => people.statesOf<{ status: string }>("kyb").map(({ status }) => status),
  };
}

function sceneOf(name: string): PeopleScene {
  const scene = peopleScenes[name];
  if (!scene) throw new Error(`no scene is called ${name}`);
  return scene;
}

/** Plays one seed: one of the scenes, its faults, the order of everything; then rest, then all invariants. */
export function playPeopleSeed(
  seed: number,
  { alteration, scene, trace }: { alteration?: PeopleAlteration; scene?: string; trace?: string[] } = {},
): Promise<PartOutcome<PeopleInvariant>> {
  const names = Object.keys(peopleScenes);
  const name = scene ?? names[seed % names.length] ?? "";
  return playHaunted(seed, staged(sceneOf(name), seed, alteration), trace);
}

/** Strikes every scene at every step. */
export function strikePeople(names: readonly string[] = Object.keys(peopleScenes)): Promise<Struck> {
  return strikeAll(
    names,
    (name, recovery) => {
      const scene = staged(sceneOf(name), 1);
      if (recovery === "the sweeper alone") scene.people.cast.patience = 1;
      return scene;
    },
    playedMs,
  );
}
