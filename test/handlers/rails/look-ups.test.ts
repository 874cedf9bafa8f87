import { describe, expect, test } from "vitest";
import { HifiConversion } from "../../../functions/adapters/hifi/conversion-hifi.ts";
import { MockRailFile } from "../../../functions/adapters/mock/rail-file.ts";
import { MockRail } from "../../../functions/adapters/mock/rail-mock.ts";
import { UnfinishedSearch } from "../../../functions/app/rails/ports-search.ts";
import { crowd } from "../../support/bridge-sim/crowd.ts";
import { collectFromPayer, collecting, onBridge, payingOut, railOn } from "../../support/bridge-sim/world.ts";
import { MemoryStore } from "../../support/core/memory-store.ts";
import { crowd as hifiCrowd } from "../../support/hifi-sim/crowd.ts";
import { HifiSim } from "../../support/hifi-sim/sim.ts";

const half = 50_000;

/** What is asked of Bridge by a process of its own while something is done. */
async function callsOf(
  { sim }: Pick<Awaited<ReturnType<typeof onBridge>>, "sim">,
  act: (rail: ReturnType<typeof railOn>) => Promise<unknown>,
): Promise<readonly string[]> {
  const before = sim.api.calls.length;
  await act(railOn(sim, "two_leg"));
  return sim.api.calls.slice(before);
}

/** A collection, and half of all transfers after it. */
async function inTheMiddle() {
  const world = await onBridge("two_leg");
  const railRef = await collectFromPayer(world);
  await crowd(world.sim, half);
  return { ...world, railRef, orderedAt: world.sim.clock.iso() };
}

