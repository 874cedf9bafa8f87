import { describe, expect, test } from "vitest";
import type { Settlement, SettlementStatus } from "../../../functions/domain/settlement/settlement.ts";
import {
  declineAtGate,
  feeAndReserve,
  gateOutcome,
  hasFreshPass,
  pendingScreen,
  recordPayout,
  recordProof,
  recordScreen,
  screenRound,
  unansweredScreens,
  waitFor,
} from "../../../functions/domain/settlement/transitions.ts";
import { lastOf, later, noon, settlementIn, verdicts } from "../../support/core/samples.ts";

const inStatus = (status: SettlementStatus, change: object = {}) =>
  ({ ...settlementIn(status).settlement, ...change }) as Settlement;
const screen = (outcome: string, seconds: number, round = 1, ref: string | null = null) => ({
  ...{ stage: "disbursement", round, outcome, ref, risk: null, at: later(seconds) },
});
const [first] = inStatus("created").screens;
const screenedBy = (...screens: object[]) => inStatus("screening", { screens: [first, ...screens] });

describe("the round of the next screen", () => {
  test.each([
    ["the first where nobody was asked", screenedBy(), 0, 1],
    ["the same while its pass is fresh", screenedBy(screen("pass", 0)), 900, 1],
    ["the next once that has expired", screenedBy(screen("pass", 0)), 901, 2],
    ["the next after one without an answer", screenedBy(screen("pass", 0), screen("unavailable", 1, 4)), 2, 5],
  ])("is %s", (_, state, seconds, round) => {
    expect(screenRound(state, later(seconds))).toBe(round);
  });

  test("does not count the one before collection", () => {
    const late = inStatus("screening", { screens: [screen("pass", 0), { ...first, round: 7, at: later(5) }] });
    expect([screenRound(late, later(5)), hasFreshPass(late, later(5))]).toEqual([1, true]);
    expect(hasFreshPass(screenedBy(), noon)).toBe(false);
    expect(gateOutcome(late)).toBe("pass");
  });
});

describe("screens without an answer", () => {
  const outcomes = (state: Settlement) => unansweredScreens(state).map(({ outcome, at }) => [outcome, at]);

  test("count since the last answer, and since the end of a hold", () => {
    const [silent, pending] = [screen("unavailable", 2), screen("pending", 3)];
    expect(outcomes(screenedBy(screen("unavailable", 0), screen("pass", 1), silent, pending))).toEqual([
      ["unavailable", later(2)],
      ["pending", later(3)],
    ]);
    expect(outcomes(screenedBy(silent, screen("declined", 3)))).toEqual([]);
    const held = { ...screenedBy(silent, pending), creditHold: { endedAt: later(3) } } as Settlement;
    expect(outcomes(held)).toEqual([["pending", later(3)]]);
  });

  test("leave one to be asked about by its reference, unless operators want another", () => {
    const state = screenedBy(screen("pending", 1, 1, "scr_9"), screen("unavailable", 2));
    expect(pendingScreen(state)).toBe("scr_9");
    expect(pendingScreen({ ...state, screenGivenUp: "scr_9" } as Settlement)).toBeUndefined();
    expect(pendingScreen({ ...state, screenGivenUp: "scr_8" } as Settlement)).toBe("scr_9");
    expect(pendingScreen(screenedBy(screen("pending", 1, 1, "scr_9"), screen("pass", 2)))).toBeUndefined();
  });
});

