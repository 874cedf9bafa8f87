import { parentPort, workerData } from "node:worker_threads";
import type { Simulation } from "../core/simulation.ts";
import { prepare } from "../core/virtual-timers.ts";
import { findMutant } from "./find.ts";
import { loadWith, type Mutant, type Part } from "./mutant.ts";

/** A mutant that a worker is to find, and where. */
export interface MutantTask {
  readonly mutant: Mutant;
  readonly part: Part;
}

type Simulations = readonly Simulation<unknown, unknown>[];

/** Loads the simulations of a part; whatever the product has for them comes with them. */
async function simulationsOf(part: Part): Promise<Simulations> {
  if (part === "escrows") {
    const { escrows } = await import("../escrow/simulation.ts");
    return [escrows] as unknown as Simulations;
  }
  const { settlements } = await import("../settlement/simulation.ts");
  return [settlements.mock, settlements.bridge] as unknown as Simulations;
}

const port = parentPort;
const { task } = (workerData ?? {}) as { readonly task?: MutantTask };
if (port && task) {
  const isLoaded = loadWith(task.mutant);
  prepare();
  const simulations = await simulationsOf(task.part);
  if (!isLoaded()) throw new Error(`mutant "${task.mutant.name}": ${task.mutant.file} is no part of its simulation`);
  port.postMessage(await findMutant(task.mutant, simulations));
}
