import { parseArgs } from "node:util";
import { doubleCrashes, singleCrashes } from "./core/crashes.ts";
import { playOnAllCores } from "./core/crew.ts";
import { tellControls } from "./core/part-tell.ts";
import { prepare } from "./core/prepare.ts";
import { finish, seconds, showSeed, tell, tellFailures, tellSeeds } from "./core/summary.ts";
import { playSeedOfDisputes, randomDisputes, simulateDisputes } from "./disputes/part.ts";
import { playSeedOfEscrows, randomEscrows, simulateEscrows } from "./escrow/part.ts";
import { playSeedOfPeople, randomPeople, simulatePeople } from "./onboarding/part.ts";
import { playSeedOfScreening, randomScreening, simulateScreening } from "./screening/part.ts";
import { countCalls } from "./settlement/calls.ts";
import { controls, tryControl } from "./settlement/controls.ts";
import { playSeed, type SimRail, simRails } from "./settlement/schedule.ts";
import { simulateWebhooks } from "./webhooks/part.ts";

const usage = `npm run sim -- [--schedules N] [--nightly] [--rounds N] [--events N] [--rail R] [--seed S]
  --schedules N  random schedules to play (default 100000), two fifths of them over each rail, one of escrows; and a twentieth as many of disputes, of people's ways, and of screening
  --nightly      1,000,000 of them
  --rounds N     rounds of each race (default 1000)
  --events N     random events through webhooks (default 100000; npm run sim:webhooks for them alone)
  --from N       the first seed (default 1)
  --rail R       mock or bridge: only random schedules, all of them over that rail
  --escrows      only random schedules of escrows
  --disputes     only random schedules of disputes
  --people       only random schedules of people's ways
  --screening    only random schedules of the screening interface
  --seed S       plays one seed of the settlements (over --rail), or of --escrows, --disputes, --people or --screening, and shows every step of it`;

const { values } = parseArgs({
  options: {
    schedules: { type: "string", default: "100000" },
    nightly: { type: "boolean", default: false },
    rounds: { type: "string", default: "1000" },
    events: { type: "string", default: "100000" },
    from: { type: "string", default: "1" },
    rail: { type: "string" },
    escrows: { type: "boolean", default: false },
    disputes: { type: "boolean", default: false },
    people: { type: "boolean", default: false },
    screening: { type: "boolean", default: false },
    seed: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

const only = simRails.find((rail) => rail === values.rail);
if (values.rail !== undefined && !only) throw new Error(`the rails are ${simRails.join(" and ")}`);

function tracedOver(rail: SimRail) {
  return (seed: number, trace: string[]) => playSeed(seed, { rail, trace });
}

const railWords: Readonly<Record<SimRail, string>> = {
  mock: "the mock rail",
  bridge: "the Bridge simulator, by the real adapter",
};

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

async function races(rounds: number): Promise<void> {
  for (const race of ["64 clients, one key", "32 keys, one invoice"] as const) {
    const start = performance.now();
    const { played, failed } = await playOnAllCores(race, rounds, 1);
    tell(failed.length === 0, `${race}: ${played} rounds, ${failed.length} violations (${seconds(start)})`);
    for (const { seed, what } of failed.slice(0, 3)) console.log(`  round ${seed}: ${what}`);
  }
}

async function schedules(rail: SimRail, count: number, from: number): Promise<void> {
  const start = performance.now();
  const { played, steps, faults, kills, failed } = await playOnAllCores(rail, count, from);
  const speed = Math.round(played / ((performance.now() - start) / 1000));
  tell(
    failed.length === 0,
    `random schedules over ${railWords[rail]}: ${played} from seed ${from}, ${steps} steps, ${faults} faults (${kills} kills), ${failed.length} violations (${seconds(start)}, ${speed}/s)`,
  );
  await tellSeeds(failed, `npm run sim -- --rail ${rail}`, tracedOver(rail));
}

const count = values.nightly ? 1_000_000 : Number(values.schedules);

/** The rails' shares of all random schedules: two fifths each, the rest is of escrows. */
async function sharedSchedules(): Promise<void> {
  const shares = only
    ? ([[only, count]] as const)
    : simRails.map((rail) => [rail, Math.ceil((count * 2) / 5)] as const);
  for (const [rail, share] of shares) await schedules(rail, share, Number(values.from));
}

function seedPlayer() {
  if (values.escrows) return playSeedOfEscrows;
  if (values.people) return playSeedOfPeople;
  if (values.screening) return playSeedOfScreening;
  return values.disputes ? playSeedOfDisputes : tracedOver(only ?? "mock");
}

async function everything(): Promise<void> {
  if (only) return sharedSchedules();
  if (values.escrows) return randomEscrows(count, Number(values.from));
  if (values.disputes) return randomDisputes(count, Number(values.from));
  if (values.people) return randomPeople(count, Number(values.from));
  if (values.screening) return randomScreening(count, Number(values.from));
  for (const { name, is, atMost } of await countCalls())
    tell(is <= atMost, `calls: ${name.padEnd(36)} ${is} (at most ${atMost})`);
  await crashes();
  await tellControls(controls, tryControl);
  await races(Number(values.rounds));
  await sharedSchedules();
  await simulateEscrows(Math.ceil(count / 5), Number(values.from));
  await simulateDisputes(Math.ceil(count / 20), Number(values.from));
  await simulatePeople(Math.ceil(count / 20), Number(values.from));
  await simulateScreening(Math.ceil(count / 20), Number(values.from));
  await simulateWebhooks(Number(values.events), Number(values.from));
}

prepare();
if (values.help) console.log(usage);
else if (values.seed !== undefined) {
  const held = await showSeed(Number(values.seed), seedPlayer());
  process.exitCode = held ? 0 : 1;
} else {
  await everything();
  process.exitCode = finish();
}
