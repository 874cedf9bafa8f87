import { describe, expect, test } from "vitest";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { type Escrow, escrow as schema } from "../../../functions/domain/escrow/escrow.ts";
import {
  decideEscrowAction,
  type EscrowAction,
  escrowDecisions,
  returnableOf,
  whyNotOnEscrow,
} from "../../../functions/domain/escrow/operator-actions.ts";
import { escrowReviewReason } from "../../../functions/domain/escrow/review.ts";
import type { RecordAction } from "../../../functions/domain/review/review-reason-code.ts";
import { lastOf, later, noon } from "../../support/core/samples.ts";
import {
  awaiting,
  createdEscrow,
  escrowIn,
  fundedEscrow,
  quietFacts,
  refunding,
  releasedEscrow,
  releasing,
  screenedEscrow,
} from "../../support/escrow/escrow-samples.ts";

const day = 86_400;
const broke = (kind: string) => ({ reconBreaks: [{ kind, at: later(7) }] });
const changed = (state: Escrow, change: object): Escrow => schema.parse({ ...state, ...change });

describe("what stands in the operators' queue of an escrow", () => {
  test.each<[string, Escrow, object | null]>([
    ["nothing of one that was just made", createdEscrow(), null],
    ["nothing of one whose money is held", fundedEscrow(), null],
    [
      "the buyer's money that is waited for",
      awaiting(),
      { kind: "in_flight", reason: "waiting for the buyer's money", since: noon, deadline: null },
    ],
    [
      "a payout that is being ordered",
      releasing(),
      {
        ...{ kind: "in_flight", since: noon, deadline: later(day) },
        reason: expect.stringMatching(/^its release of \d+\.\d\d USD is being ordered$/),
      },
    ],
    [
      "a payout without its proof",
      changed(releasing(), { intent: { ...releasing().intent, submitted: true } }),
      { reason: expect.stringMatching(/ is taken by the rail, waiting for the proof on chain$/) },
    ],
    [
      "a refund that is being ordered",
      refunding(),
      { kind: "in_flight", reason: "its refund of 100.00 USD is being ordered", since: noon },
    ],
    [
      "a rail that gives no answer",
      changed(releasing(), { parked: { reason: "timeout", since: later(3), until: later(303) } }),
      {
        ...{ kind: "parked", since: later(3), deadline: later(303) },
        reason: "the rail gave no answer to the release (timeout); asked again by the same key at the deadline",
      },
    ],
    [
      "money that is held since its payout failed",
      escrowIn("failed"),
      {
        ...{ kind: "held", since: noon, deadline: null },
        reason: expect.stringMatching(
          /^100\.00 USD is held since its payout failed \(payout_rejected: closed account\); it must be refunded$/,
        ),
      },
    ],
    [
      "a failure without words, by its code",
      changed(escrowIn("failed"), { failureReason: null, failureCode: "payout_rejected" }),
      { reason: expect.stringContaining("(payout_rejected)") },
    ],
    [
      "a release that is blocked",
      escrowIn("release_pending"),
      {
        kind: "blocked",
        reason: expect.stringMatching(/^a release was asked for and is blocked: screening_/),
        since: noon,
      },
    ],
    [
      "a release that nothing blocks any more",
      changed(escrowIn("release_pending"), { unmet: [], blockedAt: null, updatedAt: later(8) }),
      {
        ...{ kind: "blocked", since: later(8) },
        reason:
          "a release was asked for and blocked; nothing stands in its way any more, and it waits to be asked for again",
      },
    ],
    [
      "money beside what was expected",
      changed(fundedEscrow(), { unappliedCents: 70 }),
      {
        kind: "amount_mismatch",
        reason: "0.70 USD came beside what was expected and is applied to nothing",
        deadline: null,
      },
    ],
    [
      "money without a deposit that was asked for",
      changed(createdEscrow(), { unappliedCents: 70 }),
      {
        ...{ kind: "amount_mismatch", since: noon },
        reason: "0.70 USD came where 100.00 USD was expected; nothing is held until operators decide",
      },
    ],
  ])("is %s", (_, state, reason) => {
    const found = escrowReviewReason(state);
    if (reason === null) expect(found).toBeNull();
    else expect(found).toMatchObject(reason);
  });

  test.each([
    ["proof_after_refusal", "paid out on chain although the rail had refused it, or did not know it"],
    ["payout_amount_mismatch", "another amount was paid, or left the rail's wallet, than was ordered"],
    ["return_in_flight", "the payer's bank took the money back while it was being paid out"],
    ["return_after_release", "the payer's bank took the money back after it was released"],
    ["return_after_refund", "the payer's bank took back money that had been refunded already"],
    ["return_failed", "the rail did not send money back to the bank it came from"],
  ])("is %s, in words, until somebody has dealt with it", (kind, words) => {
    const found = escrowReviewReason(changed(fundedEscrow(), broke(kind)));
    expect(found).toMatchObject({ kind: "recon_break", since: later(7) });
    expect(found?.reason).toContain(words);
    const resolved = { reconBreaks: [{ kind, at: later(7), resolvedAt: later(8) }] };
    expect(escrowReviewReason(changed(fundedEscrow(), resolved))).toBeNull();
  });
});

