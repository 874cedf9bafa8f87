import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addSeconds, secondsBetween } from "../../../functions/domain/core/time.ts";
import {
  gate,
  isFreshPass,
  passSeconds,
  pendingRef,
  type ScreenRecord,
  type ScreenVerdict,
  screenKey,
} from "../../../functions/domain/gate/payout-gate.ts";
import { startConversion } from "../../../functions/domain/settlement/conversion.ts";
import { park, retryDue } from "../../../functions/domain/settlement/retry-schedule.ts";
import { type Settlement, settlementStatuses } from "../../../functions/domain/settlement/settlement.ts";
import {
  declineAtGate,
  gateOutcome,
  hasFreshPass,
  pendingScreen,
  recordScreen,
  screenRound,
  waitFor,
} from "../../../functions/domain/settlement/transitions.ts";
import { lastOf, later, noon, settlementIn, verdicts } from "../../support/core/samples.ts";

const allStatuses = ["complete", "pending", "error"] as const;
const allActions = ["allow", "review", "block", null] as const;

describe("the gate", () => {
  test.each(allStatuses.flatMap((status) => allActions.map((action) => [status, action] as const)))(
    "%s and %s passes only when it is complete and allows",
    (status, action) => {
      const outcome = gate({ status, action, ref: null, riskLevel: null });
      expect(outcome === "pass").toBe(status === "complete" && action === "allow");
    },
  );

  test("lets nothing else pass, whatever a provider makes up", () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (status, action, riskLevel) => {
        const outcome = gate({ status, action, ref: null, riskLevel } as ScreenVerdict);
        expect(outcome === "pass").toBe(status === "complete" && action === "allow");
      }),
      { numRuns: 10_000 },
    );
  });

  test("has no answer for a settlement without a screen of its own stage", () => {
    expect(gateOutcome(settlementIn("screening").settlement)).toBe("unavailable");
  });

  test.each(settlementStatuses)("that is reached in %s without a pass never opens", (status) => {
    const { settlement } = settlementIn(status);
    const bare = { ...settlement, screens: settlement.screens.slice(0, 1) };
    const ended = ["completed", "declined", "failed"].includes(status);
    expect(gateOutcome(bare)).toBe(ended ? "ended" : "unavailable");
  });

  test("declines what came to it with nothing to show", () => {
    const { settlement } = settlementIn("screening");
    expect(lastOf(declineAtGate(settlement, noon)).next).toMatchObject({
      status: "declined",
      declineReason: "screening_incomplete",
    });
    expect(declineAtGate(settlementIn("completed").settlement, noon)).toEqual([]);
  });
});

describe("a pass", () => {
  const pass = { stage: "disbursement", round: 1, outcome: "pass", ref: null, risk: null, at: noon } as const;

  test("is good for 15 minutes and not a second more", () => {
    expect(passSeconds).toBe(900);
    expect(isFreshPass(pass, later(900))).toBe(true);
    expect(isFreshPass(pass, later(901))).toBe(false);
    expect(isFreshPass(pass, "2026-11-21T12:15:00.001Z")).toBe(false);
  });

  test.each(["declined", "pending", "unavailable"] as const)("is not what a %s screen is", (outcome) => {
    expect(isFreshPass({ ...pass, outcome }, noon)).toBe(false);
  });

  test("of the collection stage does not count before disbursement", () => {
    expect(hasFreshPass(settlementIn("screening").settlement, noon)).toBe(false);
  });

  test("moves a screening settlement to screened", () => {
    const [transition] = recordScreen(settlementIn("screening").settlement, verdicts.pass, 1, later(1));
    expect(transition).toMatchObject({ from: "screening", to: "screened", next: { screenDueAt: null } });
  });

  test("is the only thing that lets a conversion start", () => {
    for (const status of settlementStatuses) {
      const result = startConversion(settlementIn(status).settlement, noon);
      const started = Array.isArray(result) && result.length > 0;
      expect(started).toBe(status === "screened");
      if (["created", "collecting", "screening"].includes(status))
        expect(result).toMatchObject({ code: "illegal_settlement_transition", detail: { extra: { from: status } } });
    }
  });
});

