import { tellControls, tellRandom, tellStruck } from "../core/part-tell.ts";
import { escrowControls, tryEscrowControl } from "./controls.ts";
import { playEscrowSeed, strikeEscrows } from "./schedule.ts";

/** The trace and the findings of a seed. */
export function playSeedOfEscrows(seed: number, trace: string[]) {
  return playEscrowSeed(seed, { trace });
}

/** Random schedules of escrows alone. */
export async function randomEscrows(count: number, from: number): Promise<void> {
  await tellRandom("escrows", { count, from }, playSeedOfEscrows);
}

/** The simulation of escrows: every crash, mistakes on purpose, and `count` schedules by chance. */
export async function simulateEscrows(count: number, from: number): Promise<void> {
  await tellStruck("escrows", strikeEscrows);
  await tellControls(escrowControls, tryEscrowControl);
  await randomEscrows(count, from);
}
