import { Random } from "../../support/world/core/random.ts";
import { completeOutbox } from "../core/rest.ts";
import type { Outcome } from "../core/simulation.ts";
import { workIn } from "../core/virtual-timers.ts";
import { check } from "./check.ts";
import type { Invariant } from "./invariants.ts";
import { type Scene, type SceneAsk, simpleScene, stage } from "./scene.ts";
import { see } from "./seen.ts";

/** A crowd that asks at once. */
type Race = "64 clients, one key" | "32 keys, one invoice";

function crowd(race: Race, random: Random): Scene {
  const call: SceneAsk = { tenant: 0, invoice: 0, key: "k", source: "ach_push", delayMs: 0 };
  const asks =
    race === "64 clients, one key"
      ? Array.from({ length: 64 }, () => call)
      : Array.from({ length: 32 }, (_, at) => ({ ...call, key: `k${at}`, amountCents: random.int(500, 9_000) }));
  return simpleScene({ asks });
}

/** Plays rounds of a race by their numbers. */
export function playRace(race: Race): (seed: number) => Promise<Outcome<Invariant>> {
  return async (seed) => {
    const random = new Random(seed);
    const world = stage(crowd(race, random), seed);
    world.scheduler.switching = random.pick([0.5, 0.9, 1]);
    world.clients.patience = 200;
    workIn(world.scheduler);
    await world.scheduler.settle();
    await completeOutbox(world);
    const findings = await check(world);
    const { settlements, invoices } = see(world);
    const executions = world.vendors.collections.size;
    const taken = settlements.reduce((sum, { state }) => sum + state.fiatInCents, 0);
    if (race === "64 clients, one key" && (executions !== 1 || settlements.length !== 1))
      findings.push({ invariant: "one execution a key", detail: `${executions} executions` });
    if (taken > (invoices[0]?.state.totalCents ?? 0))
      findings.push({
        invariant: "an invoice counts its standing payments and never more than its total",
        detail: `${taken} taken`,
      });
    workIn(undefined);
    return { findings, counts: {}, ends: [] };
  };
}