describe("a screen that is recorded", () => {
  const parked = { parked: { reason: "x", since: noon, until: noon }, screenDueAt: noon };

  test("as a pass moves on from screening, and nowhere else", () => {
    const [transition, ...others] = recordScreen(inStatus("screening", parked), verdicts.pass, 3, later(9));
    expect(others).toEqual([]);
    const record = { ...screen("pass", 9, 3, "scr_p"), risk: "low" };
    expect(transition).toMatchObject({ from: "screening", to: "screened", reason: "screen passed, round 3" });
    expect(transition?.next).toEqual({
      ...inStatus("screening"),
      ...{ status: "screened", screens: [first, record], screenDueAt: null, parked: null, updatedAt: later(9) },
    });
    const settling = lastOf(recordScreen(inStatus("settling"), verdicts.pass, 2, later(9)));
    expect([settling.to, settling.next.screens.length]).toEqual(["settling", 3]);
    const reviewed = lastOf(recordScreen(inStatus("screening"), verdicts.pass, 1, later(9), "operator")).next;
    expect(reviewed.screens.at(-1)).toEqual({ ...screen("pass", 9, 1, "scr_p"), risk: "low", source: "operator" });
  });

  test("as a block declines, gives back what a conversion booked, and ends whoever waits by its status", () => {
    const waiting = { waiting: { state: "screen", token: "T" } };
    const { next, reason, postings, events } = lastOf(
      recordScreen(inStatus("settling", waiting), verdicts.block, 2, later(9)),
    );
    expect(next).toMatchObject({ status: "declined", declineReason: "kyt_declined", waiting: null });
    expect([reason, events]).toMatchObject([
      "kyt_declined",
      [{ name: "settlement.declined", data: { declineReason: "kyt_declined", settlementId: next.id } }],
    ]);
    const undone = feeAndReserve(next).map((each) => ({ ...each, amountCents: -each.amountCents }));
    expect(postings).toEqual(expect.arrayContaining(undone));
    expect(lastOf(recordScreen(inStatus("screening"), verdicts.block, 1, noon)).postings).toEqual([]);
  });

  test("without an answer is asked for again, at its deadline at the latest, and declined then", () => {
    const [silent] = recordScreen(inStatus("screening"), verdicts.silent, 1, noon);
    expect(silent).toMatchObject({ to: "screening", reason: "screen unavailable, round 1" });
    const dueAt = silent?.next.screenDueAt ?? "";
    expect(dueAt > noon && dueAt <= later(86_400)).toBe(true);
    const first24 = screenedBy(screen("unavailable", 0));
    expect(lastOf(recordScreen(first24, verdicts.pending, 2, later(86_399)))).toMatchObject({
      ...{ reason: "screen pending, round 2", next: { status: "screening", screenDueAt: later(86_400) } },
    });
    expect(lastOf(recordScreen(first24, verdicts.pending, 2, later(86_400))).next).toMatchObject({
      ...{ status: "declined", declineReason: "screening_unavailable" },
    });
  });

  test("is nothing once the settlement has ended", () => {
    for (const status of ["completed", "declined", "failed"] as const) {
      expect(recordScreen(inStatus(status), verdicts.pass, 1, noon)).toEqual([]);
      expect(declineAtGate(inStatus(status), noon)).toEqual([]);
      expect(gateOutcome(inStatus(status))).toBe("ended");
    }
    expect(lastOf(declineAtGate(inStatus("screening"), noon)).next.declineReason).toBe("screening_incomplete");
  });

  test("keeps fifty, and beside them what still bears on it", () => {
    const outcomes = [screen("pass", 0), screen("unavailable", 1), screen("pending", 2, 1, "scr_9")];
    const many = Array.from({ length: 50 }, (_, nth) => screen("unavailable", 3 + nth));
    const kept = lastOf(recordScreen(screenedBy(...outcomes, ...many), verdicts.silent, 9, later(60))).next.screens;
    expect(kept.map(({ at }) => at)).toEqual([
      first?.at,
      ...[0, 1, 2].map(later),
      ...many.slice(1).map(({ at }) => at),
      later(60),
    ]);
    const fifty = screenedBy(...many.slice(1));
    expect(lastOf(recordScreen(fifty, verdicts.silent, 9, later(60))).next.screens).toHaveLength(51);
  });
});

