import { describe, expect, test } from "vitest";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { recordApproval, withdrawApproval } from "../../../functions/domain/escrow/approval.ts";
import { conditionsOf } from "../../../functions/domain/escrow/conditions.ts";
import type { Escrow } from "../../../functions/domain/escrow/escrow.ts";
import { escrowScreenKey, escrowScreenRound } from "../../../functions/domain/escrow/gate.ts";
import { cancelMilestone, completeMilestone } from "../../../functions/domain/escrow/milestone.ts";
import { startRelease } from "../../../functions/domain/escrow/release.ts";
import { recordEscrowScreen } from "../../../functions/domain/escrow/screen.ts";
import { agreed, later, noon, verdicts } from "../../support/core/samples.ts";
import {
  awaiting,
  beneficiary,
  buyer,
  createdEscrow,
  escrowIn,
  fundedEscrow,
  movedBy,
  quietFacts,
  releasedEscrow,
  releasing,
  screenedEscrow,
} from "../../support/escrow/escrow-samples.ts";

const unmet = (state: Escrow, now = noon, facts = quietFacts) => conditionsOf(state, facts, now);
const vote = (state: Escrow, approverRef: string, decision: "approve" | "reject" = "approve") =>
  movedBy(state, agreed(recordApproval(state, { approverRef, decision, note: null }, quietFacts, noon)));
const dual = () => screenedEscrow(fundedEscrow({ releaseRule: "dual_approval" }));
const inSteps = (count = 2) =>
  screenedEscrow(
    fundedEscrow({
      releaseRule: "milestone",
      milestones: Array.from({ length: count }, (_, at) => ({ description: `step ${at + 1}` })),
    }),
  );
const done = (state: Escrow, id: string) => movedBy(state, agreed(completeMilestone(state, id, quietFacts, noon)));
const cancelled = (state: Escrow, id: string) => movedBy(state, agreed(cancelMilestone(state, id, quietFacts, noon)));
const blockedEvents = (transitions: readonly { events?: readonly { name: string; data: unknown }[] }[]) =>
  transitions.flatMap(({ events = [] }) => events).filter(({ name }) => name === "escrow.release_blocked");

describe("the list of what is unmet", () => {
  test("is whole and in its order", () => {
    const state = { ...vote(createdEscrow({ releaseRule: "dual_approval" }), "anna", "reject") };
    expect(unmet(state, noon, { disputeOpen: true })).toEqual([
      "not_funded",
      "approvals_missing:2",
      "approval_rejected:anna",
      "dispute_open",
      "screening_stale",
    ]);
    expect(unmet({ ...state, payoutAddress: null } as Escrow)).toContain("payout_address_missing");
  });

  test("is empty for a manual release that is funded and freshly screened", () => {
    expect(unmet(screenedEscrow(fundedEscrow()))).toEqual([]);
    expect(unmet(screenedEscrow(awaiting()))).toEqual(["not_funded"]);
  });
});

