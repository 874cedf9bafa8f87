import { fork } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { machine, median, quantile } from "./core/spread.ts";
import type { Border } from "./cpu/handlers.ts";

const usage = `npm run bench -- cpu [--requests N] [--rounds N]
  --requests N  requests of each kind that a round measures (default 2000)
  --rounds N    rounds of each border, in turn, each in a process of its own (default 5)`;

/** What a request may take of CPU outside AWS calls at the 99th percentile, in milliseconds. */
const mostMs = 1;
/** Requests of each kind that only let the engine compile what they run. */
const warmUp = 2_000;
const tenants = 200;

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "2000" },
    rounds: { type: "string", default: "5" },
    border: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

/** CPU of requests, in milliseconds. */
type Round = Record<"create" | "pay" | "control", number[]>;

const titles = {
  store: "outside the store",
  client: "outside the SDK's client, rows deflated and inflated as the table has them",
} as const satisfies Record<Border, string>;

if (values.help) console.log(usage);
else if (values.border !== undefined)
  process.send?.(await measure(values.border as Border, Number(values.requests)), () => process.exit(0));
else await report();

async function measure(border: Border, count: number): Promise<Round> {
  const { startHandlers } = await import("./cpu/handlers.ts");
  const all = await startHandlers(tenants, border);
  const round: Round = { create: [], pay: [], control: [] };
  for (let at = 0; at < warmUp + count; at++) {
    const requests = all[at % tenants];
    if (!requests) throw new Error("no tenant");
    const us = { create: await requests.create(), pay: await requests.pay(), control: await requests.control() };
    if (at < warmUp) continue;
    round.create.push(us.create / 1000);
    round.pay.push(us.pay / 1000);
    round.control.push(us.control / 1000);
  }
  return round;
}

/** In a process of its own, whose log lines go where nobody reads them. */
async function played(border: Border): Promise<Round> {
  const child = fork(import.meta.filename, ["--border", border, "--requests", values.requests], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ended = once(child, "exit").then(() => {
    throw new Error("a round ended without figures");
  });
  const [round] = await Promise.race([once(child, "message"), ended]);
  return round as Round;
}

async function report(): Promise<void> {
  console.log(
    `CPU of a request, the process's with the collector's, real log and ids, one request at a time, a table in memory whose own CPU is left out; ${values.rounds} rounds of ${values.requests} requests of each kind after ${warmUp}; ${machine()}`,
  );
  const rounds: Record<Border, Round[]> = { store: [], client: [] };
  for (let nth = 0; nth < Number(values.rounds); nth++)
    for (const border of ["store", "client"] as const) rounds[border].push(await played(border));
  for (const border of ["store", "client"] as const) {
    console.log(titles[border]);
    for (const request of ["create", "pay"] as const) {
      const p99 = print(
        request,
        rounds[border].map((round) => round[request]),
        `aim: at most ${mostMs}`,
      );
      if (border === "store" && p99 > mostMs) process.exitCode = 1;
    }
  }
  const control = [...rounds.store, ...rounds.client].map((round) => round.control);
  print("control, the same hashing each time: what its p99 has beyond its p50 is the machine's doing", control);
}

/** Prints one request's figures; its p99, the median of the rounds. */
function print(request: string, rounds: readonly number[][], aim?: string): number {
  const p99s = rounds.map((round) => quantile(round, 0.99));
  const each = `each round's: ${p99s.map((p99) => p99.toFixed(2)).join(", ")}`;
  const p50 = median(rounds.map(median)).toFixed(3);
  console.log(
    `  ${request}: p50 ${p50} ms, p99 ${median(p99s).toFixed(2)} ms (${aim === undefined ? each : `${aim}; ${each}`})`,
  );
  return median(p99s);
}
