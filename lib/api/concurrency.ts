import { escrowPayoutSteps } from "../../functions/contract/escrow/contract.ts";
import { settlementSteps } from "../../functions/contract/settlement/contract.ts";
import { stepName } from "./background-lambdas.ts";

/** What each gateway lets through: `rate` requests a second, after a burst of `burst` requests at once. */
export interface Throttle {
  readonly rate: number;
  readonly burst: number;
}

/** How many executions of one Lambda are set aside for it, which is also the most that run at once: each consumer of the stream, each sweep, each step of a state machine. */
export interface ReservedConcurrency {
  readonly outbox: number;
  readonly sweep: number;
  readonly steps: number;
}

/** How many requests of one source address pass in any 5 minutes. */
export interface SourceLimit {
  readonly requestsPer5Minutes: number;
}

/**
 * Above it the gateway answers 429 before a Lambda runs. Of an account's 1,000 executions at once production reserves
 * 164; its four APIs, each at 500 requests a second of 0.4 s, take 800 of the 836 that are left. A screening account
 * may send 1,000 requests at once on every stage.
 */
export const usualThrottle = {
  prod: { rate: 500, burst: 1_000 },
  other: { rate: 100, burst: 1_000 },
  // As much as AWS allows an account: an emulator counts too, and its machine is limit enough.
  local: { rate: 10_000, burst: 5_000 },
} as const satisfies Record<string, Throttle>;

export const usualReserve: ReservedConcurrency = {
  // A new table's stream has 4 shards, and 5 while one splits; 4 batches of each at once (lib/messaging/outbox.ts).
  outbox: 5 * 4,
  // One run a minute of 55 s at most; the second is for a run that the scheduler begins twice.
  sweep: 2,
  // A settlement a second, 2.6 million a month, with each step at its vendors' limit of 10 s. Beyond that the machine tries a step again for a minute.
  steps: 1 * 10,
};

/** 200 a second, twice what a plan allows one tenant, whose burst comes on top; under half of what an API takes. */
export const usualSourceLimit: SourceLimit = { requestsPer5Minutes: 200 * 300 };

const steps = new Set([
  ...Object.keys(settlementSteps).map((step) => stepName("settlement", step)),
  ...Object.keys(escrowPayoutSteps).map((step) => stepName("escrow-payout", step)),
]);
const consumers = new Set(["workflows", "outbox"]);
const sweeps = new Set(["sweep", "screening-sweep"]);

/** What is reserved for a Lambda of this name: for what moves money by itself, whatever the APIs are asked. Undefined where nothing is. */
export function reservedFor(reserve: ReservedConcurrency | null, name: string): number | undefined {
  if (consumers.has(name)) return reserve?.outbox;
  if (sweeps.has(name)) return reserve?.sweep;
  return steps.has(name) ? reserve?.steps : undefined;
}

/** What AWS leaves unreserved in every account. */
const unreserved = 100;

/** How many executions at once an account must allow for a stage that reserves so many: below it a deployment fails. */
export function neededConcurrency(reserve: ReservedConcurrency): number {
  return consumers.size * reserve.outbox + sweeps.size * reserve.sweep + steps.size * reserve.steps + unreserved;
}
