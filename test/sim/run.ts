import { parseArgs } from "node:util";
import { countCalls } from "./calls.ts";
import { controls, tryControl } from "./controls.ts";
import { doubleCrashes, singleCrashes } from "./crashes.ts";
import { playOnAllCores } from "./crew.ts";
import { prepare } from "./prepare.ts";
import { playSeed } from "./schedule.ts";
import { finish, seconds, showSeed, tell, tellFailures, tellSeeds } from "./summary.ts";
import { simulateWebhooks } from "./webhooks-part.ts";

const usage = `npm run sim -- [--schedules N] [--nightly] [--rounds N] [--events N] [--seed S]
  --schedules N  random schedules to play (default 100000)
  --nightly      1,000,000 of them
  --rounds N     rounds of each race (default 1000)
  --events N     random events through webhooks (default 100000; npm run sim:webhooks for them alone)
  --from N       the first seed (default 1)
  --seed S       plays one seed of the settlements and shows every step of it`;

const { values } = parseArgs({
  options: {
    schedules: { type: "string", default: "100000" },
    nightly: { type: "boolean", default: false },
    rounds: { type: "string", default: "1000" },
    events: { type: "string", default: "100000" },
    from: { type: "string", default: "1" },
    seed: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

function traced(seed: number, trace: string[]) {
  return playSeed(seed, { trace });
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
  await tellSeeds(failed, "sim", traced);
}

async function everything(): Promise<void> {
  for (const { name, is, atMost } of await countCalls())
    tell(is <= atMost, `calls: ${name.padEnd(36)} ${is} (at most ${atMost})`);
  await crashes();
  await negativeControls();
  await races(Number(values.rounds));
  await schedules(values.nightly ? 1_000_000 : Number(values.schedules), Number(values.from));
  await simulateWebhooks(Number(values.events), Number(values.from));
}

prepare();
if (values.help) console.log(usage);
else if (values.seed !== undefined) process.exitCode = (await showSeed(Number(values.seed), traced)) ? 0 : 1;
else {
  await everything();
  process.exitCode = finish();
}