describe("a screen's round", () => {
  const record = (outcome: ScreenRecord["outcome"], round: number, at = noon): ScreenRecord => {
    return { stage: "disbursement", round, outcome, ref: null, risk: null, at };
  };
  const withScreens = (...screens: ScreenRecord[]): Settlement => {
    return { ...settlementIn("screening").settlement, screens };
  };

  test("is 1 at first, stays while its answer is unknown or fresh, and rises after a non-answer or an expired pass", () => {
    expect(screenRound(withScreens(), noon)).toBe(1);
    expect(screenRound(withScreens(record("pass", 1)), later(900))).toBe(1);
    expect(screenRound(withScreens(record("pass", 1)), later(901))).toBe(2);
    expect(screenRound(withScreens(record("unavailable", 3)), noon)).toBe(4);
    expect(screenRound(withScreens(record("pending", 1)), noon)).toBe(2);
  });

  test("names what is bought, so that a retry buys nothing twice", () => {
    expect(screenKey("stl_1", "disbursement", 2)).toBe("stl_1:disbursement:2");
    expect(screenKey("stl_1", "collection", 1)).not.toBe(screenKey("stl_1", "disbursement", 1));
  });
});

describe("a screen that gives no answer", () => {
  /** Lets the screen stay silent until the settlement is declined; the seconds at which it was asked. */
  function silence(verdict: ScreenVerdict): { asked: number[]; end: Settlement } {
    let { settlement: state } = settlementIn("screening");
    const input: number[] = [];
    for (let at = 0; state.status === "screening"; at = secondsBetween(noon, state.screenDueAt ?? noon)) {
      input.push(at);
      state = lastOf(recordScreen(state, verdict, screenRound(state, later(at)), later(at))).next;
      if (input.length > 100) throw new Error("never ends");
    }
    return { asked: input, end: state };
  }

  test.each([verdicts.silent, verdicts.pending])("is asked again after 1 m, 5 m, 15 m and then hourly", (verdict) => {
    const { asked: input } = silence(verdict);
    expect(input.slice(0, 7)).toEqual([0, 60, 360, 1260, 4860, 8460, 12_060]);
  });

  test("for 24 hours is a decline, at 24 hours", () => {
    const { asked: input, end } = silence(verdicts.silent);
    expect(input.at(-1)).toBe(86_400);
    expect(end).toMatchObject({ status: "declined", declineReason: "screening_unavailable" });
  });

  test("begins its schedule anew after a pass that expired", () => {
    const { settlement } = settlementIn("screened");
    const [transition] = recordScreen(settlement, verdicts.silent, 2, later(1000));
    expect(transition).toMatchObject({ from: "screened", to: "screened", next: { screenDueAt: later(1060) } });
  });

  test("and then passes goes on, however late", () => {
    const silent = lastOf(recordScreen(settlementIn("screening").settlement, verdicts.silent, 1, noon)).next;
    expect(lastOf(recordScreen(silent, verdicts.pass, 2, later(86_000))).next.status).toBe("screened");
  });
});

describe("a screen that blocks", () => {
  test.each(["screening", "screened", "converting", "settling"] as const)("declines while %s", (status) => {
    const transition = lastOf(recordScreen(settlementIn(status).settlement, verdicts.block, 2, noon));
    expect(transition.next).toMatchObject({ status: "declined", declineReason: "kyt_declined" });
    expect(transition.events?.map(({ name }) => name)).toEqual(["settlement.declined"]);
    expect(transition.next.payment.status).toBe("succeeded");
  });

  test.each(["completed", "declined", "failed"] as const)("changes nothing once %s", (status) => {
    for (const verdict of Object.values(verdicts))
      expect(recordScreen(settlementIn(status).settlement, verdict, 2, noon)).toEqual([]);
  });
});

