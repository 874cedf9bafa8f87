import { describe, expect, test } from "vitest";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import {
  type Approval,
  approvalAt,
  approvalSeconds,
  approveAction,
  askApproval,
  expireApproval,
  rejectAction,
} from "../../../functions/domain/review/approval.ts";
import { agreed, lastOf, later, noon } from "../../support/core/samples.ts";

const asked: Approval = askApproval(
  {
    id: "apr_1",
    reviewId: "rev_1",
    subjectId: "stl_1",
    tenantId: "ten_1",
    action: "fail",
    input: {},
    amountCents: null,
    note: null,
    askedBy: "operator:alice",
  },
  noon,
).next;

const says = (actor: string, seconds = 5) => ({ actor, note: "seen", now: later(seconds) });

function code(reply: unknown): string {
  return reply instanceof Refusal ? reply.code : "agreed";
}

describe("an approval that waits", () => {
  test("is given by another operator, with time, name and note", () => {
    const [transition] = agreed(approveAction(asked, says("operator:bob")));
    expect(transition).toMatchObject({
      from: "pending",
      to: "approved",
      next: { decidedBy: "operator:bob", decidedAt: later(5), decisionNote: "seen" },
    });
  });

  test.each([
    "operator:alice",
    "arn:aws:iam::111111111111:user/alice",
    "arn:aws:sts::111111111111:assumed-role/alice/session-7",
    "arn:aws:sts::111111111111:assumed-role/AWSReservedSSO_Operator_0123/alice",
  ])("is not given by the one who asked, come by whatever door: %s", (actor) => {
    expect(code(approveAction(asked, says(actor)))).toBe("second_operator_required");
  });

  test("is refused by anybody, and taken back by the one who asked", () => {
    expect(lastOf(agreed(rejectAction(asked, says("operator:bob")))).reason).toContain("rejected");
    expect(lastOf(agreed(rejectAction(asked, says("operator:alice")))).reason).toContain("withdrawn");
  });

  test("is worth nothing after three days, to the second", () => {
    expect(approvalAt(asked, later(approvalSeconds - 1)).status).toBe("pending");
    expect(approvalAt(asked, later(approvalSeconds)).status).toBe("expired");
    for (const decide of [approveAction, rejectAction])
      expect(code(decide(asked, says("operator:bob", approvalSeconds)))).toBe("action_not_available");
    expect(expireApproval(asked, later(approvalSeconds - 1))).toEqual([]);
    expect(expireApproval(asked, later(approvalSeconds))).toMatchObject([{ from: "pending", to: "expired" }]);
  });
});

describe("an approval that is decided", () => {
  test.each(["approved", "rejected", "expired"] as const)("as %s is decided no more", (status) => {
    const done = { ...asked, status };
    for (const actor of ["operator:alice", "operator:bob"])
      for (const decide of [approveAction, rejectAction])
        expect(code(decide(done, says(actor)))).toBe("action_not_available");
    expect(expireApproval(done, later(approvalSeconds))).toEqual([]);
    expect(approvalAt(done, later(approvalSeconds))).toBe(done);
  });
});
