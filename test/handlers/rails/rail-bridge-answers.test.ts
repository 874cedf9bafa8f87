import { describe, expect, test } from "vitest";
import { instructionsOf } from "../../../functions/adapters/bridge/body.ts";
import { approvedCustomer } from "../../support/bridge-sim/bank.ts";
import {
  collectFromPayer,
  collecting,
  customerId,
  onBridge,
  payingOut,
  railOn,
} from "../../support/bridge-sim/world.ts";

const toElsewhere = { destination: { payment_rail: "base" as const, currency: "usdc", to_address: "0x1" } };

describe("a definite no", () => {
  test.each([
    ["a debit", { source: "ach" as const }, "unsupported_source"],
    ["a chain that Bridge does not pay on", { chain: "dogechain" }, "unsupported_route"],
    ["a chain whose wallets may need a memo", { chain: "stellar", stable: "USDC" }, "unsupported_route"],
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
  ])("is told of a customer %s in mid-flight, without Bridge's words", async (_, status) => {
    const world = await onBridge("two_leg");
    await using sim = world.sim;
    const railRef = await collectFromPayer(world);
    sim.setCustomer(customerId, status);
    const reply = await world.rail.disburse(payingOut(railRef));
    expect(reply).toMatchObject({ refused: { code: "partner_customer_not_approved" } });
    expect(JSON.stringify(reply)).not.toContain("Jane");
    expect(sim.bank.balance("bw_1", "usdc")).toBe("1250.00");
  });

  test("is told of a payout that Bridge could not deliver", async () => {
    const world = await onBridge("one_leg");
    await using sim = world.sim;
    const railRef = await collectFromPayer(world);
    sim.bank.move(sim.bank.find(railRef), "undeliverable");
    expect(await world.rail.disburse(payingOut(railRef))).toMatchObject({ refused: { code: "bridge_undeliverable" } });
  });
});

