import { describe, expect, test } from "vitest";
import { loadAggregate, newAggregate } from "../../../functions/app/core/aggregate.ts";
import { commit } from "../../../functions/app/core/change.ts";
import { escrowRecordType, escrowWrites } from "../../../functions/app/escrow/record.ts";
import { lookUpEscrow } from "../../../functions/app/escrow/sweep.ts";
import { drawFloatFor } from "../../../functions/app/reconciliation/draw-float.ts";
import { ownBalance } from "../../../functions/app/reconciliation/operator-funds.ts";
import { takeReviewAction } from "../../../functions/app/review/actions.ts";
import { approve } from "../../../functions/app/review/approvals.ts";
import { getReview } from "../../../functions/app/review/review.ts";
import { settlementRecordType } from "../../../functions/app/settlement/record.ts";
import { changeTenant } from "../../../functions/app/tenants/tenants.ts";
import { siblingId } from "../../../functions/domain/core/id.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import type { Transition } from "../../../functions/domain/core/transition.ts";
import { walletKey } from "../../../functions/domain/core/wallet-ledger.ts";
import type { Escrow } from "../../../functions/domain/escrow/escrow.ts";
import { askFunding, recordCollectionCancellation, recordFunding } from "../../../functions/domain/escrow/fund.ts";
import { receiveEscrowReport } from "../../../functions/domain/escrow/rail.ts";
import { startRefund } from "../../../functions/domain/escrow/refund.ts";
import type { Collection } from "../../../functions/domain/rails/deposit-instructions.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { collecting, customerId, railOn } from "../../support/bridge-sim/world.ts";
import { putRecord } from "../../support/core/put-record.ts";
import { settlementIn } from "../../support/core/samples.ts";
import { createdEscrow, funds } from "../../support/escrow/escrow-samples.ts";
import { FeeWorld } from "../../support/reconciliation/fee-world.ts";

/** An escrow over 1000.00 to which 1200.00 came at 0.99, 1188 of stablecoin, and which is to send it all back, 1200 of it. */
async function orderedBack(world: FeeWorld, { rate = "0.99", tenantId = world.tenantId } = {}): Promise<string> {
  const { clock } = world;
  world.sim.bank.knobs.rate = rate;
  const id = world.newId("esc", clock.now());
  const own = { id, tenantId, adapter: "bridge", partnerCustomerId: customerId, payoutStable: "USDC" };
  const steps: Transition<Escrow>[] = [];
  const created: Escrow = { ...createdEscrow({ amountCents: 100_000, reference: `deal-${world.nowMs}` }), ...own };
  const state = () => steps.at(-1)?.next ?? created;
  steps.push(...askFunding(created, { ...funds, amountCents: 100_000, source: "ach_push" }, clock.now()).transitions);
  const rail = railOn(world.sim, "two_leg");
  const order = { ...collecting, orderedAt: clock.now(), feeCents: 0, amountCents: 100_000 };
  const made = (await rail.collect({ ...order, key: `${id}:fund:1`, reference: id })) as Collection;
  steps.push(...recordFunding(state(), made, clock.now()));
  world.sim.bank.deposit(made.railRef, "1200.00");
  await world.passBoth(60);
  const { events, leg } = (await rail.lookUp(made.railRef)) ?? expect.fail();
  steps.push(...receiveEscrowReport(state(), { events, leg, railRef: made.railRef }, clock.now()));
  steps.push(...recordCollectionCancellation(state(), clock.now()));
  const refund = startRefund(state(), { reason: "off", refundAddress: null }, clock.now());
  steps.push(...(refund instanceof Refusal ? expect.fail() : refund));
  await commit(world.context, escrowWrites(newAggregate(escrowRecordType, created), steps, world.context).writes);
  return id;
}

async function rowOf(world: FeeWorld, id: string) {
  const [row] = await world.store.read([{ pk: id, sk: "row" }]);
  return row ?? expect.fail();
}

async function escrowOf(world: FeeWorld, id: string): Promise<Escrow> {
  return (loadAggregate(escrowRecordType, await rowOf(world, id)) ?? expect.fail()).state;
}

/** What the worker does with a look that is due. */
async function look(world: FeeWorld, id: string): Promise<void> {
  await lookUpEscrow(world.worker(), await drawFloatFor(world.worker(), await rowOf(world, id)));
}

