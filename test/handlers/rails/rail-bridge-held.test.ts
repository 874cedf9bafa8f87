import { describe, expect, test } from "vitest";
import { collectFromPayer, collecting, onBridge, payingOut } from "../../support/bridge-sim/world.ts";

/** A hold with the money of one collection in it, and another collection that has just been paid. */
async function twoPayers() {
  const world = await onBridge("two_leg");
  const railRef = await collectFromPayer(world);
  const other = await world.rail.collect({ ...collecting, key: "stl_2:collect:1", reference: "stl_2.inv_2" });
  if ("refused" in other) throw new Error(other.refused.code);
  world.sim.bank.deposit(other.railRef, "1250.00");
  return { ...world, railRef, otherRef: other.railRef };
}

describe("a wallet that holds the money of several payers", () => {
  test("pays nothing out of a collection whose money has gone back, and waits while Bridge is looking", async () => {
    const { sim, rail, railRef } = await twoPayers();
    await using _sim = sim;
    await sim.pass(60);
    sim.bank.takeBack(railRef, "R10");
    expect(await rail.disburse(payingOut(railRef))).toMatchObject({ refused: { code: "bridge_returned" } });
    sim.bank.move(sim.bank.find(railRef), "in_review");
    await expect(rail.disburse(payingOut(railRef))).rejects.toThrow("does not hold the money");
    expect(sim.bank.balance("bw_1", "usdc")).toBe("1250.00");
  });

  test("sends nothing back of a collection whose money never came into it", async () => {
    const { sim, rail, otherRef } = await twoPayers();
    await using _sim = sim;
    sim.bank.move(sim.bank.find(otherRef), "undeliverable");
    const back = { key: "stl_2:return:1", railRef: otherRef, amountCents: 125_000 };
    expect(await rail.returnDeposit(back)).toMatchObject({ refused: { code: "bridge_undeliverable" } });
    expect(sim.bank.balance("bw_1", "usdc")).toBe("1250.00");
  });
});
