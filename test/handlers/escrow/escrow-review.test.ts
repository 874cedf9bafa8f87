import { beforeEach, describe, expect, test } from "vitest";
import { overview } from "../../../functions/app/console/overview.ts";
import { loadEscrow } from "../../../functions/app/escrow/escrows.ts";
import { readEscrow } from "../../../functions/app/escrow/reads.ts";
import { takeReviewAction } from "../../../functions/app/review/actions.ts";
import { approve } from "../../../functions/app/review/approvals.ts";
import { listReview } from "../../../functions/app/review/review.ts";
import { EscrowApi } from "../../support/escrow/escrow-api.ts";
import { escrowReviewers } from "../../support/escrow/escrow-reviewers.ts";

let api: EscrowApi;

beforeEach(async () => {
  api = await EscrowApi.withTenant();
});

const { by, reviewId, item, act, agreed } = escrowReviewers(() => api);

async function queue() {
  return (await listReview(api.context, { limit: 50 })).data;
}

/** An escrow whose release was asked for and is blocked by what its address says. */
async function blocked(word: string, change: Record<string, unknown> = {}): Promise<string> {
  const id = await api.funded({ payoutAddress: `0x${word}`, ...change });
  expect((await api.post(`/${id}/release`)).status).toBe(409);
  return id;
}

const released = (id: string) => api.post(`/${id}/release`);

/** An escrow that waits for a bank's push, for which `amountCents` came. */
async function came(amountCents: number): Promise<string> {
  const id = await api.created();
  const body = { amountCents: 10_000, source: { type: "ach_push" } };
  expect((await api.post(`/${id}/fund`, { body })).status).toBe(200);
  await api.callback(id, { state: "funds_received", amountCents, eventId: `dep_${id}` });
  return id;
}

describe("a blocked release", () => {
  test("is in the queue with its reason, and gone once it is released", async () => {
    const id = await blocked("SELLER", { releaseRule: "milestone", milestones: [{ description: "half" }] });
    expect(await queue()).toMatchObject([
      {
        ...{ id: reviewId(id), subjectId: id, tenantId: api.tenantId, status: "release_pending" },
        ...{ kind: "blocked", actions: ["note", "assign"], notes: [], assignee: null, approvals: [] },
        reason: expect.stringContaining("milestones_incomplete:1"),
      },
    ]);
    expect(await queue()).toEqual([await item(id)]);
    const [{ id: milestoneId } = { id: "" }] = (await api.state(id)).milestones;
    await api.post(`/${id}/milestones/${milestoneId}/complete`);
    expect((await item(id)).reason).toContain("nothing stands in its way any more");
    expect((await released(id)).status).toBe(200);
    expect(await queue()).toEqual([]);
    await expect(item(id)).rejects.toMatchObject({ code: "not_found" });
  });

  test("can be written about and handed over", async () => {
    const id = await blocked("BLOCKED");
    await act(id, { action: "note", note: "called the seller" });
    const acted = await act(id, { action: "assign", assignee: "berta", note: null });
    expect(acted).toMatchObject({
      item: { assignee: "berta", notes: [{ actor: "operator:anna", text: "called the seller" }] },
    });
  });

  test("is listed by kind beside settlements, and counted in the overview", async () => {
    const id = await blocked("BLOCKED");
    const invoice = await api.invoice(api.tenantId);
    const headers = { authorization: `Bearer ${api.apiKey}`, "idempotency-key": "pay" };
    const path = `/api/v1/invoices/${invoice}/pay`;
    const body = JSON.stringify({ source: { type: "ach_push" } });
    await api.openPay()({ method: "POST", path, headers, body });
    expect((await queue()).map(({ kind, subjectId }) => [kind, subjectId.slice(0, 3)])).toEqual([
      ["blocked", "esc"],
      ["in_flight", "stl"],
    ]);
    expect((await listReview(api.context, { kind: "blocked", limit: 1 })).data[0]?.subjectId).toBe(id);
    const seen = await overview(api.context);
    expect(seen.attention).toMatchObject([{ kind: "blocked", count: 1 }]);
    expect(seen.underWay.statuses).toMatchObject([{ status: "collecting", count: 1 }]);
  });

  test("by a silent provider is screened again at once, and looked at again", async () => {
    const id = await blocked("UNAVAILABLE");
    expect((await item(id)).actions).toEqual(["note", "assign", "retry_screen"]);
    const { screening } = api;
    const screen = screening.screen.bind(screening);
    screening.screen = (input) => screen({ ...input, address: "0xSELLER" });
    const acted = await act(id, { action: "retry_screen", note: "they are back" });
    expect(acted).toMatchObject({ item: { kind: "blocked", notes: [{ text: "they are back" }] } });
    expect(await api.state(id)).toMatchObject({ status: "release_pending", unmet: [] });
    await expect(act(id, { action: "retry_screen", note: null })).rejects.toMatchObject({
      code: "action_not_available",
    });
    expect((await released(id)).status).toBe(200);
  });

  test("by a block is overruled by nobody", async () => {
    const id = await blocked("BLOCKED");
    for (const verdict of ["pass", "decline"] as const)
      await expect(act(id, { action: "verdict", verdict, note: null })).rejects.toMatchObject({
        code: "action_not_available",
      });
    await act(id, { action: "retry_screen", note: null });
    expect(await api.state(id)).toMatchObject({ unmet: ["screening_declined"] });
    for (const action of ["accept", "top_up", "fail", "resume", "return", "release_reserve"] as const)
      await expect(act(id, { action, note: null }), action).rejects.toMatchObject({ code: "action_not_available" });
  });

  test("by a screen in review waits for the verdict of two operators, which is good for 15 minutes", async () => {
    const id = await blocked("REVIEW");
    expect((await item(id)).actions).toEqual(["note", "assign", "retry_screen", "verdict"]);
    await agreed(id, { action: "verdict", verdict: "pass", note: "they are known" });
    const { screens, unmet } = await api.state(id);
    expect(unmet).toEqual([]);
    expect(screens.at(-1)).toMatchObject({ outcome: "pass", source: "operator", risk: "medium" });
    api.pass(901);
    expect((await released(id)).json.unmet).toEqual(["screening_incomplete"]);
    await agreed(id, { action: "verdict", verdict: "pass", note: null });
    expect((await released(id)).status).toBe(200);
  });

  test("under a compliance gate stays blocked by the risk that the provider named", async () => {
    const id = await blocked("REVIEW", { releaseRule: "compliance_gate" });
    await agreed(id, { action: "verdict", verdict: "pass", note: null });
    expect((await api.state(id)).unmet).toEqual(["screening_risk:medium"]);
  });

  test("is declined by two operators like by the provider", async () => {
    const id = await blocked("REVIEW");
    await agreed(id, { action: "verdict", verdict: "decline", note: null });
    expect(await api.state(id)).toMatchObject({ unmet: ["screening_declined"], declineReason: "kyt_declined" });
    expect((await item(id)).actions).not.toContain("verdict");
  });
});

