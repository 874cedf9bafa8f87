import { expect, test } from "vitest";
import type { Conversion, Rail, VendorNo } from "../../../functions/app/rails/ports.ts";
import type { RailTransfer } from "../../../functions/domain/rails/transfer.ts";

type Input<F extends (input: never) => unknown> = Parameters<F>[0];

/** What can happen to a call: it took effect and the answer was an error, or none at all, or it never got there. */
export type LineFault = "lost" | "unreached" | "broken";

/** A rail with a world around it that a test can move. */
export interface RailUnderTest extends AsyncDisposable {
  readonly rail: Rail;
  readonly conversion: Conversion;
  /** The rail as another process has it. */
  readonly elsewhere: () => Rail;
  /** What a collection asks for; every test gives its own key and reference. */
  readonly collecting: Omit<Input<Rail["collect"]>, "key" | "reference">;
  /** What conversion and payout ask for beside the railRef; the amount is what the net comes to. */
  readonly paying: Omit<Input<Rail["disburse"]>, "key" | "railRef">;
  /** The payer pays, and it arrives. */
  pay(railRef: string): Promise<void>;
  /** Whatever is on its way arrives. */
  settle(): Promise<void>;
  /** How many movements the rail has made itself, by its own books. */
  made(): Promise<{ readonly collections: number; readonly payouts: number }>;
  /** Something goes wrong with the next such call; undefined where there is no line to go wrong. */
  readonly fault?: (call: "collect" | "convert" | "disburse" | "partner", kind: LineFault) => void;
  /** The partner takes its approval back. */
  readonly revoke?: () => void;
}

const reference = "stl_01JC0000000000000000000001.inv_01JC0000000000000000000002";
const otherReference = "stl_01JC0000000000000000000003.inv_01JC0000000000000000000004";
const netCents = 123_750;

/** An answer that is no refusal. */
function granted<T extends object>(reply: T | VendorNo): T {
  if ("refused" in reply) throw new Error(`refused: ${reply.refused.code}`);
  return reply;
}

