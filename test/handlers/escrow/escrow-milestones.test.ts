import { beforeEach, describe, expect, test } from "vitest";
import {
  disbursePayout,
  type PayoutContext,
  screenPayout,
  withdrawBlockedPayout,
} from "../../../functions/app/escrow/machine-steps.ts";
import { addFeeRule } from "../../../functions/app/tenants/flags-and-fees.ts";
import { escrowReviewOf } from "../../../functions/domain/escrow/review-item.ts";
import { codeOf, EscrowApi, noAnswer } from "../../support/escrow/escrow-api.ts";
import { listLedger } from "../../support/escrow/escrow-ledger.ts";

let api: EscrowApi;

beforeEach(async () => {
  api = await EscrowApi.withTenant();
});

const steps = {
  releaseRule: "milestone",
  refundAddress: "0xBUYER",
  milestones: [
    { description: "foundation", amountCents: 4_000 },
    { description: "roof", amountCents: 6_000 },
  ],
};

/** An escrow of 100.00 whose first milestone is completed and whose second, of 60.00, is cancelled; its id. */
async function partly(change: Record<string, unknown> = {}): Promise<string> {
  const id = await api.funded({ ...steps, ...change });
  const [first, second] = (await api.state(id)).milestones;
  expect((await api.post(`/${id}/milestones/${first?.id}/complete`)).status).toBe(200);
  expect((await api.post(`/${id}/milestones/${second?.id}/cancel`)).status).toBe(200);
  return id;
}

const payoutsOf = async (id: string) =>
  (await api.holding.transfersOf([`mock_${id}`]))
    .filter(({ kind }) => kind === "payout")
    .map(({ amount, state }) => [amount, state]);

const machine = (): PayoutContext => ({ ...api.escrowContext, actor: "system:escrow", workflows: api.workflows });
const subject = (id: string) => ({ escrowId: id, tenantId: api.tenantId });

