import type { SimTransfer, TransferKnobs } from "../../support/bridge-sim/transfer.ts";
import type { BridgePlan, Turn } from "../../support/world/bridge/side.ts";
import { Random } from "../../support/world/core/random.ts";
import { aWish, callsOf, withParts } from "../escrow/random.ts";
import { randomScene } from "../settlement/random-scene.ts";
import type { Scene } from "../settlement/scene.ts";
import { nightAfter } from "./scenes.ts";

const hourMs = 3_600_000;

/** What a payer sends, by what was asked: mostly that, sometimes less, more, or in two parts. */
function deposits(random: Random, soon: () => number): Turn[] {
  const turn = (cents: (asked: number) => number, afterMs = soon()): Turn => ({
    ...{ kind: "deposit", afterMs, cents },
  });
  const whole = (asked: number) => asked;
  const half = (asked: number) => Math.floor(asked / 2);
  const cent = random.pick([1, -1]);
  const more = random.int(2, 9_000);
  return random.weighted<() => Turn[]>(
    [() => [turn(whole)], 74],
    [() => [turn(whole, random.int(1, 3) * hourMs)], 3],
    [() => [], 3],
    [() => [turn((asked) => asked + cent)], 4],
    [() => [turn(half)], 3],
    [() => [turn((asked) => asked + more)], 3],
    [() => [turn(half), turn((asked) => asked - half(asked))], 5],
    [() => [turn(whole), turn(whole, soon() + random.int(0, 90_000))], 5],
  )();
}

const waiting = ["awaiting_funds"];
const moving = ["funds_received", "payment_submitted"];

function mishaps(random: Random, soon: () => number): Turn[] {
  const afterMs = soon() + random.int(0, 30_000);
  const to = (from: readonly string[], state: string): Turn => ({ kind: "state", afterMs, from, to: state });
  if (random.chance(0.1)) {
    const code = random.likely({ R10: 50, R29: 20, R01: 15, R06: 10, "": 5 });
    return [{ kind: "take back", code, afterMs: soon() + random.int(0, random.pick([5_000, 90_000, 400_000])) }];
  }
  if (random.chance(0.02)) return [to(waiting, random.pick(["canceled", "error", "limbo"]))];
  if (random.chance(0.02)) return [to(moving, random.pick(["returned", "undeliverable", "error", "limbo"]))];
  if (random.chance(0.01))
    return [
      to(moving, random.pick(["missing_return_policy", "refund_in_flight"])),
      { ...to(["missing_return_policy"], "refund_failed"), afterMs: afterMs + 20_000 },
      { ...to(["refund_in_flight"], "refunded"), afterMs: afterMs + 20_000 },
    ];
  return [];
}

/** A payout that goes wrong, or waits, or is told in a word that we do not know before it is done. */
function payoutTurns(random: Random): Turn[] {
  if (!random.chance(0.06)) return [];
  const afterMs = random.int(0, 90_000);
  const state = random.likely({ undeliverable: 4, error: 2, in_review: 2, limbo: 2 });
  const turn: Turn = { kind: "state", afterMs, from: moving, to: state };
  const back: Turn = {
    kind: "state",
    afterMs: afterMs + 40_000,
    from: ["in_review", "limbo"],
    to: "payment_processed",
  };
  return random.chance(0.7) ? [turn, back] : [turn];
}

/** What Bridge itself takes, rates on both sides of a dollar, and returns that take less than a unit a dollar; of other dice than all the rest. */
function somePrice(seed: number, rate: string): Pick<TransferKnobs, "rate" | "exchangeFeeBps" | "returnRate"> {
  const random = new Random(seed ^ 0x9a7e);
  const exchangeFeeBps = random.weighted([0, 70], [random.int(1, 99), 30]);
  const weighted = random.weighted([rate, 50], ["1", 25], ["1.003107", 15], ["0.93", 10]);
  return { exchangeFeeBps, rate: weighted, returnRate: random.chance(0.3) ? "0.9985" : "1" };
}

