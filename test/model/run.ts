import { parseArgs } from "node:util";
import { prepare } from "../sim/core/virtual-timers.ts";
import { Checker } from "./checker.ts";
import { checkForgeries, checkProtocol, checkRuns, type Line } from "./checks.ts";
import type { ObservedRun } from "./observed-run.ts";
import { playParts, playSeeds, readTraces } from "./observed-seeds.ts";
import { protocols } from "./protocols.ts";

const usage = `npm run model -- [--seeds N] [--from N] [--traces DIR]
  --seeds N     seeds of the simulation, over the mock rail and of escrows, whose runs the models must have beside those of escrows released in part (default 30)
  --from N      the first of them (default 1)
  --traces DIR  the runs that npm run sim -- --trace DIR has written, instead of seeds`;

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "30" },
    from: { type: "string", default: "1" },
    traces: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

const start = performance.now();
let failures = 0;

function secondsSoFar(): string {
  return `${((performance.now() - start) / 1000).toFixed(0)} s`;
}

function print({ isGood, text }: Line): void {
  if (!isGood) failures += 1;
  console.log(`${isGood ? "ok  " : "FAIL"} ${text}`);
}

async function observed(): Promise<ObservedRun[]> {
  if (values.traces !== undefined) return readTraces(values.traces);
  const runs = await playParts();
  for await (const seed of playSeeds(Number(values.seeds), Number(values.from))) runs.push(...seed.runs);
  return runs;
}

async function main(spin: string): Promise<void> {
  prepare();
  const runs = await observed();
  if (runs.length === 0) throw new Error("there are no runs to hold against the models");
  for (const protocol of protocols) {
    const checker = new Checker(spin, protocol);
    console.log(`     ${protocol.name}: the model is compiled (${secondsSoFar()})`);
    try {
      const own = runs.filter((run) => run.protocol === protocol.name);
      for (const line of checkProtocol(protocol, checker)) print(line);
      for (const line of checkRuns(protocol, checker, own)) print(line);
      for (const line of checkForgeries(protocol, checker, own)) print(line);
    } finally {
      checker.close();
    }
  }
  console.log(failures === 0 ? `model: all good in ${secondsSoFar()}` : `model: ${failures} failures`);
  process.exitCode = failures === 0 ? 0 : 1;
}

const spin = process.env.SLUICE_SPIN;
if (values.help) console.log(usage);
else if (spin === undefined) throw new Error("the model checker is not installed: npm run model installs it");
else await main(spin);
