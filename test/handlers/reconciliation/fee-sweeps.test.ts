import { describe, expect, test } from "vitest";
import { UnfinishedSearch } from "../../../functions/app/rails/ports-search.ts";
import { closeDue } from "../../../functions/app/reconciliation/close.ts";
import { startFeeSweeps } from "../../../functions/app/reconciliation/start-fee-sweeps.ts";
import { railOn } from "../../support/bridge-sim/world.ts";
import { afterTheNight, FeeWorld, ownWallet, unitsOfSweep } from "../../support/reconciliation/fee-world.ts";
import { railThat } from "../../support/settlement/reserve-api.ts";

describe("the fees of a day", () => {
  test("leave for our own wallet after its close, and the books and Bridge's wallet are as if they had never been there", async () => {
    const { world, started } = await afterTheNight();
    await using _world = world;
    expect(started).toEqual({ sweeps: 1, done: true });
    expect(await world.balance("rail_clearing")).toBe(4_500);
    await world.minute();
    const [sweep] = await world.sweeps();
    expect(sweep).toMatchObject({ status: "ordered", units: "45.000000", amountCents: 4_500, toAddress: ownWallet });
    expect(world.swept().map(({ asked }) => [asked.client_reference_id, asked.amount])).toEqual([
      [sweep?.id, "45.000000"],
    ]);
    await world.passBoth(700);
    await world.minute();
    const [proven] = await world.sweeps();
    expect(proven).toMatchObject({ status: "proven", txHash: world.swept()[0]?.hash, lookAt: null });
    expect(await world.balance("operator_wallet")).toBe(4_500);
    expect(await world.balance("rail_clearing")).toBe(0);
    expect(await world.balance("fee_income")).toBe(-4_500);
    expect(world.held()).toBe("0.000000");
    expect(await unitsOfSweep(world, sweep?.id ?? "")).toEqual({
      rail_wallet: -45_000_000n,
      wallet_in_transit: 0n,
      operator_funds: 45_000_000n,
    });
  });

  test("leave as what they bought, at any rate, and all of their cents with them", async () => {
    const { world } = await afterTheNight("0.99");
    await using _world = world;
    await world.minute();
    await world.passBoth(700);
    await world.minute();
    expect(await world.sweeps()).toMatchObject([{ status: "proven", units: "44.550000", amountCents: 4_500 }]);
    expect(await world.balance("rail_clearing")).toBe(0);
    expect(world.held()).toBe("0.000000");
  });

  test("are booked at what Bridge says left, which people see until two have looked into it", async () => {
    const { world } = await afterTheNight();
    await using _world = world;
    await world.minute();
    for (const transfer of world.swept()) transfer.received += 250_000n;
    await world.passBoth(700);
    await world.minute();
    const [sweep] = await world.sweeps();
    expect(sweep).toMatchObject({ status: "proven", units: "45.000000", paidOut: "45.250000" });
    expect(await world.balance("operator_wallet")).toBe(4_500);
    expect(await world.balance("fx_gain_loss")).toBe(25);
    expect(await world.balance("rail_clearing")).toBe(-25);
    expect(await unitsOfSweep(world, sweep?.id ?? "")).toMatchObject({ operator_funds: 45_250_000n });
  });

  test("leave once, though the answer is lost", async () => {
    const { world } = await afterTheNight();
    await using _world = world;
    world.sim.faults.add({ on: "POST /transfers", kind: "500_after" });
    await world.minute();
    expect(await world.sweeps()).toMatchObject([{ status: "ordered", transferRef: null }]);
    await world.passBoth(700);
    await world.minute();
    expect(await world.sweeps()).toMatchObject([{ status: "proven" }]);
    expect(world.swept()).toHaveLength(1);
  });

  test("are looked for in a list that is too long for one look from where the last one stopped, and ordered again from there", async () => {
    const { world } = await afterTheNight();
    await using _world = world;
    world.sim.faults.add({ on: "POST /transfers", kind: "500_before" });
    await world.minute();
    const begun: unknown[] = [];
    const look = async ({ searchFrom }: { readonly searchFrom?: string | undefined }): Promise<never> => {
      begun.push(searchFrom);
      throw new UnfinishedSearch(`tr_${begun.length}`);
    };
    const rail = railOn(world.sim, "two_leg");
    for (const otherwise of [{ sweepOf: look }, { sweepOf: look }, { sweepOf: async () => null }, { sweep: look }]) {
      world.useRail(railThat(rail, otherwise));
      await world.passBoth(1_300);
      await world.minute().catch(() => undefined);
    }
    expect(begun).toEqual([undefined, "tr_1", "tr_2"]);
    expect(await world.sweeps()).toMatchObject([{ status: "ordered", searchedTo: "tr_3" }]);
  });

  test("leave once, though the order never came there and is made again by its key", async () => {
    const { world } = await afterTheNight();
    await using _world = world;
    world.sim.faults.add({ on: "POST /transfers", kind: "500_before" });
    await world.minute();
    await world.passBoth(700);
    await world.minute();
    expect(await world.sweeps()).toMatchObject([{ status: "ordered", screens: 1 }]);
    await world.passBoth(1_800);
    await world.minute();
    await world.minute();
    expect(await world.sweeps()).toMatchObject([{ status: "ordered", screens: 2 }]);
    await world.passBoth(700);
    await world.minute();
    expect(await world.sweeps()).toMatchObject([{ status: "proven" }]);
    expect(world.swept()).toHaveLength(1);
  });

  test("stay where the float needs them", async () => {
    const world = await FeeWorld.start();
    await using _world = world;
    world.policy = { ...world.policy, floats: { USDC: "15.00" } };
    await world.earn({ amountCents: 100_000, feeCents: 4_500 });
    await world.toNextDay();
    await world.night();
    await world.minute();
    await world.passBoth(700);
    await world.minute();
    expect(await world.sweeps()).toMatchObject([{ units: "30.000000", amountCents: 3_000, status: "proven" }]);
    expect(world.held()).toBe("15.000000");
    expect(await world.balance("rail_clearing")).toBe(1_500);
  });

  test("leave where one of several rails pools wallets", async () => {
    const world = await FeeWorld.start();
    await using _world = world;
    await world.earn({ amountCents: 100_000, feeCents: 4_500 });
    await world.toNextDay();
    await closeDue(world.worker());
    const worker = world.worker();
    const none = railThat(worker.rail, { name: "plain", poolsWallets: false });
    expect(await startFeeSweeps({ ...worker, rail: none })).toEqual({ sweeps: 0, done: true });
    expect(await startFeeSweeps({ ...worker, rails: [none] })).toEqual({ sweeps: 1, done: true });
  });

  test("stay while they are too few, and leave with a later day's", async () => {
    const world = await FeeWorld.start();
    await using _world = world;
    await world.earn({ amountCents: 10_000, feeCents: 900 });
    await world.toNextDay();
    expect(await world.night()).toEqual({ sweeps: 0, done: true });
    await world.earn({ amountCents: 10_000, feeCents: 900 });
    await world.toNextDay();
    await world.night();
    expect(await world.sweeps()).toMatchObject([{ units: "18.000000", amountCents: 1_800 }]);
  });

  test("stay on a chain without a wallet of our own", async () => {
    const world = await FeeWorld.start();
    await using _world = world;
    world.policy = { wallets: { solana: "9kV3ZMehKVyxfHKCcaDLye3P9HHw2MP4jtQa2gKBUmCs" }, floats: {} };
    await world.earn({ amountCents: 100_000, feeCents: 4_500 });
    await world.toNextDay();
    expect(await world.night()).toEqual({ sweeps: 0, done: true });
  });

  test("of two tenants with one wallet leave apart, and what is missing of the one's stays back", async () => {
    const world = await FeeWorld.start();
    await using _world = world;
    const { id: other } = await world.tenant({ slug: "other", partnerCustomerId: "cust_acme", stable: "USDC" });
    await world.earn({ amountCents: 100_000, feeCents: 4_500 });
    await world.earn({ amountCents: 100_000, feeCents: 2_000, tenantId: other });
    await world.toNextDay();
    expect(await world.night()).toMatchObject({ sweeps: 2 });
    const made = (await world.sweeps()).map(({ tenantId, amountCents }): [string, number] => [tenantId, amountCents]);
    expect(new Map(made)).toEqual(
      new Map([
        [world.tenantId, 4_500],
        [other, 2_000],
      ]),
    );
  });
});

