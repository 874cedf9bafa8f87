import { describe, expect, test } from "vitest";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { openActions, settlementActions } from "../../../functions/domain/settlement/operator-actions.ts";
import { park } from "../../../functions/domain/settlement/retry-schedule.ts";
import { type SettlementStatus, settlementStatuses } from "../../../functions/domain/settlement/settlement.ts";
import {
  gateOutcome,
  hasFreshPass,
  recordPayout,
  recordScreen,
  screenRound,
  waitFor,
} from "../../../functions/domain/settlement/transitions.ts";
import { agreed, lastOf, later, noon, settlementIn, verdicts } from "../../support/core/samples.ts";
import { came, lifeOf, reviewAction, token } from "../../support/settlement/review-life.ts";

describe("giving up", () => {
  test.each(["collecting", "screening", "screened", "converting"] as const)("is open while %s", (status) => {
    const life = lifeOf(settlementIn(status));
    reviewAction(life, "fail");
    expect(life.settlement).toMatchObject({ status: "failed", failureCode: "given_up" });
    expect(life.settlement.payment.status).toBe(status === "collecting" ? "failed" : "succeeded");
    expect(life.settlement.reconBreaks.map(({ kind }) => kind)).toEqual(
      status === "converting" ? ["conversion_unknown"] : [],
    );
  });

  test.each(["created", "settling", "completed", "declined", "failed"] as const)(
    "is refused with the reason while %s",
    (status) => {
      const outcome = reviewAction(lifeOf(settlementIn(status)), "fail");
      expect(outcome).toMatchObject({ code: "action_not_available" });
      if (status === "settling") expect((outcome as Refusal).message).toContain("the money may have left");
    },
  );

  test("wakes the machine that waits, which then ends", () => {
    const life = came();
    expect(lastOf(agreed(reviewAction(life, "fail")).settlement).follows).toEqual(token);
    expect(life.invoice.amountProcessingCents).toBe(0);
  });
});

describe("a manual review's verdict", () => {
  const pending = (status: SettlementStatus = "screening") =>
    lastOf(recordScreen(settlementIn(status).settlement, verdicts.pending, 1, later(1000))).next;
  const waiting = lastOf(waitFor(pending(), "screen", "TOKEN", later(1000))).next;

  test("to pass is a screen of the next round by operators, and wakes the machine", () => {
    const life = lifeOf({ ...settlementIn("screening"), settlement: waiting });
    const change = agreed(reviewAction(life, "verdict", { now: later(1001) }));
    expect(life.settlement).toMatchObject({ status: "screened", screenDueAt: null, waiting: null });
    expect(life.settlement.screens.at(-1)).toMatchObject({ outcome: "pass", round: 2, source: "operator" });
    expect(hasFreshPass(life.settlement, later(1001))).toBe(true);
    expect(hasFreshPass(life.settlement, later(1902))).toBe(false);
    expect(change.settlement.flatMap(({ follows = [] }) => follows)).toEqual(token);
  });

  test("to pass gives a parked settlement a new machine", () => {
    const parked = lastOf(park(pending("settling"), "no passing screen yet", later(1000))).next;
    const life = lifeOf({ ...settlementIn("settling"), settlement: parked });
    const change = agreed(reviewAction(life, "verdict", { now: later(1001) }));
    expect(life.settlement).toMatchObject({ status: "settling", parked: null, presentation: 2 });
    expect(change.settlement.flatMap(({ follows = [] }) => follows)).toMatchObject([{ kind: "start_settlement" }]);
  });

  test("to decline ends it, and its money can go back", () => {
    const life = lifeOf({ ...settlementIn("screening"), settlement: waiting });
    const change = agreed(reviewAction(life, "verdict", { verdict: "decline", now: later(1001) }));
    expect(life.settlement).toMatchObject({ status: "declined", declineReason: "kyt_declined", waiting: null });
    expect(lastOf(change.settlement)).toMatchObject({ follows: token, events: [{ name: "settlement.declined" }] });
    expect(openActions(life.settlement)).toEqual(["returned_off_platform"]);
  });

  test.each([
    [
      "a screen without any answer",
      lastOf(recordScreen(settlementIn("screening").settlement, verdicts.silent, 1, noon)).next,
    ],
    ["a block", lastOf(recordScreen(settlementIn("screening").settlement, verdicts.block, 1, noon)).next],
    ["a pass", settlementIn("screened").settlement],
    ["no screen yet", settlementIn("screening").settlement],
    ["a payout under way", lastOf(recordPayout(settlementIn("settling").settlement, "T", noon)).next],
  ])("is not open over %s", (_, state) => {
    for (const verdict of ["pass", "decline"] as const)
      expect(
        reviewAction(lifeOf({ ...settlementIn("screening"), settlement: state }), "verdict", { verdict }),
      ).toMatchObject({ code: "action_not_available" });
  });

  test("waits at the gate for a complete screen that asks for a review, like for a pending one", () => {
    const review = { status: "complete", action: "review", ref: "r", riskLevel: "high" } as const;
    const state = lastOf(recordScreen(settlementIn("screening").settlement, review, 1, noon)).next;
    expect([state.status, gateOutcome(state)]).toEqual(["screening", "pending"]);
    expect(openActions(state)).toContain("verdict");
  });
});

describe("asking the screen again", () => {
  const silent = lastOf(recordScreen(settlementIn("screening").settlement, verdicts.silent, 1, noon)).next;

  test("wakes the machine that waits, at once, for the next round", () => {
    const waits = lastOf(waitFor(silent, "screen", "TOKEN", noon)).next;
    const life = lifeOf({ ...settlementIn("screening"), settlement: waits });
    expect(lastOf(agreed(reviewAction(life, "retry_screen")).settlement).follows).toEqual(token);
    expect(life.settlement).toMatchObject({ screenDueAt: null, waiting: null });
    expect(screenRound(life.settlement, later(9))).toBe(2);
    // It is being asked now.
    expect(reviewAction(life, "retry_screen")).toMatchObject({ code: "action_not_available" });
  });

  test("gives one that no machine waits for a new machine", () => {
    const life = lifeOf({ ...settlementIn("screening"), settlement: silent });
    expect(lastOf(agreed(reviewAction(life, "retry_screen")).settlement).follows).toMatchObject([
      { kind: "start_settlement" },
    ]);
  });

  test.each(["screened", "collecting", "completed"] as const)("is nothing to do while %s", (status) => {
    expect(reviewAction(lifeOf(settlementIn(status)), "retry_screen")).toMatchObject({ code: "action_not_available" });
  });
});

describe("resuming", () => {
  test("gives a parked settlement a new machine now", () => {
    const parked = lastOf(park(settlementIn("converting").settlement, "no answer", noon)).next;
    const life = lifeOf({ ...settlementIn("converting"), settlement: parked });
    reviewAction(life, "resume");
    expect(life.settlement).toMatchObject({ status: "converting", parked: null, presentation: 2 });
  });

  test("is refused while it waits for money, for a screen, or has ended", () => {
    for (const life of [came(), lifeOf(settlementIn("created")), lifeOf(settlementIn("completed"))])
      expect(reviewAction(life, "resume")).toMatchObject({ code: "action_not_available" });
  });
});

describe("every action", () => {
  test.each(settlementStatuses)("that is shown as open while %s can be done, and no other", (status) => {
    for (const name of settlementActions) {
      const life = lifeOf(settlementIn(status));
      const open = openActions(life.settlement).includes(name);
      expect(reviewAction(life, name) instanceof Refusal, name).toBe(!open);
    }
  });
});
