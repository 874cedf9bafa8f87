import { describe, expect, test } from "vitest";
import type { BridgeSim } from "../../support/bridge-sim/sim.ts";
import { collectFromPayer, customerId, onBridge, payingOut, railOn } from "../../support/bridge-sim/world.ts";

const wallet = { rail: "bridge", customer: customerId, chain: "base", stable: "USDC" };
const sweep = {
  key: "fsw_01JC0000000000000000000009:sweep:1",
  orderedAt: "2026-11-02T12:00:00.000Z",
  wallet,
  toAddress: "0x27b1fdb04752bbc536007a920d24acb045561c26",
  units: "12.500000",
};
const asking = { key: sweep.key, orderedAt: sweep.orderedAt, wallet, transferRef: null };

function sweepsOf(sim: BridgeSim) {
  return sim.bank.transfers.filter(({ asked }) => asked.client_reference_id?.startsWith("fsw_"));
}

describe("a wallet's balance at Bridge", () => {
  test("is what was bought less what has left, and when it was told", async () => {
    const world = await onBridge("two_leg");
    await using sim = world.sim;
    const railRef = await collectFromPayer(world);
    expect(await world.rail.walletBalance(wallet)).toEqual({ units: "1250.000000", at: sim.clock.iso() });
    await world.rail.disburse(payingOut(railRef));
    expect(await railOn(sim, "two_leg").walletBalance(wallet)).toMatchObject({ units: "12.500000" });
    expect(await world.rail.walletBalance({ ...wallet, stable: "USDT" })).toMatchObject({ units: "0.000000" });
  });

  test("is none where Bridge has no such wallet, and none is made by asking", async () => {
    const { sim, rail } = await onBridge("two_leg");
    await using _sim = sim;
    expect(await rail.walletBalance(wallet)).toBeNull();
    expect(sim.bank.wallets).toEqual([]);
  });

  test("is no answer where Bridge gives none", async () => {
    const world = await onBridge("two_leg");
    await using sim = world.sim;
    await collectFromPayer(world);
    sim.faults.add({ on: "GET /customers/{id}/wallets/{id}", kind: "500_before" });
    await expect(world.rail.walletBalance(wallet)).rejects.toThrow("500");
  });
});

describe("sweeping what is the operator's out of a wallet at Bridge", () => {
  async function withFees() {
    const world = await onBridge("two_leg");
    await world.rail.disburse(payingOut(await collectFromPayer(world)));
    return world;
  }

  test("orders a transfer of exactly that, under the record's own id", async () => {
    const { sim, rail } = await withFees();
    await using _sim = sim;
    expect(await rail.sweep(sweep)).toEqual({ txHash: null, transferRef: "tr_3" });
    expect(sweepsOf(sim).map(({ asked }) => asked)).toEqual([
      {
        client_reference_id: "fsw_01JC0000000000000000000009",
        amount: "12.500000",
        on_behalf_of: customerId,
        developer_fee: "0",
        source: { payment_rail: "bridge_wallet", currency: "usdc", bridge_wallet_id: "bw_1" },
        destination: { payment_rail: "base", currency: "usdc", to_address: sweep.toAddress },
      },
    ]);
    await sim.pass(60);
    const { hash } = sim.bank.find("tr_3");
    const made = { txHash: hash, transferRef: "tr_3", paid: "12.50", cost: "12.500000" };
    expect(await rail.sweepOf(asking)).toEqual(made);
    expect(await rail.sweepOf({ ...asking, transferRef: "tr_3" })).toEqual(made);
    expect(await rail.walletBalance(wallet)).toMatchObject({ units: "0.000000" });
  });

  test.each(["500_after", "500_before", "reset_after"] as const)("happens once by its key, after %s", async (kind) => {
    const { sim, rail } = await withFees();
    await using _sim = sim;
    expect(await rail.sweepOf(asking)).toBeNull();
    sim.faults.add({ on: "POST /transfers", kind });
    await expect(rail.sweep(sweep)).rejects.toThrow();
    expect((await rail.sweepOf(asking)) === null).toBe(kind === "500_before");
    await railOn(sim, "two_leg").sweep(sweep);
    await sim.pass(2 * 86_400);
    expect(await rail.sweep(sweep)).toMatchObject({ txHash: sweepsOf(sim)[0]?.hash });
    expect(sweepsOf(sim)).toHaveLength(1);
  });

  test("is refused where the wallet holds less, or is none", async () => {
    const { sim, rail } = await withFees();
    await using _sim = sim;
    const refused = (code: string) => ({ refused: expect.objectContaining({ code }) });
    expect(await rail.sweep({ ...sweep, units: "12.500001" })).toEqual(refused("rail_refused"));
    const elsewhere = { ...sweep, wallet: { ...wallet, chain: "solana" } };
    expect(await rail.sweep(elsewhere)).toEqual(refused("unknown_wallet"));
    expect(sweepsOf(sim)).toEqual([]);
  });

  test("that loses the race for the wallet is asked again", async () => {
    const { sim, rail } = await withFees();
    await using _sim = sim;
    sim.bank.knobs.busyPayouts = 1;
    await expect(rail.sweep(sweep)).rejects.toThrow("400 bad_request");
    expect(await rail.sweep(sweep)).toMatchObject({ transferRef: "tr_3" });
  });

  test("that Bridge could not deliver is a definite no", async () => {
    const { sim, rail } = await withFees();
    await using _sim = sim;
    await rail.sweep(sweep);
    sim.bank.move(sim.bank.find("tr_3"), "undeliverable");
    expect(await rail.sweepOf(asking)).toMatchObject({ refused: { code: "bridge_undeliverable" } });
  });

  test("is on Bridge's list as a sweep, and no collection's payout", async () => {
    const { sim, rail } = await withFees();
    await using _sim = sim;
    await rail.sweep(sweep);
    await sim.pass(60);
    const [moved] = await rail.transfersOf(["tr_3"]);
    expect(moved).toMatchObject({ kind: "sweep", reference: "fsw_01JC0000000000000000000009", amount: "12.50" });
    expect(moved?.state).toBe("done");
  });

  test("is not believed of a transfer that is another's", async () => {
    const { sim, rail } = await withFees();
    await using _sim = sim;
    await expect(rail.sweepOf({ ...asking, transferRef: "tr_2" })).rejects.toThrow("does not say");
  });
});

describe("a rail that pools nothing", () => {
  test("says so, and sweeps nothing", async () => {
    const { sim, rail } = await onBridge("one_leg");
    await using _sim = sim;
    expect(rail.poolsWallets).toBe(false);
    expect(await rail.walletBalance(wallet)).toBeNull();
    expect(await rail.sweep(sweep)).toMatchObject({ refused: { code: "unknown_wallet" } });
  });
});
