import { parseArgs } from "node:util";
import { countCalls } from "./calls.ts";
import { controls, tryControl } from "./controls.ts";
import { doubleCrashes, type Failure, singleCrashes } from "./crashes.ts";
import { playOnAllCores } from "./crew.ts";
import { playSeed } from "./schedule.ts";
import { prepare } from "./worker.ts";

const usage = `npm run sim -- [--schedules N] [--nightly] [--rounds N] [--seed S]
  --schedules N  random schedules to play (default 100000)
  --nightly      1,000,000 of them
  --rounds N     rounds of each race (default 1000)
  --from N       the first seed (default 1)
  --seed S       plays one seed and shows every step of it`;

const { values } = parseArgs({
  options: {
    schedules: { type: "string", default: "100000" },
    nightly: { type: "boolean", default: false },
    rounds: { type: "string", default: "1000" },
    from: { type: "string", default: "1" },
    seed: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

const began = performance.now();
const red: string[] = [];

function seconds(sinceMs: number): string {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
}

/** Tells one line of the summary, and keeps it when it is a failure. */
function tell(good: boolean, line: string): void {
  console.log(`${good ? "ok  " : "FAIL"} ${line}`);
  if (!good) red.push(line);
}

/** The most recent steps before something went wrong. */
const shownSteps = 40;

function tellFailures(failures: readonly Failure[]): void {
  for (const { where, findings, trace } of failures.slice(0, 3)) {
    console.log(`  ${where}`);
    for (const { invariant, detail } of findings.slice(0, 3)) console.log(`    ${invariant}: ${detail}`);
    for (const line of trace.filter((each) => each.includes("!!"))) console.log(`    ${line}`);
    console.log(`    ... ${trace.slice(-5).join("\n        ")}`);
  }
}

async function showSeed(seed: number): Promise<boolean> {
  const trace: string[] = [];
  const { findings } = await playSeed(seed, { trace });
  console.log(trace.join("\n"));
  for (const { invariant, detail } of findings) console.log(`FAIL ${invariant}: ${detail}`);
  if (findings.length === 0) console.log(`ok   seed ${seed}: all invariants hold`);
  return findings.length === 0;
}

async function crashes(): Promise<void> {
  let start = performance.now();
  const single = await singleCrashes();
  tell(
    single.failures.length === 0,
    `single crash, exhaustive: ${single.runs} runs over ${single.steps} steps, ${single.failures.length} violations (${seconds(start)})`,
  );
  tellFailures(single.failures);
  start = performance.now();
  const double = await doubleCrashes();
  tell(
    double.failures.length === 0,
    `double crash, exhaustive over pay: ${double.runs} runs, ${double.failures.length} violations (${seconds(start)})`,
  );
  tellFailures(double.failures);
}

async function negativeControls(): Promise<void> {
  for (const control of controls) {
    const { name, by, schedules, instead } = await tryControl(control);
    const found = by ?? `NOT CAUGHT, but ${instead.join(", ") || "nothing"}`;
    tell(by !== undefined, `control: ${name.padEnd(40)} -> ${found} (schedule ${schedules})`);
  }
}

async function races(rounds: number): Promise<void> {
  for (const race of ["64 clients, one key", "32 keys, one invoice"] as const) {
    const start = performance.now();
    const { played, failed } = await playOnAllCores(race, rounds, 1);
    tell(failed.length === 0, `${race}: ${played} rounds, ${failed.length} violations (${seconds(start)})`);
    for (const { seed, what } of failed.slice(0, 3)) console.log(`  round ${seed}: ${what}`);
  }
}

async function schedules(count: number, from: number): Promise<void> {
  const start = performance.now();
  const { played, steps, faults, failed } = await playOnAllCores("schedules", count, from);
  const speed = Math.round(played / ((performance.now() - start) / 1000));
  tell(
    failed.length === 0,
    `random schedules: ${played} from seed ${from}, ${steps} steps, ${faults} faults, ${failed.length} violations (${seconds(start)}, ${speed}/s)`,
  );
  const [first] = failed;
  for (const { seed, what } of failed.slice(0, 5)) console.log(`  seed ${seed}: ${what}`);
  if (!first) return;
  const trace: string[] = [];
  await playSeed(first.seed, { trace }).catch((error: unknown) => trace.push(String(error)));
  console.log(`  the last steps of seed ${first.seed}; all of them: npm run sim -- --seed ${first.seed}`);
  for (const line of trace.slice(-shownSteps)) console.log(`    ${line}`);
}

async function everything(): Promise<void> {
  for (const { name, is, atMost } of await countCalls())
    tell(is <= atMost, `calls: ${name.padEnd(36)} ${is} (at most ${atMost})`);
  await crashes();
  await negativeControls();
  await races(Number(values.rounds));
  await schedules(values.nightly ? 1_000_000 : Number(values.schedules), Number(values.from));
  console.log(red.length === 0 ? `sim: all good in ${seconds(began)}` : `sim: ${red.length} failures`);
}

prepare();
if (values.help) console.log(usage);
else if (values.seed !== undefined) process.exitCode = (await showSeed(Number(values.seed))) ? 0 : 1;
else {
  await everything();
  process.exitCode = red.length === 0 ? 0 : 1;
}
