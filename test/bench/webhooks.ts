import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Measured, Plan } from "./webhooks/measure.ts";
import type { StartSide, Terms } from "./webhooks/side.ts";

const sides = {
  ours: "sluice, on the memory book",
  naive: "fetch + standardwebhooks, on the memory book",
  bullmq: "BullMQ + fetch + standardwebhooks, on Redis",
} as const;
type SideName = keyof typeof sides;

const plan: Plan = { warmUp: 500, backlog: 4_000, perSecond: 300, seconds: 5, patienceSeconds: 5 };
const shared = { atOnce: 64, deadlineSeconds: 3 };
const healthyReceivers = 20;

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
  const { measure } = await import("./webhooks/measure.ts");
  process.send?.(await measure(await starterOf(name), terms, plan));
  process.exit(0);
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

/** Both sides in one run, each in a process of its own, so that its CPU is only its own. */
async function compare(): Promise<void> {
  const receivers = program("receivers");
  const [urls] = (await once(receivers, "message")) as [Pick<Terms, "healthyUrls" | "blackHoleUrl">];
  const { startRedis } = await import("./webhooks/redis.ts");
  const redis = await startRedis();
  if (typeof redis !== "string") process.on("exit", redis.stop);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(1));
  const redisPort = typeof redis === "string" ? null : redis.port;
  const results: Partial<Record<SideName, Measured>> = {};
  console.log(
    `${shared.atOnce} at once, ${healthyReceivers} receivers, a deadline of ${shared.deadlineSeconds} s on every side; beside a black hole a tenth of the deliveries goes there; p99 at ${plan.perSecond}/s from enqueued to recorded, healthy receivers only; CPU of the worker's process alone, Redis not counted`,
  );
  for (const name of Object.keys(sides) as SideName[]) {
    if (name === "bullmq" && typeof redis === "string") {
      console.log(`  ${sides[name]}: skipped, ${redis}`);
      continue;
    }
    const child = program(name);
    child.send({ ...urls, ...shared, redisPort } satisfies Terms);
    const measured = await answerOf(child);
    if (!measured) {
      console.log(`  ${sides[name]}: ended without figures`);
      process.exitCode = 1;
      continue;
    }
    results[name] = measured;
    console.log(`  ${sides[name]}\n    ${figures(measured)}`);
  }
  if (typeof redis !== "string") redis.stop();
  receivers.kill();
  const { ours } = results;
  if (!ours) return;
  for (const name of ["naive", "bullmq"] as const) {
    const other = results[name];
    if (other) console.log(`sluice against ${sides[name]}: ${ratios(ours, other)}`);
  }
  const moved = (100 * (ours.p99BesideHoleMs - ours.p99Ms)) / ours.p99Ms;
  console.log(
    `the p99 of healthy endpoints beside a black hole moves by ${moved.toFixed(1)} % (aim: at most 10 %)`,
  );
}

function program(name: string): ChildProcess {
  return fork(import.meta.filename, [name]);
}

function answerOf(child: ChildProcess): Promise<Measured | undefined> {
  return new Promise((resolve) => {
    child.once("message", (measured) => resolve(measured as Measured));
    child.once("exit", () => resolve(undefined));
  });
}

function figures(of: Measured): string {
  return [
    `${of.perSecond.toFixed(0)} deliveries/s, ${of.perSecondBesideHole.toFixed(0)}/s beside a black hole`,
    `${of.cpuMicrosEach.toFixed(0)} us CPU each`,
    `p99 ${of.p99Ms.toFixed(1)} ms, ${of.p99BesideHoleMs.toFixed(1)} ms beside a black hole`,
    ...(of.missing > 0 ? [`${of.missing} had not come in time`] : []),
  ].join("; ");
}

function ratios(ours: Measured, other: Measured): string {
  return [
    `${(ours.perSecond / other.perSecond).toFixed(2)} x the deliveries/s (aim: at least 2)`,
    `${(ours.perSecondBesideHole / other.perSecondBesideHole).toFixed(1)} x beside a black hole`,
    `${(ours.cpuMicrosEach / other.cpuMicrosEach).toFixed(2)} of its CPU each (aim: at most 0.5)`,
    `p99 beside a black hole ${(ours.p99BesideHoleMs / other.p99BesideHoleMs).toFixed(4)} of its`,
  ].join(", ");
}
