import { beforeEach, describe, expect, test } from "vitest";
import { newAggregate, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import type { Conversion, Rail } from "../../../functions/app/rails/ports.ts";
import { askToCollect, storedAccountOpener } from "../../../functions/app/settlement/collect-order.ts";
import { receiveConversion } from "../../../functions/app/settlement/receive-conversion.ts";
import { settlementRecordType } from "../../../functions/app/settlement/record.ts";
import { tellReturn } from "../../../functions/app/settlement/send-payer-refund.ts";
import { loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import {
  ownConversion,
  ownRail,
  payoutOrder,
  payoutQuery,
  railOf,
} from "../../../functions/app/settlement/vendors-of-record.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { later, noon, settlementIn } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { railThat } from "../../support/settlement/reserve-api.ts";

let api: TestApi;

beforeEach(() => {
  api = new TestApi();
});

const collection = { railRef: "tr_1", state: "awaiting_funds", instructions: null } as const;

/** A rail that keeps the orders it is given. */
function listening(): { rail: Rail; orders: unknown[] } {
  const orders: unknown[] = [];
  const collect: Rail["collect"] = async (order) => {
    orders.push(order);
    return collection;
  };
  return { rail: railThat(api.rail, { collect }), orders };
}

function created(change: Partial<Settlement> = {}): Settlement {
  const { settlement } = settlementIn("created");
  return { ...settlement, feeCents: 150, ...change } as Settlement;
}

const order = {
  key: "stl_key",
  orderedAt: later(5),
  amountCents: 10_000,
  feeCents: 150,
  currency: "USD",
  source: "ach",
  partnerCustomerId: "cust_1",
  stable: "USDT",
  chain: "base",
  wallet: "0xWALLET",
};

describe("what a rail is told to collect", () => {
  const entry = { secCode: "CCD", description: "INVOICE" };
  const intent = { leg: "collect", key: "stl_key", at: later(5) } as const;

  test("is the amount, the fee, the wallet and the key of the intent", async () => {
    const { rail, orders } = listening();
    const state = created({ intent });
    expect(await askToCollect({ rail }, state)).toEqual(collection);
    expect(orders).toEqual([{ ...order, entry, reference: `${state.id}.${state.invoiceId}` }]);
  });

  test("is keyed by the settlement since it began, where no intent is kept", async () => {
    const { rail, orders } = listening();
    const state = created({ intent: null, createdAt: later(-9) } as Partial<Settlement>);
    await askToCollect({ rail }, state);
    expect(orders).toEqual([
      { ...order, entry, key: state.id, orderedAt: later(-9), reference: `${state.id}.${state.invoiceId}` },
    ]);
  });

  const bankAccount = {
    holder: "Ann Payer",
    holderType: "individual",
    accountType: "checking",
    accountLast4: "6789",
    sealed: "sealed-1",
  } as const;

  test("has what the payer typed of an account, opened, and not how it is kept", async () => {
    const { rail, orders } = listening();
    const state = created({ intent });
    const numbers = { routingNumber: "021000021", accountNumber: "123456789" };
    const accounts = storedAccountOpener(new TestApi().personal, {
      open: async (sealed) => JSON.stringify(sealed === "sealed-1" ? numbers : {}),
    });
    await askToCollect({ rail, accounts }, { ...state, payment: { ...state.payment, bankAccount } });
    expect(orders).toMatchObject([{ key: "stl_key" }]);
    expect((orders[0] as { bankAccount: unknown }).bankAccount).toEqual({
      ...{ holder: "Ann Payer", holderType: "individual", accountType: "checking" },
      ...{ routingNumber: "021000021", accountNumber: "123456789" },
    });
  });

  test("is nothing where nobody can open the account", async () => {
    const { rail, orders } = listening();
    const state = created({ intent });
    const asked = askToCollect({ rail }, { ...state, payment: { ...state.payment, bankAccount } });
    await expect(asked).rejects.toThrow("nothing here opens bank accounts");
    expect(orders).toEqual([]);
  });
});

describe("what a rail is told to pay out, and asked about it", () => {
  const { settlement } = settlementIn("settling");
  const payment = { ...settlement.payment, railRef: "tr_1", payoutRef: "tr_2" };
  const state = { ...settlement, payment, intent: { leg: "payout", key: "k", at: later(7) } } as Settlement;
  const bare = { ...state, payment: { ...payment, railRef: null, payoutRef: null }, intent: null } as Settlement;
  const input = { key: "k2", orderedAt: later(8), amount: "9.000000" };
  const wallet = { stable: "USDT", chain: "base", wallet: "0xWALLET" };

  test("goes to the settlement's wallet, of its collection, under a key and of an amount of its own", () => {
    expect(payoutOrder(state, input)).toEqual({ ...input, railRef: "tr_1", ...wallet });
    expect(payoutOrder(bare, input)).toEqual({ ...input, railRef: "", ...wallet });
  });

  test("is known by its reference, or by its key since the intent, or since the beginning", () => {
    expect(payoutQuery(state)).toEqual({
      ...{ key: "k", railRef: "tr_1", transferRef: "tr_2", orderedAt: later(7), toldAt: later(307) },
    });
    expect(payoutQuery(bare)).toEqual({
      ...{ key: settlement.id, railRef: "", transferRef: null, orderedAt: settlement.createdAt },
    });
  });
});

describe("the vendors of a record", () => {
  const named = (name: string) => railThat(api.rail, { name });
  const vendor = (name: string): Conversion => ({ name, convert: (order) => api.rail.convert(order) });
  const bridgeOnly = { rail: "bridge", conversionVendor: "bridge" };

  test("are those that it was opened with, chosen for new ones or only within reach", () => {
    const [mock, bridge] = [api.rail, named("bridge")];
    expect(railOf({ rail: mock }, { rail: "mock" })).toBe(mock);
    expect(railOf({ rail: mock, rails: [bridge] }, { rail: "bridge" })).toBe(bridge);
    expect(railOf({ rail: mock, rails: [] }, { rail: "bridge" })).toBeUndefined();
    expect(ownRail({ rail: bridge, rails: [mock] }, { rail: "mock" })).toBe(mock);
    const converts = vendor("bridge");
    expect(ownConversion({ conversion: mock, conversions: [converts] }, bridgeOnly)).toBe(converts);
    expect(ownConversion({ conversion: converts }, bridgeOnly)).toBe(converts);
  });

  test("are named where this deployment does not reach them, or no leg joins them", () => {
    const { rail } = api;
    expect(() => ownRail({ rail }, { rail: "bridge" })).toThrow("this deployment does not reach the bridge rail");
    expect(() => ownConversion({ conversion: rail }, bridgeOnly)).toThrow(
      "this deployment does not reach bridge for conversion",
    );
    expect(() => ownConversion({ conversion: rail }, { rail: "bridge", conversionVendor: "mock" })).toThrow(
      "no leg takes to mock what the bridge rail collects",
    );
  });
});

describe("a deposit that a rail is to send back", () => {
  const sent = { key: "back-1", railRef: "tr_1", amountCents: 900, at: later(3) };
  const answer = { transferRef: "tr_9", state: "sent" };

  test("is told by its key, and asked about by the reference that the rail gave", async () => {
    const calls: unknown[] = [];
    const answers = (call: string) => async (input: unknown) => {
      calls.push([call, input]);
      return answer;
    };
    const spoken = { returnDeposit: answers("told"), lookUp: answers("asked") };
    const rail = railThat(api.rail, spoken as unknown as Partial<Rail>);
    expect(await tellReturn(rail, { ...sent, transferRef: null })).toBe(answer);
    expect(await tellReturn(rail, { ...sent, transferRef: "tr_9" })).toBe(answer);
    const { at: orderedAt, ...told } = sent;
    expect(calls).toEqual([
      ["told", { ...told, orderedAt }],
      ["asked", "tr_9"],
    ]);
  });

  test("is asked about again where the rail knows nothing of it", async () => {
    const rail = railThat(api.rail, { lookUp: async () => null });
    const asked = tellReturn(rail, { ...sent, transferRef: "tr_9" });
    await expect(asked).rejects.toThrow("the rail knows nothing of tr_9");
  });
});

describe("a conversion vendor's news", () => {
  const parked = { reason: "HopFailed", since: noon, until: later(300) };

  async function converting(change: Partial<Settlement> = {}): Promise<string> {
    const { settlement } = settlementIn("converting");
    const state = { ...settlement, conversionVendor: "hifi", conversionRef: "cnv_1", parked, ...change } as Settlement;
    const began = { next: state, from: null, to: state.status, reason: "began" };
    const { writes } = transitionWrites(newAggregate(settlementRecordType, state), [began], api.context);
    await api.store.write(writes, "stored");
    return state.id;
  }

  const stateOf = async (id: string) => (await loadSettlement(api.context, id)).state;

  test("wakes the settlement that is parked for it", async () => {
    const id = await converting();
    const before = await stateOf(id);
    await receiveConversion(api.context, "hifi", "cnv_1");
    expect(await stateOf(id)).toMatchObject({ parked: null, presentation: before.presentation + 1 });
    const reasons = api.store.rows().flatMap(({ body }) => {
      const { reason } = body as { reason?: string };
      return reason?.includes("news") ? [reason] : [];
    });
    expect(reasons).toEqual(["hifi has news of the conversion"]);
  });

  test.each([
    ["of another vendor", {}, "mock", "cnv_1"],
    ["of another conversion", {}, "hifi", "cnv_2"],
    ["for one that waits for nothing", { parked: null }, "hifi", "cnv_1"],
    [
      "for one that is converted already",
      { ...settlementIn("settling").settlement, parked, conversionVendor: "hifi", conversionRef: "cnv_1" },
      "hifi",
      "cnv_1",
    ],
  ] as const)("%s changes nothing", async (_, change, vendor, ref) => {
    const id = await converting(change as Partial<Settlement>);
    const before = api.store.rows();
    await receiveConversion(api.context, vendor, ref);
    expect(api.store.rows()).toEqual(before);
    expect((await stateOf(id)).conversionRef).toBe("cnv_1");
  });
});
