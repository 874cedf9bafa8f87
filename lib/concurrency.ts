import { escrowPayoutSteps, settlementSteps, stepName } from "./inner-lambdas.ts";
import type { Stage } from "./stage.ts";

/** Requests that one API takes: so many a second, and so many at once before that counts. */
export interface Throttle {
  readonly rate: number;
  readonly burst: number;
}

/**
 * Above it the gateway answers 429 before a Lambda runs. Of an account's 1,000 Lambdas at once 144 are reserved; the
 * four APIs of a stage, each at 500 requests a second of 0.4 s, take 800 of the 856 that are left. A burst is 1,000
 * requests, which the widest plan of a screening account promises.
 */
const usualThrottle: Throttle = { rate: 500, burst: 1000 };

/** What each API of a stage takes. */
export function throttleOf(_stage: Stage): Throttle {
  return usualThrottle;
}

/** A settlement a second, 2.6 million a month, with each hop at its vendors' limit of 10 s. Beyond that the machine tries a hop again for a minute. */
const perStep = 10;

const steps = [
  ...Object.keys(settlementSteps).map((step) => stepName("settlement", step)),
  ...Object.keys(escrowPayoutSteps).map((step) => stepName("escrow-payout", step)),
];

/** Lambdas at once that are kept for what moves money by itself, whatever the APIs are asked; also the most that run. */
const reserved: Readonly<Record<string, number>> = {
  // A new table's stream has 4 shards, and 5 while one splits; 4 batches of each at once (lib/outbox.ts).
  outbox: 5 * 4,
  // One run a minute of 55 s at most; the second is for a run that the scheduler begins twice.
  sweep: 2,
  "screening-sweep": 2,
  // 12 steps: 120.
  ...Object.fromEntries(steps.map((name) => [name, perStep])),
};

/** What AWS keeps unreserved in every account. */
const unreserved = 100;

/** How many Lambdas at once an account must allow for a stage that reserves: below it a deployment fails. */
export const neededConcurrency = Object.values(reserved).reduce((sum, each) => sum + each, unreserved);

/** What is reserved for a Lambda of this name; undefined where nothing is, or the stage's account has too few to reserve. */
export function reservedFor(stage: Stage, name: string): number | undefined {
  return reservesConcurrency(stage) ? reserved[name] : undefined;
}

function reservesConcurrency({ kind }: Stage): boolean {
  return kind === "prod";
}
