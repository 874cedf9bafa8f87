import { beforeEach, describe, expect, test } from "vitest";
import type { Payout } from "../../../functions/app/rails/ports.ts";
import { codeOf, EscrowApi, noAnswer } from "../../support/escrow/escrow-api.ts";
import { listLedger } from "../../support/escrow/escrow-ledger.ts";

let api: EscrowApi;

beforeEach(async () => {
  api = await EscrowApi.withTenant();
});

describe("releasing", () => {
  test("by the manual rule pays the net, and posts fee and net", async () => {
    const id = await api.funded();
    const { status, json } = await api.release(id);
    expect([status, json.status]).toEqual([200, "released"]);
    expect(json).toMatchObject({ releaseTxHash: expect.stringMatching(/^0x/), screeningRisk: "low", payout: null });
    expect(await api.events(id)).toEqual(["escrow.created", "escrow.funded", "escrow.released"]);
    expect(await listLedger(api, id)).toEqual({ rail_clearing: 0, escrow_held: 0 });
    expect(await codeOf(api.release(id))).toEqual([409, "illegal_escrow_transition"]);
  });

  test("before it is funded is refused, with what is unmet", async () => {
    const id = await api.created();
    const { json } = await api.release(id);
    expect(json).toMatchObject({ code: "illegal_escrow_transition", unmet: ["not_funded"] });
  });

  test("by dual approval counts one person once, however the name is written", async () => {
    const id = await api.funded({ releaseRule: "dual_approval" });
    const approve = (approverRef: string) => api.post(`/${id}/approvals`, { body: { approverRef } });
    for (const name of ["ann\u200ba", "ann\u0000a", "anna\n", "..", " . "])
      expect(await codeOf(approve(name)), JSON.stringify(name)).toEqual([400, "validation_error"]);
    expect((await approve("Ren\u00e9")).status).toBe(201);
    expect((await approve("Rene\u0301")).json.approverRef).toBe("Ren\u00e9");
    expect((await api.release(id)).json.unmet).toEqual(["approvals_missing:1"]);
  });

  test("by dual approval needs two people, and no rejection", async () => {
    const id = await api.funded({ releaseRule: "dual_approval" });
    const approve = (approverRef: string, decision = "approve") =>
      api.post(`/${id}/approvals`, { body: { approverRef, decision } });
    expect((await api.release(id)).json).toMatchObject({
      code: "release_conditions_unmet",
      unmet: ["approvals_missing:2"],
    });
    expect((await api.state(id)).status).toBe("release_pending");
    expect((await approve("anna")).status).toBe(201);
    expect((await approve("anna")).status).toBe(201);
    expect(await codeOf(approve(" anna ", "reject"))).toEqual([409, "approval_conflict"]);
    expect((await api.release(id)).json.unmet).toEqual(["approvals_missing:1"]);
    await approve("bert");
    await approve("carl", "reject");
    expect((await api.release(id)).json.unmet).toEqual(["approval_rejected:carl"]);
    expect((await api.del(`/${id}/approvals/carl`)).json).toMatchObject({ approverRef: "carl", decision: "reject" });
    expect(await codeOf(api.del(`/${id}/approvals/carl`))).toEqual([404, "not_found"]);
    expect(await codeOf(api.release(id))).toEqual([200, "released"]);
    expect(await codeOf(approve("dora"))).toEqual([409, "illegal_escrow_transition"]);
    expect(await api.events(id)).toEqual([
      ...["escrow.created", "escrow.funded", "escrow.release_blocked"],
      ...["escrow.approval_recorded", "escrow.release_blocked", "escrow.approval_recorded"],
      ...["escrow.approval_recorded", "escrow.release_blocked", "escrow.released"],
    ]);
  });

  test("by milestones needs every one that is not cancelled", async () => {
    const milestones = ["design", "build", "extra"].map((description) => ({ description }));
    const id = await api.funded({ releaseRule: "milestone", milestones });
    const [one, two, three] = (await api.state(id)).milestones.map((each) => each.id);
    expect((await api.release(id)).json.unmet).toEqual(["milestones_incomplete:3"]);
    const settle = (mid: string | undefined, how: string) => api.post(`/${id}/milestones/${mid}/${how}`);
    expect((await settle(one, "complete")).json).toMatchObject({ id: one, status: "completed" });
    expect((await settle(one, "complete")).status).toBe(200);
    await settle(three, "cancel");
    expect(await codeOf(settle(three, "complete"))).toEqual([409, "illegal_escrow_transition"]);
    expect(await codeOf(settle("mil_01K00000000000000000000000", "complete"))).toEqual([404, "not_found"]);
    expect((await api.release(id)).json.unmet).toEqual(["milestones_incomplete:1"]);
    await settle(two, "complete");
    expect(await codeOf(api.release(id))).toEqual([200, "released"]);
    expect((await api.events(id)).filter((name) => name.endsWith("completed"))).toHaveLength(2);
  });

  test("by the compliance gate needs a low risk", async () => {
    const id = await api.funded({ releaseRule: "compliance_gate" });
    expect(await codeOf(api.release(id))).toEqual([200, "released"]);
  });

  test.each([
    ["0xBLOCKED", "screening_declined"],
    ["0xREVIEW", "screening_incomplete"],
    ["0xUNAVAILABLE", "screening_unavailable"],
  ])("to %s is blocked: %s, and what is held goes back", async (payoutAddress, unmet) => {
    const id = await api.funded({ payoutAddress });
    const first = await api.release(id, "k1");
    expect(first.json).toMatchObject({ code: "release_conditions_unmet", unmet: [unmet] });
    expect(first.json.retryable).toBe(unmet === "screening_unavailable" ? true : undefined);
    const again = await api.release(id, "k1");
    expect([again.text, again.headers["idempotent-replay"]]).toEqual([first.text, "true"]);
    await api.release(id);
    expect((await api.events(id)).filter((name) => name === "escrow.release_blocked")).toHaveLength(1);
    expect(await codeOf(api.refund(id))).toEqual([200, "refunded"]);
    expect(await listLedger(api, id)).toEqual({ rail_clearing: 0, escrow_held: 0 });
  });

  test("that the rail refuses is 502, frees the key, and leaves it failed and refundable", async () => {
    const id = await api.funded({ payoutAddress: "0xFAILPAYOUT" });
    expect(await codeOf(api.release(id, "k1"))).toEqual([502, "payout_failed"]);
    expect(await api.state(id)).toMatchObject({ status: "failed", failureCode: "payout_failed", heldCents: 10_000 });
    expect(await codeOf(api.release(id, "k1"))).toEqual([409, "illegal_escrow_transition"]);
    expect(await codeOf(api.refund(id, {}))).toEqual([400, "refund_address_required"]);
    expect(await codeOf(api.refund(id))).toEqual([200, "refunded"]);
    expect(await listLedger(api, id)).toEqual({ rail_clearing: 0, escrow_held: 0 });
  });

  test("without a proof stays funded with its payout until the callback", async () => {
    const id = await api.funded({ payoutAddress: "0xNOPROOF" });
    const { status, json } = await api.release(id);
    expect([status, json.status, json.payout]).toMatchObject([
      ...[200, "funded", { leg: "release", address: "0xNOPROOF", amountCents: 10_000 }],
    ]);
    expect(await codeOf(api.refund(id))).toEqual([409, "payout_in_flight"]);
    await api.callback(id, { state: "payment_processed" });
    await api.callback(id, { state: "payment_processed" });
    expect(await api.state(id)).toMatchObject({ status: "released", heldCents: 0, intent: null });
  });

  test("whose rail is silent keeps its intent; the same key goes on, and it is paid once", async () => {
    const id = await api.funded();
    const orders: string[] = [];
    api.railThat({
      disburse: async (order) => {
        orders.push(order.key);
        await api.holding.disburse(order);
        return noAnswer();
      },
    });
    expect(await codeOf(api.release(id, "k1"))).toEqual([503, "rail_unavailable"]);
    expect(await codeOf(api.refund(id))).toEqual([409, "payout_in_flight"]);
    api.reached = api.holding;
    expect(await codeOf(api.release(id, "k1"))).toEqual([200, "released"]);
    expect(orders).toEqual([`${id}:release:1`]);
    const moves = await api.holding.transfersOf([`mock_${id}`]);
    expect(moves.filter(({ kind }) => kind === "payout")).toHaveLength(1);
  });

  test("of one that left, found after the pass ran out, is not undone by a decline", async () => {
    const id = await api.funded();
    api.railThat({
      disburse: async (order) => {
        await api.holding.disburse(order);
        return noAnswer();
      },
    });
    await api.release(id, "k1");
    api.railThat({ disburse: () => Promise.reject(new Error("must not be asked")) });
    api.screening.screen = () => Promise.reject(new Error("must not be asked"));
    api.pass(1000);
    expect(await codeOf(api.release(id, "k1"))).toEqual([200, "released"]);
  });

  test("of one that never left is taken back once its address is declined", async () => {
    const id = await api.funded();
    api.railThat({ disburse: noAnswer });
    await api.release(id, "k1");
    api.reached = api.holding;
    const screen = api.screening.screen.bind(api.screening);
    api.screening.screen = (input) => screen({ ...input, address: "0xBLOCKED" });
    api.pass(1200);
    expect((await api.release(id, "k1")).json).toMatchObject({
      ...{ code: "release_conditions_unmet", unmet: ["screening_declined"] },
    });
    expect(await api.state(id)).toMatchObject({ status: "release_pending", intent: null });
  });

  test.each([2, 8])("called %i times at once pays once", async (times) => {
    const id = await api.funded();
    const payouts = new Set<string>();
    api.railThat({
      disburse: async (order): Promise<Payout> => {
        payouts.add(order.key);
        return (await api.holding.disburse(order)) as Payout;
      },
    });
    const reply = await Promise.all(Array.from({ length: times }, () => codeOf(api.release(id))));
    expect(reply.filter(([status]) => status === 200).length).toBeGreaterThan(0);
    expect([...payouts]).toEqual([`${id}:release:1`]);
    expect(await listLedger(api, id)).toEqual({ rail_clearing: 0, escrow_held: 0 });
  });

  test("and refunding at once does one of them", async () => {
    const id = await api.funded();
    await Promise.all([api.release(id), api.refund(id), api.release(id), api.refund(id)]);
    expect(["released", "refunded"]).toContain((await api.state(id)).status);
    expect(await listLedger(api, id)).toEqual({ rail_clearing: 0, escrow_held: 0 });
  });
});