describe("what is not known is thrown", () => {
  test("a payout that lost the race for its wallet, which is then made under the same key", async () => {
    const world = await onBridge("two_leg");
    await using sim = world.sim;
    const railRef = await collectFromPayer(world);
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
    const railRef = await collectFromPayer(world);
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

describe("deposit instructions by which a payer would pay somebody else, or nobody", () => {
  const whole = { bank_routing_number: "011000015", bank_account_number: "000123456789", deposit_message: "BRG1" };

  test.each([
    ["an account number that came as a number, and lost its zeros", { bank_account_number: 123456789 }],
    ["a routing number of eight digits", { bank_routing_number: "11000015" }],
    ["a routing number that is no whole number", { bank_routing_number: 1.5 }],
    ["no message, by which the deposit is told", { deposit_message: null }],
    ["an empty account number", { bank_account_number: "" }],
  ])("%s, are shown to nobody", (_, wrong) => {
    expect(instructionsOf({ ...whole, ...wrong })).toBeNull();
  });

  test("and nothing else is changed of them", () => {
    const response = { ...whole, bank_address: null, payment_rails: ["ach_push", "wire"], more: { a: 1.5 } };
    expect(instructionsOf(response)).toEqual(response);
    expect(instructionsOf(null)).toBeNull();
  });
});

describe("what is asked twice", () => {
  /** The same words in another order, as they come from another process's record. */
  function reordered<T extends object>(input: T): T {
    return Object.fromEntries(Object.entries(input).toReversed()) as T;
  }

  test.each(["one_leg", "two_leg"] as const)(
    "goes over the wire byte for byte the same, in %s, from whatever process and in whatever order",
    async (mode) => {
      const world = await onBridge(mode);
      await using sim = world.sim;
      const railRef = await collectFromPayer(world);
      await railOn(sim, mode).collect(reordered(collecting));
      const payout = payingOut(railRef);
      const back = { key: "stl_1:return:1", railRef, amountCents: 125_000 };
      for (const rail of [world.rail, railOn(sim, mode)]) {
        await rail.disburse(rail === world.rail ? payout : reordered(payout));
        await rail.returnDeposit(rail === world.rail ? back : reordered(back));
      }
      const transfers = sim.api.heard.filter(({ raw }) => raw.includes("client_reference_id"));
      const bodies = Map.groupBy(transfers, ({ key }) => key);
      const legs = mode === "one_leg" ? 1 : 3;
      expect([...bodies.values()].map((each) => each.length)).toEqual(Array(legs).fill(2));
      for (const each of bodies.values()) expect(new Set(each.map(({ raw }) => raw)).size).toBe(1);
    },
  );

  test("has a key of its own for every settlement and leg", async () => {
    const world = await onBridge("two_leg");
    await using sim = world.sim;
    const railRef = await collectFromPayer(world);
    await world.rail.disburse(payingOut(railRef));
    await world.rail.disburse({ ...payingOut(railRef), key: "stl_1:reserve:1", amount: "1.000000" });
    const keys = sim.api.heard.map(({ key }) => key);
    expect(new Set(keys).size).toBe(4);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("of a reserve is asked about by its own number, not by that of one before it", async () => {
    const world = await onBridge("two_leg");
    await using _sim = world.sim;
    const railRef = await collectFromPayer(world);
    const first = { ...payingOut(railRef), key: "stl_1:reserve:1", amount: "1.000000" };
    await world.rail.disburse(first);
    expect(await world.rail.payoutOf(first)).not.toBeNull();
    expect(await world.rail.payoutOf({ ...first, key: "stl_1:reserve:2" })).toBeNull();
  });

  test("is found where the mode was changed between the two times", async () => {
    const world = await onBridge("one_leg");
    await using sim = world.sim;
    sim.faults.add({ on: "POST /transfers", kind: "500_after" });
    await expect(world.rail.collect(collecting)).rejects.toThrow("500");
    expect(await railOn(sim, "two_leg").collect(collecting)).toMatchObject({ railRef: "tr_1" });
    expect(sim.bank.transfers).toHaveLength(1);
  });
});

describe("a vendor that rests after failures", () => {
  test("throws what is asked of it, and refuses nothing; afterwards it is made once", async () => {
    const world = await onBridge("two_leg");
    await using sim = world.sim;
    const railRef = await collectFromPayer(world);
    const { rail } = world;
    sim.faults.add({ on: "GET /transfers/{id}", kind: "500_before", times: 5 });
    for (let n = 0; n < 5; n++) await expect(rail.disburse(payingOut(railRef))).rejects.toThrow("500");
    await expect(rail.disburse(payingOut(railRef))).rejects.toThrow("resting");
    await expect(rail.payoutOf(payingOut(railRef))).rejects.toThrow("resting");
    await expect(rail.collect({ ...collecting, key: "stl_2:collect:1" })).rejects.toThrow("resting");
    await expect(rail.partnerCustomer(customerId)).rejects.toThrow("resting");
    await expect(rail.lookUp(railRef)).rejects.toThrow("resting");
    expect(await railOn(sim, "two_leg").disburse(payingOut(railRef))).toMatchObject({ transferRef: "tr_2" });
    expect(sim.bank.transfers).toHaveLength(2);
  });
});

describe("a receipt that says nothing yet", () => {
  test("gives no rate", async () => {
    const world = await onBridge("two_leg");
    await using sim = world.sim;
    sim.bank.knobs.rate = "0";
    const railRef = await collectFromPayer(world);
    const { stable, chain, wallet } = collecting;
    const order = { key: "k", orderedAt: sim.clock.iso(), conversionRef: null };
    const input = { ...order, netCents: 123_750, currency: "USD", stable, chain, wallet, railRef };
    await expect(world.rail.convert(input)).rejects.toThrow("no receipt");
  });
});

describe("a key that is too old for Bridge to remember", () => {
  test("finds the payout that it has made and makes no other", async () => {
    const world = await onBridge("two_leg");
    await using sim = world.sim;
    const railRef = await collectFromPayer(world);
    await world.rail.disburse(payingOut(railRef));
    await sim.pass(25 * 3600);
    expect(await world.rail.disburse(payingOut(railRef))).toMatchObject({ txHash: sim.bank.transfers[1]?.hash });
    expect(sim.bank.transfers).toHaveLength(2);
  });

  test("finds the collection among hundreds of newer ones", async () => {
    const { sim, rail } = await onBridge("two_leg");
    await using _sim = sim;
    await rail.collect(collecting);
    const [first] = sim.bank.transfers;
    sim.bank.customers.set("cust_other", approvedCustomer());
    for (let n = 0; n < 400; n++) {
      const on_behalf_of = n < 250 ? customerId : "cust_other";
      const input = { ...(first?.asked ?? expect.fail()), client_reference_id: `other_${n}` };
      sim.bank.create(n < 250 ? input : { ...input, on_behalf_of, ...toElsewhere });
    }
    await sim.pass(25 * 3600);
    expect(await rail.collect(collecting)).toMatchObject({ railRef: "tr_1", state: "awaiting_funds" });
  });

  test("says that a deposit was never sent back where its no was lost, unless a call may be at work", async () => {
    const world = await onBridge("two_leg");
    await using sim = world.sim;
    const railRef = await collectFromPayer(world);
    const orderedAt = sim.clock.iso();
    const part = { key: "stl_1:return:1", railRef, amountCents: 1000, orderedAt };
    sim.faults.add({ on: "POST /transfers", kind: "500_after" });
    await expect(world.rail.returnDeposit(part)).rejects.toThrow("500");
    await sim.pass(25 * 3600);
    const young = { ...part, orderedAt: sim.clock.iso() };
    await expect(world.rail.returnDeposit(young)).rejects.toThrow("422");
    expect(await world.rail.returnDeposit(part)).toMatchObject({ refused: { code: "never_made" } });
    expect(sim.bank.balance("bw_1", "usdc")).toBe("1250.00");
  });

  test("says that a payout was never made where its no was lost, so that it does not stand for ever", async () => {
    const world = await onBridge("two_leg");
    await using sim = world.sim;
    const railRef = await collectFromPayer(world);
    const order = { ...payingOut(railRef), amount: "9999.000000", orderedAt: sim.clock.iso() };
    sim.faults.add({ on: "POST /transfers", kind: "500_after" });
    await expect(world.rail.disburse(order)).rejects.toThrow("500");
    await sim.pass(25 * 3600);
    await expect(world.rail.disburse({ ...order, orderedAt: sim.clock.iso() })).rejects.toThrow("422");
    expect(await world.rail.disburse(order)).toMatchObject({ refused: { code: "never_made" } });
    expect(sim.bank.balance("bw_1", "usdc")).toBe("1250.00");
  });

  test("says that a collection was never opened where its no was lost", async () => {
    const { sim, rail } = await onBridge("two_leg");
    await using _sim = sim;
    const order = { ...collecting, orderedAt: sim.clock.iso() };
    const standing = sim.bank.customers.get(customerId);
    sim.bank.customers.set(customerId, { ...approvedCustomer(), status: "paused" });
    sim.faults.add({ on: "POST /transfers", kind: "500_after" });
    await expect(rail.collect(order)).rejects.toThrow("500");
    if (standing) sim.bank.customers.set(customerId, standing);
    await sim.pass(25 * 3600);
    expect(await rail.collect(order)).toMatchObject({ refused: { code: "never_made" } });
  });

  test("finds the deposit's return whose answer was lost", async () => {
    const world = await onBridge("two_leg");
    await using sim = world.sim;
    const railRef = await collectFromPayer(world);
    const back = { key: "stl_1:return:1", railRef, amountCents: 125_000, orderedAt: sim.clock.iso() };
    sim.faults.add({ on: "POST /transfers", kind: "500_after" });
    await expect(world.rail.returnDeposit(back)).rejects.toThrow("500");
    await sim.pass(25 * 3600);
    expect(await world.rail.returnDeposit(back)).toMatchObject({ transferRef: "tr_2", returned: "sent" });
    expect(sim.bank.transfers).toHaveLength(2);
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
