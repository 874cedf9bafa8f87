import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { PlayerName } from "../players.ts";
import { addCounts, type PlayedSchedules, type Task } from "./worker.ts";

/** Seeds that a worker plays at most between two words of progress. */
const mostSeeds = 250;

function hire(): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url), {
    workerData: { sim: true },
    resourceLimits: { maxYoungGenerationSizeMb: 64 },
  });
}

function give(worker: Worker, task: Task): Promise<PlayedSchedules> {
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.postMessage(task);
  });
}

/** Plays many seeds on all cores, until the first stretch of them in which one does not hold. */
export async function playOnAllCores(player: PlayerName, count: number, from: number): Promise<PlayedSchedules> {
  const total: PlayedSchedules = { counts: {}, ends: {}, failed: [], moves: new Set() };
  const workers = Math.max(1, Math.min(availableParallelism(), 8, count));
  const stretch = Math.min(mostSeeds, Math.ceil(count / (4 * workers)));
  let next = from;
  async function work(): Promise<void> {
    const worker = hire();
    while (total.failed.length === 0 && next < from + count) {
      const start = next;
      next = Math.min(from + count, start + stretch);
      const played = await give(worker, { player, from: start, to: next });
      worker.removeAllListeners("error");
      addCounts(total.counts, played.counts);
      addCounts(total.ends, played.ends);
      for (const move of played.moves) total.moves.add(move);
      total.failed.push(...played.failed);
    }
    await worker.terminate();
  }
  await Promise.all(Array.from({ length: workers }, work));
  return total;
}