describe("among 100,000 transfers of one customer at Bridge", () => {
  test("a payout is asked about by its reference in one call", async () => {
    const world = await inTheMiddle();
    await using sim = world.sim;
    const order = { ...payingOut(world.railRef), orderedAt: world.orderedAt };
    const made = await world.rail.disburse(order);
    await crowd(sim, half);
    if ("refused" in made || made.transferRef === undefined) throw new Error("no payout");
    const query = { ...order, transferRef: made.transferRef };
    const calls = await callsOf(world, async (rail) => {
      const { hash: txHash } = sim.bank.find(query.transferRef);
      expect(await rail.payoutOf(query)).toEqual({ txHash, ...pick(made), paid: "1237.50", cost: "1237.500000" });
    });
    expect(calls).toEqual(["GET /transfers/{id}"]);
  });

  test("a payout whose answer was lost is found by its key in two calls; one that was never made takes a third, since Bridge looks up no reference of ours and lists by creation what it filters by the last change", async () => {
    const world = await inTheMiddle();
    await using sim = world.sim;
    const order = { ...payingOut(world.railRef), orderedAt: world.orderedAt };
    sim.faults.add({ on: "POST /transfers", kind: "500_after" });
    await expect(world.rail.disburse(order)).rejects.toThrow("500");
    await crowd(sim, half);
    const found = await callsOf(world, async (rail) => {
      expect(await rail.payoutOf(order)).toMatchObject({ txHash: expect.stringMatching(/^0x/) });
    });
    expect(found).toEqual(["GET /transfers/{id}", "GET /customers/{id}/transfers"]);
    const never = { ...order, key: "stl_1:reserve:1", toldAt: order.orderedAt };
    const missed = await callsOf(world, async (rail) => expect(await rail.payoutOf(never)).toBeNull());
    expect(missed).toEqual([...found, "GET /customers/{id}/transfers"]);
  });

  test("a payout out of a customer's first collection that was never made takes no more, though nothing of theirs had ended well before it", async () => {
    const world = await onBridge("two_leg");
    await using sim = world.sim;
    const order = { ...payingOut(await collectFromPayer(world)), orderedAt: sim.clock.iso() };
    await crowd(sim, half);
    const calls = await callsOf(world, async (rail) =>
      expect(await rail.payoutOf({ ...order, toldAt: order.orderedAt })).toBeNull(),
    );
    expect(calls.length).toBeLessThanOrEqual(5);
  });

  test("a payout that was ordered just now is found, or known not to be made, in two calls", async () => {
    const world = await inTheMiddle();
    await using _sim = world.sim;
    const order = { ...payingOut(world.railRef), orderedAt: world.orderedAt };
    await world.rail.disburse(order);
    for (const key of [order.key, "stl_1:reserve:1"]) {
      const calls = await callsOf(world, async (rail) => {
        expect((await rail.payoutOf({ ...order, key })) === null).toBe(key !== order.key);
      });
      expect(calls).toHaveLength(2);
    }
  });

  test("a payout that Bridge has not ended is found from what was made before it, in a third call: no filter by the last change tells when it was made", async () => {
    const world = await inTheMiddle();
    await using sim = world.sim;
    const order = { ...payingOut(world.railRef), orderedAt: world.orderedAt };
    await world.rail.disburse(order);
    await crowd(sim, half);
    const payout = sim.bank.find(`tr_${half + 2}`);
    sim.bank.move(payout, "in_review");
    const calls = await callsOf(world, async (rail) => {
      expect(await rail.payoutOf(order)).toEqual({ txHash: null, transferRef: payout.id });
    });
    expect(calls).toHaveLength(3);
  });

  test("what a key of more than a day ago has made is found with one look at a list", async () => {
    const world = await inTheMiddle();
    await using sim = world.sim;
    const { orderedAt, railRef } = world;
    const asks = { ...collecting, orderedAt, key: "stl_9:collect:1", reference: "stl_9.inv_9" };
    const made = await world.rail.collect(asks);
    const order = { ...payingOut(railRef), orderedAt, amount: "0.500000" };
    await world.rail.disburse(order);
    await crowd(sim, half);
    const collects = await callsOf(world, async (rail) => expect(await rail.collect(asks)).toEqual(made));
    expect(collects).toEqual(["GET /customers/{id}/wallets", "POST /transfers", "GET /customers/{id}/transfers"]);
    const pays = await callsOf(world, async (rail) =>
      expect(await rail.disburse(order)).toMatchObject({ txHash: expect.stringMatching(/^0x/) }),
    );
    expect(pays).toEqual(["GET /transfers/{id}", "POST /transfers", "GET /customers/{id}/transfers"]);
    expect(sim.bank.transfers.filter(({ asked }) => asked.client_reference_id === asks.reference)).toHaveLength(1);
  });

  test("a day of the list begins after one call, wherever it lies", async () => {
    const world = await inTheMiddle();
    await using sim = world.sim;
    await crowd(sim, half);
    const [from, to] = ["2026-11-10T00:00:00.000Z", "2026-11-11T00:00:00.000Z"];
    const calls = await callsOf(world, async (rail) => {
      let moved = 0;
      let cursor: string | null = null;
      do {
        const page = await rail.transfers({ from, to, cursor });
        moved += page.transfers.length;
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(moved).toBe(86_400 / 20);
    });
    expect(calls.length).toBeLessThanOrEqual(86_400 / 20 / 100 + 3);
  });
});

describe("a payout after which Bridge was told again when thousands had been made", () => {
  /** What came of it look-up by look-up, each going on where the one before stopped, and the calls that each took. */
  async function lookedUp(
    world: Awaited<ReturnType<typeof onBridge>>,
    look: (rail: ReturnType<typeof railOn>, searchFrom: string | undefined) => Promise<unknown>,
  ) {
    const calls: number[] = [];
    for (let searchFrom: string | undefined; calls.length < 10; ) {
      let found: unknown;
      const taken = await callsOf(world, async (rail) => {
        found = await look(rail, searchFrom).catch((error: unknown) => error);
      });
      calls.push(taken.length);
      if (!(found instanceof UnfinishedSearch)) return { found, calls };
      searchFrom = found.searchedTo;
    }
    throw new Error("no end");
  }

  async function orderedBefore(count: number) {
    const world = await onBridge("two_leg");
    const railRef = await collectFromPayer(world);
    await crowd(world.sim, 200);
    const order = { ...payingOut(railRef), orderedAt: world.sim.clock.iso(), transferRef: null };
    await crowd(world.sim, count);
    return { world, order };
  }

  test("is found over several look-ups of a bounded number of calls", async () => {
    const { world, order } = await orderedBefore(5_000);
    await using sim = world.sim;
    sim.faults.add({ on: "POST /transfers", kind: "500_after" });
    await expect(world.rail.disburse(order)).rejects.toThrow("500");
    const toldAt = sim.clock.iso();
    await crowd(sim, 5_000);
    const looks = await lookedUp(world, (rail, searchFrom) => rail.payoutOf({ ...order, toldAt, searchFrom }));
    expect(looks).toMatchObject({ found: { txHash: expect.stringMatching(/^0x/) }, calls: { length: 3 } });
    expect(Math.max(...looks.calls)).toBeLessThanOrEqual(24);
  });

  test("is known not to be made after as many", async () => {
    const { world, order } = await orderedBefore(5_000);
    await using sim = world.sim;
    const toldAt = sim.clock.iso();
    await crowd(sim, 5_000);
    const looks = await lookedUp(world, (rail, searchFrom) => rail.payoutOf({ ...order, toldAt, searchFrom }));
    expect(looks).toMatchObject({ found: null, calls: { length: 3 } });
  });

  test("is known never to be made by a key of more than a day ago, from where the search had come to", async () => {
    const { world, order } = await orderedBefore(200);
    await using sim = world.sim;
    const refused = { ...order, amount: "9999.000000" };
    sim.faults.add({ on: "POST /transfers", kind: "500_after" });
    await expect(world.rail.disburse(refused)).rejects.toThrow("500");
    await crowd(sim, 5_000);
    const looks = await lookedUp(world, (rail, searchFrom) => rail.disburse({ ...refused, searchFrom }));
    expect(looks).toMatchObject({ found: { refused: { code: "never_made" } }, calls: { length: 3 } });
  });
});

function pick({ transferRef }: { readonly transferRef?: string }) {
  return { transferRef };
}

describe("among 100,000 onramps of our account at HIFI", () => {
  async function converting(repeats: "told_again" | "conflict") {
    const sim = await HifiSim.start();
    sim.control.knobs.repeats = repeats;
    const hifi = new HifiConversion({
      baseUrl: sim.url,
      account: async () => ({ apiKey: sim.apiKey, userId: "usr_sluice", externalWalletId: "ew_hold" }),
      ...{ now: () => sim.clock.now(), seconds: 20, wait: async () => undefined },
    });
    const { stable, chain, wallet } = { ...collecting, chain: "polygon" };
    const route = { netCents: 123_750, currency: "USD", stable, chain, wallet, railRef: "tr_1" };
    const first = { ...route, key: "stl_0:convert:1", orderedAt: sim.clock.iso(), conversionRef: null };
    await hifi.convert(first);
    await hifiCrowd(sim, half);
    const input = { ...first, key: "stl_1:convert:1", orderedAt: sim.clock.iso() };
    const made = await hifi.convert(input);
    if ("refused" in made) throw new Error(made.refused.code);
    await hifiCrowd(sim, half);
    const before = sim.control.calls.length;
    return { sim, hifi, input, made, calls: () => sim.control.calls.slice(before) };
  }

  test("a conversion is asked about by its reference, and not ordered again", async () => {
    const { sim, hifi, input, made, calls } = await converting("conflict");
    await using _sim = sim;
    expect(await hifi.convert({ ...input, conversionRef: made.conversionRef })).toEqual(made);
    expect(calls()).toEqual(["GET /onramps/{id}"]);
  });

  test("a conversion whose reference was lost is found around its order, in two calls", async () => {
    const { sim, hifi, input, made, calls } = await converting("conflict");
    await using _sim = sim;
    expect(await hifi.convert(input)).toEqual(made);
    expect(calls()).toEqual(["POST /onramps", "GET /onramps"]);
  });

  test("a reference that HIFI has for another request is not believed", async () => {
    const { sim, hifi, input } = await converting("told_again");
    await using _sim = sim;
    await expect(hifi.convert({ ...input, conversionRef: "onr_2" })).rejects.toThrow("another request");
  });
});

describe("among 100,000 references of the mock rail", () => {
  test("a payout is one read, by its key", async () => {
    const clock = { now: () => "2026-11-02T12:00:00.000Z" };
    const store = new MemoryStore();
    const file = new MockRailFile(() => store, clock);
    const rail = new MockRail(true, file);
    const order = { ...payingOut("mock_49999"), key: "stl_1:payout:1" };
    for (let n = 0; n < 2 * half; n++)
      await file.open(`mock_${n}`, { reference: `r${n}`, amountCents: 100, state: "done" });
    await rail.disburse(order);
    let reads = 0;
    const counting = { ...counted(store, () => reads++) };
    const other = new MockRail(true, new MockRailFile(() => counting, clock));
    expect(await other.payoutOf(order)).toMatchObject({ txHash: expect.stringMatching(/^0x/) });
    expect(await other.payoutOf({ ...order, key: "stl_1:payout:2" })).toBeNull();
    expect(reads).toBe(2);
  });
});

/** A store whose calls are counted. */
function counted(store: MemoryStore, count: () => void) {
  const counting = <A extends readonly unknown[], R>(call: (...input: A) => R) => {
    return (...input: A): R => {
      count();
      return call(...input);
    };
  };
  return {
    read: counting(store.read.bind(store)),
    page: counting(store.page.bind(store)),
    write: counting(store.write.bind(store)),
  };
}
