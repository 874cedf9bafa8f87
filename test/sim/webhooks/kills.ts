import { maxAttempts } from "../../../functions/domain/webhooks/webhook.ts";
import { fine, type Op, type Verdict } from "../../support/world/core/step.ts";
import type { WebhookWorld } from "../../support/world/webhooks/world.ts";
import { findingsOf, type Stage } from "../core/simulation.ts";
import { type Plan, Strikes } from "../core/strikes.ts";
import { checkExact, checkWebhooks, secondsOfArrivals, type WebhookInvariant, type WebhookReport } from "./check.ts";
import {
  type BehaviourName,
  behaviourNames,
  behaviours,
  fromPost,
  restingScene,
  stageWebhooks,
  type WebhookScene,
} from "./scene.ts";

/** Makes a scene afresh, since receivers may count. */
type Scenery = () => WebhookScene;

/** What becomes of a sender's messages and of those of processes that died: they come, or never, and the sweeper is all there is. */
type Queue = "messages come" | "messages are lost";

const queues: readonly Queue[] = ["messages come", "messages are lost"];

/** One event for one receiver, which fails before its `nth` post and then has its own way. */
function sceneOf(name: BehaviourName, nth: number): Scenery {
  const endpoints = [{ behaviour: fromPost(nth, behaviours[name]), oldSecret: nth % 2 === 0 }];
  const data = { note: "für 5 € 🙂 \u2028", n: 1e21, nth };
  const events = [{ tenant: 0, name: "invoice.sent", data, afterMs: 0 }] as const;
  return () => ({ tenants: [{ endpoints }], events });
}

