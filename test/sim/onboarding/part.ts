import { tellControls, tellRandom, tellStruck } from "../core/part-tell.ts";
import { peopleControls, tryPeopleControl } from "./controls.ts";
import { playPeopleSeed, strikePeople } from "./schedule.ts";

/** The trace and the findings of a seed. */
export function playSeedOfPeople(seed: number, trace: string[]) {
  return playPeopleSeed(seed, { trace });
}

/** Random schedules of people's ways alone. */
export async function randomPeople(count: number, from: number): Promise<void> {
  await tellRandom("people", { count, from }, playSeedOfPeople);
}

/** The simulation of people's ways: every crash, mistakes on purpose, and `count` schedules by chance. */
export async function simulatePeople(count: number, from: number): Promise<void> {
  await tellStruck("people", strikePeople);
  await tellControls(peopleControls, tryPeopleControl);
  await randomPeople(count, from);
}
