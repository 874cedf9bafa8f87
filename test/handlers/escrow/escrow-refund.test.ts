import { beforeEach, describe, expect, test } from "vitest";
import { codeOf, EscrowApi } from "../../support/escrow/escrow-api.ts";

let api: EscrowApi;

beforeEach(async () => {
  api = await EscrowApi.withTenant();
});

const exact = { amountCents: 10_000 };
const push = { ...exact, source: { type: "ach_push" } };
const back = { refundAddress: "0xBUYER", reason: "called off" };

describe("refunding", () => {
  test("gives held value back whole, with its reason", async () => {
    const id = await api.funded();
    const { status, json } = await api.refund(id);
    expect([status, json.status, json.refundAddress]).toEqual([200, "refunded", "0xBUYER"]);
    expect(json.refundTxHash).toMatch(/^0x/);
    expect(await api.events(id)).toEqual(["escrow.created", "escrow.funded", "escrow.refunded"]);
    expect(await codeOf(api.refund(id))).toEqual([409, "illegal_escrow_transition"]);
  });

  test("needs an address once value is held, and frees the key where there is none", async () => {
    const id = await api.funded();
    expect(await codeOf(api.refund(id, {}, "k1"))).toEqual([400, "refund_address_required"]);
    expect(await codeOf(api.refund(id, back, "k1"))).toEqual([200, "refunded"]);
  });

  test("uses the escrow's own address", async () => {
    const id = await api.funded({ refundAddress: "0xOWN" });
    expect((await api.refund(id, {})).json).toMatchObject({ status: "refunded", refundAddress: "0xOWN" });
  });

  test("to an address that does not pass is refused, and nothing moves", async () => {
    const id = await api.funded();
    const { status, json } = await api.refund(id, { refundAddress: "0xSANCTION" });
    expect([status, json.code, json.stage, json.risk]).toEqual([409, "kyt_declined", "refund", "critical"]);
    expect(await api.state(id)).toMatchObject({ status: "funded", intent: null, heldCents: 10_000 });
  });

  test("before funding closes it, and gives up a deposit that is waited for", async () => {
    const [one, other] = [await api.created(), await api.created()];
    expect(await codeOf(api.refund(one, {}))).toEqual([200, "refunded"]);
    await api.fund(other, push);
    const version = () => api.store.rows().find(({ pk, sk }) => pk === other && sk === "row")?.v ?? 0;
    const before = version();
    expect(await codeOf(api.refund(other, {}))).toEqual([200, "refunded"]);
    // Given up and refunded in one transaction: nobody can fund it in between.
    expect(version()).toBe(before + 1);
    const moves = await api.holding.transfersOf([`mock_${other}`]);
    expect(moves).toMatchObject([{ kind: "collection", state: "failed" }]);
  });

  test("while the buyer's money is on its way is refused", async () => {
    const id = await api.created();
    await api.fund(id, push);
    api.railThat({ cancelCollection: async () => false });
    expect(await codeOf(api.refund(id, {}))).toEqual([409, "illegal_escrow_transition"]);
    expect((await api.state(id)).status).toBe("awaiting_funds");
  });

  test("that had given the deposit up already, unheard, is closed", async () => {
    const id = await api.created();
    await api.fund(id, push);
    await api.holding.cancelCollection(`mock_${id}`);
    expect(await codeOf(api.refund(id, {}))).toEqual([200, "refunded"]);
  });

  test("that the rail refuses is 502, and another address can be tried", async () => {
    const id = await api.funded();
    expect(await codeOf(api.refund(id, { refundAddress: "0xFAILPAYOUT" }))).toEqual([502, "payout_failed"]);
    expect(await codeOf(api.refund(id))).toEqual([200, "refunded"]);
    expect((await api.state(id)).pastPayouts).toMatchObject([{ key: `${id}:refund:1` }]);
  });

  test("that the rail refuses can go to an address of before, which finds it all the while", async () => {
    const id = await api.funded({ refundAddress: "0xOWN" });
    for (const address of ["0xFAILPAYOUT", "0xALSO-FAILPAYOUT", "0xFAILPAYOUT"])
      expect(await codeOf(api.refund(id, { refundAddress: address }))).toEqual([502, "payout_failed"]);
    expect(await codeOf(api.refund(id, { refundAddress: "0xOWN" }))).toEqual([200, "refunded"]);
  });
});

describe("conditions", () => {
  test("with a live screen and without", async () => {
    const id = await api.funded();
    expect((await api.get(`/${id}/conditions?screen=false`)).json).toMatchObject({
      ...{ releasable: false, unmet: ["screening_stale"], screening: { outcome: null, live: false } },
    });
    expect((await api.get(`/${id}/conditions`)).json).toMatchObject({
      ...{ releasable: true, unmet: [], screening: { outcome: "pass", risk: "low", live: true } },
    });
    expect(await codeOf(api.get(`/${id}/conditions?screen=maybe`))).toEqual([400, "validation_error"]);
  });

  test("look again at a blocked release, which is released by the next call alone", async () => {
    const id = await api.funded({ payoutAddress: "0xUNAVAILABLE" });
    await api.release(id);
    const screen = api.screening.screen.bind(api.screening);
    api.screening.screen = (input) => screen({ ...input, address: "0xFINE" });
    expect((await api.get(`/${id}/conditions?screen=true`)).json.unmet).toEqual([]);
    expect(await api.state(id)).toMatchObject({ status: "release_pending", unmet: [] });
    expect(await codeOf(api.release(id))).toEqual([200, "released"]);
  });
});