const wallet = walletKey({ rail: "bridge", customer: customerId, chain: "base", stable: "USDC" });

const returns = ({ sim }: FeeWorld) => sim.bank.transfers.filter(({ leg }) => leg === "return");

describe("a return that costs more than its deposit had bought", () => {
  test("waits for our own balance in the wallet, in the queue, and never takes what is others'", async () => {
    await using world = await FeeWorld.start();
    const id = await orderedBack(world);
    await look(world, id);
    await world.passBoth(601);
    await look(world, id);
    expect(returns(world)).toEqual([]);
    expect((await escrowOf(world, id)).sendBack).toMatchObject({ amountCents: 120_000, transferRef: null });
    const item = await getReview(world.context, siblingId(id, "rev"));
    expect(item).toMatchObject({ kind: "float_short", reason: expect.stringContaining("12.000000 USDC") });
    expect(item.actions).toContain("returned_off_platform");
  });

  test("is told once the fees of others cover it, which pay for it", async () => {
    await using world = await FeeWorld.start();
    const id = await orderedBack(world);
    await look(world, id);
    await world.earn({ amountCents: 100_000, feeCents: 2_000, rate: "0.99" });
    const waits = await rowOf(world, id);
    expect(await drawFloatFor(world.worker(), waits), "it is not looked at yet").toEqual(waits);
    await world.passBoth(601);
    await look(world, id);
    expect(returns(world)).toHaveLength(1);
    await world.passBoth(601);
    await look(world, id);
    expect(await escrowOf(world, id)).toMatchObject({ status: "refunded", refundedCents: 120_000, sendBack: null });
    expect(world.held()).toBe("7.800000");
    expect(await world.balance("fx_gain_loss")).toBe(1_200);
    expect((await ownBalance(world.context, world.tenantId, wallet)).units).toBe(7_800_000n);
  });

  test("is booked at what Bridge's receipt says it took, which may be more than was drawn", async () => {
    await using world = await FeeWorld.start();
    const id = await orderedBack(world);
    await world.earn({ amountCents: 100_000, feeCents: 2_000, rate: "0.99" });
    Object.assign(world.sim.bank.knobs, { returnRate: "1.0005", returnFee: "0.35" });
    await look(world, id);
    expect((await escrowOf(world, id)).sendBack).toMatchObject({ cost: "1200.950000" });
    await world.passBoth(601);
    await look(world, id);
    expect(await escrowOf(world, id)).toMatchObject({
      status: "refunded",
      refundedCents: 120_000,
      exchangeCents: 1_295,
    });
    expect(world.held()).toBe("6.850000");
    expect(await world.balance("fx_gain_loss")).toBe(1_295);
    expect((await ownBalance(world.context, world.tenantId, wallet)).units).toBe(6_850_000n);
  });

  test("is one of two at once where our own balance covers one", async () => {
    await using world = await FeeWorld.start();
    const ids = [await orderedBack(world), await orderedBack(world)];
    await world.earn({ amountCents: 100_000, feeCents: 2_000, rate: "0.99" });
    await Promise.all(ids.map((id) => look(world, id)));
    await world.passBoth(601);
    for (const id of ids) await look(world, id);
    expect(returns(world)).toHaveLength(1);
    const waiting = await Promise.all(ids.map((id) => escrowOf(world, id)));
    expect(waiting.filter(({ sendBack }) => sendBack?.floatShortSince !== undefined)).toHaveLength(1);
  });

  test("and a sweep of the same fees do not both take them", async () => {
    await using world = await FeeWorld.start();
    await world.earn({ amountCents: 100_000, feeCents: 2_000, rate: "0.99" });
    await world.toNextDay();
    expect(await world.night()).toMatchObject({ sweeps: 1 });
    const id = await orderedBack(world);
    await Promise.all([world.minute(), look(world, id)]);
    const isSwept = world.swept().length;
    expect(isSwept + returns(world).length).toBe(1);
  });

  test("goes back outside the rail where operators would not wait, which is not told any more", async () => {
    await using world = await FeeWorld.start();
    const id = await orderedBack(world);
    await look(world, id);
    const item = siblingId(id, "rev");
    const input = { action: "returned_off_platform", note: "wired", reference: "WIRE-1" } as const;
    const asked = await takeReviewAction(world.reviews("ann"), item, input);
    await approve(world.reviews("bob"), "approvalId" in asked ? asked.approvalId : "", null);
    expect(await escrowOf(world, id)).toMatchObject({ status: "refunded", refundedCents: 120_000, sendBack: null });
    await world.passBoth(601);
    await look(world, id);
    expect(returns(world)).toEqual([]);
  });
});

