import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Backlog, Bench, Plan, Streams } from "./webhooks/measure.ts";
import { print, type Rounds } from "./webhooks/report.ts";
import { type SideName, type StartSide, sides, type Terms } from "./webhooks/side.ts";

const plan: Plan = { warmUp: 500, backlog: 2_000, perSecond: 300, seconds: 3, patienceSeconds: 5 };
const shared = { atOnce: 64, deadlineSeconds: 3 };
const healthyReceivers = 20;
/** Rounds that only let the engine compile what it runs, then those that count. */
const warmUpRounds = 3;
const backlogRounds = 21;
/** Rounds of the steady streams: ours, whose p99 must not move, and the others'. */
const ourStreamRounds = 15;
const otherStreamRounds = 1;

/** What a side's process is asked for. */
type Input = "backlog" | "beside" | "streams";

type Programs = { [name in SideName]?: ChildProcess | undefined };

const [role] = process.argv.slice(2);
// A side or the receivers end with the run that forked them.
process.on("disconnect", () => process.exit(1));
if (role === "receivers") await receive();
else if (role !== undefined && role in sides) await runSide(role as SideName);
else await compare();

async function receive(): Promise<void> {
  const { startReceivers } = await import("./webhooks/receivers.ts");
  process.send?.(await startReceivers(healthyReceivers));
}

async function runSide(name: SideName): Promise<void> {
  const [terms] = (await once(process, "message")) as [Terms];
  const { Bench } = await import("./webhooks/measure.ts");
  const bench = new Bench(await starterOf(name), terms, plan);
  process.on("message", async (input: Input) => process.send?.(await measured(bench, input)));
  process.send?.("ready");
}

async function measured(bench: Bench, input: Input): Promise<Backlog | Streams> {
  return input === "streams" ? bench.streams() : bench.backlog(input === "beside");
}

async function starterOf(name: SideName): Promise<StartSide> {
  switch (name) {
    case "ours":
      return (await import("./webhooks/ours.ts")).startOurs;
    case "naive":
      return (await import("./webhooks/naive.ts")).startNaive;
    case "bullmq":
      return (await import("./webhooks/bullmq.ts")).startBullmq;
    default:
      throw new Error(`unknown side ${name satisfies never}`);
  }
}

/** All sides in one run, each in a process of its own so that its CPU is only its own, taking turns so that noise strikes all. */
async function compare(): Promise<void> {
  const receivers = fork(import.meta.filename, ["receivers"]);
  const [urls] = (await once(receivers, "message")) as [Pick<Terms, "healthyUrls" | "blackHoleUrl">];
  const { startRedis } = await import("./webhooks/redis.ts");
  const redis = await startRedis();
  if (typeof redis !== "string") process.on("exit", redis.stop);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(1));
  const redisPort = typeof redis === "string" ? null : redis.port;
  const names = (Object.keys(sides) as SideName[]).filter((name) => name !== "bullmq" || redisPort !== null);
  console.log(
    `${shared.atOnce} at once, ${healthyReceivers} receivers, a deadline of ${shared.deadlineSeconds} s on every side; ${backlogRounds} rounds of ${plan.backlog} deliveries, the sides in turn; beside a black hole one more goes there after every nine; p99 at ${plan.perSecond}/s from enqueued to recorded, healthy receivers only; CPU of the worker's process alone, Redis not counted`,
  );
  if (typeof redis === "string") console.log(`  ${sides.bullmq}: skipped, ${redis}`);
  const running: Programs = {};
  for (const name of names) {
    const child = fork(import.meta.filename, [name]);
    await ask(child, { ...urls, ...shared, redisPort } satisfies Terms);
    running[name] = child;
  }
  await inTurn<Backlog>(running, "backlog", warmUpRounds);
  const { ours, ...others } = running;
  print({
    backlog: await inTurn<Backlog>(running, "backlog", backlogRounds),
    streams: {
      ...(await inTurn<Streams>({ ours }, "streams", ourStreamRounds)),
      ...(await inTurn<Streams>(others, "streams", otherStreamRounds)),
    },
    beside: await inTurn<Backlog>(running, "beside", 1),
  });
  process.exit(0);
}

/** Rounds of one kind, every side once a round, the order turned about each time. */
async function inTurn<T>(running: Programs, input: Input, rounds: number): Promise<Rounds<T>> {
  const reply: Partial<Record<SideName, T[]>> = {};
  const order = Object.entries(running) as [SideName, ChildProcess][];
  for (let round = 0; round < rounds; round++) {
    for (const [name, child] of order) {
      reply[name] ??= [];
      reply[name].push((await ask(child, input)) as T);
    }
    order.reverse();
  }
  return reply;
}

/** What a process answers; its early end is the run's. */
function ask(child: ChildProcess, input: Terms | Input): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error("a side ended without figures"));
    child.once("exit", ended);
    child.once("message", (reply) => {
      child.off("exit", ended);
      resolve(reply);
    });
    child.send(input);
  });
}
