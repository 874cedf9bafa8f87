import { parseArgs } from "node:util";
import { writeTraces } from "../model/observed-seeds.ts";
import { finish, printControlCount, printLine, printSeed, printSeeds, printTransitions } from "./core/summary.ts";
import { troublesLine } from "./core/troubles.ts";
import { prepare } from "./core/virtual-timers.ts";
import { printMutants } from "./mutants/summary.ts";
import { playParts } from "./parts.ts";
import { type PlayerName, players } from "./players.ts";
import { killSenders, playWebhooks } from "./webhooks/summary.ts";

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
  --mutants      only the mutants of the product's source; --mutant TEXT those whose name has the text in it
  --webhooks     webhooks alone, as npm run sim:webhooks plays them, with --events and --from
  --trace DIR    only random schedules over the mock rail and of escrows, 100 of each unless --schedules says otherwise, with a file of the steps of each for npm run model -- --traces DIR
  --seed S       plays one seed of the settlements (over --rail), or of --escrows, --disputes, --people, --screening or --webhooks, and shows every step of it`;

const flag = { type: "boolean", default: false } as const;
const { values } = parseArgs({
  options: {
    ...{ nightly: flag, escrows: flag, disputes: flag, people: flag, screening: flag, webhooks: flag, help: flag },
    schedules: { type: "string" },
    trace: { type: "string" },
    ...{ mutants: flag, mutant: { type: "string" } },
    rounds: { type: "string", default: "1000" },
    events: { type: "string", default: "100000" },
    from: { type: "string", default: "1" },
    rail: { type: "string" },
    seed: { type: "string" },
  },
});

const rails = ["mock", "bridge"] as const;
const parts = ["escrows", "disputes", "people", "screening"] as const;
type Part = (typeof parts)[number];

const railTitles: Readonly<Record<string, string>> = {
  mock: "over the mock rail",
  bridge: "over the Bridge simulator, by the real adapter",
};

const rail = rails.find((name) => name === values.rail);
if (values.rail !== undefined && !rail) throw new Error(`the rails are ${rails.join(" and ")}`);
const part = parts.find((name) => values[name]);
const only = part ?? rail;
const count = values.nightly ? 1_000_000 : Number(values.schedules ?? 100_000);
const from = Number(values.from);

async function playSchedules(name: Part | (typeof rails)[number], share: number): Promise<void> {
  const title = railTitles[name] ?? `of ${name}`;
  const { counts, ends } = await printSeeds(
    { name, play: players[name] },
    { count: share, from },
    {
      describe: ({ played, steps, faults, kills }) =>
        `random schedules ${title}: ${played} from seed ${from}, ${steps} steps, ${faults} faults (${kills} kills)`,
      rated: "played",
      command: `npm run sim -- --${railTitles[name] ? "rail " : ""}${name}`,
    },
  );
  const troubles = troublesLine(counts);
  if (troubles !== "") console.log(`     faults: ${troubles}`);
  const ended = Object.entries(ends).toSorted(([, one], [, other]) => other - one);
  const noun = name === "bridge" ? "escrows beside them" : name;
  if (ended.length > 0) console.log(`     ${noun} ended ${ended.map(([end, times]) => `${end} ${times}`).join(", ")}`);
}

async function playRaces(name: PlayerName): Promise<void> {
  await printSeeds(
    { name, play: players[name] },
    { count: Number(values.rounds), from: 1 },
    { describe: ({ played }) => `${name}: ${played} rounds`, command: "npm run sim -- --rounds" },
  );
}

async function playEverything(): Promise<void> {
  await playParts();
  await playRaces("64 clients, one key");
  await playRaces("32 keys, one invoice");
  for (const each of rails) await playSchedules(each, Math.ceil((count * 2) / 5));
  await playSchedules("escrows", Math.ceil(count / 5));
  for (const each of ["disputes", "people", "screening"] as const) await playSchedules(each, Math.ceil(count / 20));
  await playWebhooks(Number(values.events), from);
  printTransitions();
  printControlCount();
  await printMutants();
}

/** Plays schedules whose steps are written for the model checker. */
async function trace(folder: string): Promise<void> {
  const played = await writeTraces(folder, Number(values.schedules ?? 100), from);
  const runs = played.reduce((sum, seed) => sum + seed.runs.length, 0);
  const failed = played.filter(({ findings }) => findings.length > 0);
  printLine(
    failed.length === 0,
    `traces: ${runs} runs of ${played.length} schedules from seed ${from}, in ${folder}, ${failed.length} violations`,
  );
  for (const { name, findings } of failed) console.log(`  ${name}: ${findings[0]?.invariant}: ${findings[0]?.detail}`);
}

prepare();
if (values.help) console.log(usage);
else if (values.seed !== undefined)
  process.exitCode = await printSeed(Number(values.seed), players[values.webhooks ? "webhooks" : (only ?? "mock")]);
else {
  if (values.trace !== undefined) await trace(values.trace);
  else if (values.webhooks) {
    await killSenders();
    await playWebhooks(Number(values.events), from);
  } else if (values.mutants || values.mutant !== undefined) await printMutants(values.mutant);
  else await (only ? playSchedules(only, count) : playEverything());
  process.exitCode = finish();
}
