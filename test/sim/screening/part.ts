import { tellControls, tellRandom, tellStruck } from "../core/part-tell.ts";
import { screenControls, tryScreenControl } from "./controls.ts";
import { playScreenSeed, strikeScreens } from "./schedule.ts";

/** The trace and the findings of a seed. */
export function playSeedOfScreening(seed: number, trace: string[]) {
  return playScreenSeed(seed, { trace });
}

/** Random schedules of the screening interface alone. */
export async function randomScreening(count: number, from: number): Promise<void> {
  await tellRandom("screening", { count, from }, playSeedOfScreening);
}

/** The simulation of the screening interface: every crash, mistakes on purpose, and `count` schedules by chance. */
export async function simulateScreening(count: number, from: number): Promise<void> {
  await tellStruck("screening", strikeScreens);
  await tellControls(screenControls, tryScreenControl);
  await randomScreening(count, from);
}
