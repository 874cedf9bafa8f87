import { availableParallelism } from "node:os";
import { parentPort, Worker, workerData } from "node:worker_threads";
import type { Simulation } from "./core/simulation.ts";
import { playLongScenes, strikeOnce, strikeTwice } from "./core/strikes.ts";
import { addReport, type PartReport, printControls, printLine, printStrikes, reportOf } from "./core/summary.ts";
import { prepare } from "./core/virtual-timers.ts";
import { disputes } from "./disputes/simulation.ts";
import { escrows } from "./escrow/simulation.ts";
import { people } from "./onboarding/simulation.ts";
import { screening } from "./screening/simulation.ts";
import { countCalls } from "./settlement/calls.ts";
import { settlements, struckTwice } from "./settlement/simulation.ts";
import { killSenders } from "./webhooks/summary.ts";

const { mock, bridge } = settlements;

async function printCalls(): Promise<void> {
  for (const { name, is, atMost } of await countCalls())
    printLine(is <= atMost, `calls: ${name.padEnd(36)} ${is} (at most ${atMost})`);
}

async function printLongScenes<S, A>(simulation: Simulation<S, A>): Promise<void> {
  await printStrikes(
    () => playLongScenes(simulation),
    ({ runs, steps }) => `scenes of hours and days: ${runs} runs over ${steps} steps`,
  );
}

async function printCrashes<S, A>(name: string, simulation: Simulation<S, A>): Promise<void> {
  const scenes = Object.keys(simulation.scenes).length;
  await printStrikes(
    () => strikeOnce(simulation),
    ({ runs, steps }) =>
      `${name}, single crash or silence, exhaustive: ${runs} runs over ${steps} steps of ${scenes} scenes`,
  );
}

async function printDoubleCrashes(): Promise<void> {
  await printStrikes(
    () => strikeTwice(mock, struckTwice, "pay"),
    ({ runs }) => `double crash, exhaustive over pay: ${runs} runs`,
  );
}

/** Every crash and every mistake on purpose, in parts that know nothing of one another, the longest first. */
const parts = {
  "settlements' crashes": () => printCrashes("settlements", mock),
  "senders' kills": killSenders,
  "settlements' controls": () => printControls(mock),
  "settlements' double crashes": printDoubleCrashes,
  "escrows' crashes": () => printCrashes("escrows", escrows),
  "escrows' controls": () => printControls(escrows),
  "controls over Bridge": () => printControls(bridge),
  "disputes' crashes": () => printCrashes("disputes", disputes),
  "disputes' controls": () => printControls(disputes),
  "people's crashes": () => printCrashes("people", people),
  "people's controls": () => printControls(people),
  "screening's crashes": () => printCrashes("screening", screening),
  "screening's controls": () => printControls(screening),
  "settlements' days": () => printLongScenes(mock),
  "escrows' days": () => printLongScenes(escrows),
  calls: printCalls,
} as const;

type PartName = keyof typeof parts;

function playInWorker(part: PartName): Promise<PartReport> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { part } });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`${part} ended with ${code} and no report`)));
  });
}

/** Plays all parts side by side, a thread of its own for each, and prints of each what it came to as it ends. */
export async function playParts(): Promise<void> {
  const waiting = Object.keys(parts) as PartName[];
  const work = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      const start = performance.now();
      addReport(await playInWorker(part));
      console.log(`     ${part}: ${((performance.now() - start) / 1000).toFixed(1)} s in all`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

const { part } = (workerData ?? {}) as { readonly part?: PartName };
if (parentPort && part !== undefined && part in parts) {
  const lines: string[] = [];
  console.log = (...said: unknown[]) => void lines.push(said.join(" "));
  prepare();
  await parts[part]();
  parentPort.postMessage(reportOf(lines));
}