describe("a payout without a proof", () => {
  const parked = { parked: { reason: "x", since: noon, until: noon }, parkedSince: noon };

  test("is said once, with the rail's reference and who waits for it", () => {
    const state = inStatus("settling", parked);
    const [said, ...others] = recordPayout(state, "T", later(5), "tr_2");
    expect(others).toEqual([]);
    expect(said).toMatchObject({
      ...{ reason: "payout submitted, waiting for proof", events: [{ name: "settlement.settling" }] },
    });
    expect(said?.next).toEqual({
      ...{ ...state, parked: null, parkedSince: null, waiting: { state: "proof", token: "T" }, updatedAt: later(5) },
      payment: { ...state.payment, railState: "payout_submitted", payoutRef: "tr_2" },
    });
    expect(said?.quiet).toBeUndefined();
  });

  test("ends a machine that still waited for a screen", () => {
    const state = inStatus("settling", { waiting: { state: "screen", token: "S" } });
    expect(recordPayout(state, "T", later(5))).toMatchObject([
      { reason: "payout submitted, waiting for proof", follows: [{ kind: "end_token", token: "S" }] },
    ]);
  });

  test("is waited for again: quietly under the same token, and in the place of another", () => {
    const submitted = lastOf(recordPayout(inStatus("settling"), "T", later(5), "tr_2")).next;
    const same = lastOf(recordPayout(submitted, "T", later(6)));
    expect(same).toMatchObject({ reason: "waiting for proof again", quiet: true, events: [] });
    expect(same.next.payment.payoutRef).toBe("tr_2");
    const other = lastOf(recordPayout(submitted, "U", later(6)));
    expect(other).toMatchObject({
      ...{ reason: "waiting for proof again", events: [], follows: [{ kind: "end_token", token: "T" }] },
      next: { waiting: { state: "proof", token: "U" } },
    });
    expect(other.quiet).toBeUndefined();
  });

  test("is none of what is not settling, and neither is a proof", () => {
    expect(recordPayout(inStatus("converting"), "T", noon)).toEqual([]);
    expect(recordProof(inStatus("converting"), "0x1", noon)).toEqual([]);
  });
});

describe("a proof", () => {
  test("completes, keeps the reserve back, and wakes who waits", () => {
    const waiting = {
      waiting: { state: "proof", token: "T" },
      ...{ parked: { reason: "x", since: noon, until: noon } },
    };
    const state = inStatus("settling", waiting);
    const [proven, ...others] = recordProof(state, "0x1", later(7), "tr_2");
    expect(others).toEqual([]);
    expect(proven).toMatchObject({
      ...{ from: "settling", to: "completed", reason: "proof arrived", events: [{ name: "settlement.completed" }] },
      follows: [{ kind: "answer_token", token: "T" }],
      postings: [
        { account: "tenant_payable", amountCents: 8_775 },
        { account: "rail_clearing", amountCents: -8_775 },
      ],
    });
    expect(proven?.next).toEqual({
      ...{ ...state, status: "completed", txHash: "0x1", waiting: null, parked: null, intent: null },
      ...{ payment: { ...state.payment, railState: "payment_processed", payoutRef: "tr_2" }, updatedAt: later(7) },
      reserve: expect.objectContaining({ status: "held", heldCents: 975 }),
    });
  });
});

describe("a machine's wait", () => {
  test("is kept quietly, and takes over another's, which ends", () => {
    const [kept] = waitFor(inStatus("screening"), "screen", "T", later(1));
    expect(kept).toMatchObject({ reason: "waiting for screen", quiet: true });
    expect(kept?.next).toEqual({ ...inStatus("screening"), waiting: { state: "screen", token: "T" } });
    const [same] = waitFor(kept?.next ?? inStatus("screening"), "screen", "T", later(2));
    expect(same).toMatchObject({ reason: "waiting for screen", quiet: true });
    const [other] = waitFor(kept?.next ?? inStatus("screening"), "collect", "U", later(2));
    expect(other).toMatchObject({
      ...{ reason: "waiting for collect again", follows: [{ kind: "end_token", token: "T" }] },
      next: { waiting: { state: "collect", token: "U" } },
    });
    expect(other?.quiet).toBeUndefined();
  });
});
