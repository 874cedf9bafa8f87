import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import { settlementRecordType } from "../../../functions/app/settlement/record.ts";
import { lookAtReserve, reserveOwner } from "../../../functions/app/settlement/release-reserve.ts";
import { changeSettlement, loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import { tenantRecordType } from "../../../functions/app/tenants/records.ts";
import { addDays, addSeconds } from "../../../functions/domain/core/time.ts";
import { heldReserve, lookAtDue, releaseReserve } from "../../../functions/domain/settlement/reserve.ts";
import type { Reserve } from "../../../functions/domain/settlement/reserve-record.ts";
import { type Settlement, settlementTransition } from "../../../functions/domain/settlement/settlement.ts";
import { putRecord } from "../../support/core/put-record.ts";
import { aTenant, lastOf, noon, settlementIn } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { railThat, releaseContext } from "../../support/settlement/reserve-api.ts";

let api: TestApi;
/** What the rail was asked, and with what. */
let calls: unknown[][];

beforeEach(() => {
  api = new TestApi();
  calls = [];
});

const clear = { openDispute: false, ratioBreached: false, railHolds: true };
const { settlement: delivered } = settlementIn("completed");
const held = { ...delivered, reserve: heldReserve(delivered, noon) } as Settlement;
const dueAt = held.reserve?.releaseAt ?? "";
const key = `${held.id}:reserve:1`;

/** A settlement whose reserve's payout began when it was due, with changes. */
function releasing(change: Partial<NonNullable<Reserve["payout"]>> = {}): Settlement {
  const { next } = lastOf(releaseReserve(lastOf(lookAtDue(held, clear, dueAt)).next, dueAt));
  const reserve = next.reserve && { ...next.reserve, payout: { at: dueAt, ref: null, stalledAt: null, ...change } };
  return { ...next, reserve };
}

/** Puts a settlement into the store, so many seconds after its reserve is due. */
async function stored(state: Settlement, seconds = 0, tenant: Parameters<typeof aTenant>[0] = {}): Promise<void> {
  api.nowMs = Date.parse(dueAt) + seconds * 1000;
  await putRecord(api, tenantRecordType, aTenant(tenant));
  await putRecord(api, settlementRecordType, state);
}

const unmade = async () => null;

/** A look at the reserve, with a rail that answers so. */
async function look(answers: { disburse?: unknown; payoutOf?: unknown } = {}) {
  const asked = (name: string, answer: unknown) => async (input: unknown) => {
    calls.push([name, input]);
    return (answer as () => unknown)();
  };
  const { disburse = unmade, payoutOf = unmade } = answers;
  const otherwise = { disburse: asked("disburse", disburse), payoutOf: asked("payoutOf", payoutOf) };
  const rail = railThat(api.rail, otherwise as unknown as Partial<Rail>);
  await lookAtReserve(releaseContext(api, rail), await loadSettlement(api.context, held.id));
}

const reserveNow = async () => (await loadSettlement(api.context, held.id)).state.reserve;
const order = {
  ...{ key, orderedAt: dueAt, railRef: "rail_1", amount: "9.750000" },
  ...{ stable: "USDT", chain: "base", wallet: "0xWALLET" },
};

describe("a reserve that is due", () => {
  test("is paid to the settlement's wallet, once that has passed a screen of its own", async () => {
    const screened = vi.spyOn(api.screening, "screen");
    await stored(held);
    await look({ disburse: async () => ({ txHash: "0xpaid" }) });
    const screen = { key: `${held.reserve?.id}:disbursement:1`, stage: "disbursement" };
    expect(screened.mock.calls).toEqual([[{ ...screen, address: "0xWALLET", chain: "base" }]]);
    expect(calls).toEqual([["disburse", order]]);
    expect(await reserveNow()).toMatchObject({ status: "released", txHash: "0xpaid", heldCents: 0, screens: 1 });
  });

  test("waits for its proof under the rail's reference, or under its key where the rail gives none", async () => {
    await stored(held);
    await look({ disburse: async () => ({ txHash: null, transferRef: "tr_5" }) });
    expect(await reserveNow()).toMatchObject({ status: "releasing", payout: { ref: "tr_5" } });
    api = new TestApi();
    await stored(held);
    await look({ disburse: async () => ({ txHash: null }) });
    expect(await reserveNow()).toMatchObject({ status: "releasing", payout: { ref: key } });
  });

  test.each([
    ["is over its network's limit", { ratioBreached: true }, {}, "ratio_breached"],
    ["has the payment in dispute", {}, { disputes: ["cas_1"] }, "open_dispute"],
    ["has a wallet that is blocked", {}, { destWallet: "0xBLOCKED" }, "screening_declined"],
    ["has a wallet that somebody reviews", {}, { destWallet: "0xREVIEW" }, "screening_pending"],
    ["has a wallet that nobody could screen", {}, { destWallet: "0xUNAVAILABLE" }, "screening_unavailable"],
  ])("stays where its tenant %s", async (_, tenant, change, reason) => {
    await stored({ ...held, ...change } as Settlement, 0, tenant);
    await look();
    expect(calls).toEqual([]);
    expect(await reserveNow()).toMatchObject({
      ...{ status: "held", blocked: { reason, at: dueAt }, lookAt: addDays(dueAt, 1) },
    });
  });

  test("is screened for only where nothing else speaks against it", async () => {
    const screened = vi.spyOn(api.screening, "screen");
    await stored({ ...held, disputes: ["cas_1"] } as Settlement);
    await look();
    expect(screened).not.toHaveBeenCalled();
    expect(await reserveNow()).toMatchObject({ screens: 0, screenedAt: null });
  });

  test("is left alone before its day, and where there is none", async () => {
    await stored(held, -1);
    await look();
    const rows = api.store.rows();
    expect(calls).toEqual([]);
    expect(await reserveNow()).toEqual(held.reserve);
    await changeTo({ reserve: null });
    await look();
    expect(calls).toEqual([]);
    expect(api.store.rows()).toHaveLength(rows.length + 1);
  });
});

async function changeTo(change: Partial<Settlement>): Promise<void> {
  await changeSettlement(api.context, await loadSettlement(api.context, held.id), (before) => [
    settlementTransition(before, { ...before, ...change } as Settlement, api.clock.now(), { reason: "meanwhile" }),
  ]);
}

describe("a payout that was begun", () => {
  const query = { key, orderedAt: dueAt, railRef: "rail_1", transferRef: null, toldAt: dueAt };

  test.each([
    ["its reference", { ref: "tr_5" }, { ...query, transferRef: "tr_5" }],
    ["its key, where the rail gave no other name", { ref: key }, query],
    ["its key, where the answer was lost", {}, query],
  ])("is asked about by %s, and is gone with its proof", async (_, payout, asked) => {
    await stored(releasing(payout), 300);
    await look({ payoutOf: async () => ({ txHash: "0xfound" }) });
    expect(calls).toEqual([["payoutOf", asked]]);
    expect(await reserveNow()).toMatchObject({ status: "released", txHash: "0xfound" });
  });

  test("is not asked about before its caller has had its time", async () => {
    await stored(releasing(), 299);
    await look();
    expect(calls).toEqual([]);
  });

  test("is asked about again in ten minutes where it has no proof yet", async () => {
    await stored(releasing(), 300);
    await look({ payoutOf: async () => ({ txHash: null, transferRef: "tr_6" }) });
    expect(await reserveNow()).toMatchObject({
      ...{ status: "releasing", payout: { ref: "tr_6", stalledAt: null }, lookAt: addSeconds(dueAt, 900) },
    });
  });

  test("is asked about again while the order may be on its way, and made anew after that, of the same key", async () => {
    await stored(releasing(), 1_199);
    await look();
    expect(calls.map(([name]) => name)).toEqual(["payoutOf"]);
    expect(await reserveNow()).toMatchObject({ status: "releasing", lookAt: addSeconds(dueAt, 1_799) });
    api.nowMs = Date.parse(dueAt) + 1_799_000;
    await look({ disburse: async () => ({ txHash: "0xnow" }) });
    expect(calls.slice(1).map(([name]) => name)).toEqual(["payoutOf", "disburse"]);
    expect(calls.at(-1)).toEqual(["disburse", order]);
    expect(await reserveNow()).toMatchObject({ status: "released", txHash: "0xnow" });
  });

  test("that the rail refuses is held for that, and the next one has another key", async () => {
    await stored(releasing(), 300);
    await look({ payoutOf: async () => ({ refused: { code: "frozen", reason: "x" } }) });
    expect(await reserveNow()).toMatchObject({
      ...{ status: "held", refusals: 1, blocked: { reason: "frozen" }, payout: null, orderedAt: null },
    });
    api.pass(86_400);
    await look({ disburse: async () => ({ txHash: "0xlast" }) });
    expect(calls.at(-1)).toMatchObject(["disburse", { key: `${held.id}:reserve:2`, orderedAt: api.clock.now() }]);
  });

  test.each([
    ["gives no answer", {}, () => Promise.reject(new Error("silence")), "silence"],
    ["knows nothing of it any more", { ref: "tr_5" }, unmade, "the rail knows nothing of tr_5 any more"],
  ])("is looked for later where the rail %s, which the caller hears", async (_, payout, payoutOf, message) => {
    await stored(releasing(payout), 300);
    await expect(look({ payoutOf })).rejects.toThrow(message);
    expect(await reserveNow()).toMatchObject({
      ...{ status: "releasing", payout: { ref: null, ...payout }, lookAt: addSeconds(dueAt, 900) },
    });
    expect(calls.map(([name]) => name)).toEqual(["payoutOf"]);
  });

  test("whose answer is of a key that was given up meanwhile is left as it stands", async () => {
    await stored(releasing(), 300);
    const refusals = async () => {
      const reserve = await reserveNow();
      await changeTo({ reserve: reserve && { ...reserve, refusals: 1 } });
      return { txHash: "0xold" };
    };
    await look({ payoutOf: refusals });
    expect(await reserveNow()).toMatchObject({ status: "releasing", refusals: 1, txHash: null });
  });

  test("is not made again where a return has used its reserve up", async () => {
    await stored({ ...releasing(), payment: { ...held.payment, status: "returned" } } as Settlement, 1_200);
    await look();
    expect(calls.map(([name]) => name)).toEqual(["payoutOf"]);
    expect(await reserveNow()).toMatchObject({ status: "used", heldCents: 0, usedCents: 975 });
  });
});

describe("a reserve's settlement", () => {
  test("is found with its reserve, and is none where it kept nothing back or is not there", async () => {
    await stored(held);
    expect((await reserveOwner(api.context, held.id))?.state).toEqual(held);
    await changeTo({ reserve: null });
    expect(await reserveOwner(api.context, held.id)).toBeUndefined();
    expect(await reserveOwner(api.context, "stl_01K00000000000000000000009")).toBeUndefined();
  });
});