describe("a release with a cancelled milestone", () => {
  test("pays the completed ones, with the fee on their sum, and returns the rest", async () => {
    const rule = { kind: "escrow", bps: 250, fixedCents: 0, minCents: 0, maxCents: null } as const;
    const usual = { reserveBps: 0, reserveDays: 0, currency: "USD", effectiveFrom: null } as const;
    await addFeeRule(api.context, { ...rule, ...usual, tenantId: api.tenantId });
    api.pass(1);
    const id = await partly();
    const { status, json } = await api.release(id);
    expect([status, json.status, json.feeCents, json.netCents]).toEqual([200, "released", 100, 3_900]);
    expect([json.releasedCents, json.returnedCents, json.refundedCents]).toEqual([4_000, 6_000, 6_000]);
    expect(json.releaseTxHash).toMatch(/^0x/);
    expect(json.refundTxHash).toMatch(/^0x/);
    expect(json.refundTxHash).not.toBe(json.releaseTxHash);
    expect(await payoutsOf(id)).toEqual([
      ["39.000000", "done"],
      ["60.000000", "done"],
    ]);
    expect(await listLedger(api, id)).toMatchObject({ escrow_held: 0, fee_income: -100, rail_clearing: 100 });
    const names = ["escrow.created", "escrow.funded", "escrow.milestone_completed", "escrow.released"];
    expect(await api.events(id)).toEqual(names);
    const { screens } = await api.state(id);
    expect(screens.map(({ stage, address }) => [stage, address])).toEqual([
      ["release", "0xSELLER"],
      ["refund", "0xBUYER"],
    ]);
    const { history } = (await api.get(`/${id}`)).json;
    expect(history.slice(-4).map(({ reason }: { reason: string }) => reason)).toEqual([
      `release ordered as ${id}:release:1`,
      "release proven",
      `rest ordered as ${id}:rest:1`,
      "rest proven",
    ]);
  });

  test("has its event tell both hashes and all that left", async () => {
    const id = await partly();
    const { json } = await api.release(id);
    const event = api.store
      .rows()
      .flatMap(({ type, body }) => (type === "entry" ? ((body as { events?: unknown[] }).events ?? []) : []))
      .find((each) => (each as { name: string }).name === "escrow.released");
    expect(event).toMatchObject({
      data: {
        ...{ releasedCents: 4_000, returnedCents: 6_000, amountCents: 10_000, feeCents: 0, netCents: 4_000 },
        ...{ releaseTxHash: json.releaseTxHash, refundTxHash: json.refundTxHash },
      },
    });
  });

  test("shows before the release what it will pay", async () => {
    const { netCents, amountCents, releasedCents } = (await api.get(`/${await partly()}`)).json;
    expect([amountCents, netCents, releasedCents]).toEqual([10_000, 4_000, 0]);
  });

  test("is blocked without a refund address, and on a rail that cannot refund", async () => {
    const { capabilities } = api.holding;
    api.railThat({ capabilities: { ...capabilities, refund: false } });
    const id = await partly({ refundAddress: undefined });
    const { json } = await api.release(id);
    expect([json.code, json.unmet]).toEqual([
      "release_conditions_unmet",
      ["refund_address_required", "refund_unsupported"],
    ]);
    expect(await payoutsOf(id)).toEqual([]);
  });

  test("goes on once the refund address that was missing is named, which is then not changed", async () => {
    const id = await partly({ refundAddress: undefined });
    expect((await api.release(id)).json.unmet).toEqual(["refund_address_required"]);
    expect(await codeOf(api.patch(`/${id}`, { refundAddress: "0xBUYER", payoutAddress: "0xOTHER" }))).toEqual([
      ...[409, "illegal_escrow_transition"],
    ]);
    expect((await api.patch(`/${id}`, { refundAddress: "0xBUYER" })).json).toMatchObject({ refundAddress: "0xBUYER" });
    expect(await codeOf(api.patch(`/${id}`, { refundAddress: "0xTHIEF" }))).toEqual([409, "illegal_escrow_transition"]);
    expect((await api.release(id)).json).toMatchObject({ status: "released", returnedCents: 6_000 });
    expect(await payoutsOf(id)).toEqual([
      ["40.000000", "done"],
      ["60.000000", "done"],
    ]);
  });

  test("takes no refund address after the end", async () => {
    const id = await api.funded({});
    await api.release(id);
    expect(await codeOf(api.patch(`/${id}`, { refundAddress: "0xBUYER" }))).toEqual([409, "illegal_escrow_transition"]);
  });

  test("is blocked by a refund address that does not pass", async () => {
    const id = await partly({ refundAddress: "0xBLOCKED" });
    expect((await api.release(id)).json.unmet).toEqual(["refund_screening_declined"]);
    expect(await payoutsOf(id)).toEqual([]);
  });

  test("needs no refund address where milestones have no amounts: they only gate", async () => {
    const milestones = [{ description: "foundation" }, { description: "roof" }];
    const id = await partly({ milestones, refundAddress: undefined });
    const { json } = await api.release(id);
    expect([json.status, json.releasedCents, json.returnedCents, json.refundTxHash]).toEqual([
      ...["released", 10_000, 0, null],
    ]);
  });

  test("never pays a cancelled one under another rule either", async () => {
    const id = await api.funded({ ...steps, releaseRule: "manual" });
    const [, second] = (await api.state(id)).milestones;
    await api.post(`/${id}/milestones/${second?.id}/cancel`);
    expect((await api.release(id)).json).toMatchObject({ releasedCents: 4_000, returnedCents: 6_000 });
  });

  test("is blocked where nothing is left to pay", async () => {
    const id = await api.funded({ ...steps, releaseRule: "manual" });
    for (const { id: each } of (await api.state(id)).milestones) await api.post(`/${id}/milestones/${each}/cancel`);
    expect((await api.release(id)).json.unmet).toEqual(["amount_too_small"]);
    expect((await api.refund(id)).json).toMatchObject({ status: "refunded", refundedCents: 10_000, returnedCents: 0 });
  });
});

