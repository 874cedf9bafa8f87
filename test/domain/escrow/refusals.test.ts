import { describe, expect, test } from "vitest";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { maxApprovals, recordApproval, withdrawApproval } from "../../../functions/domain/escrow/approval.ts";
import { createEscrow, type NewEscrow } from "../../../functions/domain/escrow/create.ts";
import { type Escrow, escrowFacts, escrow as schema } from "../../../functions/domain/escrow/escrow.ts";
import { expireEscrow, isPastExpiry, postponeExpiry } from "../../../functions/domain/escrow/expire.ts";
import { cancelMilestone, completeMilestone } from "../../../functions/domain/escrow/milestone.ts";
import { startRefund, whyNotRefund } from "../../../functions/domain/escrow/refund.ts";
import { startRelease } from "../../../functions/domain/escrow/release.ts";
import { agreed, aRule, lastOf, later, noon } from "../../support/core/samples.ts";
import {
  awaiting,
  buyer,
  createdEscrow,
  escrowIn,
  fundedEscrow,
  origin,
  quietFacts,
  refunding,
  releasing,
  screenedEscrow,
  wish,
} from "../../support/escrow/escrow-samples.ts";

const changed = (state: Escrow, change: object): Escrow => schema.parse({ ...state, ...change });

/** The code and the words of a no; undefined where there is none. */
function no(outcome: unknown): string | undefined {
  return outcome instanceof Refusal ? `${outcome.code}: ${outcome.message}` : undefined;
}

const milestone = (change: object = {}) => ({ description: "work", ...change });

describe("an escrow that somebody asks for", () => {
  test.each<[Partial<NewEscrow>, string, string]>([
    [{ payoutAddress: null }, "payoutAddress", "required for the stablecoin rail"],
    [{ expiresAt: noon }, "expiresAt", "in the past"],
    [{ releaseRule: "milestone" }, "milestones", "the milestone rule needs at least one"],
    [{ milestones: Array(51).fill(milestone()) }, "milestones", "at most 50"],
    [{ milestones: [milestone({ seq: 2 }), milestone()] }, "milestones", "seq is used twice"],
    [
      { milestones: [milestone({ amountCents: 10_000 }), milestone()] },
      "milestones",
      "either all of them have an amount or none",
    ],
    [
      { milestones: [milestone({ amountCents: 4_000 }), milestone({ amountCents: 5_999 })] },
      "milestones",
      "they add up to 9999 cents where 10000 are held",
    ],
  ])("with %j is refused at %s", (change, path, message) => {
    const refused = createEscrow(wish(change), origin, noon);
    expect(refused).toMatchObject({ message: `${path}: ${message}`, detail: { fields: [{ path, message }] } });
    const isSum = message.includes("amount") || message.includes("add up");
    expect(refused).toMatchObject({ code: isSum ? "milestone_sum_mismatch" : "validation_error" });
  });

  test("may expire a moment from now, and has its milestones in their order", () => {
    const milestones = [milestone({ seq: 3, amountCents: 4_000 }), milestone({ seq: 1, amountCents: 6_000 })];
    const [transition] = agreed(createEscrow(wish({ expiresAt: later(1), milestones }), origin, noon));
    expect(transition).toMatchObject({ from: null, to: "awaiting_funds", reason: "escrow created" });
    expect(transition?.next).toMatchObject({
      ...{ feeCents: 250, netCents: 9_750, expiryLookAt: later(1), createdAt: noon },
      milestones: [
        { id: "mil_2", seq: 1, amountCents: 6_000, status: "pending" },
        { id: "mil_1", seq: 3, amountCents: 4_000, status: "pending" },
      ],
    });
    expect(transition?.events).toEqual([
      {
        name: "escrow.created",
        data: {
          ...{ escrowId: origin.id, tenantId: origin.tenantId, createdAt: noon, reference: "deal-1" },
          ...{ status: "awaiting_funds", amountCents: 10_000, feeCents: 250, netCents: 9_750, currency: "USD" },
        },
      },
    ]);
  });

  test("may have fifty milestones", () => {
    const milestoneIds = Array.from({ length: 50 }, (_, at) => `mil_${at}`);
    const input = wish({ milestones: Array(50).fill(milestone()) });
    expect(createEscrow(input, { ...origin, milestoneIds }, noon)).toHaveLength(1);
  });

  test("of which the fee would leave nothing is refused", () => {
    const all = { ...origin, rule: aRule({ kind: "escrow", bps: 10_000 }) };
    expect(createEscrow(wish(), all, noon)).toMatchObject({
      ...{ code: "amount_too_small", message: "nothing would remain after fee and reserve" },
      detail: { fields: [{ path: "amountCents", message: "leaves nothing after fee and reserve" }] },
    });
  });
});