describe("a payment's return that costs more than its deposit had bought", () => {
  async function failed(world: FeeWorld): Promise<string> {
    const { settlement } = settlementIn("failed");
    const at = world.clock.now();
    const sendBack = { key: "k", amountCents: 10_000, at, by: "operator:ann", lookAt: at, transferRef: null };
    const pooled = { rail: "bridge", conversionVendor: "bridge", keepsReserve: true, partnerCustomerId: customerId };
    const bought = { bought: "90.000000", boughtCents: 10_000, destChain: "base", usdtStable: "USDC" };
    const own = { tenantId: world.tenantId, sendBack, ...pooled, ...bought };
    await putRecord(world, settlementRecordType, { ...settlement, ...own } as Settlement);
    return settlement.id;
  }

  async function drawn(world: FeeWorld, id: string) {
    const row = await drawFloatFor(world.worker(), await rowOf(world, id));
    return (loadAggregate(settlementRecordType, row) ?? expect.fail()).state.sendBack;
  }

  test("is drawn for once our own balance in the wallet covers it, and waits until then", async () => {
    await using world = await FeeWorld.start();
    const id = await failed(world);
    const now = world.clock.now();
    expect(await drawn(world, id)).toMatchObject({ floatShortSince: now, lookAt: addSeconds(now, 600) });
    await world.earn({ amountCents: 100_000, feeCents: 2_000 });
    expect((await drawn(world, id))?.cost, "it is not looked at yet").toBeUndefined();
    await world.passBoth(601);
    expect(await drawn(world, id)).toMatchObject({ cost: "100.000000" });
    expect((await ownBalance(world.context, world.tenantId, wallet)).drawn).toBe(10_000_000n);
  });
});

describe("a wallet that two tenants share, since both are one customer of the partner's", () => {
  const shared = async () => {
    const world = await FeeWorld.start();
    const { id: other } = await world.tenant({ slug: "beta", partnerCustomerId: customerId, stable: "USDC" });
    return { world, other };
  };

  test("pays for a return out of the fees of either", async () => {
    const { world, other } = await shared();
    await using _world = world;
    const id = await orderedBack(world);
    await world.earn({ amountCents: 100_000, feeCents: 2_000, rate: "0.99", tenantId: other });
    await look(world, id);
    expect(returns(world)).toHaveLength(1);
  });

  test("does not where the other has lost as much, since what is missing would be a client's", async () => {
    const { world, other } = await shared();
    await using _world = world;
    const id = await orderedBack(world);
    await world.earn({ amountCents: 100_000, feeCents: 2_000, rate: "0.99" });
    await world.lose({ amountCents: 100_000, rate: "0.99", tenantId: other });
    const before = returns(world);
    await look(world, id);
    expect(returns(world)).toEqual(before);
    expect((await escrowOf(world, id)).sendBack?.floatShortSince).toBe(world.clock.now());
  });

  test("pays for one of two at once where what is ours covers one", async () => {
    const { world, other } = await shared();
    await using _world = world;
    const ids = [await orderedBack(world), await orderedBack(world, { tenantId: other })];
    await world.earn({ amountCents: 100_000, feeCents: 2_000, rate: "0.99" });
    await Promise.all(ids.map((id) => look(world, id)));
    expect(returns(world)).toHaveLength(1);
  });

  test("is shared with a tenant that has become another customer since", async () => {
    const { world, other } = await shared();
    await using _world = world;
    const id = await orderedBack(world);
    await world.earn({ amountCents: 100_000, feeCents: 2_000, rate: "0.99" });
    await world.lose({ amountCents: 100_000, rate: "0.99", tenantId: other });
    await changeTenant(world.context, other, { partnerCustomerId: "cust_new" });
    const before = returns(world);
    await look(world, id);
    expect(returns(world)).toEqual(before);
  });
});
