import { afterAll, describe, expect, test } from "vitest";
import type { Store } from "../../../functions/app/core/ports.ts";
import { playSeed, type Simulation } from "../../sim/core/simulation.ts";
import { disputes } from "../../sim/disputes/simulation.ts";
import { escrows } from "../../sim/escrow/simulation.ts";
import { people } from "../../sim/onboarding/simulation.ts";
import { screening } from "../../sim/screening/simulation.ts";
import { settlements } from "../../sim/settlement/simulation.ts";
import { webhooks } from "../../sim/webhooks/simulation.ts";
import { type NewerFindings, newerMark, newerStore } from "../../support/core/newer-release.ts";
import { Random } from "../../support/world/core/random.ts";
import type { VirtualWorld } from "../../support/world/core/virtual-world.ts";

const rewritten = new Set<string>();

/** Plays random stories over stores that a newer release has written, and says what this release lost and what it gave away. */
async function playOver<S, A>(simulation: Simulation<S, A>, seeds: number) {
  const findings: NewerFindings = { rewritten, lost: new Set() };
  const given = new Set<string>();
  const broken: string[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    const worlds = new Set<VirtualWorld>();
    const random = new Random(seed);
    const over = (name: "store" | "deliveries") => (store: Store, world: VirtualWorld) => {
      worlds.add(world);
      return newerStore(
        store,
        () => world[name],
        () => random.chance(0.2),
        findings,
      );
    };
    const alteration = { store: over("store"), deliveries: over("deliveries") } as unknown as A;
    const outcome = await playSeed(simulation, seed, { alteration });
    broken.push(...outcome.findings.map(({ invariant, detail }) => `${seed} ${invariant}: ${detail}`));
    for (const world of worlds)
      for (const row of [...world.store.rows(), ...world.deliveries.rows()])
        for (const text of shownTexts(row.type, row.body)) if (text.includes(newerMark)) given.add(row.type);
  }
  return { lost: [...findings.lost].toSorted(), given: [...given], broken };
}

/** What of a row others see: an entry with its events, what a delivery sends, and what a key answers. */
function shownTexts(type: string, body: unknown): string[] {
  if (type === "entry") return [JSON.stringify(body)];
  const { body: sent, outcome } = (body ?? {}) as { body?: unknown; outcome?: unknown };
  return [type === "delivery" ? String(sent) : "", type === "claim" ? (JSON.stringify(outcome) ?? "") : ""];
}

const nothing = { lost: [], given: [], broken: [] };

describe("what a newer release stored of a record, at every level of it", () => {
  test.each([
    ["settlements, invoices, payments and reserves on the mock rail", settlements.mock, 60],
    ["escrows", escrows, 60],
    ["alerts, cases, programs and their counters", disputes, 30],
    ["applications and sign-ups", people, 30],
    ["screens, monitors, accounts and lists", screening, 30],
    ["deliveries, endpoints and replays", webhooks, 8],
  ] as const)("survives every change of %s, and no event, delivery or answer has it", async (_, simulation, seeds) => {
    expect(await playOver(simulation as Simulation<unknown, unknown>, seeds)).toEqual(nothing);
  });

  afterAll(() => console.log([...rewritten].toSorted().join(" ")));
});