function someKnobs(random: Random, rate: string): Partial<TransferKnobs> {
  return {
    rate,
    stepSeconds: random.pick([0, 1, 5, 30, 30, 120]),
    hashChanges: random.chance(0.8),
    amountOffCents: random.chance(0.03) ? random.pick([1, -1]) : 0,
    numericRouting: random.chance(0.1),
    gasFeeKey: random.pick(["gas_fee", "gas_fe"]),
    busyPayouts: random.chance(0.1) ? random.int(1, 2) : 0,
  };
}

function cut(rate: string): string {
  const [whole = "1", fraction = ""] = rate.split(".");
  return fraction === "" ? whole : `${whole}.${fraction.slice(0, 6)}`;
}

/** How often a scene whose rail holds has escrows as well. */
const escrowShare = 0.5;

/** Escrows of the first tenant's, in the pool of its settlements; of other dice than all the rest. */
function someEscrows(seed: number, { mode, holds = false }: BridgePlan): Scene["escrows"] {
  const random = new Random(seed ^ 0xe5cb1d);
  if (mode !== "two_leg" || !holds || !random.chance(escrowShare)) return undefined;
  const wishes = [aWish(random), ...(random.chance(0.2) ? [aWish(random)] : [])];
  const calls = wishes.flatMap((wish, at) => callsOf(random, at, wish));
  // Bridge takes what payers push, and finds no deposit that it was not asked for.
  const pushed = calls.map((call) =>
    call.command.op === "fund"
      ? { ...call, command: { ...call.command, source: "ach_push" as const, fundingRef: null } }
      : call,
  );
  return withParts(seed, { wishes, calls: pushed });
}

/** How often a scene with wallets has a night, after which its fees leave. */
const nightShare = 0.15;

/** A night after a scene, whose close is begun by up to three runs at once; of other dice than all the rest. */
function someNight(seed: number, { mode }: BridgePlan): ReturnType<typeof nightAfter> | undefined {
  const random = new Random(seed ^ 0x0c105e);
  return mode === "two_leg" && random.chance(nightShare) ? nightAfter(random.int(1, 3)) : undefined;
}

/** A random scene whose rail is Bridge. */
export function randomBridgeScene(seed: number): Scene & { readonly bridge: BridgePlan } {
  const scene = randomScene(seed);
  const random = new Random(seed ^ 0xb81d6e);
  const longest = random.chance(0.15) ? [2] : [3, 40, 20_000, 60_000];
  const soon = () => random.int(0, random.pick(longest));
  const fate = (transfer: SimTransfer): Turn[] =>
    transfer.leg === "payout" || transfer.leg === "return"
      ? payoutTurns(random)
      : [...deposits(random, soon), ...mishaps(random, soon)];
  const pulled = random.chance(0.03);
  const bridge: BridgePlan = {
    mode: random.chance(0.7) ? "two_leg" : "one_leg",
    holds: random.chance(0.7),
    knobs: { ...someKnobs(random, random.chance(0.6) ? "1" : cut(scene.rate)), ...somePrice(seed, cut(scene.rate)) },
    fate,
  };
  const escrows = someEscrows(seed, bridge);
  const night = someNight(seed, bridge);
  const dear = night && { rule: { bps: 2_000, fixedCents: 30, reserveBps: 500 } };
  return {
    ...{ ...scene, ...night },
    // An endpoint that fails for days is switched off, which is another part's matter.
    ...(night && { receiver: () => 200 }),
    tenants: scene.tenants.map((tenant) => ({ ...tenant, ...dear, escrowRule: { bps: 150, fixedCents: 30 } })),
    // Forms of payers are played over the mock rail.
    asks: scene.asks.map(({ operation: _, ...ask }) => ({ ...ask, source: pulled ? ask.source : "ach_push" })),
    bridge,
    ...(escrows && { escrows }),
  };
}
