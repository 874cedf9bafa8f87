import { maxAttempts } from "../../../functions/domain/webhooks/webhook.ts";
import type { Behaviour } from "../../support/world/receivers.ts";
import { fine, type Op, type Process, type Verdict } from "../../support/world/scheduler.ts";
import type { WebhookWorld } from "../../support/world/webhook-world.ts";
import { workIn } from "../core/virtual-timers.ts";
import { type BehaviourName, behaviourNames, behaviours, fromPost } from "./behaviours.ts";
import { checkWebhooks } from "./check.ts";
import { checkExact, secondsOfArrivals } from "./exact.ts";
import type { WebhookFinding } from "./findings.ts";
import { stageWebhooks, type WebhookScene } from "./scene.ts";

/** Makes a scene afresh, since receivers may count. */
type Scenery = () => WebhookScene;

/** What becomes of a sender's messages and of those of processes that died: they come, or never, and the sweeper is all there is. */
type Queue = "messages come" | "messages are lost";

const queues: readonly Queue[] = ["messages come", "messages are lost"];

type Plan = (op: Op, step: number, process: Process) => Verdict;

interface Played {
  readonly world: WebhookWorld;
  readonly findings: WebhookFinding[];
  readonly ops: readonly Op[];
  /** The first step of each attempt: the one after the post before. */
  readonly begins: readonly number[];
}

/** A run that did not hold. */
export interface WebhookFailure {
  readonly where: string;
  readonly findings: readonly WebhookFinding[];
  readonly trace: readonly string[];
}

/** One event for one receiver, which fails before its `nth` post and then has its own way. */
function sceneOf(name: BehaviourName, nth: number): Scenery {
  const endpoints = [{ behaviour: fromPost(nth, behaviours[name]), oldSecret: nth % 2 === 0 }];
  const data = { note: "für 5 € 🙂 \u2028", n: 1e21, nth };
  const events = [{ tenant: 0, name: "invoice.sent", data, afterMs: 0 }] as const;
  return () => ({ tenants: [{ endpoints }], events });
}

async function play(scene: Scenery, queue: Queue, plan?: Plan, trace?: string[]): Promise<Played> {
  const world = stageWebhooks(scene(), 1);
  const { scheduler } = world;
  const ops: Op[] = [];
  const begins = [0];
  if (!plan) scheduler.stepMs = 0;
  scheduler.plan = (op, step, process) => {
    ops.push(op);
    if (op.name === "courier.post") begins.push(step + 1);
    return plan?.(op, step, process) ?? fine;
  };
  if (queue === "messages are lost")
    world.queue.plan = () => (["outbox", "sweeper"].includes(scheduler.current?.name ?? "") ? [0] : []);
  if (trace) scheduler.trace = (line) => void trace.push(line);
  workIn(scheduler);
  await world.playTo(Number.POSITIVE_INFINITY);
  workIn(undefined);
  return { world, findings: checkWebhooks(world), ops, begins };
}

/** Everything that can happen to a step: its process dies before or after it took effect, its answer is lost, its race is. */
function blows({ name, kind }: Op): readonly Verdict[] {
  const dead = [false, true].map((effect) => ({ fault: "crash", effect }) as const);
  const unheard = [false, true].map((effect) => ({ fault: "error", effect }) as const);
  const lost = { fault: "conflict", effect: false } as const;
  // A courier never throws: what goes wrong is an answer without a status.
  if (name === "courier.post") return [...dead, lost, { fault: "conflict", effect: true }];
  if (kind === "read") return [...dead.slice(0, 1), ...unheard.slice(0, 1)];
  return kind === "write" ? [...dead, ...unheard, lost] : [...dead, ...unheard];
}

/** What a part of the exhaustive simulation comes to. */
export interface Exhausted {
  runs: number;
  kills: number;
  readonly failures: WebhookFailure[];
}

async function attempt(
  { where, scene, queue }: { where: string; scene: Scenery; queue: Queue },
  plan: () => Plan,
  into: Exhausted,
): Promise<void> {
  const { findings } = await play(scene, queue, plan());
  into.runs += 1;
  if (findings.length === 0) return;
  const trace: string[] = [];
  await play(scene, queue, plan(), trace);
  into.failures.push({ where: `${where}, ${queue}`, findings, trace });
}

/** Strikes at one step after the other, in every way. */
async function strike(
  { name, scene, queue }: { name: string; scene: Scenery; queue: Queue },
  [from, to]: readonly [number, number],
  ops: readonly Op[],
  into: Exhausted,
): Promise<void> {
  for (const [offset, op] of ops.slice(from, to).entries())
    for (const blow of blows(op)) {
      const at = from + offset;
      const place = `${blow.effect ? "after" : "before"} step ${at} (${op.name})`;
      if (blow.fault === "crash") into.kills += 1;
      const plan: Plan = (_, step) => (step === at ? blow : fine);
      await attempt({ where: `${name}, ${blow.fault} ${place}`, scene, queue }, () => plan, into);
    }
}

/** Every receiver from each of the six attempts on; whoever is at work is killed, or its answer lost, before and after each step of the attempt. */
export async function killAtEachPoint(): Promise<Exhausted> {
  const into: Exhausted = { runs: 0, kills: 0, failures: [] };
  for (const name of behaviourNames)
    for (let nth = 1; nth <= maxAttempts; nth += 1)
      for (const queue of queues) {
        const scene = sceneOf(name, nth);
        const { ops, begins } = await play(scene, queue, () => fine);
        const span = [begins[nth - 1] ?? 0, begins[nth + 1] ?? ops.length] as const;
        await strike({ name: `"${name}" from attempt ${nth} on`, scene, queue }, span, ops, into);
      }
  return into;
}

