import { beforeEach, describe, expect, test } from "vitest";
import { readEscrow } from "../../../functions/app/escrow/reads.ts";
import { receiveCallback } from "../../../functions/app/operations/receive-callback.ts";
import type { ReportedTransfer } from "../../../functions/domain/rails/reported-event.ts";
import { codeOf, EscrowApi } from "../../support/escrow/escrow-api.ts";

let api: EscrowApi;

beforeEach(async () => {
  api = await EscrowApi.withTenant();
});

const exact = { amountCents: 10_000 };
const push = { ...exact, source: { type: "ach_push" } };
const back = { refundAddress: "0xBUYER", reason: "called off" };

describe("refunding what came as another amount", () => {
  /** An escrow of 100.00 to which this much was sent. */
  const paid = async (amountCents: number) => {
    const id = await api.created();
    await api.fund(id, push);
    await api.callback(id, { state: "funds_received", amountCents });
    return id;
  };

  test.each([6_000, 12_000])("sends all %i cents back by the rail, and tells so", async (cents) => {
    const id = await paid(cents);
    const { status, json } = await api.refund(id, { reason: "wrong amount" });
    expect([status, json.status, json.refundedCents, json.unappliedCents]).toEqual([200, "refunded", cents, 0]);
    expect(json.refundTxHash).toBeNull();
    expect(await api.holding.transfersOf([`mock_${id}`])).toMatchObject([
      { kind: "collection", amountCents: cents },
      { kind: "return", amountCents: cents, state: "done" },
    ]);
    const last = (await readEscrow(api.context, null, id)).entries.at(-1)?.events[0];
    expect(last).toMatchObject({ name: "escrow.refunded", data: { refundedCents: cents } });
  });

  test("shows the return while the rail has it, and the sweeper asks how it ended", async () => {
    const id = await paid(6_000);
    const on = { transferRef: "back-1", returned: null } as ReportedTransfer;
    const lookUp = async (ref: string) =>
      ref === "back-1" ? ({ ...on, returned: "sent" } as const) : api.holding.lookUp(ref);
    api.railThat({ returnDeposit: async () => on, lookUp });
    const { status, json } = await api.refund(id, {});
    expect([status, json.status, json.unappliedCents]).toEqual([200, "awaiting_funds", 6_000]);
    expect(json.payout).toMatchObject({ leg: "return", address: null, amountCents: 6_000 });
    expect(await codeOf(api.fund(id, push))).toEqual([409, "illegal_escrow_transition"]);
    api.pass(601);
    await api.sweep();
    expect(await api.state(id)).toMatchObject({ status: "refunded", sendBack: null, refundedCents: 6_000 });
  });

  test("is 502 where the rail refuses, and the money is with operators", async () => {
    const id = await paid(6_000);
    api.railThat({ returnDeposit: async () => ({ refused: { code: "too_old", reason: "sixty days" } }) });
    expect(await codeOf(api.refund(id, {}))).toEqual([502, "payout_failed"]);
    expect(await api.state(id)).toMatchObject({ status: "awaiting_funds", unappliedCents: 6_000, sendBack: null });
  });

  test("is 503 where the rail gives no answer, and the same key goes on", async () => {
    const id = await paid(6_000);
    api.railThat({ returnDeposit: () => Promise.reject(new Error("silence")) });
    expect(await codeOf(api.refund(id, {}, "k1"))).toEqual([503, "rail_unavailable"]);
    api.railThat({});
    expect(await codeOf(api.refund(id, {}, "k1"))).toEqual([200, "refunded"]);
  });

  test("is heard by the rail's callback", async () => {
    const id = await paid(6_000);
    const on = { transferRef: "back-1", returned: null } as ReportedTransfer;
    api.railThat({ returnDeposit: async () => on });
    await api.refund(id, {});
    const about = { rail: "mock", railRef: `mock_${id}`, reference: id, events: [] };
    await receiveCallback(api.context, { ...about, sentBack: { transferRef: "back-1", returned: "sent" } });
    expect((await api.state(id)).status).toBe("refunded");
  });
});

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
