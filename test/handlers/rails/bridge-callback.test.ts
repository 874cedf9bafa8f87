import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readBridgeCallback } from "../../../functions/adapters/bridge/callback-event.ts";
import { judgeBridgeSignature } from "../../../functions/adapters/bridge/signature.ts";
import {
  collectFromPayer,
  collecting,
  customerId,
  onBridge,
  payingOut,
  reference,
} from "../../support/bridge-sim/world.ts";
import { type ReceivedCall, receiver } from "../../support/vendor-sim/receiver.ts";

/** A rail whose callbacks arrive at a receiver of the test's. */
async function listening(mode: "one_leg" | "two_leg", answers?: (nth: number) => number) {
  const world = await onBridge(mode);
  const line = await receiver(answers);
  const { publicKey } = world.sim.webhooks.open(line.url, ["transfer", "customer"], "active");
  return {
    ...world,
    ...{ publicKey, received: line.received },
    async [Symbol.asyncDispose]() {
      await world.sim[Symbol.asyncDispose]();
      await line[Symbol.asyncDispose]();
    },
  };
}

function header({ headers }: ReceivedCall): string {
  return String(headers["x-webhook-signature"]);
}

function read({ raw }: ReceivedCall) {
  return readBridgeCallback(JSON.parse(raw.toString()));
}

/** What the callbacks say, in short: the state, and what follows. */
function told(received: readonly ReceivedCall[]): string[] {
  return received.map((each) => {
    const callback = read(each);
    if (callback?.kind !== "transfer") return callback?.kind ?? "nothing";
    const { state, leg, events } = callback.said;
    return [`${leg} ${state}`, ...events.map(({ kind }) => kind)].join(", ");
  });
}

describe("a settlement in two legs, as Bridge tells it", () => {
  test("is collected when the money lies in the hold, and paid out by the final hash", async () => {
    await using world = await listening("two_leg");
    const railRef = await collectFromPayer(world);
    await world.rail.disburse(payingOut(railRef));
    await world.sim.pass(60);
    expect(told(world.received)).toEqual([
      "collection awaiting_funds",
      "collection funds_received",
      "collection payment_submitted",
      "collection payment_processed, funds_received",
      "payout funds_received",
      "payout payment_submitted",
      "payout payment_processed, payment_processed",
    ]);
    const payout = world.received.at(-1) ?? expect.fail();
    expect(read(payout)).toMatchObject({
      eventId: "wh_7",
      said: {
        ...{ railRef, transferRef: "tr_2", reference, leg: "payout", paid: "1237.50" },
        events: [{ kind: "payment_processed", txHash: world.sim.bank.transfers[1]?.hash }],
      },
    });
  });

  test("is not told what becomes of its reserve: that is another payout, asked about by its key", async () => {
    await using world = await listening("two_leg");
    const railRef = await collectFromPayer(world);
    await world.rail.disburse(payingOut(railRef));
    await world.sim.pass(60);
    const before = world.received.length;
    await world.rail.disburse({ ...payingOut(railRef), key: "stl_1:reserve:1", amount: "12.500000" });
    await world.sim.pass(60);
    expect(told(world.received.slice(before))).toEqual(["ignored", "ignored", "ignored"]);
  });

  test.each([
    ["exactly", "1250.00", 125_000],
    ["a cent short", "1249.99", 124_999],
    ["a cent over", "1250.01", 125_001],
  ])("says what came when the payer pays %s", async (_, amount, amountCents) => {
    await using world = await listening("two_leg");
    await collectFromPayer(world, amount);
    const last = world.received.at(-1) ?? expect.fail();
    expect(read(last)).toMatchObject({ said: { events: [{ kind: "funds_received", totalCents: amountCents }] } });
  });

  test("says the sum when the payer pays twice", async () => {
    await using world = await listening("two_leg");
    const railRef = await collectFromPayer(world);
    world.sim.bank.deposit(railRef, "1250.00");
    await world.sim.pass(0);
    expect(read(world.received.at(-1) ?? expect.fail())).toMatchObject({
      said: { receivedCents: 250_000, events: [{ kind: "funds_received", totalCents: 250_000 }] },
    });
    expect(world.sim.bank.balance("bw_1", "usdc")).toBe("2500.00");
  });

  test.each(["R10", "R29"])("says that the payer's bank took it back, %s", async (code) => {
    await using world = await listening("two_leg");
    world.sim.bank.takeBack(await collectFromPayer(world), code);
    await world.sim.pass(0);
    const last = world.received.at(-1) ?? expect.fail();
    expect(read(last)).toMatchObject({
      said: {
        events: [
          { kind: "funds_received", totalCents: 125_000 },
          { kind: "returned", code },
        ],
      },
    });
  });
});

