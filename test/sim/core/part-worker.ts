import { parentPort, workerData } from "node:worker_threads";
import { playDisputeSeed } from "../disputes/schedule.ts";
import { playEscrowSeed } from "../escrow/schedule.ts";
import { playPeopleSeed } from "../onboarding/schedule.ts";
import { playScreenSeed } from "../screening/schedule.ts";
import { prepare } from "./prepare.ts";

/** The parts whose random schedules are played by workers of one kind. */
const parts = {
  ...{ escrows: playEscrowSeed, disputes: playDisputeSeed },
  ...{ people: playPeopleSeed, screening: playScreenSeed },
} as const;
export type PartName = keyof typeof parts;

/** Seeds of a part that a worker is to play. */
export interface PartTask {
  readonly part: PartName;
  readonly from: number;
  readonly to: number;
}

/** What a worker counted in a stretch of seeds. */
export interface PartCounts {
  played: number;
  steps: number;
  faults: number;
  kills: number;
  /** Aggregates by the status that they ended with. */
  readonly ends: Record<string, number>;
}

export interface PartDone {
  readonly counts: PartCounts;
  readonly failed: readonly { readonly seed: number; readonly what: string }[];
}

export function noPartCounts(): PartCounts {
  return { played: 0, steps: 0, faults: 0, kills: 0, ends: {} };
}

/** Adds what was counted to a total. */
export function addPartCounts(total: PartCounts, more: PartCounts): void {
  for (const name of ["played", "steps", "faults", "kills"] as const) total[name] += more[name];
  for (const [end, count] of Object.entries(more.ends)) total.ends[end] = (total.ends[end] ?? 0) + count;
}

async function playStretch({ part, from, to }: PartTask): Promise<PartDone> {
  const failed: { seed: number; what: string }[] = [];
  const total = noPartCounts();
  for (let seed = from; seed < to && failed.length < 5; seed += 1)
    try {
      const { findings, steps, faults, kills, ends } = await parts[part](seed);
      addPartCounts(total, { played: 1, steps, faults, kills, ends: {} });
      for (const end of ends) total.ends[end] = (total.ends[end] ?? 0) + 1;
      const [first] = findings;
      if (first) failed.push({ seed, what: `${first.invariant}: ${first.detail}` });
    } catch (error) {
      failed.push({ seed, what: String(error) });
    }
  return { counts: total, failed };
}

if (parentPort && (workerData as { sim?: boolean } | null)?.sim) {
  const port = parentPort;
  prepare();
  port.on("message", (task: PartTask) => {
    playStretch(task).then(
      (done) => port.postMessage(done),
      (error: unknown) => {
        throw error;
      },
    );
  });
}
