import { parseArgs } from "node:util";
import { busySecond, type Need } from "./cost/busy-second.ts";
import { type Ceiling, ceilingsOf } from "./cost/ceiling.ts";
import { hotKeys } from "./cost/hot-keys.ts";
import type { Run } from "./cost/lambda-runs.ts";
import { oursOf, screeningOf } from "./cost/ours.ts";
import { screeningLife } from "./cost/screening-life.ts";
import { settlementLife } from "./cost/settlement-life.ts";

const usage = `npm run ceilings -- [--all]
  --all  every key, and not those alone that allow fewer than twice what is asked for
Counts the write and read units that one settlement, delivery, screen and request take of each key that they share, and
says how many settlements a second that allows; and what a busy second of 5,000 takes of each quota. Fails under 1,000 for one tenant and 5,000 overall.`;

/** Settlements a second that have to be possible. */
const aims = { tenant: 1_000, overall: 5_000 } as const;

function aimOf({ isTenants }: Ceiling): number {
  return isTenants ? aims.tenant : aims.overall;
}

function tell(title: string, ceilings: readonly Ceiling[]): void {
  console.log(`\n${title.padEnd(60)}writes   reads  partitions  settlements a second`);
  for (const each of ceilings) {
    if (!values.all && each.perSecond >= 2 * aimOf(each)) continue;
    const units = `${each.writes.toFixed(1).padStart(6)}${each.reads.toFixed(1).padStart(8)}`;
    const allowed = `${String(each.partitions).padStart(12)}${each.perSecond.toFixed(0).padStart(22)}`;
    const mark = each.perSecond < aimOf(each) ? "  under" : "";
    console.log(`${`${each.index} ${each.key}`.padEnd(60)}${units}${allowed}${mark}`);
  }
}

function tellBusySecond(needs: readonly Need[]): void {
  console.log(`\n${`a busy second of ${aims.overall} settlements`.padEnd(44)}each  a second  without asking`);
  for (const { what, each, aSecond, most, by } of needs) {
    const amounts = `${each.toFixed(2).padStart(8)}${aSecond.toFixed(0).padStart(10)}${String(most).padStart(16)}`;
    console.log(`${what.padEnd(40)}${amounts}  ${aSecond > most ? "ask   " : "      "}${by}`);
  }
}

function named(runs: readonly Run[], lambda: string): Run[] {
  return runs.filter((run) => run.lambda === lambda);
}

/** Requests of a tenant's own that a settlement has: its invoice is created, sent and paid. */
const requests = 3;

async function run(): Promise<void> {
  const life = await settlementLife();
  const ours = oursOf(life);
  const screening = screeningOf(await screeningLife(), 1);
  const deliveries = named(life.runs, "send-webhook");
  const screens = life.runs.reduce((sum, each) => sum + each.screening.length, 0);
  const settlement = ceilingsOf(hotKeys(ours));
  const screen = ceilingsOf(hotKeys(screening), screens);
  tell("a settlement, with its invoice and all that follows", settlement);
  tell("a delivery", ceilingsOf(hotKeys({ ...ours, runs: deliveries.slice(0, 1) }), deliveries.length));
  tell("a request", ceilingsOf(hotKeys({ ...ours, runs: named(life.runs, "invoices").slice(0, 1) }), requests));
  tell("a screen, of one account", screen);
  tellBusySecond(busySecond(ours, aims.overall));
  const least = (of: readonly Ceiling[], isTenants: boolean) =>
    Math.floor(Math.min(...of.filter((each) => each.isTenants === isTenants).map(({ perSecond }) => perSecond)));
  const overall = Math.min(least(settlement, false), least(screen, false));
  const tenant = Math.min(least(settlement, true), least(screen, true), overall);
  console.log("");
  if (tenant < aims.tenant) console.log(`MISSED  one tenant: ${tenant} settlements/s, at least ${aims.tenant}`);
  if (overall < aims.overall) console.log(`MISSED  overall: ${overall} settlements/s, at least ${aims.overall}`);
  if (tenant < aims.tenant || overall < aims.overall) process.exitCode = 1;
  console.log(`one tenant: ${tenant} settlements/s`);
  console.log(`overall: ${overall} settlements/s`);
}

const { values } = parseArgs({
  options: { all: { type: "boolean", default: false }, help: { type: "boolean", default: false } },
});
if (values.help) console.log(usage);
else await run();
