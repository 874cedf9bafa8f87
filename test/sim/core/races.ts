import { Random } from "../../support/world/random.ts";
import { check } from "../settlement/check.ts";
import { simpleScene } from "../settlement/control.ts";
import type { Finding } from "../settlement/findings.ts";
import { plainRail, type Scene, type SceneAsk, stage } from "../settlement/scene.ts";
import { see } from "../settlement/seen.ts";
import { workIn } from "./virtual-timers.ts";

/** A crowd that asks at once. */
export type Race = "64 clients, one key" | "32 keys, one invoice";

function crowd(race: Race, random: Random): Scene {
  const call: SceneAsk = { tenant: 0, invoice: 0, key: "k", source: "ach_push", delayMs: 0 };
  const asks =
    race === "64 clients, one key"
      ? Array.from({ length: 64 }, () => call)
      : Array.from({ length: 32 }, (_, at) => ({
          ...call,
          key: `k${at}`,
          amountCents: random.int(500, 9_000),
        }));
  return simpleScene({ asks, rail: () => plainRail });
}

/** One round of a race; what it found, and how many executions there were. */
export async function playRace(
  race: Race,
  seed: number,
): Promise<{ findings: Finding[]; executions: number }> {
  const random = new Random(seed);
  const world = stage(crowd(race, random), seed);
  world.scheduler.switching = random.pick([0.5, 0.9, 1]);
  world.patience = 200;
  workIn(world.scheduler);
  await world.scheduler.settle();
  const findings = await check(world);
  workIn(undefined);
  const seen = see(world);
  const executions = world.vendors.collections.size;
  const [invoice] = seen.invoices;
  const taken = seen.settlements.reduce((sum, { state }) => sum + state.fiatInCents, 0);
  if (race === "64 clients, one key" && (executions !== 1 || seen.settlements.length !== 1))
    findings.push({ invariant: "one execution a key", detail: `${executions} executions` });
  if (taken > (invoice?.state.totalCents ?? 0))
    findings.push({
      invariant: "an invoice counts its standing payments and never more than its total",
      detail: `${taken} taken`,
    });
  return { findings, executions };
}