describe("waiting and parking", () => {
  const { settlement } = settlementIn("screening");

  test("a settlement that no machine moves for half an hour is given a new one", () => {
    const since = settlement.updatedAt;
    expect(retryDue(settlement, addSeconds(since, 1799))).toEqual([]);
    const transition = lastOf(retryDue(settlement, addSeconds(since, 1800)));
    expect(transition.follows).toMatchObject([{ kind: "start_settlement", presentation: settlement.presentation + 1 }]);
  });

  test("a token is kept without a line in the audit trail, and answered when the screen is due", () => {
    const stored = lastOf(waitFor({ ...settlement, screenDueAt: later(60) }, "screen", "TOKEN", noon));
    expect(stored.quiet).toBe(true);
    const woken = lastOf(retryDue(stored.next, later(60)));
    expect(woken).toMatchObject({ follows: [{ kind: "answer_token", token: "TOKEN" }], next: { waiting: null } });
    expect(retryDue(woken.next, later(61))).toEqual([]);
  });

  test("a parked settlement keeps its status and the moment it was parked first", () => {
    const once = lastOf(park(settlement, "no answer", noon)).next;
    const twice = lastOf(park(once, "still none", later(300))).next;
    expect(twice).toMatchObject({ status: "screening", parked: { since: noon, until: later(600) } });
  });

  test("is tried again under a new presentation, so that the machine has a new name", () => {
    const parked = lastOf(park(settlement, "no answer", noon)).next;
    const transition = lastOf(retryDue(parked, later(300)));
    expect(transition.next).toMatchObject({ presentation: 2, parked: null });
    expect(transition.follows).toMatchObject([{ kind: "start_settlement", presentation: 2 }]);
    expect(retryDue(transition.next, later(301))).toEqual([]);
  });

  test.each(["completed", "declined", "failed"] as const)("does not happen once %s", (status) => {
    expect(park(settlementIn(status).settlement, "late", noon)).toEqual([]);
  });
});

describe("a verdict that is still to come", () => {
  const response = (outcome: ScreenRecord["outcome"], ref: string | null = `scr_${outcome}`) => ({ outcome, ref });

  test.each<[string, readonly ReturnType<typeof response>[], string | undefined]>([
    ["nothing was asked", [], undefined],
    ["nobody answered", [response("unavailable", null)], undefined],
    ["it is pending", [response("pending")], "scr_pending"],
    [
      "it is pending, and a read of it had no answer",
      [response("pending"), response("unavailable", null)],
      "scr_pending",
    ],
    ["it was given up for another one", [response("pending", "scr_1"), response("pending", "scr_2")], "scr_2"],
    ["the wallet was refused, of which there is no screen", [response("pending", null)], undefined],
    ["it was answered", [response("pending"), response("pass")], undefined],
    [
      "it was answered, and nobody since",
      [response("pending"), response("pass"), response("unavailable", null)],
      undefined,
    ],
  ])("where %s", (_, screens, ref) => {
    expect(pendingRef(screens)).toBe(ref);
  });

  const pending = lastOf(recordScreen(settlementIn("screening").settlement, verdicts.pending, 1, later(1))).next;

  test("is waited for until operators want another one", () => {
    expect(pendingScreen(pending)).toBe("scr_m");
    const retried = { ...pending, screenGivenUp: "scr_m" };
    expect(pendingScreen(retried)).toBeUndefined();
    // By a machine that was reading it when they said so.
    const read = lastOf(recordScreen(retried, verdicts.pending, 2, later(6))).next;
    expect(pendingScreen(read)).toBeUndefined();
    const next = lastOf(recordScreen(read, { ...verdicts.pending, ref: "scr_n" }, 3, later(6))).next;
    expect(pendingScreen(next)).toBe("scr_n");
  });

  test("is a pass from when it was given, not from when it is read", () => {
    const passed = lastOf(recordScreen(pending, { ...verdicts.pass, ageSeconds: 600 }, 2, later(1_000))).next;
    expect(passed.screens.at(-1)).toMatchObject({ outcome: "pass", at: later(400) });
    expect([hasFreshPass(passed, later(1_300)), hasFreshPass(passed, later(1_301))]).toEqual([true, false]);
  });
});