describe("a settlement in one leg, as Bridge tells it", () => {
  test("is collected when the funds are there, and paid out by the final hash alone", async () => {
    await using world = await listening("one_leg");
    await collectFromPayer(world);
    expect(told(world.received)).toEqual([
      "collection awaiting_funds",
      "collection funds_received, funds_received",
      "collection payment_submitted, funds_received",
      "collection payment_processed, funds_received, payment_processed",
    ]);
    const hashes = world.received.map(({ raw }) => /destination_tx_hash":"(\w+)/.exec(raw.toString())?.[1]);
    expect(hashes[2]).not.toBe(hashes[3]);
    expect(read(world.received[3] ?? expect.fail())).toMatchObject({ said: { events: [{}, { txHash: hashes[3] }] } });
  });

  test("is returned when the payer pays a wrong amount", async () => {
    await using world = await listening("one_leg");
    await collectFromPayer(world, "1249.99");
    expect(told(world.received).at(-1)).toBe("collection returned, funds_received, returned");
  });
});

describe("what is wrong with a callback", () => {
  test.each<[string, Partial<Awaited<ReturnType<typeof onBridge>>["sim"]["bank"]["knobs"]>, unknown]>([
    ["a state we do not know", { unknownState: "in_orbit" }, { kind: "unknown", state: "in_orbit" }],
    ["an amount off by a cent", { amountOffCents: -1 }, { kind: "funds_received", totalCents: 124_999 }],
    ["no receipt", { missingReceipt: true }, { kind: "unknown", state: "funds_received without an amount" }],
    [
      "an amount that is a number",
      { numericAmounts: true },
      { kind: "unknown", state: "a transfer that cannot be read" },
    ],
    ["a misspelt gas fee", { gasFeeKey: "gas_fe" }, { kind: "funds_received", totalCents: 125_000 }],
  ])("%s is unknown or a plain fact, and never an error", async (_, knobs, event) => {
    await using world = await listening("one_leg");
    const reply = await world.rail.collect(collecting);
    if ("refused" in reply) throw new Error("refused");
    Object.assign(world.sim.bank.knobs, knobs);
    world.sim.bank.deposit(reply.railRef);
    await world.sim.pass(0);
    expect(read(world.received.at(-1) ?? expect.fail())).toMatchObject({
      said: { railRef: reply.railRef, reference, events: [event] },
    });
  });

  test.each([
    [null],
    [{}],
    ["text"],
    [[]],
    [{ event_id: "wh_1", event_category: "transfer", event_type: "t", event_object_id: "x", event_object: null }],
    [{ event_id: "wh_1", event_category: "transfer", event_type: "t", event_object_id: "x", event_object: {} }],
    [
      {
        event_id: null,
        event_category: "transfer",
        event_type: "t",
        event_object_id: "x",
        event_object: { id: "tr_1" },
      },
    ],
    [{ event_id: "w", event_category: "transfer", event_type: "t", event_object_id: "x", event_object: { id: 7 } }],
  ])("%j is no event", (body) => {
    expect(readBridgeCallback(body)).toBeUndefined();
  });

  test("null fields of a transfer that we can name leave it to people", () => {
    const event = { event_id: "wh_1", event_category: "transfer", event_type: "t", event_object_id: "tr_2" };
    const object = { id: "tr_2", client_reference_id: `${reference}@tr_1`, state: null, source: null };
    expect(readBridgeCallback({ ...event, event_object: object })).toMatchObject({
      said: { railRef: "tr_1", transferRef: "tr_2", reference, leg: "payout", events: [{ kind: "unknown" }] },
    });
  });

  test("is never an error, whatever stands in a field", async () => {
    await using world = await listening("two_leg");
    world.sim.bank.takeBack(await collectFromPayer(world), "R29");
    await world.sim.pass(0);
    const good = JSON.parse((world.received.at(-1) ?? expect.fail()).raw.toString());
    const paths = [
      ...Object.keys(good).map((name) => [name]),
      ...Object.keys(good.event_object).map((name) => ["event_object", name]),
      ...["initial_amount", "final_amount"].map((name) => ["event_object", "receipt", name]),
      ...["payment_rail", "bridge_wallet_id"].map((name) => ["event_object", "destination", name]),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.jsonValue(), (path, value) => {
        const event = structuredClone(good);
        const parent = path.slice(0, -1).reduce((at, name) => at[name], event);
        parent[path.at(-1) ?? ""] = value;
        const callback = readBridgeCallback(event);
        if (callback?.kind === "transfer") expect(callback.said.railRef).toMatch(/^[\s\S]{0,256}$/);
      }),
      { numRuns: 5000 },
    );
  });

  test("other categories concern us not, whatever they lack, but for customers", async () => {
    const event = { event_id: "wh_1", event_object: null };
    for (const event_category of ["card_account", "virtual_account.activity"])
      expect(readBridgeCallback({ ...event, event_category })).toMatchObject({ kind: "ignored" });
    expect(readBridgeCallback({ ...event, event_category: "customer" })).toBeUndefined();
    await using world = await listening("two_leg");
    world.sim.setCustomer(customerId, { status: "rejected" });
    await world.sim.pass(0);
    expect(read(world.received[0] ?? expect.fail())).toMatchObject({ kind: "customer", customerId });
  });
});

