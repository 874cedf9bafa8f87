import { describe, expect, test } from "vitest";
import {
  collectFromPayer,
  collecting,
  customerId,
  onBridge,
  payingOut,
  reference,
} from "../../support/bridge-sim/world.ts";

const { orderedAt } = collecting;
const converting = {
  key: "stl_1:convert:1",
  orderedAt,
  conversionRef: null,
  netCents: 123_750,
  currency: "USD",
  stable: "USDC",
};

function converts(railRef: string) {
  return { ...converting, railRef, chain: collecting.chain, wallet: collecting.wallet };
}

describe("the partner customer", () => {
  test.each([
    ["is active, with terms accepted and the base endorsement", {}, "approved"],
    ["is under review", { status: "under_review" }, "not_approved"],
    ["is paused", { status: "paused" }, "not_approved"],
    ["has a status we do not know", { status: "sparkling" }, "not_approved"],
    ["has not accepted the terms", { has_accepted_terms_of_service: false }, "not_approved"],
    ["has its endorsement revoked", { endorsements: [{ name: "base", status: "revoked" }] }, "not_approved"],
    ["has no endorsement", { endorsements: [] }, "not_approved"],
  ])("that %s", async (_, status, verdict) => {
    const { sim, rail } = await onBridge("two_leg");
    await using _sim = sim;
    sim.setCustomer(customerId, status);
    expect(await rail.partnerCustomer(customerId)).toBe(verdict);
  });

  test("that Bridge does not know is not approved", async () => {
    const { sim, rail } = await onBridge("two_leg");
    await using _sim = sim;
    expect(await rail.partnerCustomer("cust_stranger/../..")).toBe("not_approved");
  });

  test("cannot be asked with a wrong API key, in a 500 or in silence", async () => {
    const { sim, rail } = await onBridge("two_leg");
    await using _sim = sim;
    sim.faults.add({ on: "GET /customers/{id}", kind: "500_before" });
    await expect(rail.partnerCustomer(customerId)).rejects.toThrow("answered 500 server_error");
    sim.faults.add({ on: "GET /customers/{id}", kind: "garbage" });
    await expect(rail.partnerCustomer(customerId)).rejects.toThrow("cannot read at status");
  });
});

describe("collecting straight to the wallet, in one leg", () => {
  test("asks for the exact amount and keeps our fee back", async () => {
    const { sim, rail } = await onBridge("one_leg");
    await using _sim = sim;
    await rail.collect(collecting);
    expect(sim.bank.transfers[0]?.asked).toEqual({
      client_reference_id: reference,
      amount: "1250.00",
      on_behalf_of: customerId,
      developer_fee: "12.50",
      source: { payment_rail: "ach_push", currency: "usd" },
      destination: { payment_rail: "base", currency: "usdc", to_address: collecting.wallet },
    });
  });

  test("holds nothing, whatever configuration says", async () => {
    const { sim, rail } = await onBridge("one_leg", true);
    await using _sim = sim;
    expect(rail.capabilities).toEqual({
      collect: true,
      payout: true,
      hold: false,
      disburseHeld: false,
      refund: false,
      licensedIn: [],
    });
  });

  test("pays out without another transfer, and proves it by the final hash alone", async () => {
    const world = await onBridge("one_leg");
    await using sim = world.sim;
    const { rail } = world;
    const reply = await rail.collect(collecting);
    if ("refused" in reply) throw new Error("refused");
    sim.bank.deposit(reply.railRef);
    await sim.pass(30);
    expect(sim.bank.transfers[0]).toMatchObject({ state: "payment_submitted", hash: /^0x/ });
    expect(await rail.disburse(payingOut(reply.railRef))).toMatchObject({ txHash: null });
    await sim.pass(30);
    expect(await rail.disburse(payingOut(reply.railRef))).toMatchObject({ txHash: sim.bank.transfers[0]?.hash });
    expect(await rail.convert(converts(reply.railRef))).toEqual({ rate: "1", bought: "1237.500000" });
    expect(sim.bank.transfers).toHaveLength(1);
  });

  test("cannot send a deposit back", async () => {
    const world = await onBridge("one_leg");
    await using _sim = world.sim;
    const railRef = await collectFromPayer(world);
    expect(await world.rail.returnDeposit({ key: "k", railRef, amountCents: 125_000 })).toMatchObject({
      refused: { code: "refund_unsupported" },
    });
  });
});

