import { parentPort, workerData } from "node:worker_threads";
import { playEscrowSeed } from "./escrow-schedule.ts";
import { prepare } from "./prepare.ts";

/** What a worker counted in a stretch of seeds. */
export interface EscrowCounts {
  played: number;
  steps: number;
  faults: number;
  kills: number;
  /** Escrows by the status that they ended with. */
  readonly ends: Record<string, number>;
}

export interface EscrowDone {
  readonly counts: EscrowCounts;
  readonly failed: readonly { readonly seed: number; readonly what: string }[];
}

export function noEscrowCounts(): EscrowCounts {
  return { played: 0, steps: 0, faults: 0, kills: 0, ends: {} };
}

/** Adds what was counted to a total. */
export function addEscrowCounts(total: EscrowCounts, more: EscrowCounts): void {
  for (const name of ["played", "steps", "faults", "kills"] as const) total[name] += more[name];
  for (const [end, count] of Object.entries(more.ends)) total.ends[end] = (total.ends[end] ?? 0) + count;
}

async function playStretch(from: number, to: number): Promise<EscrowDone> {
  const failed: { seed: number; what: string }[] = [];
  const total = noEscrowCounts();
  for (let seed = from; seed < to && failed.length < 5; seed += 1)
    try {
      const { findings, steps, faults, kills, ends } = await playEscrowSeed(seed);
      addEscrowCounts(total, { played: 1, steps, faults, kills, ends: {} });
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
  port.on("message", ({ from, to }: { from: number; to: number }) => {
    playStretch(from, to).then(
      (done) => port.postMessage(done),
      (error: unknown) => {
        throw error;
      },
    );
  });
}
