import { describe, expect, test } from "vitest";
import { collected, collecting, customerId, onBridge, payingOut } from "../support/bridge-sim/world.ts";

describe("a definite no", () => {
  test.each([
    ["a debit", { source: "ach" as const }, "unsupported_source"],
    ["a chain that Bridge does not pay on", { chain: "dogechain" }, "unsupported_route"],
    ["a stablecoin that Bridge does not pay", { stable: "LUNA" }, "unsupported_route"],
    ["anything but USDT on Tron", { chain: "tron" }, "unsupported_route"],
  ])("is given to %s before Bridge is asked", async (_, over, code) => {
    const { sim, rail } = await onBridge("two_leg");
    await using _sim = sim;
    expect(await rail.collect({ ...collecting, ...over })).toMatchObject({ refused: { code } });
    expect(sim.api.done).toEqual([]);
  });

  test.each([
    ["whose terms are not accepted", { has_accepted_terms_of_service: false }],
    ["who is no longer approved", { status: "rejected" }],
    ["whose endorsement is revoked", { endorsements: [{ name: "base", status: "revoked" }] }],
  ])("is told of a customer %s in mid-flight, without Bridge's words", async (_, standing) => {
    const world = await onBridge("two_leg");
    await using sim = world.sim;
    const railRef = await collected(world);
    sim.setCustomer(customerId, standing);
    const said = await world.rail.disburse(payingOut(railRef));
    expect(said).toMatchObject({ refused: { code: "partner_customer_not_approved" } });
    expect(JSON.stringify(said)).not.toContain("Jane");
    expect(sim.bank.balance("bw_1", "usdc")).toBe("1250.00");
  });

  test("is told of a payout that Bridge could not deliver", async () => {
    const world = await onBridge("one_leg");
    await using sim = world.sim;
    const railRef = await collected(world);
    sim.bank.move(sim.bank.find(railRef), "undeliverable");
    expect(await world.rail.disburse(payingOut(railRef))).toMatchObject({
      refused: { code: "bridge_undeliverable" },
    });
  });
});

describe("what is not known is thrown", () => {
  test("a payout that lost the race for its wallet, which is then made under the same key", async () => {
    const world = await onBridge("two_leg");
    await using sim = world.sim;
    const railRef = await collected(world);
    sim.bank.knobs.busyPayouts = 1;
    await expect(world.rail.disburse(payingOut(railRef))).rejects.toThrow("400 bad_request");
    expect(await world.rail.disburse(payingOut(railRef))).toMatchObject({ txHash: null });
    expect(sim.bank.transfers).toHaveLength(2);
  });

  test("instructions by which nobody could pay", async () => {
    const { sim, rail } = await onBridge("two_leg");
    await using _sim = sim;
    sim.faults.add({ on: "POST /transfers", kind: "garbage" });
    await expect(rail.collect(collecting)).rejects.toThrow("cannot read at id");
    expect(await rail.collect(collecting)).toMatchObject({ railRef: "tr_1" });
  });

  test("an amount that is a number", async () => {
    const world = await onBridge("two_leg");
    await using sim = world.sim;
    const railRef = await collected(world);
    sim.bank.knobs.numericAmounts = true;
    await expect(world.rail.lookUp(railRef)).rejects.toThrow("cannot read at receipt.initial_amount");
  });

  test("a transfer that Bridge does not know", async () => {
    const { sim, rail } = await onBridge("two_leg");
    await using _sim = sim;
    await expect(rail.disburse(payingOut("tr_99"))).rejects.toThrow("bridge knows no transfer tr_99");
    expect(await rail.lookUp("tr_99")).toBeNull();
  });
});

describe("a key that is too old for Bridge to remember", () => {
  test("finds the payout that it has made and makes no other", async () => {
    const world = await onBridge("two_leg");
    await using sim = world.sim;
    const railRef = await collected(world);
    await world.rail.disburse(payingOut(railRef));
    await sim.pass(25 * 3600);
    expect(await world.rail.disburse(payingOut(railRef))).toMatchObject({
      txHash: sim.bank.transfers[1]?.hash,
    });
    expect(sim.bank.transfers).toHaveLength(2);
  });

  test("finds the collection among hundreds of newer ones", async () => {
    const { sim, rail } = await onBridge("two_leg");
    await using _sim = sim;
    await rail.collect(collecting);
    const [first] = sim.bank.transfers;
    for (let n = 0; n < 250; n++)
      sim.bank.create({ ...(first?.asked ?? expect.fail()), client_reference_id: `other_${n}` });
    await sim.pass(25 * 3600);
    expect(await rail.collect(collecting)).toMatchObject({ railRef: "tr_1", state: "awaiting_funds" });
  });

  test("with other words is not believed to have made anything", async () => {
    const { sim, rail } = await onBridge("one_leg");
    await using _sim = sim;
    await rail.collect(collecting);
    const other = { ...collecting, amountCents: 99, feeCents: 0, reference: "stl_x.inv_y" };
    await expect(rail.collect(other)).rejects.toThrow("400 not_truly_idempotent");
    expect(sim.bank.transfers).toHaveLength(1);
  });
});
