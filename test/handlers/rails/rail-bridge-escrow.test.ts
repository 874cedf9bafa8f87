import { describe, expect, test } from "vitest";
import { askFunding } from "../../../functions/domain/escrow/fund.ts";
import { receiveEscrowReport } from "../../../functions/domain/escrow/rail.ts";
import type { Collection } from "../../../functions/domain/rails/deposit-instructions.ts";
import { collectFromPayer, collecting, customerId, onBridge, payingOut } from "../../support/bridge-sim/world.ts";
import { noon } from "../../support/core/samples.ts";
import {
  awaiting,
  createdEscrow,
  funds,
  movedBy,
  releasedEscrow,
  screenedEscrow,
} from "../../support/escrow/escrow-samples.ts";

const escrowId = "esc_01JC0000000000000000000001";
const order = { ...collecting, key: `${escrowId}:fund:1`, reference: escrowId, feeCents: 0 };
const named = {
  ...{ reference: escrowId, amountCents: 125_000, partnerCustomerId: customerId },
  ...{ chain: "base", stable: "USDC" },
};

/** Bridge with an escrow's money in its hold. */
async function holding(rate = "1") {
  const world = await onBridge("two_leg");
  world.sim.bank.knobs.rate = rate;
  const { railRef } = (await world.rail.collect(order)) as Collection;
  world.sim.bank.deposit(railRef, "1250.00");
  await world.sim.pass(60);
  return { ...world, railRef };
}

describe("an escrow on Bridge", () => {
  test("is funded into the hold wallet, and paid out of it to the address", async () => {
    const { sim, rail, railRef } = await holding();
    await using _sim = sim;
    const paying = { ...payingOut(railRef), key: `${escrowId}:release:1`, amount: "1250.000000" };
    await rail.disburse(paying);
    await sim.pass(60);
    expect(await rail.payoutOf(paying)).toMatchObject({ txHash: sim.bank.transfers[1]?.hash });
    expect(sim.bank.transfers.map(({ asked: input }) => input.client_reference_id)).toEqual([
      ...[escrowId, `${escrowId}@${railRef}@release-1`],
    ]);
  });

  test("tells its payouts apart: a second one is none of the first's", async () => {
    const { sim, rail, railRef } = await holding();
    await using _sim = sim;
    const first = { ...payingOut(railRef), key: `${escrowId}:release:1`, amount: "1.000000" };
    await rail.disburse(first);
    for (const key of [`${escrowId}:release:2`, `${escrowId}:refund:1`])
      expect(await rail.payoutOf({ ...first, key })).toBeNull();
    const found = await rail.lookUp("tr_2");
    expect(found).toMatchObject({ reference: escrowId, railRef, leg: "payout", payoutKey: first.key });
  });

  test("takes out of the wallet that all share what its own deposit became, and no more", async () => {
    const { sim, rail, railRef } = await holding("0.99");
    await using _sim = sim;
    const other = { ...order, key: "esc_2:fund:1", reference: "esc_01JC0000000000000000000002" };
    const { railRef: otherRef } = (await rail.collect(other)) as Collection;
    sim.bank.deposit(otherRef, "1250.00");
    await sim.pass(60);
    for (const ref of [railRef, otherRef]) {
      const { events, leg } = (await rail.lookUp(ref)) ?? expect.fail();
      const state = createdEscrow({ amountCents: 125_000 });
      const asked = movedBy(state, askFunding(state, { ...funds, amountCents: 125_000 }, noon).transitions);
      const funded = movedBy(asked, receiveEscrowReport(asked, { events, leg }, noon));
      const { intent } = releasedEscrow(screenedEscrow(funded));
      expect(intent).toMatchObject({ amountCents: 121_875, amount: "1206.562500" });
      const { amount = "" } = intent ?? {};
      const paid = await rail.disburse({ ...payingOut(ref), key: `${ref}:release:1`, amount });
      expect(paid).toHaveProperty("transferRef");
    }
    // The fees of both are left, at the same rate.
    expect(sim.bank.balance("bw_1", "usdc")).toBe("61.875");
  });

  test("hears of its deposit by totals", async () => {
    const { sim, rail, railRef } = await holding();
    await using _sim = sim;
    const { events, leg } = (await rail.lookUp(railRef)) ?? expect.fail();
    const state = { ...awaiting(), amountCents: 125_000 };
    expect(receiveEscrowReport(state, { events, leg }, noon).at(-1)?.next).toMatchObject({
      ...{ status: "funded", receivedCents: 125_000 },
    });
  });
});

