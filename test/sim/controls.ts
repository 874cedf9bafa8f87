import type { Control } from "./control.ts";
import { bridgeControls } from "./controls-bridge.ts";
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

/** What became of a control: which of its invariants told it, after how many schedules. */
export interface Caught {
  readonly name: string;
  readonly by: Invariant | undefined;
  readonly schedules: number;
  /** What was found instead, if nothing that should have been. */
  readonly instead: readonly string[];
}

const mostSchedules = 3_000;

/** Plays schedules against a mistake until one of the invariants that should tell it does. */
export async function tryControl({
  name,
  caughtBy,
  alteration,
  scene,
  rail = "mock",
}: Control): Promise<Caught> {
  const instead = new Set<string>();
  for (let seed = 1; seed <= mostSchedules; seed += 1) {
    const { findings } = await playSeed(seed, { rail, alteration, ...(scene && { scene }) });
    const found = findings.find(({ invariant }) => caughtBy.includes(invariant));
    if (found) return { name, by: found.invariant, schedules: seed, instead: [] };
    for (const { invariant } of findings) instead.add(invariant);
  }
  return { name, by: undefined, schedules: mostSchedules, instead: [...instead] };
}