/** Failures in a row after which an endpoint is given a rest. */
const breakerFailures = 20;

/** Five events that fail four times each, which gives their receiver a rest, and a sixth that comes meanwhile. The receiver is back after `failures`; never, where none are given. */
export function restingScene(failures = Number.POSITIVE_INFINITY): WebhookScene {
  let posts = 0;
  const behaviour: Behaviour = () => {
    posts += 1;
    return behaviours[posts > failures ? "takes it" : "answers 500"]();
  };
  const events = [0, 0, 0, 0, 0, 1_270_000].map((afterMs, n) => ({
    tenant: 0,
    name: "invoice.sent" as const,
    data: { n },
    afterMs,
  }));
  return { tenants: [{ endpoints: [{ behaviour }] }], events };
}

/** A receiver that is given a rest, two probes of it that fail, a third that finds it back, and what waited. */
export async function killWhileResting(): Promise<Exhausted> {
  const into: Exhausted = { runs: 0, kills: 0, failures: [] };
  const scene = () => restingScene(breakerFailures + 2);
  for (const queue of queues) {
    const { ops, begins } = await play(scene, queue, () => fine);
    const span = [begins[breakerFailures] ?? 0, begins[breakerFailures + 4] ?? ops.length] as const;
    await strike({ name: "at rest", scene, queue }, span, ops, into);
  }
  return into;
}

/** How often in a row a sender is killed: more often than it has attempts. */
const mostKills = 8;

/** Errors, not deaths, before the post: as often as it takes to try a delivery's six attempts, and no attempt is used up. */
export async function failBeforePost(): Promise<Exhausted> {
  const into: Exhausted = { runs: 0, kills: 0, failures: [] };
  for (const target of ["book.read", "deliveries.read", "kms.open"])
    for (let times = 1; times <= mostKills; times += 1) {
      let left = times;
      const { world, findings } = await play(sceneOf("takes it", 1), "messages come", (op, _, process) => {
        if (left === 0 || process.name !== "sender" || op.name !== target) return fine;
        left -= 1;
        return { fault: "error", effect: false };
      });
      into.runs += 1;
      const attempts = world.receivers.arrivals.map(({ attempt }) => attempt);
      if (attempts.join() !== "1")
        findings.push({
          invariant: "an attempt counts only if it could be posted",
          detail: `attempts ${attempts.join() || "none"} came`,
        });
      const where = `${times} errors at ${target}`;
      if (findings.length > 0) into.failures.push({ where, findings, trace: [] });
    }
  return into;
}

const senderOps = [
  "book.read",
  "deliveries.read",
  "kms.open",
  "deliveries.write",
  "courier.post",
  "queue.send",
] as const;

/** Senders that die at the same point again and again. */
export async function killAgainAndAgain(): Promise<Exhausted> {
  const into: Exhausted = { runs: 0, kills: 0, failures: [] };
  for (const name of behaviourNames)
    for (const target of senderOps)
      for (const effect of [false, true])
        for (let times = 1; times <= mostKills; times += 1) {
          const where = `"${name}", ${times} kills ${effect ? "after" : "before"} ${target}`;
          const plan = (): Plan => {
            let left = times;
            return (op, _, process) => {
              if (left === 0 || process.name !== "sender" || op.name !== target) return fine;
              left -= 1;
              into.kills += 1;
              return { fault: "crash", effect };
            };
          };
          await attempt({ where, scene: sceneOf(name, 1), queue: "messages come" }, plan, into);
        }
  return into;
}

/** Two kills: one at every step of a delivery that needs two attempts, the second at every later step. */
export async function killTwice(): Promise<Exhausted> {
  const into: Exhausted = { runs: 0, kills: 0, failures: [] };
  const scene = sceneOf("fails once", 1);
  const whole = await play(scene, "messages come", () => fine);
  for (let first = 0; first < whole.ops.length; first += 1)
    for (const effect of [false, true]) {
      const once: Plan = (_, step) => (step === first ? { fault: "crash", effect } : fine);
      const { ops } = await play(scene, "messages come", once);
      for (let second = first + 1; second < ops.length; second += 1)
        for (const again of [false, true]) {
          const where = `"fails once", crash at steps ${first} and ${second}`;
          const plan: Plan = (op, step, process) =>
            step === second ? { fault: "crash", effect: again } : once(op, step, process);
          into.kills += 2;
          await attempt({ where, scene, queue: "messages come" }, () => plan, into);
        }
    }
  return into;
}

/** Every receiver from each attempt on with nothing in the way: instants to the millisecond. */
export async function playExactly(): Promise<
  Exhausted & { checked: number; seconds: readonly number[] | undefined }
> {
  const into: Exhausted = { runs: 0, kills: 0, failures: [] };
  let checked = 0;
  let seconds: readonly number[] | undefined;
  for (const name of behaviourNames)
    for (let nth = 1; nth <= maxAttempts; nth += 1) {
      const { world, findings } = await play(sceneOf(name, nth), "messages come");
      checked += checkExact(world, (invariant, detail) => void findings.push({ invariant, detail }));
      into.runs += 1;
      const where = `"${name}" from attempt ${nth} on, nothing in the way`;
      if (findings.length > 0) into.failures.push({ where, findings, trace: [] });
      if (name === "answers 500" && nth === 1) [seconds] = secondsOfArrivals(world);
    }
  return { ...into, checked, seconds };
}