describe("a deposit that came without our asking", () => {
  async function deposited(change: { amount?: string; reference?: string } = {}) {
    const world = await onBridge("two_leg");
    const { amount = "1250.00", reference = "" } = change;
    const made = (await world.rail.collect({ ...order, reference })) as Collection;
    world.sim.bank.deposit(made.railRef, amount);
    await world.sim.pass(60);
    const transfer = world.sim.bank.transfers[0];
    if (transfer && reference === "") delete (transfer.asked as { client_reference_id?: string }).client_reference_id;
    return { ...world, fundingRef: made.railRef };
  }

  test("is taken by its transfer's id", async () => {
    const { sim, rail, fundingRef } = await deposited();
    await using _sim = sim;
    expect(await rail.findDeposit({ ...named, fundingRef, depositTxHash: null })).toEqual({
      ...{ railRef: fundingRef, state: "funds_received", instructions: null, bought: "1250.000000" },
    });
  });

  test("is refused where it is another amount, another's, one of ours, unknown, or only a hash", async () => {
    const less = await deposited({ amount: "1249.00" });
    await using _less = less.sim;
    const ours = await deposited({ reference: "stl_1.inv_1" });
    await using _ours = ours.sim;
    const good = await deposited();
    await using _good = good.sim;
    const ask = (world: typeof good, change = {}) =>
      world.rail.findDeposit({ ...named, fundingRef: world.fundingRef, depositTxHash: null, ...change });
    const reply = await Promise.all([
      ...[ask(less), ask(ours), ask(good, { partnerCustomerId: "cust_other" })],
      ...[ask(good, { fundingRef: "tr_99" }), ask(good, { fundingRef: null, depositTxHash: "0x1" })],
    ]);
    for (const each of reply) expect(each).toMatchObject({ refused: { code: "unknown_deposit" } });
  });

  test.each([
    ["in another stablecoin", { stable: "USDT" }, "unknown_deposit"],
    ["on another chain", { chain: "polygon" }, "unknown_deposit"],
    ["for an escrow in what the rail does not pay", { stable: "EURC" }, "unsupported_route"],
  ])("is refused %s", async (_, change, code) => {
    const { sim, rail, fundingRef } = await deposited();
    await using _sim = sim;
    const reply = await rail.findDeposit({ ...named, fundingRef, depositTxHash: null, ...change });
    expect(reply).toMatchObject({ refused: { code } });
  });

  test("is refused under another spelling of its id, by which it would fund a second escrow", async () => {
    const { sim, rail, fundingRef } = await deposited();
    await using _sim = sim;
    const find = sim.bank.find.bind(sim.bank);
    sim.bank.find = (id) => find(id.toLowerCase());
    const input = { ...named, fundingRef: fundingRef.toUpperCase(), depositTxHash: null };
    expect(await rail.findDeposit(input)).toMatchObject({ refused: { code: "unknown_deposit" } });
    expect(await rail.findDeposit({ ...input, fundingRef })).toMatchObject({ railRef: fundingRef });
  });
});

test("a settlement's payout is called what it was", async () => {
  const world = await onBridge("two_leg");
  await using _sim = world.sim;
  const railRef = await collectFromPayer(world);
  await world.rail.disburse(payingOut(railRef));
  const found = await world.rail.lookUp("tr_2");
  expect(found?.payoutKey).toBeUndefined();
});