describe("a release of a part that is under way", () => {
  test("stands against refunds and further cancelling, at either leg", async () => {
    const open = { description: "garden", amountCents: 1_000 };
    const milestones = [{ description: "roof", amountCents: 8_000 }, { description: "x", amountCents: 1_000 }, open];
    const id = await api.funded({
      ...{ ...steps, releaseRule: "manual", milestones, payoutAddress: "0xNOPROOF", refundAddress: "0xNOPROOFEITHER" },
    });
    const [, second, third] = (await api.state(id)).milestones;
    await api.post(`/${id}/milestones/${second?.id}/cancel`);
    expect((await api.release(id)).json).toMatchObject({ status: "funded", payout: { leg: "release" } });
    const cancel = () => api.post(`/${id}/milestones/${third?.id}/cancel`);
    expect(await codeOf(api.refund(id))).toEqual([409, "payout_in_flight"]);
    expect(await codeOf(cancel())).toEqual([409, "payout_in_flight"]);
    await api.callback(id, { state: "payment_processed", txHash: "0x0aaa" });
    const between = (await api.get(`/${id}`)).json;
    expect(between).toMatchObject({ status: "funded", payout: { leg: "refund", amountCents: 1_000 } });
    expect([between.releasedCents, between.returnedCents, between.refundTxHash]).toEqual([9_000, 0, null]);
    expect(await codeOf(api.refund(id))).toEqual([409, "payout_in_flight"]);
    expect(await codeOf(cancel())).toEqual([409, "payout_in_flight"]);
    await disbursePayout(machine(), subject(id));
    await api.callback(id, { state: "payment_processed", txHash: between.releaseTxHash });
    expect((await api.state(id)).status).toBe("funded");
    await api.callback(id, { state: "payment_processed" });
    const { json } = await api.get(`/${id}`);
    expect([json.status, json.releasedCents, json.returnedCents]).toEqual(["released", 9_000, 1_000]);
    expect(new Set([json.releaseTxHash, json.refundTxHash]).size).toBe(2);
  });

  test("goes on with its second leg by the same key after the rail was silent", async () => {
    const id = await partly();
    api.railThat({ disburse: (order) => (order.key.includes(":rest:") ? noAnswer() : api.holding.disburse(order)) });
    expect(await codeOf(api.release(id, "k1"))).toEqual([503, "rail_unavailable"]);
    expect(await api.state(id)).toMatchObject({ status: "funded", heldCents: 6_000, paidLeg: "release" });
    api.reached = api.holding;
    expect((await api.release(id, "k1")).json).toMatchObject({ status: "released", returnedCents: 6_000 });
    expect(await payoutsOf(id)).toHaveLength(2);
  });

  test("is gone on with by the machine, whichever leg it died at", async () => {
    const id = await partly();
    api.railThat({ disburse: noAnswer });
    await api.release(id);
    api.reached = api.holding;
    await disbursePayout(machine(), subject(id));
    expect(await api.state(id)).toMatchObject({ status: "funded", intent: { leg: "rest", key: `${id}:rest:1` } });
    expect(await screenPayout(machine(), subject(id))).toBe("pass");
    await disbursePayout(machine(), subject(id));
    expect(await api.state(id)).toMatchObject({ status: "released", returnedCents: 6_000, heldCents: 0 });
    await api.handOn(api.workflows);
    expect([...new Set(api.started)]).toEqual([`${id}-1`, `${id}-2`]);
  });

  test("screens the refund address anew where its pass has run out, and takes a blocked return back", async () => {
    const id = await partly();
    api.railThat({ disburse: (order) => (order.key.includes(":rest:") ? noAnswer() : api.holding.disburse(order)) });
    await api.release(id);
    api.reached = api.holding;
    api.pass(1_201);
    const screen = api.screening.screen.bind(api.screening);
    api.screening.screen = (input) => screen({ ...input, address: "0xBLOCKED" });
    expect(await screenPayout(machine(), subject(id))).toBe("blocked");
    await withdrawBlockedPayout(machine(), subject(id));
    expect(await api.state(id)).toMatchObject({ status: "funded", intent: null, heldCents: 6_000 });
    expect(await payoutsOf(id)).toHaveLength(1);
    api.screening.screen = screen;
    const again = await api.refund(id, { refundAddress: "0xOTHER", reason: "another wallet" });
    expect(again.json).toMatchObject({ status: "released", returnedCents: 6_000, refundReason: "another wallet" });
  });
});

describe("a return of the rest that the rail refuses", () => {
  const refusing = async () => {
    const id = await partly({ refundAddress: "0xFAILPAYOUT" });
    expect(await codeOf(api.release(id))).toEqual([502, "payout_failed"]);
    return id;
  };

  test("leaves the release paid, and shows the rest to operators", async () => {
    const id = await refusing();
    const state = await api.state(id);
    expect(state).toMatchObject({ status: "release_pending", paidLeg: "release", heldCents: 6_000, intent: null });
    expect(escrowReviewOf(state, api.clock.now())).toMatchObject({
      kind: "held",
      reason:
        "60.00 USD is left of a release that was paid, and its return to the buyer did not go through (payout_rejected: the mock pays nothing out to this address)",
      actions: ["note", "assign", "resume", "returned_off_platform"],
    });
    expect(await api.events(id)).not.toContain("escrow.released");
  });

  test("is tried again by the release, under a new key", async () => {
    const id = await refusing();
    expect(await codeOf(api.release(id))).toEqual([502, "payout_failed"]);
    expect((await api.state(id)).pastPayouts.map(({ key }) => key)).toEqual([`${id}:rest:1`, `${id}:rest:2`]);
  });

  test("goes to another address by a refund, and ends released", async () => {
    const id = await refusing();
    const { json } = await api.refund(id, { refundAddress: "0xOTHER" });
    expect(json).toMatchObject({ status: "released", returnedCents: 6_000, refundAddress: "0xOTHER" });
    expect(await listLedger(api, id)).toMatchObject({ escrow_held: 0, rail_clearing: 0 });
  });

  test("as a definite no to the first leg leaves today's failed payout, all of it held", async () => {
    const id = await partly({ payoutAddress: "0xFAILPAYOUT" });
    expect(await codeOf(api.release(id))).toEqual([502, "payout_failed"]);
    expect(await api.state(id)).toMatchObject({ status: "failed", heldCents: 10_000, paidLeg: null });
    expect((await api.refund(id)).json).toMatchObject({ status: "refunded", refundedCents: 10_000, returnedCents: 0 });
  });
});