describe("the compliance gate, under every rule", () => {
  test.each([
    ["block", "screening_declined"],
    ["pending", "screening_incomplete"],
    ["silent", "screening_unavailable"],
  ] as const)("a screen that says %s is %s, however fresh the pass before it", (verdict, word) => {
    expect(unmet(screenedEscrow(screenedEscrow(fundedEscrow()), verdict))).toEqual([word]);
  });

  test("a pass is good for 15 minutes", () => {
    const state = screenedEscrow(fundedEscrow());
    expect(unmet(state, later(900))).toEqual([]);
    expect(unmet(state, later(901))).toEqual(["screening_stale"]);
    expect(unmet(screenedEscrow(state, "pass", beneficiary, later(901)), later(902))).toEqual([]);
  });

  test("a pass of another address is none", () => {
    expect(unmet(screenedEscrow(fundedEscrow(), "pass", buyer))).toEqual(["screening_stale"]);
  });

  test("a review that wants a person is incomplete", () => {
    const verdict = { status: "complete", action: "review", ref: "r", riskLevel: "low" } as const;
    const input = { stage: "check", round: 1, address: beneficiary, verdict } as const;
    const state = fundedEscrow();
    expect(unmet(movedBy(state, recordEscrowScreen(state, input, quietFacts, noon)))).toEqual(["screening_incomplete"]);
  });

  test.each([
    ["low", []],
    [null, ["screening_risk:unknown"]],
    ["medium", ["screening_risk:medium"]],
    ["high", ["screening_risk:high"]],
    ["critical", ["screening_risk:critical"]],
  ] as const)("as a rule of its own wants low risk: %s", (riskLevel, expected) => {
    const verdict = { status: "complete", action: "allow", ref: "r", riskLevel } as const;
    const input = { stage: "release", round: 1, address: beneficiary, verdict } as const;
    const at = (state: Escrow) => unmet(movedBy(state, recordEscrowScreen(state, input, quietFacts, noon)));
    expect(at(fundedEscrow({ releaseRule: "compliance_gate" }))).toEqual(expected);
    expect(at(fundedEscrow())).toEqual([]);
  });

  test("buys each screen once: the round rises with each recorded answer, over all stages", () => {
    const state = fundedEscrow();
    expect(escrowScreenRound(state)).toBe(1);
    const verdict = verdicts.silent;
    const input = { stage: "release", round: 1, address: beneficiary, verdict } as const;
    const once = movedBy(state, recordEscrowScreen(state, input, quietFacts, noon));
    expect(recordEscrowScreen(once, input, quietFacts, later(1))).toEqual([]);
    expect(escrowScreenRound(once)).toBe(2);
    expect(escrowScreenKey(state.id, input)).toBe(`${state.id}:release:1:${beneficiary}`);
  });

  test("keeps its rounds apart however many screens there were", () => {
    let state = fundedEscrow();
    for (let round = 1; round <= 60; round += 1) state = screenedEscrow(state, "silent", beneficiary, later(round));
    expect(state.screens).toHaveLength(50);
    expect(escrowScreenRound(state)).toBe(61);
  });

  test("remembers a decline until a pass, and that of the beneficiary only", () => {
    const declined = screenedEscrow(fundedEscrow(), "block");
    expect(declined.declineReason).toBe("kyt_declined");
    expect(screenedEscrow(declined, "silent").declineReason).toBe("kyt_declined");
    expect(screenedEscrow(declined, "pass", buyer).declineReason).toBe("kyt_declined");
    expect(screenedEscrow(declined).declineReason).toBeNull();
    expect(screenedEscrow(fundedEscrow(), "block", buyer).declineReason).toBeNull();
  });
});

describe("dual approval", () => {
  test("counts distinct approvers", () => {
    expect(unmet(dual())).toEqual(["approvals_missing:2"]);
    expect(unmet(vote(dual(), "anna"))).toEqual(["approvals_missing:1"]);
    expect(unmet(vote(vote(dual(), "anna"), "anna"))).toEqual(["approvals_missing:1"]);
    expect(unmet(vote(vote(dual(), "anna"), "ben"))).toEqual([]);
  });

  test("is never one person, not even by a list that names them twice", () => {
    const state = vote(dual(), "anna");
    const twice = { ...state, approvals: [...state.approvals, ...state.approvals] } as Escrow;
    expect(unmet(twice)).toEqual(["approvals_missing:1"]);
  });

  test("is blocked by a rejection until that is withdrawn", () => {
    const rejected = vote(vote(vote(dual(), "anna"), "ben"), "carl", "reject");
    expect(unmet(rejected)).toEqual(["approval_rejected:carl"]);
    const back = agreed(withdrawApproval(rejected, "carl", quietFacts, noon));
    expect(unmet(movedBy(rejected, back))).toEqual([]);
  });

  test("takes one decision of each approver; another one is a conflict", () => {
    const state = vote(dual(), "anna");
    const again = (decision: "approve" | "reject") =>
      recordApproval(state, { approverRef: "anna", decision, note: "again" }, quietFacts, later(9));
    expect(again("approve")).toEqual([]);
    expect(again("reject")).toMatchObject({ code: "approval_conflict" });
    expect(withdrawApproval(state, "ben", quietFacts, noon)).toMatchObject({ code: "not_found" });
  });

  test("says what was decided, in an event", () => {
    const transitions = agreed(
      recordApproval(dual(), { approverRef: "anna", decision: "reject", note: null }, quietFacts, noon),
    );
    expect(transitions[0]?.events).toMatchObject([
      { name: "escrow.approval_recorded", data: { approverRef: "anna", decision: "reject", status: "funded" } },
    ]);
  });

  test("keeps 100 approvers at most", () => {
    let state = dual();
    for (let at = 0; at < 100; at += 1) state = vote(state, `approver ${at}`);
    const one = { approverRef: "one more", decision: "approve", note: null } as const;
    expect(recordApproval(state, one, quietFacts, noon)).toMatchObject({ code: "validation_error" });
  });
});

