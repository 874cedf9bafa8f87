import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Done, Task } from "./worker.ts";

/** Seeds that a worker plays between two words of progress. */
const stretchOfSeeds = 500;

function hire(script: string): Worker {
  return new Worker(new URL(script, import.meta.url), {
    workerData: { sim: true },
    resourceLimits: { maxYoungGenerationSizeMb: 64 },
  });
}

function give<D>(worker: Worker, task: unknown): Promise<D> {
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.postMessage(task);
  });
}

/** Hands stretches of seeds to workers on all cores; `heard` says whether to go on. */
export async function onAllCores<D>(
  { script, from, count, stretch }: { script: string; from: number; count: number; stretch: number },
  task: (from: number, to: number) => unknown,
  heard: (done: D) => boolean,
): Promise<void> {
  let next = from;
  let goOn = true;
  async function work(): Promise<void> {
    const worker = hire(script);
    while (goOn && next < from + count) {
      const start = next;
      next = Math.min(from + count, start + stretch);
      const done = await give<D>(worker, task(start, next));
      worker.removeAllListeners("error");
      goOn = heard(done) && goOn;
    }
    await worker.terminate();
  }
  const workers = Math.max(1, Math.min(availableParallelism(), 8, Math.ceil(count / stretch)));
  await Promise.all(Array.from({ length: workers }, work));
}

/** Plays many seeds on all cores. */
export async function playOnAllCores(kind: Task["kind"], count: number, from: number): Promise<Done> {
  const total = { played: 0, steps: 0, faults: 0, kills: 0, failed: [] as { seed: number; what: string }[] };
  await onAllCores<Done>(
    { script: "./worker.ts", from, count, stretch: stretchOfSeeds },
    (start, to): Task => ({ kind, from: start, to }),
    (done) => {
      total.played += done.played;
      total.steps += done.steps;
      total.faults += done.faults;
      total.kills += done.kills;
      total.failed.push(...done.failed);
      return total.failed.length === 0;
    },
  );
  return total;
}
