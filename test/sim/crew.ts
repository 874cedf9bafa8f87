import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Done, Task } from "./worker.ts";

/** Seeds that a worker plays between two words of progress. */
const stretch = 500;

function hire(): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url), {
    workerData: { sim: true },
    resourceLimits: { maxYoungGenerationSizeMb: 64 },
  });
}

function give(worker: Worker, task: Task): Promise<Done> {
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.postMessage(task);
  });
}

/** Plays many seeds on all cores. */
export async function playOnAllCores(kind: Task["kind"], count: number, from: number): Promise<Done> {
  const total = { played: 0, steps: 0, faults: 0, failed: [] as { seed: number; what: string }[] };
  let next = from;
  async function work(): Promise<void> {
    const worker = hire();
    while (next < from + count && total.failed.length === 0) {
      const start = next;
      next = Math.min(from + count, start + stretch);
      const done = await give(worker, { kind, from: start, to: next });
      worker.removeAllListeners("error");
      total.played += done.played;
      total.steps += done.steps;
      total.faults += done.faults;
      total.failed.push(...done.failed);
    }
    await worker.terminate();
  }
  const workers = Math.max(1, Math.min(availableParallelism(), 8, Math.ceil(count / stretch)));
  await Promise.all(Array.from({ length: workers }, work));
  return total;
}