/** A scene played until nothing is left to happen, with whatever else is to hold of it. */
function stageOf(
  scene: Scenery,
  queue: Queue = "messages come",
  also: (world: WebhookWorld, report: WebhookReport) => void = () => undefined,
): () => Stage<WebhookInvariant> {
  return () => {
    const world = stageWebhooks(scene(), 1);
    const { scheduler } = world;
    if (queue === "messages are lost")
      world.queue.plan = () => (["stream", "sweeper"].includes(scheduler.current?.name ?? "") ? [0] : []);
    return {
      scheduler,
      recoverBy: () => undefined,
      play: () => world.playTo(Number.POSITIVE_INFINITY),
      rest: async () => {
        while (world.queue.dead.length > 0) {
          world.queue.redrive();
          await world.playTo(Number.POSITIVE_INFINITY);
        }
      },
      check: () =>
        findingsOf((report) => {
          checkWebhooks(world, report);
          also(world, report);
        }),
      ends: () => [],
    };
  };
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

/** Strikes a scene at one step after the other, in every way, from one post on up to another. */
async function strikeBetween(
  strikes: Strikes,
  { name, scene, queue }: { name: string; scene: Scenery; queue: Queue },
  posts: readonly [number, number],
): Promise<void> {
  const staging = stageOf(scene, queue);
  const { ops } = await strikes.attempt(`${name}, no fault, ${queue}`, staging);
  // The first step of each attempt is the one after the post before.
  const begins = [0, ...ops.flatMap(({ op }, step) => (op.name === "courier.post" ? [step + 1] : []))];
  const [from, to] = [begins[posts[0]] ?? 0, begins[posts[1]] ?? ops.length];
  for (const [offset, { op }] of ops.slice(from, to).entries())
    for (const blow of blows(op)) {
      const at = from + offset;
      const where = `${name}, ${blow.fault} ${blow.effect ? "after" : "before"} step ${at} (${op.name}), ${queue}`;
      await strikes.attempt(where, staging, () => (_, step) => (step === at ? blow : fine));
    }
}

/** Every receiver from each of the six attempts on; whoever is at work is killed, or its answer lost, before and after each step of the attempt. */
export async function killAtEachPoint(): Promise<Strikes> {
  const strikes = new Strikes();
  for (const behaviour of behaviourNames)
    for (let nth = 1; nth <= maxAttempts; nth += 1)
      for (const queue of queues) {
        const name = `"${behaviour}" from attempt ${nth} on`;
        await strikeBetween(strikes, { name, scene: sceneOf(behaviour, nth), queue }, [nth - 1, nth + 1]);
      }
  return strikes;
}

/** Failures in a row after which an endpoint is given a rest. */
const breakerFailures = 20;

/** A receiver that is given a rest, two probes of it that fail, a third that finds it back, and what waited. */
export async function killWhileResting(): Promise<Strikes> {
  const strikes = new Strikes();
  const scene = () => restingScene(breakerFailures + 2);
  for (const queue of queues)
    await strikeBetween(strikes, { name: "at rest", scene, queue }, [breakerFailures, breakerFailures + 4]);
  return strikes;
}

/** How often in a row a sender is killed: more often than it has attempts. */
const mostKills = 8;

function atFirst(times: number, target: string, verdict: Verdict): () => Plan {
  return () => {
    let left = times;
    return ({ name }, _, process) => {
      if (left === 0 || process.name !== "sender" || name !== target) return fine;
      left -= 1;
      return verdict;
    };
  };
}

/** Errors, not deaths, before the post: as often as it takes to try a delivery's six attempts, and no attempt is used up. */
export async function failBeforePost(): Promise<Strikes> {
  const strikes = new Strikes();
  const staging = stageOf(sceneOf("takes it", 1), "messages come", ({ receivers }, report) => {
    const attempts = receivers.arrivals.map(({ attempt }) => attempt);
    if (attempts.join() !== "1")
      report("an attempt counts only if it could be posted", `attempts ${attempts.join() || "none"} came`);
  });
  for (const target of ["book.read", "deliveries.read", "kms.open"])
    for (let times = 1; times <= mostKills; times += 1) {
      const plan = atFirst(times, target, { fault: "error", effect: false });
      await strikes.attempt(`${times} errors at ${target}`, staging, plan);
    }
  return strikes;
}

const senderOps = [
  ...["book.read", "deliveries.read", "kms.open"],
  ...["deliveries.write", "courier.post", "queue.send"],
] as const;

/** Senders that die at the same point again and again. */
export async function killRepeatedly(): Promise<Strikes> {
  const strikes = new Strikes();
  for (const name of behaviourNames)
    for (const target of senderOps)
      for (const effect of [false, true])
        for (let times = 1; times <= mostKills; times += 1) {
          const where = `"${name}", ${times} kills ${effect ? "after" : "before"} ${target}`;
          const plan = atFirst(times, target, { fault: "crash", effect });
          await strikes.attempt(where, stageOf(sceneOf(name, 1)), plan);
        }
  return strikes;
}

/** Two kills: one at every step of a delivery that needs two attempts, the second at every later step. */
export async function killTwice(): Promise<Strikes> {
  const strikes = new Strikes();
  const staging = stageOf(sceneOf("fails once", 1));
  const whole = await strikes.attempt("no fault", staging);
  for (const first of whole.ops.keys())
    for (const effect of [false, true]) {
      const once = (step: number): Verdict => (step === first ? { fault: "crash", effect } : fine);
      const { ops } = await strikes.probe(staging, () => (_, step) => once(step));
      for (let second = first + 1; second < ops.length; second += 1)
        for (const again of [false, true]) {
          const where = `"fails once", crash at steps ${first} and ${second}`;
          const plan: Plan = (_, step) => (step === second ? { fault: "crash", effect: again } : once(step));
          await strikes.attempt(where, staging, () => plan);
        }
    }
  return strikes;
}

/** Strikes at nothing, with how many instants were compared, and when the posts of one delivery came. */
class Instants extends Strikes {
  checked = 0;
  seconds: readonly number[] = [];
}

/** Every receiver from each attempt on with nothing in the way: instants to the millisecond. */
export async function playExactly(): Promise<Instants> {
  const instants = new Instants();
  for (const name of behaviourNames)
    for (let nth = 1; nth <= maxAttempts; nth += 1) {
      const staging = stageOf(sceneOf(name, nth), "messages come", (world, report) => {
        instants.checked += checkExact(world, report);
        if (name === "answers 500" && nth === 1) instants.seconds = secondsOfArrivals(world)[0] ?? [];
      });
      const calm = () => {
        const stage = staging();
        stage.scheduler.stepMs = 0;
        return stage;
      };
      await instants.attempt(`"${name}" from attempt ${nth} on, nothing in the way`, calm);
    }
  return instants;
}