describe("callbacks on the line", () => {
  test("are signed as the published sample is, anew at every attempt", async () => {
    await using world = await listening("two_leg", (nth) => (nth === 1 ? 500 : 200));
    await world.rail.collect(collecting);
    await world.sim.pass(0);
    await world.sim.pass(60);
    const [first, second] = world.received;
    if (!first || !second) throw new Error("not sent again");
    const judged = [first, second].map((each) =>
      judgeBridgeSignature({
        ...{ header: header(each), body: each.raw, publicKeys: [world.publicKey] },
        nowMs: world.sim.clock.now(),
      }),
    );
    expect(judged).toEqual(["good", "good"]);
    expect(second.raw).toEqual(first.raw);
    expect(header(second)).not.toBe(header(first));
  });

  test("come twice and out of order when they are told to", async () => {
    await using world = await listening("two_leg");
    Object.assign(world.sim.deliveries.knobs, { duplicates: 1, disorder: true });
    await collectFromPayer(world);
    await world.sim.pass(120);
    const states = told(world.received);
    expect(states).toHaveLength(8);
    expect(new Set(states).size).toBe(4);
    expect(states.indexOf("collection funds_received")).toBeLessThan(states.indexOf("collection awaiting_funds"));
  });

  test("that are lost are found by asking", async () => {
    await using world = await listening("two_leg");
    world.sim.deliveries.knobs.silent = true;
    const railRef = await collectFromPayer(world);
    expect(world.received).toEqual([]);
    expect(await world.rail.lookUp(railRef)).toMatchObject({
      events: [{ kind: "funds_received", totalCents: 125_000 }],
    });
  });
});
