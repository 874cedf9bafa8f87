import type { Random } from "../../support/world/core/random.ts";
import { fine } from "../../support/world/core/step.ts";
import type { WebhookAlteration, WebhookWorld } from "../../support/world/webhooks/world.ts";
import { randomFault } from "../core/faults.ts";
import { type Counts, findingsOf, type Simulation, type Stage } from "../core/simulation.ts";
import { checkExact, checkWebhooks, type WebhookInvariant, webhookInvariants } from "./check.ts";
import { webhookControls } from "./controls.ts";
import { calmWebhooks, randomWebhooks } from "./random.ts";
import { stageWebhooks, type WebhookScene } from "./scene.ts";

const minuteMs = 60_000;

/** Faults by chance: processes die and calls fail, messages and records of the stream come late, twice or never, sweepers meet. */
function haunt(world: WebhookWorld, random: Random): Counts {
  const rate = random.pick([0.003, 0.01, 0.04, 0.12]);
  const counts = { kills: 0, faults: 0 };
  world.scheduler.plan = (op) => {
    if (!random.chance(rate)) return fine;
    const verdict = randomFault(random, op);
    counts[verdict.fault === "crash" ? "kills" : "faults"] += 1;
    return verdict;
  };
  const copies = (odds: number) => {
    const late = () => random.int(0, random.chance(0.8) ? 200 : 200_000);
    if (random.chance(odds)) return [];
    return random.chance(odds) ? [late(), late()] : [late()];
  };
  const odds = random.pick([0, 0.02, 0.15]);
  world.queue.plan = () => copies(odds);
  world.streamPlan = () => copies(odds);
  world.queue.batchSize = random.pick([1, 10]);
  world.sweepers = () => (random.chance(0.3) ? 2 : 1);
  return counts;
}

/** Attempts that were begun, whether or not anything was posted, and arrivals, some of which the receiver had taken before. */
function countsOf(world: WebhookWorld): Counts {
  const { arrivals } = world.receivers;
  const deliveries = world.deliveries.rows().filter(({ type }) => type === "delivery");
  const states = deliveries.map(({ body }) => body as { attemptsMade: number; status: string });
  const taken = new Set<string>();
  let duplicates = 0;
  for (const { deliveryId, status } of arrivals) {
    if (taken.has(deliveryId)) duplicates += 1;
    if (status !== null && status >= 200 && status < 300) taken.add(deliveryId);
  }
  return {
    ...{ events: world.emitted.length, deliveries: states.length, arrivals: arrivals.length, duplicates },
    delivered: states.filter(({ status }) => status === "delivered").length,
    attempts: states.reduce((sum, { attemptsMade }) => sum + attemptsMade, 0),
  };
}

/** A scene in its world; what is calm has nothing in its way, and its instants are compared to the millisecond. */
function stage(scene: WebhookScene, seed: number, alteration?: WebhookAlteration): Stage<WebhookInvariant> {
  const world = stageWebhooks(scene, seed, alteration);
  const { scheduler } = world;
  const { isCalm = false } = scene;
  if (isCalm) scheduler.stepMs = 0;
  let exact = 0;
  return {
    scheduler,
    haunt: isCalm ? undefined : (random) => haunt(world, random),
    recoverBy: () => undefined,
    play: (random) => world.playTo(random ? scheduler.nowMs + random.pick([2, 40, 600, 12_000]) * minuteMs : Infinity),
    rest: () => world.rest(),
    check: () =>
      findingsOf((report) => {
        checkWebhooks(world, report);
        if (isCalm) exact = checkExact(world, report);
      }),
    ends: () => [],
    counts: () => ({ ...countsOf(world), exact }),
  };
}

/** One world in so many is calm. */
const calmEvery = 8;

/** The simulation of webhooks. */
export const webhooks: Simulation<WebhookScene, WebhookAlteration, WebhookInvariant> = {
  ...{ invariants: webhookInvariants, scenes: {}, controls: webhookControls, mostSchedules: 300 },
  randomScene: (seed) => (seed % calmEvery === 0 ? calmWebhooks(seed) : randomWebhooks(seed)),
  ...{ stage, strikesSilence: false },
};
