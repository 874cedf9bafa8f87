import { describe, expect, test } from "vitest";
import { type Escrow, escrowStatuses } from "../../../functions/domain/escrow/escrow.ts";
import { receiveFunding } from "../../../functions/domain/escrow/fund.ts";
import { hasFreshScreen } from "../../../functions/domain/escrow/gate.ts";
import {
  decideEscrowAction,
  type EscrowActionCase,
  openEscrowActions,
  returnableOf,
} from "../../../functions/domain/escrow/operator-actions.ts";
import { escrowReviewOf } from "../../../functions/domain/escrow/review-item.ts";
import { recordEscrowScreen } from "../../../functions/domain/escrow/screen.ts";
import { type RecordAction, recordActions } from "../../../functions/domain/review/review-reason-code.ts";
import { agreed, later, noon } from "../../support/core/samples.ts";
import {
  awaiting,
  beneficiary,
  buyer,
  escrowIn,
  fundedEscrow,
  movedBy,
  quietFacts,
  releasedEscrow,
  releasing,
  screenedEscrow,
  total,
} from "../../support/escrow/escrow-samples.ts";

function act(name: RecordAction, escrow: Escrow, more: Partial<EscrowActionCase> = {}) {
  const input = { escrow, facts: quietFacts, reference: "WIRE-7", verdict: "pass", screen: null } as const;
  return decideEscrowAction(name, { ...input, by: "apr_1", now: later(9), ...more });
}

const came = (totalCents: number) => movedBy(awaiting(), receiveFunding(awaiting(), total(totalCents), later(1)));
const reviewed = screenedEscrow(releasedEscrow(fundedEscrow()), "pending");

describe("an escrow's actions", () => {
  test.each(escrowStatuses)("that are told as open while %s can be done, and no other", (status) => {
    const state = escrowIn(status);
    const open = openEscrowActions(state, later(9));
    const screen = { stage: "check", round: 9, address: beneficiary, verdict: verdictOf("allow") } as const;
    for (const name of recordActions) {
      const outcome = act(name, state, { screen });
      expect(Array.isArray(outcome), name).toBe(open.some((each) => each === name));
    }
  });

  test("are told with why it is in the queue", () => {
    expect(escrowReviewOf(reviewed, later(9))).toMatchObject({
      kind: "blocked",
      actions: ["note", "assign", "retry_screen", "verdict"],
    });
    expect(escrowReviewOf(fundedEscrow(), later(9))).toBeNull();
  });
});

function verdictOf(action: "allow" | "block") {
  return { status: "complete", action, ref: "scr_1", riskLevel: "low" } as const;
}

describe("a verdict", () => {
  test("is possible while a payout's address or a refund's awaits one, and nothing is under way", () => {
    expect(openEscrowActions(screenedEscrow(releasedEscrow(fundedEscrow()), "block"), later(9))).not.toContain(
      "verdict",
    );
    expect(openEscrowActions(screenedEscrow(releasedEscrow(fundedEscrow()), "silent"), later(9))).not.toContain(
      "verdict",
    );
    expect(openEscrowActions(screenedEscrow(releasing(), "pending"), later(9))).not.toContain("verdict");
    const failed = screenedEscrow(escrowIn("failed"), "pending", buyer);
    expect(openEscrowActions(failed, later(9))).toEqual(["verdict"]);
    const passed = movedBy(failed, agreed(act("verdict", failed)));
    expect(hasFreshScreen(passed, buyer, later(9))).toBe(true);
  });

  test("keeps the risk that the provider named, and says who allowed it", () => {
    const [transition] = agreed(act("verdict", reviewed));
    expect(transition?.reason).toBe("manual review of the release screen: pass (apr_1)");
    expect(transition?.next.screens.at(-1)).toMatchObject({ outcome: "pass", risk: "medium", source: "operator" });
    expect(transition?.next.unmet).toEqual([]);
  });
});

describe("a retried screen", () => {
  const stale = releasedEscrow(screenedEscrow(fundedEscrow(), "pass"), later(901));

  test("is possible while a release is blocked and its address has no fresh pass", () => {
    expect(openEscrowActions(stale, later(902))).toEqual(["retry_screen"]);
    expect(openEscrowActions(screenedEscrow(stale, "pass", beneficiary, later(902)), later(903))).toEqual([]);
    expect(openEscrowActions(fundedEscrow(), noon)).toEqual([]);
  });

  test("that was not asked for in time changes nothing", () => {
    expect(act("retry_screen", stale, { now: later(902) })).toMatchObject({ code: "action_not_available" });
  });

  test("that is recorded already is recorded once", () => {
    const screen = { stage: "check", round: 2, address: beneficiary, verdict: verdictOf("block") } as const;
    const after = movedBy(stale, recordEscrowScreen(stale, screen, quietFacts, later(902)));
    expect(act("retry_screen", after, { screen, now: later(903) })).toEqual([]);
  });
});

describe("money that is applied to nothing", () => {
  test("goes back whole, or by what it is too much", () => {
    expect(returnableOf(came(4_000))).toBe(4_000);
    expect(returnableOf(came(12_000))).toBe(2_000);
    const [transition] = agreed(act("returned_off_platform", came(12_000)));
    expect(transition?.next).toMatchObject({ status: "funded", heldCents: 10_000, unappliedCents: 0 });
    expect(transition?.reason).toContain("WIRE-7 (apr_1)");
    expect(act("returned_off_platform", fundedEscrow())).toMatchObject({ code: "action_not_available" });
  });
});
