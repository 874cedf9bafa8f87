import { beforeEach, describe, expect, test } from "vitest";
import { codeOf, EscrowDoor } from "../../support/escrow/escrow-door.ts";

let door: EscrowDoor;

beforeEach(async () => {
  door = await EscrowDoor.withTenant();
});

const exact = { amountCents: 10_000 };
const push = { ...exact, source: { type: "ach_push" } };
const back = { refundAddress: "0xBUYER", reason: "called off" };

describe("refunding", () => {
  test("gives held value back whole, with its reason", async () => {
    const id = await door.funded();
    const { status, json } = await door.refund(id);
    expect([status, json.status, json.refundAddress]).toEqual([200, "refunded", "0xBUYER"]);
    expect(json.refundTxHash).toMatch(/^0x/);
    expect(await door.events(id)).toEqual(["escrow.created", "escrow.funded", "escrow.refunded"]);
    expect(await codeOf(door.refund(id))).toEqual([409, "illegal_escrow_transition"]);
  });

  test("needs an address once value is held, and frees the key where there is none", async () => {
    const id = await door.funded();
    expect(await codeOf(door.refund(id, {}, "k1"))).toEqual([400, "refund_address_required"]);
    expect(await codeOf(door.refund(id, back, "k1"))).toEqual([200, "refunded"]);
  });

  test("uses the escrow's own address", async () => {
    const id = await door.funded({ refundAddress: "0xOWN" });
    expect((await door.refund(id, {})).json).toMatchObject({ status: "refunded", refundAddress: "0xOWN" });
  });

  test("to an address that does not pass is refused, and nothing moves", async () => {
    const id = await door.funded();
    const { status, json } = await door.refund(id, { refundAddress: "0xSANCTION" });
    expect([status, json.code, json.stage, json.risk]).toEqual([409, "kyt_declined", "refund", "critical"]);
    expect(await door.state(id)).toMatchObject({ status: "funded", intent: null, heldCents: 10_000 });
  });

  test("before funding closes it, and gives up a deposit that is waited for", async () => {
    const [one, other] = [await door.created(), await door.created()];
    expect(await codeOf(door.refund(one, {}))).toEqual([200, "refunded"]);
    await door.fund(other, push);
    const version = () => door.book.rows().find(({ pk, sk }) => pk === other && sk === "row")?.v ?? 0;
    const before = version();
    expect(await codeOf(door.refund(other, {}))).toEqual([200, "refunded"]);
    // Given up and refunded in one transaction: nobody can fund it in between.
    expect(version()).toBe(before + 1);
    const moves = await door.holding.transfersOf([`mock_${other}`]);
    expect(moves).toMatchObject([{ kind: "collection", state: "failed" }]);
  });

  test("while the buyer's money is on its way is refused", async () => {
    const id = await door.created();
    await door.fund(id, push);
    door.railThat({ cancelCollection: async () => false });
    expect(await codeOf(door.refund(id, {}))).toEqual([409, "illegal_escrow_transition"]);
    expect((await door.state(id)).status).toBe("awaiting_funds");
  });

  test("that had given the deposit up already, unheard, is closed", async () => {
    const id = await door.created();
    await door.fund(id, push);
    await door.holding.cancelCollection(`mock_${id}`);
    expect(await codeOf(door.refund(id, {}))).toEqual([200, "refunded"]);
  });

  test("that the rail refuses is 502, and another address can be tried", async () => {
    const id = await door.funded();
    expect(await codeOf(door.refund(id, { refundAddress: "0xFAILPAYOUT" }))).toEqual([502, "payout_failed"]);
    expect(await codeOf(door.refund(id))).toEqual([200, "refunded"]);
    expect((await door.state(id)).pastPayouts).toMatchObject([{ key: `${id}:refund:1` }]);
  });

  test("that the rail refuses can go to an address of before, which finds it all the while", async () => {
    const id = await door.funded({ refundAddress: "0xOWN" });
    for (const address of ["0xFAILPAYOUT", "0xALSO-FAILPAYOUT", "0xFAILPAYOUT"])
      expect(await codeOf(door.refund(id, { refundAddress: address }))).toEqual([502, "payout_failed"]);
    expect(await codeOf(door.refund(id, { refundAddress: "0xOWN" }))).toEqual([200, "refunded"]);
  });
});

describe("conditions", () => {
  test("with a live screen and without", async () => {
    const id = await door.funded();
    expect((await door.get(`/${id}/conditions?screen=false`)).json).toMatchObject({
      ...{ releasable: false, unmet: ["screening_stale"], screening: { outcome: null, live: false } },
    });
    expect((await door.get(`/${id}/conditions`)).json).toMatchObject({
      ...{ releasable: true, unmet: [], screening: { outcome: "pass", risk: "low", live: true } },
    });
    expect(await codeOf(door.get(`/${id}/conditions?screen=maybe`))).toEqual([400, "validation_error"]);
  });

  test("look again at a blocked release, which is released by the next call alone", async () => {
    const id = await door.funded({ payoutAddress: "0xUNAVAILABLE" });
    await door.release(id);
    const screen = door.screening.screen.bind(door.screening);
    door.screening.screen = (asked) => screen({ ...asked, address: "0xFINE" });
    expect((await door.get(`/${id}/conditions?screen=true`)).json.unmet).toEqual([]);
    expect(await door.state(id)).toMatchObject({ status: "release_pending", unmet: [] });
    expect(await codeOf(door.release(id))).toEqual([200, "released"]);
  });
});
