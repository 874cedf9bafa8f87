import { describe, expect, test } from "vitest";
import { approveAction, askApproval, expireApproval, rejectAction } from "../../../functions/domain/review/approval.ts";
import {
  addNote,
  addPending,
  assign,
  dropPending,
  emptyFile,
  pendingAt,
} from "../../../functions/domain/review/case-notes.ts";
import { breakReason, firstReason, reviewItem } from "../../../functions/domain/review/review.ts";
import { agreed, lastOf, later, noon } from "../../support/core/samples.ts";

const file = emptyFile("rev_1", { id: "stl_1", tenantId: "ten_1" });

describe("what operators keep about something in the queue", () => {
  test("begins empty", () => {
    expect(file).toEqual({
      id: "rev_1",
      subjectId: "stl_1",
      tenantId: "ten_1",
      assignee: null,
      notes: [],
      pending: [],
    });
  });

  test("has notes with time and name, 200 at most", () => {
    const first = addNote(file, "called the bank", "operator:alice", noon);
    expect(first).toMatchObject({
      ...{ from: "unassigned", to: "unassigned", reason: "note" },
      next: { notes: [{ at: noon, actor: "operator:alice", text: "called the bank" }] },
    });
    const notes = Array.from({ length: 199 }, () => ({ at: noon, actor: "a", text: "b" }));
    expect(addNote({ ...file, notes }, "one more", "a", noon)).toMatchObject({ next: { notes: { length: 200 } } });
    expect(addNote({ ...file, notes: [...notes, ...notes.slice(0, 1)] }, "one more", "a", noon)).toMatchObject({
      ...{ code: "action_not_available", message: "note is not possible: it has 200 notes already" },
      detail: { extra: { action: "note" } },
    });
  });

  test("names who looks after it, once", () => {
    const [named] = assign(file, "alice");
    expect(named).toMatchObject({ from: "unassigned", to: "assigned", reason: "assigned to alice" });
    const mine = { ...file, assignee: "alice" };
    expect(assign(mine, "alice")).toEqual([]);
    expect(assign(mine, null)).toMatchObject([{ from: "assigned", to: "unassigned", reason: "assigned to nobody" }]);
  });

  test("knows which approvals wait, until their time is over", () => {
    const waits = (approvalId: string, seconds: number) => ({ action: "fail", approvalId, expiresAt: later(seconds) });
    const one = addPending(file, waits("apr_1", 60), noon);
    expect(one).toMatchObject({ reason: "fail asked for", next: { pending: [{ approvalId: "apr_1" }] } });
    expect([pendingAt(one.next, later(59)).length, pendingAt(one.next, later(60)).length]).toEqual([1, 0]);
    const two = addPending(one.next, waits("apr_2", 900), later(60)).next;
    expect(two.pending.map(({ approvalId }) => approvalId)).toEqual(["apr_2"]);
    expect(dropPending(two, "apr_2", "approved")).toMatchObject([{ reason: "approved", next: { pending: [] } }]);
    expect(dropPending(two, "apr_1", "approved")).toEqual([]);
  });
});

describe("an approval's trail", () => {
  const input = {
    id: "apr_1",
    reviewId: "rev_1",
    subjectId: "stl_1",
    tenantId: "ten_1",
    input: {},
    amountCents: 5,
    note: "n",
  };
  const asked = askApproval({ ...input, action: "fail", askedBy: "operator:alice" }, noon);

  test("says what was asked for, decided and run out, and about what", () => {
    const word = (actor: string) => ({ actor, note: null, now: later(1) });
    const { next } = asked;
    expect(asked).toMatchObject({ from: null, to: "pending", reason: "fail of stl_1 asked for" });
    expect(next).toMatchObject({ status: "pending", askedAt: noon, expiresAt: later(259_200), decidedBy: null });
    expect(lastOf(agreed(approveAction(next, word("operator:bob")))).reason).toBe("fail of stl_1 approved");
    expect(lastOf(agreed(rejectAction(next, word("operator:bob")))).reason).toBe("fail of stl_1 rejected");
    expect(lastOf(agreed(rejectAction(next, word("operator:alice")))).reason).toBe("fail of stl_1 withdrawn");
    expect(lastOf(expireApproval(next, later(259_200)))).toMatchObject({
      ...{ reason: "fail of stl_1 expired", next: { status: "expired" } },
    });
  });

  test("is refused in words", () => {
    expect(approveAction(asked.next, { actor: "operator:alice", note: null, now: later(1) })).toMatchObject({
      message: "another operator than the one who asked must agree",
    });
    expect(
      rejectAction({ ...asked.next, status: "approved" }, { actor: "a", note: null, now: later(1) }),
    ).toMatchObject({ message: "fail is not possible: this approval is approved" });
  });
});

describe("a place in the queue", () => {
  const reason = { kind: "held", reason: "words", since: noon, deadline: null } as const;

  test("is the first reason that holds", () => {
    const looks = [(state: number) => (state > 5 ? reason : null), () => ({ ...reason, kind: "late" as "held" })];
    expect([firstReason(looks, 6), firstReason(looks, 5)?.kind, firstReason([], 1)]).toEqual([reason, "late", null]);
  });

  test("offers a note and a name beside what can be done", () => {
    expect(reviewItem(reason, () => ["fail"])).toEqual({ ...reason, actions: ["note", "assign", "fail"] });
    expect(reviewItem(null, () => ["fail"])).toBeNull();
  });

  test("tells each kind of break once, in words where there are some, since the first", () => {
    const broke = [
      { kind: "b", at: noon },
      { kind: "a", at: later(1) },
      { kind: "b", at: later(2) },
    ];
    expect(breakReason(broke, { a: "words of a" })).toEqual({
      ...{ kind: "recon_break", reason: "b; words of a", since: noon, deadline: null },
    });
    expect(breakReason([], {})).toBeNull();
  });
});