describe("an operators' action on an escrow", () => {
  const pending = releasedEscrow(screenedEscrow(fundedEscrow(), "pending"));

  test.each<[RecordAction, Escrow, string | undefined]>([
    ["accept", fundedEscrow(), "escrows have no such action"],
    ["fail", fundedEscrow(), "escrows have no such action"],
    ["retry_screen", fundedEscrow(), "no release waits for a screen"],
    ["retry_screen", releasing(), "no release waits for a screen"],
    ["retry_screen", escrowIn("release_pending"), undefined],
    ["retry_screen", changed(escrowIn("release_pending"), { payoutAddress: null }), "it has no payout address"],
    [
      "retry_screen",
      screenedEscrow(escrowIn("release_pending")),
      "its payout address passed within the last 15 minutes",
    ],
    ["returned_off_platform", fundedEscrow(), "all that came is applied, or gone again"],
    ["returned_off_platform", changed(fundedEscrow(), { unappliedCents: 1 }), undefined],
    ["verdict", pending, undefined],
    [
      "verdict",
      fundedEscrow(),
      "no screen awaits manual review: a block is not overruled, and one without an answer has nothing to review",
    ],
    ["resolve", fundedEscrow(), "nothing is open that does not add up"],
    ["resolve", changed(fundedEscrow(), broke("return_failed")), undefined],
  ])("%s is open, or says why it is not", (name, state, words) => {
    expect(whyNotOnEscrow(name, state, noon)).toBe(words);
  });

  const decide = (name: RecordAction, state: Escrow, verdict: "pass" | "decline" = "pass") =>
    decideEscrowAction(name, {
      ...{ escrow: state, facts: quietFacts, reference: "WIRE-7", verdict, screen: null, by: "apr_1", now: later(60) },
    });

  test("that is none is refused by its name", () => {
    const refused = { code: "action_not_available", message: "accept is not possible: escrows have no such action" };
    expect(decide("accept", fundedEscrow())).toMatchObject(refused);
    expect(decide("retry_screen", escrowIn("release_pending"))).toMatchObject({
      message: "retry_screen is not possible: it has changed since the provider was to be asked",
    });
  });

  test("needs a second operator wherever money or a verdict is in it", () => {
    const alone = Object.entries(escrowDecisions).flatMap(([name, { second }]) =>
      second ? [] : [name as EscrowAction],
    );
    expect(alone).toEqual(["retry_screen"]);
  });

  test.each(["pass", "decline"] as const)(
    "that reviews a screen says the verdict (%s) and who allowed it",
    (verdict) => {
      const outcome = decide("verdict", pending, verdict);
      if (outcome instanceof Refusal) throw outcome;
      const { next, reason } = lastOf(outcome);
      expect(reason).toBe(`manual review of the release screen: ${verdict} (apr_1)`);
      expect(next.screens.at(-1)).toMatchObject({
        ...{ outcome: verdict === "pass" ? "pass" : "declined", source: "operator", risk: "medium", ref: "scr_m" },
      });
    },
  );

  test("that resolves says what, under which reference and by whom", () => {
    const breaks = [...broke("return_failed").reconBreaks, { kind: "return_in_flight", at: later(8) }];
    const outcome = decide("resolve", changed(fundedEscrow(), { reconBreaks: breaks }));
    if (outcome instanceof Refusal) throw outcome;
    expect(outcome).toMatchObject([
      {
        reason: "return_failed, return_in_flight dealt with as WIRE-7 (apr_1)",
        next: { reconBreaks: [{ resolvedAt: later(60) }, { resolvedAt: later(60) }] },
      },
    ]);
  });

  test("that sends money back outside the rail is about what is applied to nothing", () => {
    expect(returnableOf(changed(fundedEscrow(), { unappliedCents: 70 }))).toBe(70);
    expect(returnableOf(changed(createdEscrow(), { unappliedCents: 70 }))).toBe(70);
    expect(returnableOf(fundedEscrow())).toBe(0);
  });
});