describe("money that is not the amount", () => {
  test("goes back whole where too little came, with both operators on the trail", async () => {
    const id = await came(4_000);
    expect(await item(id)).toMatchObject({ kind: "in_flight", actions: ["note", "assign", "returned_off_platform"] });
    await agreed(id, { action: "returned_off_platform", reference: "WIRE-7", note: null });
    expect(await api.state(id)).toMatchObject({ unappliedCents: 0, sentBackCents: 4_000, heldCents: 0 });
    const { entries } = await readEscrow(api.context, null, id);
    expect(entries.at(-1)).toMatchObject({
      actor: "operator:berta",
      reason: expect.stringMatching(/4000 cents sent back as WIRE-7 \(apr_/),
      postings: [
        { account: "unapplied_receipts", amountCents: 4_000 },
        { account: "rail_clearing", amountCents: -4_000 },
      ],
    });
  });

  test("goes back by what it is too much, and the exact amount is held", async () => {
    const id = await came(12_000);
    expect(await item(id)).toMatchObject({ kind: "amount_mismatch", status: "awaiting_funds" });
    await agreed(id, { action: "returned_off_platform", reference: "WIRE-8", note: null });
    expect(await api.state(id)).toMatchObject({ status: "funded", heldCents: 10_000, sentBackCents: 2_000 });
    expect(await queue()).toEqual([]);
  });

  test("does not go back where more came since the first had asked", async () => {
    const id = await came(4_000);
    const input = await act(id, { action: "returned_off_platform", reference: "WIRE-9", note: null });
    if (!("approvalId" in input)) throw new Error("done without a second operator");
    await api.callback(id, { state: "funds_received", amountCents: 1_000, eventId: "more" });
    await expect(approve(by("berta"), input.approvalId, null)).rejects.toThrow("4000 cents and is about 5000");
  });
});

describe("what did not add up", () => {
  test("is off the queue once two operators say how it was dealt with", async () => {
    const id = await api.funded();
    expect((await released(id)).status).toBe(200);
    await api.callback(id, { state: "returned", return_code: "R10" });
    expect(await item(id)).toMatchObject({
      kind: "recon_break",
      status: "released",
      actions: ["note", "assign", "resolve"],
    });
    await agreed(id, { action: "resolve", reference: "CLAIM-1", note: null });
    expect(await queue()).toEqual([]);
    const { state } = await loadEscrow(api.context, id);
    expect(state.reconBreaks[0]?.resolvedAt).toBeDefined();
  });
});

describe("an item's id", () => {
  test("that no record shares its name with is not found", async () => {
    const none = { action: "note", note: "hello" } as const;
    await expect(takeReviewAction(by("anna"), "rev_7ZZZZZZZZZZZZZZZZZZZZZZZZZ", none)).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