describe("an approver", () => {
  const approve = (approverRef: string, decision: "approve" | "reject" = "approve") => ({
    approverRef,
    decision,
    note: null,
  });
  const approved = lastOf(agreed(recordApproval(fundedEscrow(), approve("cfo"), quietFacts, later(1)))).next;

  test("is on the trail and in an event with the decision", () => {
    const [transition] = agreed(recordApproval(fundedEscrow(), approve("cfo", "reject"), quietFacts, later(1)));
    expect(transition).toMatchObject({
      reason: "reject by cfo",
      next: { approvals: [{ approverRef: "cfo", at: later(1) }] },
    });
    const facts = transition && escrowFacts(transition.next);
    expect(transition?.events).toEqual([
      { name: "escrow.approval_recorded", data: { ...facts, approverRef: "cfo", decision: "reject" } },
    ]);
  });

  test("changes a decision only by withdrawing it first", () => {
    const refused = recordApproval(approved, approve("cfo", "reject"), quietFacts, later(2));
    expect(no(refused)).toBe("approval_conflict: cfo has decided approve; withdraw that first");
    expect(refused).toMatchObject({ detail: { extra: { decision: "approve" } } });
    const [withdrawn] = agreed(withdrawApproval(approved, "cfo", quietFacts, later(2)));
    expect(withdrawn).toMatchObject({ reason: "approve by cfo withdrawn", next: { approvals: [] } });
    expect(no(withdrawApproval(approved, "cto", quietFacts, later(2)))).toBe("not_found: no such approval");
  });

  test("over the most that are kept is refused", () => {
    const approvals = Array.from({ length: maxApprovals }, (_, at) => ({ ...approve(`a${at}`), at: noon }));
    const full = changed(fundedEscrow(), { approvals });
    expect(recordApproval(full, approve("cfo"), quietFacts, noon)).toMatchObject({
      detail: { fields: [{ path: "approverRef", message: "at most 100 approvers" }] },
    });
    expect(
      recordApproval(changed(full, { approvals: approvals.slice(1) }), approve("cfo"), quietFacts, noon),
    ).toHaveLength(1);
  });

  test("comes too late after the end", () => {
    const ended = escrowIn("released");
    expect(no(recordApproval(ended, approve("cfo"), quietFacts, noon))).toMatch(/cannot go from released to approved$/);
    const decided = changed(ended, { approvals: [{ ...approve("cfo"), at: noon }] });
    expect(no(withdrawApproval(decided, "cfo", quietFacts, noon))).toMatch(/from released to approval withdrawn$/);
  });
});

describe("a milestone", () => {
  const state = fundedEscrow({ releaseRule: "milestone", milestones: [milestone(), milestone()] });

  test("is completed with an event, and cancelled without one", () => {
    const [done] = agreed(completeMilestone(state, "mil_1", quietFacts, later(1)));
    const facts = done && escrowFacts(done.next);
    expect(done?.reason).toBe("milestone 1 completed");
    expect(done?.events).toEqual([
      { name: "escrow.milestone_completed", data: { ...facts, milestoneId: "mil_1", seq: 1 } },
    ]);
    const [cancelled] = agreed(cancelMilestone(state, "mil_2", quietFacts, later(1)));
    expect(cancelled).toMatchObject({ reason: "milestone 2 cancelled", events: [] });
    expect(cancelled?.next.milestones.map(({ status }) => status)).toEqual(["pending", "cancelled"]);
  });

  test("is refused by what it is", () => {
    const done = lastOf(agreed(completeMilestone(state, "mil_1", quietFacts, later(1)))).next;
    expect(no(completeMilestone(state, "mil_9", quietFacts, noon))).toBe("not_found: no such milestone");
    expect(cancelMilestone(done, "mil_1", quietFacts, noon)).toMatchObject({
      ...{ code: "illegal_escrow_transition", message: "milestone 1 is completed" },
      detail: { extra: { from: "completed", to: "cancelled" } },
    });
    expect(completeMilestone(done, "mil_1", quietFacts, noon)).toEqual([]);
    const ended = changed(escrowIn("released"), { milestones: done.milestones });
    expect(no(completeMilestone(ended, "mil_2", quietFacts, noon))).toMatch(/from released to milestone completed$/);
  });
});

describe("an expiry", () => {
  test.each<[string, Escrow, RegExp]>([
    ["of money that is held", fundedEscrow(), /from funded to expired: a funded escrow must be refunded$/],
    ["after the end", escrowIn("refunded"), /from refunded to expired$/],
    ["while money is on its way", awaiting(), /from awaiting_funds to expired: its money is on its way$/],
  ])("%s is refused, and says why", (_, state, words) => {
    expect(no(expireEscrow(state, "asked", noon))).toMatch(words);
  });

  test("tells when it was to be, and ends all that waits", () => {
    const state = createdEscrow({ expiresAt: later(60) });
    const [transition] = agreed(expireEscrow(state, "asked", later(60)));
    expect(transition).toMatchObject({ to: "expired", reason: "asked", next: { expiryLookAt: null, intent: null } });
    const facts = transition && escrowFacts(transition.next);
    expect(transition?.events).toEqual([{ name: "escrow.expired", data: { ...facts, expiresAt: later(60) } }]);
  });

  test("is due at its moment, only while nothing is held", () => {
    const state = createdEscrow({ expiresAt: later(60) });
    expect([isPastExpiry(state, later(59)), isPastExpiry(state, later(60))]).toEqual([false, true]);
    expect(isPastExpiry(createdEscrow(), later(60))).toBe(false);
    expect(isPastExpiry(fundedEscrow({ expiresAt: later(60) }), later(60))).toBe(false);
    expect(postponeExpiry(state, later(59))).toEqual([]);
    expect(postponeExpiry(state, later(60))).toMatchObject([
      { reason: "its money is on its way", quiet: true, next: { expiryLookAt: later(360) } },
    ]);
  });
});

