import { Random } from "../../support/world/random.ts";
import { fine } from "../../support/world/scheduler.ts";
import type { WebhookAlteration, WebhookWorld } from "../../support/world/webhook-world.ts";
import { workIn } from "../core/virtual-timers.ts";
import { aFault } from "../settlement/schedule.ts";
import { checkWebhooks } from "./check.ts";
import { checkExact } from "./exact.ts";
import type { WebhookFinding } from "./findings.ts";
import { calmWebhooks, randomWebhooks } from "./random.ts";
import { stageWebhooks, type WebhookScene } from "./scene.ts";

/** What happened, counted. */
export interface WebhookCounts {
  events: number;
  deliveries: number;
  delivered: number;
  /** Attempts that were begun, whether or not anything was posted. */
  attempts: number;
  arrivals: number;
  /** Arrivals of what the receiver had taken before. */
  duplicates: number;
  kills: number;
  /** Other faults: errors, lost answers, lost races. */
  faults: number;
  /** Attempts whose instants were compared to the millisecond. */
  exact: number;
  steps: number;
}

/** Counts of nothing. */
export function noCounts(): WebhookCounts {
  return {
    events: 0,
    deliveries: 0,
    delivered: 0,
    attempts: 0,
    arrivals: 0,
    duplicates: 0,
    kills: 0,
    faults: 0,
    exact: 0,
    steps: 0,
  };
}

/** What became of one seed. */
export interface WebhookOutcome {
  readonly findings: readonly WebhookFinding[];
  readonly counts: WebhookCounts;
}

const minuteMs = 60_000;

/** Faults by chance: processes die and calls fail, messages and records of the stream come late, twice or never, sweepers meet. */
function haunt(world: WebhookWorld, random: Random, counts: WebhookCounts): void {
  const rate = random.pick([0.003, 0.01, 0.04, 0.12]);
  world.scheduler.plan = (op) => {
    if (!random.chance(rate)) return fine;
    const verdict = aFault(random, op);
    if (verdict.fault === "crash") counts.kills += 1;
    else counts.faults += 1;
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
  world.scheduler.switching = random.pick([0.1, 0.3, 0.6]);
}

function count(world: WebhookWorld, counts: WebhookCounts): void {
  const { arrivals } = world.receivers;
  counts.events = world.emitted.length;
  counts.arrivals = arrivals.length;
  counts.steps = world.scheduler.steps;
  for (const { type, body } of world.deliveries.rows()) {
    if (type !== "delivery") continue;
    const { attemptsMade, status } = body as { attemptsMade: number; status: string };
    counts.deliveries += 1;
    counts.attempts += attemptsMade;
    if (status === "delivered") counts.delivered += 1;
  }
  const taken = new Set<string>();
  for (const { deliveryId, status } of arrivals) {
    if (taken.has(deliveryId)) counts.duplicates += 1;
    if (status !== null && status >= 200 && status < 300) taken.add(deliveryId);
  }
}

/** One world in so many has nothing in its way, and its instants are compared to the millisecond. */
const calmEvery = 8;

/** Plays one seed: a scene, its faults, the order of everything; then rest, then all invariants. */
export async function playWebhooks(
  seed: number,
  {
    alteration,
    scene,
    calm = seed % calmEvery === 0,
    trace,
  }: { alteration?: WebhookAlteration; scene?: WebhookScene; calm?: boolean; trace?: string[] } = {},
): Promise<WebhookOutcome> {
  const random = new Random(seed);
  const counts = noCounts();
  const played = scene ?? (calm ? calmWebhooks(seed) : randomWebhooks(seed));
  const world = stageWebhooks(played, seed, alteration);
  const { scheduler } = world;
  if (trace) scheduler.trace = (line) => void trace.push(`${world.clock.now()} ${line}`);
  workIn(scheduler);
  if (calm) scheduler.stepMs = 0;
  else haunt(world, random, counts);
  await world.playTo(scheduler.nowMs + random.pick([2, 40, 600, 12_000]) * minuteMs);
  await world.rest();
  workIn(undefined);
  const findings = checkWebhooks(world);
  if (calm)
    counts.exact = checkExact(world, (invariant, detail) => void findings.push({ invariant, detail }));
  count(world, counts);
  return { findings, counts };
}
