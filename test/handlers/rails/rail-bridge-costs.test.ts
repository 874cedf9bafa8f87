import { describe, expect, test } from "vitest";
import { bridgeCallback } from "../../../functions/adapters/bridge/callback-event.ts";
import { viewTransfer } from "../../support/bridge-sim/transfer.ts";
import { collectFromPayer, collecting, onBridge, payingOut } from "../../support/bridge-sim/world.ts";

/** A hold with the money of two payers in it, and what sends the first one's back. */
async function twoDeposits() {
  const world = await onBridge("two_leg");
  const railRef = await collectFromPayer(world);
  const other = await world.rail.collect({ ...collecting, key: "stl_2:collect:1", reference: "stl_2.inv_2" });
  if ("refused" in other) throw new Error(other.refused.code);
  world.sim.bank.deposit(other.railRef, "1250.00");
  await world.sim.pass(60);
  const back = { key: "stl_1:return:1", railRef, amountCents: 125_000, orderedAt: world.sim.clock.iso() };
  return { ...world, railRef, back };
}

describe("what Bridge takes out of a wallet", () => {
  test("for a return is told from its receipt, at whatever rate and with a fee, as soon as it is taken", async () => {
    const { sim, rail, back } = await twoDeposits();
    await using _sim = sim;
    Object.assign(sim.bank.knobs, { returnRate: "1.001", returnFee: "0.25" });
    expect(await rail.returnDeposit(back)).toMatchObject({ returned: null, cost: "1251.500000" });
    expect(sim.bank.balance("bw_1", "usdc")).toBe("1248.50");
    await sim.pass(60);
    const sent = { transferRef: "tr_3", returned: "sent", cost: "1251.500000" };
    expect(await rail.lookUp("tr_3")).toMatchObject(sent);
    const event = { event_id: "wh_1", event_category: "transfer", event_object_id: "tr_3" };
    const told = bridgeCallback({ ...event, event_object: viewTransfer(sim.bank.find("tr_3"), sim.bank.knobs) });
    expect(told?.sentBack).toEqual(sent);
  });

  test("for a return is on its list as the dollars that the payer's bank got", async () => {
    const { sim, rail, back } = await twoDeposits();
    await using _sim = sim;
    sim.bank.knobs.returnRate = "0.9985";
    await rail.returnDeposit(back);
    await sim.pass(60);
    const moves = (await rail.transfersOf(["tr_3"])).map(({ kind, amountCents }) => [kind, amountCents]);
    expect(moves).toEqual([["return", 125_000]]);
  });

  test("for a payout is told with its proof", async () => {
    const { sim, rail, railRef } = await twoDeposits();
    await using _sim = sim;
    await rail.disburse(payingOut(railRef));
    await sim.pass(60);
    expect(await rail.lookUp("tr_3")).toMatchObject({ paid: "1237.50", cost: "1237.500000" });
  });

  test("is not told of what comes in, nor where there is no receipt", async () => {
    const { sim, rail, railRef, back } = await twoDeposits();
    await using _sim = sim;
    expect(await rail.lookUp(railRef)).not.toHaveProperty("cost");
    sim.bank.knobs.missingReceipt = true;
    expect(await rail.returnDeposit(back)).not.toHaveProperty("cost");
  });

  test("is refused where it is a number, which may have been rounded", async () => {
    const { sim, rail, back } = await twoDeposits();
    await using _sim = sim;
    await rail.returnDeposit(back);
    sim.bank.knobs.numericAmounts = true;
    await expect(rail.lookUp("tr_3")).rejects.toThrow();
  });
});