describe("milestones", () => {
  test("are all to be completed, but for the cancelled ones, and one at least", () => {
    expect(unmet(inSteps())).toEqual(["milestones_incomplete:2"]);
    expect(unmet(done(inSteps(), "mil_1"))).toEqual(["milestones_incomplete:1"]);
    expect(unmet(cancelled(done(inSteps(), "mil_1"), "mil_2"))).toEqual([]);
    expect(unmet(cancelled(cancelled(inSteps(), "mil_1"), "mil_2"))).toEqual(["milestones_incomplete:1"]);
  });

  test("are completed once, with one event", () => {
    const transitions = agreed(completeMilestone(inSteps(), "mil_2", quietFacts, noon));
    expect(transitions[0]?.events).toMatchObject([
      { name: "escrow.milestone_completed", data: { milestoneId: "mil_2", seq: 2 } },
    ]);
    expect(completeMilestone(movedBy(inSteps(), transitions), "mil_2", quietFacts, noon)).toEqual([]);
  });

  test("do not change from completed to cancelled or back", () => {
    expect(cancelMilestone(done(inSteps(), "mil_1"), "mil_1", quietFacts, noon)).toMatchObject({
      code: "illegal_escrow_transition",
      detail: { extra: { from: "completed", to: "cancelled" } },
    });
    const none = cancelled(inSteps(), "mil_1");
    expect(completeMilestone(none, "mil_1", quietFacts, noon)).toBeInstanceOf(Refusal);
    expect(completeMilestone(none, "mil_9", quietFacts, noon)).toMatchObject({ code: "not_found" });
  });
});

describe("a release that is blocked", () => {
  test("is pending, says why, and is refused with the same list", () => {
    const { transitions, no } = startRelease(fundedEscrow({ releaseRule: "dual_approval" }), quietFacts, noon);
    const list = ["approvals_missing:2", "screening_stale"];
    expect(no).toMatchObject({ code: "release_conditions_unmet", detail: { unmet: list } });
    expect(transitions).toMatchObject([
      {
        ...{ from: "funded", to: "release_pending", next: { unmet: list, blockedAt: noon } },
        events: [{ name: "escrow.release_blocked", data: { unmet: list, status: "release_pending" } }],
      },
    ]);
  });

  test("says so once per change of the list", () => {
    const pending = releasedEscrow(dual());
    expect(pending.unmet).toEqual(["approvals_missing:2"]);
    expect(startRelease(pending, quietFacts, later(1)).transitions).toEqual([]);
    const reply = agreed(
      recordApproval(pending, { approverRef: "a", decision: "approve", note: null }, quietFacts, noon),
    );
    expect(blockedEvents(reply)).toMatchObject([{ data: { unmet: ["approvals_missing:1"] } }]);
    const same = movedBy(pending, reply);
    expect(blockedEvents(startRelease(same, quietFacts, later(2)).transitions)).toEqual([]);
    const stale = startRelease(same, quietFacts, later(1000));
    expect(blockedEvents(stale.transitions)).toMatchObject([
      { data: { unmet: ["approvals_missing:1", "screening_stale"] } },
    ]);
  });

  test("does not say that nothing blocks it, and moves only when it is called again", () => {
    const pending = releasedEscrow(vote(dual(), "anna"));
    const transitions = agreed(
      recordApproval(pending, { approverRef: "ben", decision: "approve", note: null }, quietFacts, noon),
    );
    expect(blockedEvents(transitions)).toEqual([]);
    const ready = movedBy(pending, transitions);
    expect(ready).toMatchObject({ status: "release_pending", unmet: [], intent: null });
    expect(releasedEscrow(ready)).toMatchObject({ status: "release_pending", intent: { leg: "release" } });
  });

  test("is evaluated by nothing while the payout is under way", () => {
    const paying = releasedEscrow(vote(vote(dual(), "anna"), "ben"));
    const transitions = agreed(
      recordApproval(paying, { approverRef: "carl", decision: "reject", note: null }, quietFacts, noon),
    );
    expect(blockedEvents(transitions)).toEqual([]);
  });

  test("beside a payout: a release goes on, a refund is in the way", () => {
    expect(startRelease(releasing(), quietFacts, later(1))).toEqual({ transitions: [], no: null });
    expect(startRelease(awaiting(), quietFacts, noon).no?.detail.unmet).toEqual(["not_funded"]);
    expect(startRelease(escrowIn("released"), quietFacts, noon).no?.detail.unmet).toBeUndefined();
  });
});