describe("collecting into the hold, in two legs", () => {
  test("takes any amount into the customer's own wallet on the wallet's chain", async () => {
    const { sim, rail } = await onBridge("two_leg");
    await using _sim = sim;
    await rail.collect(collecting);
    expect(sim.bank.wallets).toMatchObject([{ id: "bw_1", customerId, chain: "base" }]);
    expect(sim.bank.transfers[0]?.asked).toEqual({
      client_reference_id: reference,
      on_behalf_of: customerId,
      source: { payment_rail: "ach_push", currency: "usd" },
      destination: { payment_rail: "base", currency: "usdc", bridge_wallet_id: "bw_1" },
      features: { flexible_amount: true },
    });
  });

  test("uses the same wallet the next time, also in another process", async () => {
    const { sim, rail } = await onBridge("two_leg");
    await using _sim = sim;
    await rail.collect(collecting);
    await rail.collect({ ...collecting, key: "stl_2:collect:1" });
    sim.bank.openWallet(customerId, "base");
    sim.bank.openWallet(customerId, "ethereum");
    expect(await rail.collect(collecting)).toMatchObject({ railRef: "tr_1" });
    expect(sim.bank.transfers.map((each) => each.asked.destination.bridge_wallet_id)).toEqual(["bw_1", "bw_1"]);
  });

  test("uses the oldest of several hundred wallets, whatever was opened since", async () => {
    const { sim, rail } = await onBridge("two_leg");
    await using _sim = sim;
    sim.bank.openWallet(customerId, "solana");
    const { id } = sim.bank.openWallet(customerId, "base");
    for (let n = 0; n < 250; n++) sim.bank.openWallet(customerId, n % 2 ? "base" : "ethereum");
    await rail.collect(collecting);
    expect(sim.bank.transfers[0]?.asked.destination.bridge_wallet_id).toBe(id);
  });

  test("is refused for good on a chain where Bridge makes no wallets, and before that in nobody's name", async () => {
    const { sim, rail } = await onBridge("two_leg");
    await using _sim = sim;
    const onPolygon = { ...collecting, chain: "polygon" };
    expect(await rail.collect(onPolygon)).toMatchObject({ refused: { code: "rail_refused" } });
    sim.faults.add({ on: "POST /customers/{id}/wallets", kind: "500_after" });
    await expect(rail.collect(collecting)).rejects.toThrow("answered 500");
    expect(await rail.collect(collecting)).toMatchObject({ railRef: "tr_1" });
    expect(sim.bank.wallets).toHaveLength(1);
  });

  test("looks once more for deposit instructions that were not there yet", async () => {
    const { sim, rail } = await onBridge("two_leg");
    await using _sim = sim;
    sim.bank.knobs.lateInstructions = true;
    await expect(rail.collect(collecting)).rejects.toThrow("no whole deposit instructions for tr_1");
    sim.bank.knobs.lateInstructions = false;
    expect(await rail.collect(collecting)).toMatchObject({
      railRef: "tr_1",
      instructions: { bank_routing_number: "011000015" },
    });
  });

  test("passes the deposit instructions through, numbers of accounts as text", async () => {
    const { sim, rail } = await onBridge("two_leg");
    await using _sim = sim;
    sim.bank.knobs.numericRouting = true;
    expect(await rail.collect(collecting)).toMatchObject({
      instructions: {
        payment_rail: "ach_push",
        payment_rails: ["ach_push", "wire"],
        bank_routing_number: "011000015",
        bank_account_number: expect.stringMatching(/^\d{12}$/),
        deposit_message: expect.stringMatching(/^BRG\d{10}$/),
      },
    });
  });

  test("declares hold and refund only where configuration wants it", async () => {
    for (const holds of [true, false]) {
      const { sim, rail } = await onBridge("two_leg", holds);
      await using _sim = sim;
      expect(rail.capabilities).toMatchObject({ hold: holds, disburseHeld: holds, refund: holds });
    }
  });

  test("pays out of the hold, the amount exactly, once", async () => {
    const world = await onBridge("two_leg");
    await using sim = world.sim;
    const railRef = await collectFromPayer(world);
    expect(await world.rail.disburse(payingOut(railRef))).toMatchObject({ txHash: null });
    await sim.pass(60);
    await world.rail.disburse(payingOut(railRef));
    expect(sim.bank.balance("bw_1", "usdc")).toBe("12.50");
    expect(sim.bank.transfers[1]?.asked).toEqual({
      client_reference_id: `${reference}@tr_1`,
      amount: "1237.500000",
      on_behalf_of: customerId,
      developer_fee: "0",
      source: { payment_rail: "bridge_wallet", currency: "usdc", bridge_wallet_id: "bw_1" },
      destination: { payment_rail: "base", currency: "usdc", to_address: collecting.wallet },
    });
  });

  test("has a rate once the money lies in the hold, by Bridge's receipt", async () => {
    const world = await onBridge("two_leg");
    await using sim = world.sim;
    sim.bank.knobs.rate = "0.9993";
    const reply = await world.rail.collect(collecting);
    if ("refused" in reply) throw new Error("refused");
    await expect(world.rail.convert(converts(reply.railRef))).rejects.toThrow("no receipt");
    sim.bank.deposit(reply.railRef, "1250.00");
    await sim.pass(60);
    expect(await world.rail.convert(converts(reply.railRef))).toEqual({ rate: "0.9993", bought: "1249.125000" });
  });

  test("sends a deposit back to the bank it came from, whole, once", async () => {
    const world = await onBridge("two_leg");
    await using sim = world.sim;
    const railRef = await collectFromPayer(world);
    const back = { key: "stl_1:return:1", railRef, amountCents: 125_000 };
    expect(await world.rail.returnDeposit({ ...back, key: "k", amountCents: 1000 })).toMatchObject({
      refused: { code: "rail_refused" },
    });
    const reply = await world.rail.returnDeposit(back);
    expect(reply).toMatchObject({ railRef, transferRef: "tr_2", reference, leg: "return", events: [], returned: null });
    await world.rail.returnDeposit(back);
    await sim.pass(60);
    expect(await world.rail.lookUp("tr_2")).toMatchObject({ leg: "return", events: [], returned: "sent" });
    expect(sim.bank.balance("bw_1", "usdc")).toBe("0.00");
  });

  test("gives up a collection that waits for funds, and no other", async () => {
    const world = await onBridge("two_leg");
    await using _sim = world.sim;
    await world.rail.collect(collecting);
    expect(await world.rail.cancelCollection("tr_1")).toBe(true);
    expect(await world.rail.cancelCollection("tr_1")).toBe(false);
    expect(await world.rail.lookUp("tr_1")).toMatchObject({ events: [{ kind: "failed", code: "bridge_canceled" }] });
  });

  test("does not take a key that is refused, or a 500, for a collection that cannot be given up", async () => {
    const world = await onBridge("two_leg");
    await using sim = world.sim;
    await world.rail.collect(collecting);
    sim.faults.add({ on: "DELETE /transfers/{id}", kind: "500_before" });
    await expect(world.rail.cancelCollection("tr_1")).rejects.toThrow("answered 500");
    sim.faults.add({ on: "DELETE /transfers/{id}", kind: "401" });
    await expect(world.rail.cancelCollection("tr_1")).rejects.toThrow("401");
    expect(sim.bank.find("tr_1").state).toBe("awaiting_funds");
  });
});
