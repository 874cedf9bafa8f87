import { onAllCores } from "./crew.ts";
import type { Struck } from "./part-blows.ts";
import type { PartCaught } from "./part-control.ts";
import { addPartCounts, noPartCounts, type PartDone, type PartName, type PartTask } from "./part-worker.ts";
import { seconds, tell, tellFailures, tellSeeds } from "./summary.ts";

/** Seeds that a worker plays between two words of progress. */
const stretch = 250;

/** Strikes all scenes of a part and tells what came of it. */
export async function tellStruck(part: PartName, strike: () => Promise<Struck>): Promise<void> {
  const start = performance.now();
  const { scenes, runs, steps, failures } = await strike();
  tell(
    failures.length === 0,
    `${part}, single crash or silence, exhaustive: ${runs} runs over ${steps} steps of ${scenes} scenes, ${failures.length} violations (${seconds(start)})`,
  );
  tellFailures(failures);
}

/** Makes mistakes on purpose and tells by which invariant each was caught. */
export async function tellControls<C>(
  controls: readonly C[],
  attempt: (control: C) => Promise<PartCaught>,
): Promise<void> {
  for (const control of controls) {
    const { name, by, schedules, instead } = await attempt(control);
    const found = by ?? `NOT CAUGHT, but ${instead.join(", ") || "nothing"}`;
    tell(by !== undefined, `control: ${name.padEnd(40)} -> ${found} (schedule ${schedules})`);
  }
}

/** Random schedules of a part alone, on all cores. */
export async function tellRandom(
  part: PartName,
  { count, from }: { readonly count: number; readonly from: number },
  playAgain: (seed: number, trace: string[]) => Promise<unknown>,
): Promise<void> {
  const start = performance.now();
  const total = noPartCounts();
  const failed: { readonly seed: number; readonly what: string }[] = [];
  await onAllCores<PartDone>(
    { script: "./part-worker.ts", from, count, stretch },
    (first, to): PartTask => ({ part, from: first, to }),
    (done) => {
      addPartCounts(total, done.counts);
      failed.push(...done.failed);
      return failed.length === 0;
    },
  );
  const { played, steps, faults, kills, ends } = total;
  const speed = Math.round(played / ((performance.now() - start) / 1000));
  tell(
    failed.length === 0,
    `random schedules of ${part}: ${played} from seed ${from}, ${steps} steps, ${faults} faults (${kills} kills), ${failed.length} violations (${seconds(start)}, ${speed}/s)`,
  );
  const ended = Object.entries(ends).toSorted(([, one], [, other]) => other - one);
  console.log(`     ${part} ended ${ended.map(([end, times]) => `${end} ${times}`).join(", ")}`);
  await tellSeeds(failed, `npm run sim -- --${part}`, playAgain);
}