/** What every rail promises, on a world of its own for each test; `remote` where there is a line that can go wrong, and a partner that can take an approval back. */
export function railPromises(start: () => Promise<RailUnderTest>, remote = true): void {
  const key = "stl_01JC0000000000000000000001:collect:1";
  const payoutKey = "stl_01JC0000000000000000000001:payout:1";

  async function paid(world: RailUnderTest): Promise<string> {
    const { railRef } = granted(await world.rail.collect({ ...world.collecting, key, reference }));
    await world.pay(railRef);
    return railRef;
  }

  const lines: LineFault[] = remote ? ["lost", "unreached", "broken"] : [];

  test("one key collects once and is answered the same", async () => {
    await using world = await start();
    const input = { ...world.collecting, key, reference };
    const first = await world.rail.collect(input);
    expect(await world.rail.collect(input)).toEqual(first);
    expect(await world.made()).toEqual({ collections: 1, payouts: 0 });
  });

  test("a collection has a reference of the rail's and whole instructions, numbers as text", async () => {
    await using world = await start();
    const reply = granted(await world.rail.collect({ ...world.collecting, key, reference }));
    expect(reply).toMatchObject({ railRef: expect.stringMatching(/^\S{1,128}$/), state: "awaiting_funds" });
    expect(reply.instructions).toMatchObject({
      payment_rail: "ach_push",
      bank_routing_number: expect.stringMatching(/^\d{9}$/),
      bank_account_number: expect.stringMatching(/^\d+$/),
      deposit_message: expect.stringMatching(/\S/),
    });
  });

  test("what one process has done, another is told of, and does not do again", async () => {
    await using world = await start();
    const input = { ...world.collecting, key, reference };
    const first = granted(await world.rail.collect(input));
    expect(await world.elsewhere().collect(input)).toEqual(first);
    await world.pay(first.railRef);
    const paying = { ...world.paying, key: payoutKey, railRef: first.railRef, transferRef: null };
    await world.rail.disburse(paying);
    await world.elsewhere().disburse(paying);
    await world.settle();
    expect(await world.elsewhere().payoutOf(paying)).toMatchObject({ txHash: expect.stringMatching(/^0x/) });
    expect(await world.made()).toEqual({ collections: 1, payouts: 1 });
  });

  test("a payout that nobody asked for has not left by itself, where the rail holds the money", async () => {
    await using world = await start();
    const railRef = await paid(world);
    if (!world.rail.keepsReserve) return;
    expect(await world.rail.payoutOf({ ...world.paying, key: payoutKey, railRef, transferRef: null })).toBeNull();
    await world.settle();
    expect(await world.made()).toEqual({ collections: 1, payouts: 0 });
  });

  test("what has come is told whenever it is asked, and of what it does not know it says nothing", async () => {
    await using world = await start();
    const { railRef } = granted(await world.rail.collect({ ...world.collecting, key, reference }));
    expect(await world.rail.lookUp(railRef)).toMatchObject({ railRef, reference, events: [] });
    await world.pay(railRef);
    const { amountCents } = world.collecting;
    const holds = world.rail.keepsReserve;
    const came = { kind: "funds_received", totalCents: amountCents, ...(holds && { bought: "1250.000000" }) };
    for (let n = 0; n < 2; n++)
      expect(await world.rail.lookUp(railRef)).toMatchObject({
        ...{ railRef, reference, leg: "collection", receivedCents: amountCents },
        events: expect.arrayContaining([expect.objectContaining(came)]),
      });
    expect(await world.rail.lookUp("nobody_knows_this_one")).toBeNull();
    expect(await world.rail.transfersOf(["nobody_knows_this_one"])).toEqual([]);
  });

  test("money goes back where the rail declares that it can, whole and once, and is refused elsewhere", async () => {
    await using world = await start();
    const railRef = await paid(world);
    const { refund, hold, disburseHeld } = world.rail.capabilities;
    const back = { key: "stl_1:return:1", railRef, amountCents: world.collecting.amountCents };
    expect(refund).toBe(hold && disburseHeld);
    if (!refund) {
      const no = { refused: { code: "refund_unsupported" } };
      expect(await world.rail.returnDeposit(back)).toMatchObject(no);
      return;
    }
    const reply = granted(await world.rail.returnDeposit(back));
    expect(reply).toMatchObject({ railRef, leg: "return" });
    expect(granted(await world.elsewhere().returnDeposit(back)).transferRef).toBe(reply.transferRef);
    await world.settle();
    expect((await world.made()).payouts).toBe(0);
  });

  test("a collection is given up while nothing has come, and not after", async () => {
    await using world = await start();
    const given = granted(await world.rail.collect({ ...world.collecting, key, reference }));
    expect(await world.rail.cancelCollection(given.railRef)).toBe(true);
    const other = { ...world.collecting, key: `${key}-2`, reference: otherReference };
    const { railRef } = granted(await world.rail.collect(other));
    await world.pay(railRef);
    expect(await world.rail.cancelCollection(railRef)).toBe(false);
  });

  test("a conversion has a rate as decimal text, the same at every repeat", async () => {
    await using world = await start();
    const railRef = await paid(world);
    const { amount: _amount, ...paying } = world.paying;
    const input = { ...paying, key: "stl_1:convert:1", conversionRef: null, netCents, currency: "USD", railRef };
    const reply = await world.conversion.convert(input);
    expect(reply).toMatchObject({ rate: expect.stringMatching(/^\d{1,18}(\.\d{1,18})?$/) });
    expect(await world.conversion.convert(input)).toEqual(reply);
  });

  test.each(lines)("a conversion whose answer is %s is thrown, and is the same when asked again", async (kind) => {
    await using world = await start();
    const railRef = await paid(world);
    const { amount: _amount, ...paying } = world.paying;
    const input = { ...paying, key: "stl_1:convert:1", conversionRef: null, netCents, currency: "USD", railRef };
    world.fault?.("convert", kind);
    await expect(world.conversion.convert(input)).rejects.toThrow();
    const reply = granted(await world.conversion.convert(input));
    expect(await world.conversion.convert(input)).toEqual(reply);
  });

  test("one key pays out once, and the proof stays what it is", async () => {
    await using world = await start();
    const input = { ...world.paying, key: payoutKey, railRef: await paid(world) };
    await world.rail.disburse(input);
    await world.settle();
    await world.rail.disburse(input);
    expect(await world.made()).toEqual({ collections: 1, payouts: 1 });
    const moves = await world.rail.transfers({
      ...{ from: "2026-11-02T00:00:00.000Z", to: "2026-11-03T00:00:00.000Z", cursor: null },
    });
    const moved = await allOf(world.rail, moves);
    expect(moved.map(({ kind, railRef }) => `${kind} ${railRef}`)).toEqual([
      `collection ${input.railRef}`,
      `payout ${input.railRef}`,
    ]);
    expect(moved).toMatchObject([{ amountCents: world.collecting.amountCents, reference }, { reference }]);
  });

  test("what is the operator's leaves a wallet once by its key, where the rail pools, and nothing leaves elsewhere", async () => {
    await using world = await start();
    await paid(world);
    await world.settle();
    const { chain, stable, wallet: toAddress } = world.paying;
    const wallet = { customer: world.collecting.partnerCustomerId, chain, stable };
    const asked = { key: "fsw_01JC0000000000000000000009:sweep:1", orderedAt: world.paying.orderedAt, wallet };
    const sweep = { ...asked, toAddress, units: "12.500000" };
    if (!world.rail.poolsWallets) {
      expect(await world.rail.walletBalance(wallet)).toBeNull();
      expect(await world.rail.sweep(sweep)).toMatchObject({ refused: { reason: expect.stringMatching(/wallet/) } });
      return;
    }
    expect(await world.rail.walletBalance(wallet)).toMatchObject({ units: "1250.000000" });
    expect(await world.rail.sweepOf({ ...asked, transferRef: null })).toBeNull();
    const { transferRef = "" } = granted(await world.rail.sweep(sweep));
    expect(granted(await world.elsewhere().sweep(sweep)).transferRef).toBe(transferRef);
    await world.settle();
    const proof = { txHash: expect.stringMatching(/^0x/), transferRef };
    expect(await world.elsewhere().sweepOf({ ...asked, transferRef: null })).toMatchObject(proof);
    expect(await world.elsewhere().walletBalance(wallet)).toMatchObject({ units: "1237.500000" });
    expect(await world.rail.transfersOf([transferRef])).toMatchObject([{ kind: "sweep", amount: "12.50" }]);
  });

  test("a partner is approved", async () => {
    await using world = await start();
    expect(await world.rail.partnerCustomer(world.collecting.partnerCustomerId)).toBe("approved");
  });

  if (remote) {
    test("a partner that cannot be asked is no answer", async () => {
      await using world = await start();
      world.fault?.("partner", "unreached");
      await expect(world.rail.partnerCustomer(world.collecting.partnerCustomerId)).rejects.toThrow();
    });

    test("a partner that took its approval back gets a definite no, and nothing is made", async () => {
      await using world = await start();
      world.revoke?.();
      const reply = await world.rail.collect({ ...world.collecting, key, reference });
      expect(reply).toMatchObject({ refused: { code: "partner_customer_not_approved" } });
      expect(await world.made()).toEqual({ collections: 0, payouts: 0 });
      expect(await world.rail.partnerCustomer(world.collecting.partnerCustomerId)).toBe("not_approved");
    });
  }

  test.each(lines)("a collection whose answer is %s is thrown, and made once by its key", async (kind) => {
    await using world = await start();
    const input = { ...world.collecting, key, reference };
    world.fault?.("collect", kind);
    await expect(world.rail.collect(input)).rejects.toThrow();
    granted(await world.rail.collect(input));
    expect(await world.made()).toEqual({ collections: 1, payouts: 0 });
  });

  test.each(lines)("a payout whose answer is %s is thrown, and made once by its key", async (kind) => {
    await using world = await start();
    const input = { ...world.paying, key: payoutKey, railRef: await paid(world) };
    world.fault?.("disburse", kind);
    await expect(world.rail.disburse(input)).rejects.toThrow();
    granted(await world.rail.disburse(input));
    expect(await world.made()).toEqual({ collections: 1, payouts: 1 });
  });
}

/** A list's first page and those that follow. */
async function allOf(rail: Rail, first: Awaited<ReturnType<Rail["transfers"]>>): Promise<RailTransfer[]> {
  const all = [...first.transfers];
  for (let { nextCursor: cursor } = first; cursor !== null; ) {
    const page = await rail.transfers({
      ...{ from: "2026-11-02T00:00:00.000Z", to: "2026-11-03T00:00:00.000Z", cursor },
    });
    all.push(...page.transfers);
    cursor = page.nextCursor;
  }
  return all;
}
