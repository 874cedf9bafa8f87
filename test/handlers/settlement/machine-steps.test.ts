import { beforeEach, describe, expect, test } from "vitest";
import { newAggregate, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import { invoiceRecordType } from "../../../functions/app/invoicing/record.ts";
import type { Conversion, ConversionResult, Rail, VendorNo } from "../../../functions/app/rails/ports.ts";
import {
  awaitCollection,
  awaitScreen,
  convertFunds,
  declineWithoutScreen,
  disburseFunds,
  parkSettlement,
  type SettlementContext,
  screenBeforeConversion,
} from "../../../functions/app/settlement/machine-steps.ts";
import { settlementRecordType } from "../../../functions/app/settlement/record.ts";
import { loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import type { Settlement, SettlementStatus } from "../../../functions/domain/settlement/settlement.ts";
import { recordScreen } from "../../../functions/domain/settlement/transitions.ts";
import { lastOf, later, noon, settlementIn, verdicts } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { railThat } from "../../support/settlement/reserve-api.ts";

let api: TestApi;
/** What machines were told, and what vendors were asked. */
let calls: unknown[];

beforeEach(() => {
  api = new TestApi();
  api.nowMs = Date.parse(noon);
  calls = [];
});

function context(rail: Partial<Rail> = {}, conversion: Conversion = api.rail): SettlementContext {
  const written =
    (word: string) =>
    async (...input: unknown[]) =>
      void calls.push([word, ...input]);
  return {
    ...{ ...api.context, rail: railThat(api.rail, rail), conversion, screening: api.screening, meter: api.meter },
    live: false,
    workflows: {
      startSettlement: written("start"),
      startEscrowPayout: written("start"),
      answer: written("answer"),
      fail: written("fail"),
    },
  };
}

/** Puts a settlement in a status, with changes, into the store; its invoice beside it. */
async function stored(status: SettlementStatus, change: object = {}, payment: object = {}) {
  const found = settlementIn(status);
  const settlement = {
    ...found.settlement,
    ...change,
    payment: { ...found.settlement.payment, ...payment },
  } as Settlement;
  const began = { from: null, reason: "began" };
  const one = transitionWrites(
    newAggregate(settlementRecordType, settlement),
    [{ ...began, next: settlement, to: status }],
    api.context,
  );
  const { invoice } = found;
  const other = transitionWrites(
    newAggregate(invoiceRecordType, invoice),
    [{ ...began, next: invoice, to: invoice.status }],
    api.context,
  );
  await api.store.write([...one.writes, ...other.writes], "stored");
  return { settlementId: settlement.id, tenantId: settlement.tenantId };
}

const stateOf = async (id: string) => (await loadSettlement(api.context, id)).state;
const { id } = settlementIn("created").settlement;
const { screens } = settlementIn("screened").settlement;
const stale = screens.map((each) => ({ ...each, at: later(-901) }));

describe("a machine that waits for the payer's money", () => {
  test.each(["created", "collecting"] as const)("leaves its token while the settlement is %s", async (status) => {
    await awaitCollection(context(), await stored(status), "T");
    expect((await stateOf(id)).waiting).toEqual({ state: "collect", token: "T" });
    expect(calls).toEqual([]);
  });

  test.each(["screening", "completed", "failed"] as const)("is answered at once where it is %s", async (status) => {
    await awaitCollection(context(), await stored(status), "T");
    expect((await stateOf(id)).waiting).toBeNull();
    expect(calls).toEqual([["answer", "T"]]);
  });

  test("names a settlement that there is not", async () => {
    const subject = { settlementId: "stl_none", tenantId: "ten_none" };
    await expect(awaitCollection(context(), subject, "T")).rejects.toThrow("stl_none");
    await expect(screenBeforeConversion(context(), subject)).rejects.toThrow("no settlement stl_none");
  });
});

describe("a machine that waits at the gate", () => {
  test.each([
    ["nobody was asked", []],
    ["the screen had no answer", [verdicts.silent]],
    ["the screen wants a review", [verdicts.pending]],
  ])("leaves its token where %s", async (_, [verdict]) => {
    const { settlement } = settlementIn("screening");
    const screened = verdict ? lastOf(recordScreen(settlement, verdict, 1, noon)).next : settlement;
    await awaitScreen(context(), await stored("screening", screened), "T");
    expect((await stateOf(id)).waiting).toEqual({ state: "screen", token: "T" });
    expect(calls).toEqual([]);
  });

  test.each(["screened", "declined"] as const)("is answered at once where it is %s", async (status) => {
    await awaitScreen(context(), await stored(status), "T");
    expect(calls).toEqual([["answer", "T"]]);
  });

  test.each(["created", "collecting"] as const)("screens nothing that is %s", async (status) => {
    await expect(screenBeforeConversion(context(), await stored(status))).rejects.toThrow(`${id} is not collected yet`);
  });

  test.each(["completed", "declined", "failed"] as const)("is over where it is %s", async (status) => {
    expect(await screenBeforeConversion(context(), await stored(status))).toBe("ended");
  });

  test("asks no screen before it is due, and asks it then, once", async () => {
    const { settlement } = settlementIn("screening");
    const silent = lastOf(recordScreen(settlement, verdicts.silent, 1, noon)).next;
    const subject = await stored("screening", { ...silent, screenDueAt: later(5) });
    expect(await screenBeforeConversion(context(), subject)).toBe("unavailable");
    expect((await stateOf(id)).screens).toHaveLength(2);
    api.pass(5);
    expect(await screenBeforeConversion(context(), subject)).toBe("pass");
    const last = (await stateOf(id)).screens.at(-1);
    expect(last).toMatchObject({ stage: "disbursement", round: 2, outcome: "pass", at: later(5) });
    expect(await screenBeforeConversion(context(), subject)).toBe("pass");
    expect((await stateOf(id)).screens).toHaveLength(3);
  });

  test("declines what came to its last way out", async () => {
    await declineWithoutScreen(context(), await stored("screening"));
    expect(await stateOf(id)).toMatchObject({ status: "declined", declineReason: "screening_incomplete" });
  });

  test("is parked with the reason", async () => {
    await parkSettlement(context(), await stored("screened"), "HopFailed");
    expect(await stateOf(id)).toMatchObject({ status: "screened", parked: { reason: "HopFailed", since: noon } });
  });
});

describe("a conversion", () => {
  function vendor(answer: ConversionResult | VendorNo): Conversion {
    const convert: Conversion["convert"] = async (order) => {
      calls.push(order);
      return answer;
    };
    return { name: "mock", convert };
  }

  test("is ordered of what remains, under the key of its intent", async () => {
    await convertFunds(context({}, vendor({ rate: "0.5" })), await stored("screened", { conversionRef: "on_0" }));
    expect(calls).toEqual([
      {
        ...{ key: `${id}:convert:1`, orderedAt: noon, conversionRef: "on_0", netCents: 8_775, currency: "USD" },
        ...{ stable: "USDT", chain: "base", wallet: "0xWALLET", railRef: "rail_1" },
      },
    ]);
    expect(await stateOf(id)).toMatchObject({ status: "settling", fxRate: "0.5" });
  });

  test("that is refused ends the settlement", async () => {
    const no = { refused: { code: "conversion_failed", reason: "no" } };
    await convertFunds(context({}, vendor(no)), await stored("screened"));
    expect(await stateOf(id)).toMatchObject({ status: "failed", failureCode: "conversion_failed" });
  });

  test("that is on its way keeps its reference, and is asked for again", async () => {
    const onWay = vendor({ rate: "1", conversionRef: "on_1", delivered: false });
    await expect(convertFunds(context({}, onWay), await stored("screened"))).rejects.toThrow(
      "the conversion is on its way; it is asked for again by its key",
    );
    expect(await stateOf(id)).toMatchObject({ status: "converting", conversionRef: "on_1" });
  });

  test.each(["settling", "completed", "declined", "failed"] as const)("is not asked for while %s", async (status) => {
    await convertFunds(context({}, vendor({ rate: "1" })), await stored(status));
    expect(calls).toEqual([]);
    expect((await stateOf(id)).status).toBe(status);
  });

  test("has a stale pass bought anew first, and waits without one", async () => {
    const subject = await stored("screened", { screens: stale });
    await convertFunds(context({}, vendor({ rate: "1" })), subject);
    expect((await stateOf(id)).screens.at(-1)).toMatchObject({ round: 2, outcome: "pass", at: noon });
    expect((await stateOf(id)).status).toBe("settling");
  });

  test("waits where the wallet's screen has no answer", async () => {
    const subject = await stored("screened", { screens: stale, destWallet: "0xUNAVAILABLE" });
    const asked = convertFunds(context({}, vendor({ rate: "1" })), subject);
    await expect(asked).rejects.toThrow("no passing screen yet");
    expect(calls).toEqual([]);
  });
});

describe("a payout", () => {
  const answering = (answer: Awaited<ReturnType<Rail["disburse"]>>): Partial<Rail> => ({
    disburse: async (order) => {
      calls.push(order);
      return answer;
    },
  });

  const order = {
    ...{ key: "k", orderedAt: noon, railRef: "rail_1", amount: "87.750000" },
    ...{ stable: "USDT", chain: "base", wallet: "0xWALLET" },
  };

  test("with a proof completes, and its machine goes on", async () => {
    await disburseFunds(context(answering({ txHash: "0x1", transferRef: "tr_2" })), await stored("settling"), "T");
    expect(calls).toEqual([order, ["answer", "T"]]);
    expect(await stateOf(id)).toMatchObject({ status: "completed", txHash: "0x1", payment: { payoutRef: "tr_2" } });
  });

  test("without one waits under the machine's token", async () => {
    await disburseFunds(context(answering({ txHash: null, transferRef: "tr_2" })), await stored("settling"), "T");
    expect(calls).toEqual([order]);
    expect(await stateOf(id)).toMatchObject({
      ...{ status: "settling", waiting: { state: "proof", token: "T" }, payment: { payoutRef: "tr_2" } },
    });
  });

  test("that is refused ends settlement and machine", async () => {
    const no = { refused: { code: "account_closed", reason: "no" } };
    await disburseFunds(context(answering(no)), await stored("settling"), "T");
    expect(calls).toEqual([order, ["fail", "T", "SettlementEnded", "failed"]]);
    expect(await stateOf(id)).toMatchObject({ status: "failed", failureCode: "account_closed" });
  });

  test.each([
    ["completed", ["answer", "T"]],
    ["declined", ["fail", "T", "SettlementEnded", "declined"]],
    ["failed", ["fail", "T", "SettlementEnded", "failed"]],
  ] as const)("of one that is %s is not made, and its machine hears", async (status, call) => {
    await disburseFunds(context(answering({ txHash: "0x1" })), await stored(status), "T");
    expect(calls).toEqual([call]);
  });

  test("of one that is not converted is a fault", async () => {
    const asked = disburseFunds(context(answering({ txHash: "0x1" })), await stored("screened"), "T");
    await expect(asked).rejects.toThrow(`${id} is screened, not settling`);
    expect(calls).toEqual([]);
  });
});
