import { describe, expect, test } from "vitest";
import { entriesIn } from "../../../functions/app/core/aggregate.ts";
import { takeReviewAction } from "../../../functions/app/review/actions.ts";
import { approve } from "../../../functions/app/review/approvals.ts";
import { getReview } from "../../../functions/app/review/review.ts";
import { allRows } from "../../../functions/app/tenants/walk-store.ts";
import { siblingId } from "../../../functions/domain/core/id.ts";
import { addUnits, type UnitBalances } from "../../../functions/domain/core/wallet-ledger.ts";
import { railOn } from "../../support/bridge-sim/world.ts";
import { FeeWorld, ownWallet } from "../../support/reconciliation/fee-world.ts";
import { railThat } from "../../support/settlement/reserve-api.ts";

/** Fees of two settlements and an escrow, 45.00 together, and the night after them. */
async function afterTheNight(rate = "1") {
  const world = await FeeWorld.start();
  await world.earn({ amountCents: 100_000, feeCents: 2_500, rate });
  await world.earn({ amountCents: 50_000, feeCents: 1_000, rate });
  await world.earn({ amountCents: 20_000, feeCents: 1_000, rate, noun: "escrow" });
  await world.toNextDay();
  return { world, started: await world.night() };
}

/** What the entries of a sweep post in stablecoin, added up. */
async function unitsOfSweep(world: FeeWorld, id: string): Promise<UnitBalances> {
  const sums: UnitBalances = {};
  for (const { units = [] } of entriesIn(await allRows(world.store, id))) addUnits(sums, units);
  return sums;
}

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
    const { id: other } = await world.tenant({ slug: "other", partnerCustomerId: "cust_acme" });
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
    const { id: other } = await world.tenant({ slug: "other", partnerCustomerId: "cust_acme" });
    await world.earn({ amountCents: 100_000, feeCents: 4_500 });
    await world.lose("15", other);
    world.useRail(
      railThat(railOn(world.sim, "two_leg"), {
        walletBalance: async () => ({ units: "30.000000", at: world.clock.now() }),
      }),
    );
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
    await world.toNextDay();
    expect(await world.night()).toEqual({ sweeps: 0, done: true });
    expect(await world.sweeps()).toHaveLength(1);
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

describe("fees do not leave", () => {
  test("out of a wallet with less in it than the ledger says", async () => {
    const world = await FeeWorld.start();
    await using _world = world;
    await world.earn({ amountCents: 100_000, feeCents: 4_500 });
    await world.toNextDay();
    const units = { units: "44.990000", at: world.clock.now() };
    world.useRail(railThat(railOn(world.sim, "two_leg"), { walletBalance: async () => units }));
    expect(await world.night()).toEqual({ sweeps: 0, done: true });
    expect(world.log.lines.some((line) => JSON.stringify(line).includes("fees not swept"))).toBe(true);
  });

  test("that a refund has used since the close", async () => {
    const { world } = await afterTheNight();
    await using _world = world;
    await world.lose("0.000001");
    await world.minute();
    const reason = "less than that is ours in the wallet by now";
    expect(await world.sweeps()).toMatchObject([{ status: "canceled", reason, lookAt: null }]);
    expect(world.swept()).toEqual([]);
    await world.toNextDay();
    await world.night();
    expect(await world.sweeps()).toContainEqual(expect.objectContaining({ units: "44.999999", status: "screening" }));
  });

  test("for a wallet that its screen declines: operators have it screened again, or give it up", async () => {
    const world = await FeeWorld.start();
    await using _world = world;
    world.policy = { wallets: { base: "0xBLOCKED" }, floats: {} };
    await world.earn({ amountCents: 100_000, feeCents: 4_500 });
    await world.toNextDay();
    await world.night();
    await world.minute();
    const [declined] = await world.sweeps();
    expect(declined).toMatchObject({ status: "declined", lookAt: null });
    expect(world.swept()).toEqual([]);
    const item = siblingId(declined?.id ?? "", "rev");
    expect(await getReview(world.reviews("one"), item)).toMatchObject({
      ...{ kind: "fee_sweep", reason: "fees stay at the rail: our own wallet did not pass its screen" },
      actions: ["note", "assign", "retry_screen", "fail"],
    });
    await takeReviewAction(world.reviews("one"), item, { action: "retry_screen", note: null });
    await world.minute();
    expect(await world.sweeps()).toMatchObject([{ status: "declined", screens: 2 }]);
    const asked = await takeReviewAction(world.reviews("one"), item, { action: "fail", note: null });
    await approve(world.reviews("two"), "approvalId" in asked ? asked.approvalId : "", null);
    expect(await world.sweeps()).toMatchObject([{ status: "canceled" }]);
    await expect(getReview(world.reviews("one"), item)).rejects.toThrow("no such");
    world.policy = { wallets: { base: ownWallet }, floats: {} };
    await world.toNextDay();
    await world.night();
    await world.minute();
    expect(await world.sweeps()).toContainEqual(expect.objectContaining({ status: "ordered", toAddress: ownWallet }));
  });

  test("while the screen gives no answer, and leave once it does", async () => {
    const { world } = await afterTheNight();
    await using _world = world;
    world.screens = false;
    await world.minute();
    expect(await world.sweeps()).toMatchObject([{ status: "screening", screens: 1 }]);
    await world.passBoth(600);
    world.screens = true;
    await world.minute();
    expect(await world.sweeps()).toMatchObject([{ status: "ordered", screens: 2 }]);
  });

  test("that the rail refuses: what is ours stays on the ledger, and a later day's sweep takes it", async () => {
    const { world } = await afterTheNight();
    await using _world = world;
    await world.minute();
    world.sim.bank.move(world.swept()[0] ?? world.sim.bank.find("none"), "undeliverable");
    await world.passBoth(700);
    await world.minute();
    const [refused] = await world.sweeps();
    expect(refused).toMatchObject({ status: "refused", reason: "the rail refused it: bridge_undeliverable" });
    expect(await world.balance("operator_wallet")).toBe(0);
    expect(await unitsOfSweep(world, refused?.id ?? "")).toEqual({ rail_wallet: 0n, wallet_in_transit: 0n });
    const item = siblingId(refused?.id ?? "", "rev");
    expect(await getReview(world.reviews("one"), item)).toMatchObject({ actions: ["note", "assign", "resolve"] });
    const reference = "ticket 77";
    const asked = await takeReviewAction(world.reviews("one"), item, { action: "resolve", note: null, reference });
    await approve(world.reviews("two"), "approvalId" in asked ? asked.approvalId : "", null);
    await expect(getReview(world.reviews("one"), item)).rejects.toThrow("no such");
    await world.toNextDay();
    expect(await world.night(), "Bridge has not put it back yet").toEqual({ sweeps: 0, done: true });
    world.sim.bank.wallets[0]?.balances.set("usdc", 45_000_000n);
    await world.toNextDay();
    expect(await world.night()).toEqual({ sweeps: 1, done: true });
  });
});
