import type { Found } from "./part.ts";

/** What became of a mistake: which of its invariants told it, after how many schedules. */
export interface PartCaught<I extends string = string> {
  readonly name: string;
  readonly by: I | undefined;
  readonly schedules: number;
  /** What was found instead, if nothing that should have been. */
  readonly instead: readonly string[];
}

/** Plays schedules against a mistake until one of the invariants that should tell it does. */
export async function tryMistake<I extends string>(
  { name, caughtBy }: { readonly name: string; readonly caughtBy: readonly I[] },
  play: (seed: number) => Promise<{ readonly findings: readonly Found<I>[] }>,
  mostSchedules: number,
): Promise<PartCaught<I>> {
  const instead = new Set<string>();
  for (let seed = 1; seed <= mostSchedules; seed += 1) {
    const { findings } = await play(seed);
    const found = findings.find(({ invariant }) => caughtBy.includes(invariant));
    if (found) return { name, by: found.invariant, schedules: seed, instead: [] };
    for (const { invariant } of findings) instead.add(invariant);
  }
  return { name, by: undefined, schedules: mostSchedules, instead: [...instead] };
}
