import { mkdtempSync, rmSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Caught } from "../core/strikes.ts";
import { printLine } from "../core/summary.ts";
import { mutants, withoutConsequence } from "./list.ts";
import { requireText } from "./mutant.ts";
import type { MutantTask } from "./worker.ts";

/** Has a worker of its own, which loads the product anew, find a mutant. */
function findInWorker(task: MutantTask): Promise<Caught> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData: { task } });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

/** Finds mutants side by side and tells of each in the order of the list. */
async function findAll(tasks: readonly MutantTask[], tell: (task: MutantTask, caught: Caught) => void): Promise<void> {
  const found: (Caught | undefined)[] = [];
  let next = 0;
  let told = 0;
  async function work(): Promise<void> {
    for (let at = next++; at < tasks.length; at = next++) {
      const task = tasks[at];
      if (!task) return;
      found[at] = await findInWorker(task);
      for (let done = found[told]; done; done = found[told]) {
        const toldTask = tasks[told];
        if (toldTask) tell(toldTask, done);
        told += 1;
      }
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

/** Plays the simulations against every mutant of the product, or those whose name has a text in it, and prints by which invariant each was found. */
export async function printMutants(text = ""): Promise<void> {
  const start = performance.now();
  const tasks = mutants.filter(({ mutant }) => mutant.name.includes(text));
  for (const { mutant } of tasks) requireText(mutant);
  const cache = mkdtempSync(join(tmpdir(), "sluice-mutants-"));
  enableCompileCache(cache);
  let caught = 0;
  try {
    await findAll(tasks, ({ mutant: { name } }, { by, schedules, instead }) => {
      if (by !== undefined) caught += 1;
      const found = by ?? `NOT CAUGHT, but ${instead.join(", ") || "nothing"}`;
      printLine(by !== undefined, `mutant: ${name} -> ${found} (schedule ${schedules})`);
    });
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  printLine(caught === tasks.length, `mutants: ${caught} of ${tasks.length} caught (${seconds} s)`);
  for (const { name, why } of withoutConsequence) console.log(`     without consequence: ${name}: ${why}`);
  console.log(`     without consequence: ${withoutConsequence.length}`);
}