describe("a payout that cannot be", () => {
  const ask = { reason: "off", refundAddress: buyer };
  const past = (count: number, code = "payout_rejected") => ({
    pastPayouts: Array.from({ length: count }, (_, at) => ({
      ...releasing().intent,
      key: `k${at}`,
      code,
      txHash: null,
    })),
  });

  test.each<[string, Escrow, RegExp | undefined]>([
    [
      "beside a release",
      releasing(),
      /^payout_in_flight: its release is under way, and how that ends is not known yet$/,
    ],
    ["beside its own order", refunding(), undefined],
    ["after the end", escrowIn("expired"), /from expired to refunded$/],
    [
      "after it was paid out",
      changed(fundedEscrow(), { paidLeg: "refund" }),
      /from funded to refunded: it was paid out after all$/,
    ],
    ["while money is on its way", awaiting(), /to refunded: its money is on its way$/],
    [
      "refused 50 times",
      changed(fundedEscrow(), past(50)),
      /the rail has refused 50 payouts of it, and operators must look$/,
    ],
    ["refused 49 times", changed(fundedEscrow(), past(49)), undefined],
    ["withdrawn 50 times", changed(fundedEscrow(), past(50, "withdrawn")), undefined],
  ])("is no refund %s", (_, state, words) => {
    const found = no(whyNotRefund(state, ask));
    if (words === undefined) expect(found).toBeUndefined();
    else expect(found).toMatch(words);
  });

  test("is no refund without an address, or to one that did not pass", () => {
    const none = startRefund(fundedEscrow(), { reason: null, refundAddress: null }, noon);
    expect(none).toMatchObject({
      ...{ code: "refund_address_required", message: "refundAddress: required once value is held" },
      detail: { fields: [{ path: "refundAddress", message: "required once value is held" }] },
    });
    const blocked = screenedEscrow(fundedEscrow(), "block", buyer);
    expect(startRefund(blocked, ask, noon)).toMatchObject({
      ...{ code: "kyt_declined", message: "the refund address did not pass screening" },
      detail: { extra: { screeningRef: "scr_b", risk: "critical", stage: "refund" } },
    });
    expect(startRefund(fundedEscrow(), ask, noon)).toMatchObject({
      detail: { extra: { screeningRef: null, risk: null } },
    });
  });

  test("is no release before the money is held, and names what is missing", () => {
    const { no: waits } = startRelease(createdEscrow(), quietFacts, noon);
    expect(waits).toMatchObject({
      detail: { unmet: ["not_funded"], extra: { from: "awaiting_funds", to: "released" } },
    });
    const { no: ended } = startRelease(escrowIn("expired"), quietFacts, noon);
    expect(ended?.detail.unmet).toBeUndefined();
    expect(no(startRelease(refunding(), quietFacts, noon).no)).toMatch(/^payout_in_flight: its refund is under way/);
    expect(startRelease(releasing(), quietFacts, noon)).toEqual({ transitions: [], no: null });
    const { no: unmet, transitions } = startRelease(fundedEscrow(), { disputeOpen: true }, noon);
    expect(no(unmet)).toBe("release_conditions_unmet: not released: dispute_open, screening_stale");
    expect(lastOf(transitions).reason).toBe("release blocked: dispute_open, screening_stale");
  });

  test("is no release after 50 refusals", () => {
    const ready = screenedEscrow(changed(fundedEscrow(), past(50)));
    expect(no(startRelease(ready, quietFacts, noon).no)).toMatch(/the rail has refused 50 payouts of it/);
  });

  test("is ordered under the key of its leg and of the refusals before it", () => {
    const ready = screenedEscrow(changed(fundedEscrow(), past(2)));
    const { transitions } = startRelease(ready, quietFacts, later(1));
    const { next, reason, follows } = lastOf(transitions);
    expect(reason).toBe(`release ordered as ${origin.id}:release:3`);
    expect(next.intent).toMatchObject({
      ...{ leg: "release", key: `${origin.id}:release:3`, amountCents: 9_750, at: later(1), submitted: false },
    });
    expect(follows).toEqual([
      {
        ...{ kind: "start_escrow_payout", escrowId: origin.id, tenantId: origin.tenantId },
        presentation: ready.presentation + 1,
      },
    ]);
  });
});
