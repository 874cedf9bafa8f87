import { once } from "node:events";
import { parseArgs } from "node:util";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { prepare } from "../sim/core/virtual-timers.ts";
import { ClaimsSchedule, type Violation, violations } from "./claims/schedule.ts";
import type { Endpoint } from "./claims/world.ts";
import { machine } from "./core/spread.ts";

const usage = `npm run bench -- claims [--schedules N] [--from SEED]
  --schedules N  schedules, each played on both sides (default 100000)
  --from SEED    the first of them (default 1)`;

const sides = {
  ours: "our claim",
  peer: "Powertools' makeIdempotent",
  control: "our claim, its answer in a transaction of its own (must be found broken)",
} as const;

type SideName = keyof typeof sides;

interface Task {
  readonly side: SideName;
  readonly from: number;
  readonly count: number;
}

/** What a side came to over all its schedules. */
interface Total {
  kills: number;
  faults: number;
  broken: number;
  firstSeed: number | undefined;
  readonly found: Map<Violation, number>;
}

async function endpointOf(side: SideName): Promise<Endpoint> {
  if (side === "peer") return (await import("./claims/peer.ts")).peer;
  const { answeredApart, ours } = await import("./claims/ours.ts");
  return side === "ours" ? ours : answeredApart;
}

async function playAll({ side, from, count }: Task): Promise<Total> {
  prepare();
  const endpoint = await endpointOf(side);
  const total = nothing();
  for (let seed = from; seed < from + count; seed++) {
    const { kills, faults, found } = await new ClaimsSchedule(endpoint, seed).play();
    const isBroken = found.length > 0;
    const single = new Map(found.map((each) => [each, 1]));
    add(total, { kills, faults, broken: Number(isBroken), firstSeed: isBroken ? seed : undefined, found: single });
  }
  return total;
}

/** Schedules a thread plays: the SDK's clients, one a request, are not let go before it ends. */
const aThread = 5_000;

/** A side in threads of its own, one after the other: worlds of two sides never share a clock. */
async function inThreads({ side, from, count }: Task): Promise<Total> {
  const all = nothing();
  for (let at = 0; at < count; at += aThread) {
    const task: Task = { side, from: from + at, count: Math.min(aThread, count - at) };
    const worker = new Worker(import.meta.filename, { workerData: task });
    const [part] = (await once(worker, "message")) as [Total];
    add(all, part);
  }
  return all;
}

function nothing(): Total {
  return { kills: 0, faults: 0, broken: 0, firstSeed: undefined, found: new Map() };
}

function add(all: Total, { kills, faults, broken, firstSeed, found }: Total): void {
  all.kills += kills;
  all.faults += faults;
  all.broken += broken;
  all.firstSeed ??= firstSeed;
  for (const [each, times] of found) all.found.set(each, (all.found.get(each) ?? 0) + times);
}

function print(title: string, count: number, { kills, faults, broken, firstSeed, found }: Total): void {
  const first = firstSeed === undefined ? "" : `, first seed ${firstSeed}`;
  console.log(`${title}: ${broken} of ${count} schedules broken (${faults} faults, ${kills} of them kills${first})`);
  for (const each of violations) if (found.has(each)) console.log(`  ${found.get(each)} ${each}`);
}

async function compare(schedules: number, from: number): Promise<void> {
  console.log(
    `two payments, each asked for by two clients under one key, four tries each while steps fail, then on without a fault; the same business code on both sides, every second schedule charges a rail before it writes; ${machine()}`,
  );
  const [ours, peer] = await Promise.all(
    (["ours", "peer"] as const).map((side) => inThreads({ side, from, count: schedules })),
  );
  const count = Math.ceil(schedules / 20);
  const control = await inThreads({ side: "control", from, count });
  if (!ours || !peer) throw new Error("a side ended without figures");
  print(sides.ours, schedules, ours);
  print(sides.peer, schedules, peer);
  print(sides.control, count, control);
  if (ours.broken > 0 || control.broken === 0) process.exitCode = 1;
}

if (parentPort) parentPort.postMessage(await playAll(workerData as Task));
else {
  const { values } = parseArgs({
    options: {
      schedules: { type: "string", default: "100000" },
      from: { type: "string", default: "1" },
      help: { type: "boolean", default: false },
    },
  });
  const [schedules, from] = [Number(values.schedules), Number(values.from)];
  if (values.help) console.log(usage);
  else if (!(Number.isSafeInteger(schedules) && schedules > 0 && Number.isSafeInteger(from))) {
    console.error(usage);
    process.exitCode = 1;
  } else await compare(schedules, from);
}
