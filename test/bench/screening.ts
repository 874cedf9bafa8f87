import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import type { ChainFamily } from "../../functions/domain/addresses/form.ts";
import type { StoredIndex } from "../../functions/domain/screening/list-entry.ts";
import { ListIndex } from "../../functions/domain/screening/list-index.ts";
import { writers } from "../support/screening/addresses.ts";
import { screenedBy } from "../support/screening/screen-samples.ts";
import { familyAnswers, wholeIndex, wholeListName } from "../support/screening/whole-list.ts";
import { coldStarts } from "./screening/cold-start.ts";

const usage = `npm run bench -- screens [--screens N] [--random N] [--starts N]
  --screens N  screens whose CPU is measured (default 50000)
  --random N   random addresses of each family that must not be blocked (default 100000)
  --starts N   cold starts of the bundled Lambda (default 5)`;

/** What a screen may take of CPU at the 99th percentile, in milliseconds. */
const mostCpuMs = 1;

const { values } = parseArgs({
  options: {
    screens: { type: "string", default: "50000" },
    random: { type: "string", default: "100000" },
    starts: { type: "string", default: "5" },
    help: { type: "boolean", default: false },
  },
});

const families = Object.keys(writers) as ChainFamily[];

function part(sorted: readonly number[], of: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? 0).toFixed(3);
}

function randomOf(family: ChainFamily, round: number): string {
  const ways = writers[family];
  return ways[round % ways.length]?.(randomBytes) ?? "";
}

/** Single screens are over long before the machine's clock of CPU moves on, so each is timed by the wall. All are played so many times: a busy machine interrupts other ones each time, and what is slow in every run is slow by itself. */
const runs = 3;

function cost(index: ListIndex, value: string): number {
  const before = performance.now();
  screenedBy(index, value);
  return performance.now() - before;
}

function measureCpu(index: ListIndex, stored: StoredIndex): void {
  const listed = stored.addresses.map(([address]) => address);
  const input = Array.from({ length: Number(values.screens) }, (_, round) =>
    round % 10 === 0
      ? (listed[round % listed.length] ?? "")
      : randomOf(families[round % families.length] ?? "evm", round),
  );
  console.log(`${input.length} screens, one in ten listed, ${runs} times over, by the wall:`);
  for (let run = 1; run <= runs; run += 1) {
    const before = process.cpuUsage();
    const sorted = input.map((value) => cost(index, value)).toSorted((one, other) => one - other);
    const { user, system } = process.cpuUsage(before);
    const mean = ((user + system) / 1000 / input.length).toFixed(3);
    console.log(
      `  run ${run}: p50 ${part(sorted, 0.5)} ms, p99 ${part(sorted, 0.99)} ms, most ${part(sorted, 1)} ms; CPU ${mean} ms each, the collector's too`,
    );
    if (Number(part(sorted, 0.99)) >= mostCpuMs) process.exitCode = 1;
  }
}

function screenRandom(index: ListIndex): void {
  const wrong = new Map<ChainFamily, number>();
  for (const family of families)
    for (let round = 0; round < Number(values.random); round += 1) {
      const { action, chainFamily } = screenedBy(index, randomOf(family, round));
      if (action !== "allow" || chainFamily !== family) wrong.set(family, (wrong.get(family) ?? 0) + 1);
    }
  console.log(
    `${values.random} random addresses of each of ${families.length} families: ${wrong.size === 0 ? "none blocked, all of their family" : "wrong"}`,
  );
  for (const [family, count] of wrong) console.log(`  ${family}: ${count} blocked, reviewed or of another family`);
  if (wrong.size > 0) process.exitCode = 1;
}

function tellFamilies(stored: StoredIndex): void {
  const counts = new Map<string, { right: number; all: number }>();
  const response = familyAnswers(stored);
  for (const { asset, isRight } of response) {
    const { right, all } = counts.get(asset) ?? { right: 0, all: 0 };
    counts.set(asset, { right: right + (isRight ? 1 : 0), all: all + 1 });
  }
  const each = [...counts].map(([asset, { right, all }]) => `${asset} ${right} of ${all}`);
  console.log(`families told, by the labels of the list: ${each.join(", ")}`);
  for (const { asset, address, family } of response.filter(({ isRight }) => !isRight))
    console.log(`  missed: ${address}, labelled ${asset}, told to be ${family}`);
}

async function startCold(stored: StoredIndex): Promise<void> {
  const { starts, bytes } = await coldStarts(stored, Number(values.starts));
  const median = (of: keyof (typeof starts)[number]) => {
    const sorted = starts.map((start) => start[of]).toSorted((one, other) => one - other);
    return `${part(sorted, 0.5)} ms`;
  };
  console.log(
    `the screen Lambda (${Math.round(bytes / 1024)} KB bundled), median of ${starts.length} starts on this machine: loaded in ${median("load")}, first screen with the list read ${median("first")}, a warm one ${median("warm")}, a batch of 100 ${median("batch")}`,
  );
}

async function main(): Promise<void> {
  const stored = await wholeIndex();
  const began = performance.now();
  const index = new ListIndex(stored);
  const made = (performance.now() - began).toFixed(1);
  const { records } = index.version;
  console.log(
    `${wholeListName}: ${records} addresses, ${JSON.stringify(stored).length} bytes, made an index in ${made} ms`,
  );
  measureCpu(index, stored);
  screenRandom(index);
  tellFamilies(stored);
  await startCold(stored);
}

if (values.help) console.log(usage);
else await main();
