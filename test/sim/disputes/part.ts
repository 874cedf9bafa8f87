import { tellControls, tellRandom, tellStruck } from "../core/part-tell.ts";
import { disputeControls, tryDisputeControl } from "./controls.ts";
import { playDisputeSeed, strikeDisputes } from "./schedule.ts";

/** The trace and the findings of a seed. */
export function playSeedOfDisputes(seed: number, trace: string[]) {
  return playDisputeSeed(seed, { trace });
}

/** Random schedules of disputes alone. */
export async function randomDisputes(count: number, from: number): Promise<void> {
  await tellRandom("disputes", { count, from }, playSeedOfDisputes);
}

/** The simulation of disputes: every crash, mistakes on purpose, and `count` schedules by chance. */
export async function simulateDisputes(count: number, from: number): Promise<void> {
  await tellStruck("disputes", strikeDisputes);
  await tellControls(disputeControls, tryDisputeControl);
  await randomDisputes(count, from);
}
