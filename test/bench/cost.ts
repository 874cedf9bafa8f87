import { parseArgs } from "node:util";
import { assumptions, prices } from "../../bin/sandbox/cost/prices.ts";
import { billOf } from "./cost/bill.ts";
import { type Figures, missedAims, recordedFigures, recordFigures, risesOver } from "./cost/figures.ts";
import { type Line, usdSum } from "./cost/line.ts";
import { naiveBill } from "./cost/naive.ts";
import { oursOf, screeningOf } from "./cost/ours.ts";
import { rowCosts } from "./cost/rows.ts";
import { screeningLife } from "./cost/screening-life.ts";
import { settlementLife } from "./cost/settlement-life.ts";

const usage = `npm run cost -- [--prices | --gate | --record]
  --prices  the price list and what is assumed, with sources, and nothing else
  --gate    fails where a figure is more than 5 % over the one on record, and not where an aim is missed
  --record  puts the figures on record`;

function dollars(usd: number): string {
  return usd.toFixed(2).padStart(9);
}

function amount(quantity: number): string {
  return (quantity === 0 || quantity >= 1 ? quantity.toFixed(1) : quantity.toPrecision(2)).padStart(10);
}

function tell(title: string, ours: readonly Line[], other: readonly Line[] | null): void {
  console.log(`\n${title}, dollars for a million settlements`);
  console.log(`${"".padEnd(46)}a settlement     ours${other ? "    naive" : ""}`);
  const names = new Map([...ours, ...(other ?? [])].map(({ service, what }) => [`${service}: ${what}`, what]));
  for (const name of names.keys()) {
    const found = (lines: readonly Line[]) => lines.find(({ service, what }) => `${service}: ${what}` === name);
    const [one, two] = [found(ours), found(other ?? [])];
    const beside = other ? dollars(two?.usd ?? 0) : "";
    console.log(`${name.padEnd(44)}${amount(one?.quantity ?? 0)}    ${dollars(one?.usd ?? 0)}${beside}`);
  }
  console.log(`${"in all".padEnd(58)}${dollars(usdSum(ours))}${other ? dollars(usdSum(other)) : ""}`);
}

function tellPrices(): void {
  for (const [name, { usd, per, unit, source, seen }] of Object.entries(prices))
    console.log(`${name.padEnd(20)}$${usd} for ${per === 1 ? "a" : per} ${unit}, ${source}, seen ${seen}`);
  for (const [name, value] of Object.entries(assumptions)) console.log(`${name.padEnd(20)}${value}`);
}

/** The machine's transitions, and nothing else that a settlement takes. */
function machineUsd(bill: readonly Line[]): number {
  return usdSum(bill.filter(({ service }) => service === "Step Functions"));
}

/** Plays and prices one settlement, prints every part, and answers the figures beside the naive design's. */
async function compare(): Promise<{ now: Figures; naiveUsd: number }> {
  const life = await settlementLife();
  const ours = oursOf(life);
  const bill = billOf(ours);
  const naive = naiveBill();
  const screens = life.runs.reduce((sum, { screening }) => sum + screening.length, 0);
  const screening = billOf(screeningOf(await screeningLife(), screens));
  const events = life.runs.filter(({ lambda }) => lambda === "send-webhook").length;
  console.log(
    `one settlement over Bridge, from its invoice's creation to its last webhook: ${life.runs.length} runs of Lambdas, ${life.path.length} states, ${events} webhooks, ${screens} screens; ${assumptions.settlementsAMonth} of them a month`,
  );
  tell("the rails", bill, naive);
  tell("the screening interface, apart", screening, null);
  console.log("\nwhere the rails' write units go      writes  bytes  of tables  of indexes");
  for (const { kind, writes, meanBytes, tableUnits, indexUnits, usd } of rowCosts(ours)) {
    const counts = `${String(writes).padStart(8)}${meanBytes.toFixed(0).padStart(7)}`;
    const units = `${String(tableUnits).padStart(11)}${String(indexUnits).padStart(12)}`;
    console.log(`${kind.padEnd(34)}${counts}${units}${dollars(usd)}`);
  }
  const inAllUsd = usdSum(bill);
  return { now: { inAllUsd, outsideStepFunctionsUsd: inAllUsd - machineUsd(bill) }, naiveUsd: usdSum(naive) };
}

/** What is wrong with these figures, by what was asked for; recording them finds nothing. */
function faults(now: Figures, naiveUsd: number): string[] {
  if (values.record) recordFigures(now);
  if (values.record) return [];
  return values.gate ? risesOver(recordedFigures(), now) : missedAims(now, naiveUsd);
}

async function run(): Promise<void> {
  const { now, naiveUsd } = await compare();
  console.log("");
  const found = faults(now, naiveUsd);
  for (const fault of found) console.log(`${values.gate ? "ROSE  " : "MISSED"}  ${fault}`);
  if (found.length > 0) process.exitCode = 1;
  console.log(`in all: $${now.inAllUsd.toFixed(2)}`);
  console.log(`outside Step Functions: $${now.outsideStepFunctionsUsd.toFixed(2)}`);
  console.log(`naive: $${naiveUsd.toFixed(2)} (frozen), ${(naiveUsd / now.inAllUsd).toFixed(2)} times ours`);
}

const { values } = parseArgs({
  options: {
    prices: { type: "boolean", default: false },
    gate: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) console.log(usage);
else if (values.prices) tellPrices();
else await run();
