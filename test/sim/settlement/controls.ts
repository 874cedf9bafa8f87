import { bridgeControls } from "../bridge/controls.ts";
import { type PartCaught, tryMistake } from "../core/part-control.ts";
import type { Control } from "./control.ts";
import { claimControls } from "./controls-claims.ts";
import { moneyControls } from "./controls-money.ts";
import { writeControls } from "./controls-writes.ts";
import type { Invariant } from "./findings.ts";
import { playSeed } from "./schedule.ts";

export const controls: readonly Control[] = [
  ...writeControls,
  ...claimControls,
  ...moneyControls,
  ...bridgeControls,
];

const mostSchedules = 3_000;

/** Plays schedules against a mistake until one of the invariants that should tell it does. */
export function tryControl(control: Control): Promise<PartCaught<Invariant>> {
  const { alteration, scene, rail = "mock" } = control;
  return tryMistake(
    control,
    (seed) => playSeed(seed, { rail, alteration, ...(scene && { scene }) }),
    mostSchedules,
  );
}