describe("what one tenant has lost of a wallet", () => {
  test("is kept back from another's fees in it, so that clients' money stays whole", async () => {
    const world = await FeeWorld.start();
    await using _world = world;
    const { id: other } = await world.tenant({ slug: "other", partnerCustomerId: "cust_acme", stable: "USDC" });
    await world.earn({ amountCents: 100_000, feeCents: 4_500 });
    await world.lose({ amountCents: 150_000, rate: "0.99", tenantId: other });
    expect(world.held()).toBe("30.000000");
    await world.toNextDay();
    await world.night();
    expect(await world.sweeps()).toMatchObject([{ tenantId: world.tenantId, units: "30.000000", amountCents: 3_000 }]);
  });
});

describe("a sweep is made once", () => {
  test("for two closes at once, and for as many as follow", async () => {
    const world = await FeeWorld.start();
    await using _world = world;
    await world.earn({ amountCents: 100_000, feeCents: 4_500 });
    await world.toNextDay();
    const nights = await Promise.all([world.night(), world.night(), world.night()]);
    expect(nights.map(({ sweeps }) => sweeps).toSorted()).toEqual([0, 0, 1]);
    expect(await world.night()).toEqual({ sweeps: 0, done: true });
    expect(await world.sweeps()).toHaveLength(1);
  });

  test("by two workers that take it at the same time", async () => {
    const { world } = await afterTheNight();
    await using _world = world;
    await Promise.all([world.minute(), world.minute(), world.minute()]);
    expect(world.swept()).toHaveLength(1);
  });

  test("and none beside it while it is on its way, however many days that takes", async () => {
    const { world } = await afterTheNight();
    await using _world = world;
    world.sim.bank.knobs.stepSeconds = 10 * 86_400;
    await world.minute();
    expect(await world.night()).toEqual({ sweeps: 0, done: true });
    expect(world.meter.values.FeesNotSwept, "it was made today").toBeUndefined();
    await world.toNextDay();
    expect(await world.night()).toEqual({ sweeps: 0, done: true });
    expect(await world.sweeps()).toHaveLength(1);
    expect(world.meter.values.FeesNotSwept).toEqual([1]);
  });

  test("and made up by the next run where the rail could not be asked", async () => {
    const world = await FeeWorld.start();
    await using _world = world;
    await world.earn({ amountCents: 100_000, feeCents: 4_500 });
    await world.toNextDay();
    world.sim.faults.add({ on: "GET /customers/{id}/wallets/{id}", kind: "500_before", times: 9 });
    expect(await world.night()).toEqual({ sweeps: 0, done: false });
    world.sim.faults.clear();
    expect(await world.night()).toEqual({ sweeps: 1, done: true });
  });
});
