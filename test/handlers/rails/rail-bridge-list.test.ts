import { describe, expect, test } from "vitest";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import { collectFromPayer, collecting, onBridge, payingOut, reference } from "../../support/bridge-sim/world.ts";

/** Every page of the rail's list of the simulator's first day. */
async function listed(rail: Rail, from = "2026-11-02T00:00:00.000Z", to = "2026-11-03T00:00:00.000Z") {
  const all = [];
  let cursor: string | null = null;
  do {
    const page = await rail.transfers({ from, to, cursor });
    all.push(...page.transfers);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}

describe("the rail's own list", () => {
  test("tells a collection and its payout under the collection's reference, oldest first, and when they were there", async () => {
    const world = await onBridge("two_leg");
    await using sim = world.sim;
    const railRef = await collectFromPayer(world);
    await world.rail.disburse(payingOut(railRef));
    await sim.pass(60);
    const whose = { railRef, reference, state: "done" };
    expect(await listed(world.rail)).toEqual([
      {
        ...whose,
        transferRef: railRef,
        kind: "collection",
        amountCents: 125_000,
        amount: null,
        at: "2026-11-02T12:01:00.000Z",
      },
      {
        ...{ ...whose, transferRef: "tr_2", kind: "payout" },
        ...{ amountCents: null, amount: "1237.50", at: "2026-11-02T12:02:00.000Z" },
      },
    ]);
    expect(await world.rail.transfersOf([railRef, "tr_99"])).toMatchObject([{ kind: "collection" }]);
  });

  test("tells one straight through as a collection and a payout", async () => {
    const world = await onBridge("one_leg");
    await using _sim = world.sim;
    await collectFromPayer(world);
    expect(await listed(world.rail)).toMatchObject([
      { kind: "collection", amountCents: 125_000, state: "done" },
      { kind: "payout", amount: "1237.50", state: "done" },
    ]);
  });

  test("tells what went straight through as paid out, also when the payer's bank has taken it back", async () => {
    const world = await onBridge("one_leg");
    await using sim = world.sim;
    sim.bank.takeBack(await collectFromPayer(world), "R29");
    expect(await listed(world.rail)).toMatchObject([
      { kind: "collection", state: "done" },
      { kind: "payout", amount: "1237.50", state: "done" },
      { kind: "return", amountCents: 125_000, state: "done" },
    ]);
  });

  test("tells a collection that was taken back with its return", async () => {
    const world = await onBridge("two_leg");
    await using sim = world.sim;
    sim.bank.takeBack(await collectFromPayer(world), "R29");
    expect(await listed(world.rail)).toMatchObject([
      { kind: "collection", amountCents: 125_000, state: "done" },
      { kind: "return", amountCents: 125_000, state: "done" },
    ]);
  });

  test.each([
    ["the first day", "2026-11-02T00:00:00.000Z", "2026-11-03T00:00:00.000Z", 0, 250],
    ["the second day", "2026-11-03T00:00:00.000Z", "2026-11-04T00:00:00.000Z", 250, 350],
    ["a day without any", "2026-11-05T00:00:00.000Z", "2026-11-06T00:00:00.000Z", 0, 0],
    ["a day before all", "2026-10-05T00:00:00.000Z", "2026-10-06T00:00:00.000Z", 0, 0],
  ])("has each transfer of %s once, over as many pages as it takes", async (_, from, to, first, last) => {
    const { sim, rail } = await onBridge("one_leg");
    await using _sim = sim;
    await rail.collect(collecting);
    const input = sim.bank.transfers[0]?.asked ?? expect.fail();
    for (let n = 1; n < 400; n++) {
      if (n === 250 || n === 350) await sim.pass(86_400);
      sim.bank.create({ ...input, client_reference_id: `r${n}` });
    }
    const all = await listed(rail, from, to);
    const expected = sim.bank.transfers.slice(first, last).map(({ id }) => id);
    expect(all.map(({ railRef }) => railRef)).toEqual(expected);
  });
});
