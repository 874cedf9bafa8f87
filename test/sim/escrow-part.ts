import { escrowControls, tryEscrowControl } from "./controls-escrow.ts";
import { onAllCores } from "./crew.ts";
import { crashEscrows } from "./escrow-crashes.ts";
import { escrowScenes } from "./escrow-scenes.ts";
import { playEscrowSeed } from "./escrow-schedule.ts";
import { addEscrowCounts, type EscrowDone, noEscrowCounts } from "./escrow-worker.ts";
import { seconds, tell, tellFailures, tellSeeds } from "./summary.ts";

/** Seeds that a worker plays between two words of progress. */
const stretch = 250;

async function crashes(): Promise<void> {
  const start = performance.now();
  const { runs, steps, failures } = await crashEscrows();
  tell(
    failures.length === 0,
    `escrows, single crash or silence, exhaustive: ${runs} runs over ${steps} steps of ${Object.keys(escrowScenes).length} scenes, ${failures.length} violations (${seconds(start)})`,
  );
  tellFailures(failures);
}

async function negativeControls(): Promise<void> {
  for (const control of escrowControls) {
    const { name, by, schedules, instead } = await tryEscrowControl(control);
    const found = by ?? `NOT CAUGHT, but ${instead.join(", ") || "nothing"}`;
    tell(by !== undefined, `control: ${name.padEnd(40)} -> ${found} (schedule ${schedules})`);
  }
}

/** The trace and the findings of a seed. */
export function playSeedOfEscrows(seed: number, trace: string[]) {
  return playEscrowSeed(seed, { trace });
}

/** Random schedules of escrows alone. */
export async function randomEscrows(count: number, from: number): Promise<void> {
  const start = performance.now();
  const total = noEscrowCounts();
  const failed: { readonly seed: number; readonly what: string }[] = [];
  await onAllCores<EscrowDone>(
    { script: "./escrow-worker.ts", from, count, stretch },
    (first, to) => ({ from: first, to }),
    (done) => {
      addEscrowCounts(total, done.counts);
      failed.push(...done.failed);
      return failed.length === 0;
    },
  );
  const { played, steps, faults, kills, ends } = total;
  const speed = Math.round(played / ((performance.now() - start) / 1000));
  tell(
    failed.length === 0,
    `random schedules of escrows: ${played} from seed ${from}, ${steps} steps, ${faults} faults (${kills} kills), ${failed.length} violations (${seconds(start)}, ${speed}/s)`,
  );
  const ended = Object.entries(ends).toSorted(([, one], [, other]) => other - one);
  console.log(`     escrows ended ${ended.map(([end, times]) => `${end} ${times}`).join(", ")}`);
  await tellSeeds(failed, "npm run sim -- --escrows", playSeedOfEscrows);
}

/** The simulation of escrows: every crash, mistakes on purpose, and `count` schedules by chance. */
export async function simulateEscrows(count: number, from: number): Promise<void> {
  await crashes();
  await negativeControls();
  await randomEscrows(count, from);
}
