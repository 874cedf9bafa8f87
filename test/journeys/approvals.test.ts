import { describe, expect, test } from "vitest";
import { reviewOperations } from "../../functions/contract/review/review.ts";
import { advance, nobody, operator, secondOperator } from "../support/journeys/journey.ts";
import { ask, item, mismatchedSettlement, paramsOf } from "../support/journeys/review.ts";

const { listReview, getReview, actOnReview, listApprovals, getApproval, approveAction, rejectAction } =
  reviewOperations;

describe("approvals", () => {
  test("are taken back by the one who asked, and one waits for each action at a time", async () => {
    const { paid } = await mismatchedSettlement(400);
    const params = await ask(paid, { action: "accept", note: "may I?" });
    const twice = await secondOperator.refused(actOnReview, "approval_pending", {
      params: paramsOf(paid),
      body: { action: "accept" },
    });
    expect(twice.approvalId).toBe(params.id);
    expect((await item(paid)).approvals).toEqual([params.id]);
    const { data } = await operator.call(listApprovals, { query: { status: "pending" } });
    expect(data.map(({ id }) => id)).toContain(params.id);
    expect(await operator.call(rejectAction, { params, body: { note: "no, wait" } })).toMatchObject({
      status: "rejected",
      decisionNote: "no, wait",
    });
    await secondOperator.refused(approveAction, "action_not_available", { params });
    expect((await item(paid)).approvals).toEqual([]);
  });

  test("expire after three days, by the sweeper", async () => {
    const { paid } = await mismatchedSettlement(400);
    const params = await ask(paid, { action: "top_up" });
    await advance(3 * 86_400);
    expect((await operator.call(getApproval, { params })).status).toBe("expired");
    const { data } = await operator.call(listApprovals, { query: { status: "expired" } });
    expect(data.map(({ id }) => id)).toContain(params.id);
    await secondOperator.refused(approveAction, "action_not_available", { params });
  });
});

test("the queue is the operators' alone, and unknown or senseless things are told apart", async () => {
  const { tenant, paid } = await mismatchedSettlement(400);
  const params = paramsOf(paid);
  const unknown = { id: `rev_${"7".padEnd(26, "Z")}` };
  for (const [client, code] of [
    [nobody, "missing_api_key"],
    [tenant, "invalid_api_key"],
  ] as const) {
    await client.refused(listReview, code);
    await client.refused(actOnReview, code, { params, body: { action: "fail" } });
    await client.refused(listApprovals, code);
  }
  await operator.refused(getReview, "not_found", { params: unknown });
  await operator.refused(actOnReview, "not_found", { params: unknown, body: { action: "fail" } });
  await operator.refused(approveAction, "not_found", { params: { id: `apr_${"7".padEnd(26, "Z")}` } });
  for (const body of [{}, { action: "delete" }, { action: "verdict" }, { action: "note" }, { action: "fail", x: 1 }])
    await operator.refused(actOnReview, "validation_error", { params, body });
});
