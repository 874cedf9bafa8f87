import { describe, expect, test } from "vitest";
import { type WaitingFor, waitingReasons } from "../../../functions/domain/core/waiting-for.ts";
import { type Escrow, escrowStatuses } from "../../../functions/domain/escrow/escrow.ts";
import { viewEscrow, viewEscrowObject } from "../../../functions/domain/escrow/view.ts";
import { escrowWaitsFor } from "../../../functions/domain/escrow/waiting.ts";
import { later, noon } from "../../support/core/samples.ts";
import {
  anew,
  askForFunds,
  awaiting,
  beneficiary,
  buyer,
  came,
  createdEscrow,
  escrowIn,
  fundedEscrow,
  givenUp,
  releasedEscrow,
  releasing,
  screenedEscrow,
} from "../../support/escrow/escrow-samples.ts";

const changed = (state: Escrow, change: object) => ({ ...state, ...change }) as Escrow;
const until = later(99);
const expires = { expiresAt: until };
const blockedBy = (...unmet: string[]) => changed(escrowIn("release_pending"), { unmet, blockedAt: later(5) });
const submitted = () => {
  const state = releasing();
  return changed(state, { intent: state.intent && { ...state.intent, submitted: true } });
};
const order = { key: "k", railRef: "rail_1", amountCents: 6_000, closes: true, by: "refund", transferRef: null };
const goingBack = { sendBack: { ...order, at: later(3), lookAt: later(9) } };
const shortOfFloat = { sendBack: { ...goingBack.sendBack, floatShortSince: later(4) } };
const parked = { parked: { reason: "silence", since: later(3), until: later(303) } };
const restHeld = { paidLeg: "release", heldCents: 6_000, unmet: [], blockedAt: null, updatedAt: later(7) };
const open = { reconBreaks: [{ kind: "rail_unknown", at: later(4) }] };

describe("what the money of an escrow waits for", () => {
  test.each<[string, Escrow, WaitingFor | null]>([
    ["its buyer, since it was made", createdEscrow(expires), { reason: "payer_funds", since: noon, until }],
    ["its buyer, who was asked", awaiting(createdEscrow(expires)), { reason: "payer_funds", since: noon, until }],
    ["the rail, asked to collect", askForFunds(createdEscrow(expires)), { reason: "vendor", since: noon, until }],
    ["the rest of its amount", came(awaiting(), 4_000), { reason: "payer_funds", since: noon, until: null }],
    ["a decision about more", came(awaiting(), 12_000), { reason: "amount_mismatch", since: later(1), until: null }],
    [
      "a decision about less, that no more can make exact",
      givenUp(came(awaiting(), 4_000)),
      { reason: "amount_mismatch", since: later(1), until: null },
    ],
    ["a decision about an earlier deposit", anew(), { reason: "amount_mismatch", since: later(1), until: null }],
    [
      "somebody who knows the rail's word",
      changed(awaiting(), { ...open, updatedAt: later(4) }),
      { reason: "operator_review", since: later(4), until: null },
    ],
    [
      "its buyer again, once something has happened since that word",
      changed(awaiting(), { ...open, updatedAt: later(5) }),
      { reason: "payer_funds", since: noon, until: null },
    ],
    ["its tenant's release", fundedEscrow(), { reason: "approval", since: noon, until: null }],
    [
      "its tenant's release, whatever lies beside it",
      changed(fundedEscrow(), { unappliedCents: 5 }),
      { reason: "approval", since: noon, until: null },
    ],
    [
      "approvals",
      blockedBy("approvals_missing:1", "screening_unavailable"),
      { reason: "approval", since: later(5), until: null },
    ],
    ["its tenant, who can ask again", blockedBy(), { reason: "approval", since: later(5), until: null }],
    ["a dispute", blockedBy("dispute_open"), { reason: "operator_review", since: later(5), until: null }],
    [
      "operators, since its wallet is blocked",
      blockedBy("screening_declined"),
      { reason: "operator_review", since: later(5), until: null },
    ],
    [
      "a manual review",
      releasedEscrow(screenedEscrow(fundedEscrow(), "pending", beneficiary, later(2)), later(3)),
      { reason: "screening_review", since: later(2), until: null },
    ],
    [
      "a screen that gives no answer",
      releasedEscrow(screenedEscrow(fundedEscrow(), "silent", beneficiary, later(2)), later(3)),
      { reason: "screening_unavailable", since: later(2), until: null },
    ],
    ["the rail, told to pay out", releasing(), { reason: "vendor", since: noon, until: null }],
    [
      "the rail, which gave no answer",
      changed(releasing(), parked),
      { reason: "vendor", since: later(3), until: later(303) },
    ],
    ["the proof of it", submitted(), { reason: "proof", since: noon, until: null }],
    [
      "operators, since the rest of a release did not go back",
      changed(escrowIn("release_pending"), restHeld),
      { reason: "operator_review", since: later(7), until: null },
    ],
    [
      "a review of where that rest goes",
      changed(screenedEscrow(escrowIn("funded"), "pending", buyer, later(2)), {
        ...{ ...restHeld, refundAddress: buyer, unmet: ["refund_screening_incomplete"] },
      }),
      { reason: "screening_review", since: later(2), until: null },
    ],
    [
      "its tenant's refund, since its payout was refused",
      changed(escrowIn("failed"), { updatedAt: later(7) }),
      { reason: "approval", since: later(7), until: null },
    ],
    [
      "the rail that sends it back",
      changed(givenUp(came(awaiting(), 6_000)), goingBack),
      { reason: "vendor", since: later(3), until: later(9) },
    ],
    [
      "our own balance, on its way back",
      changed(givenUp(came(awaiting(), 6_000)), shortOfFloat),
      { reason: "float", since: later(4), until: later(9) },
    ],
    [
      "operators, who hold what came after its end",
      came(changed(awaiting(), { status: "expired", expiryLookAt: null }), 10_000),
      { reason: "operator_review", since: later(1), until: null },
    ],
    ["nothing once it is released", escrowIn("released"), null],
    ["nothing once it is refunded", escrowIn("refunded"), null],
    ["nothing once it is expired", escrowIn("expired"), null],
    ["nothing once its bank took it back", changed(escrowIn("failed"), { heldCents: 0 }), null],
  ])("is %s", (_, state, expected) => {
    expect(escrowWaitsFor(state)).toEqual(expected);
    expect(viewEscrow(state, "").waitingFor).toEqual(expected);
    expect(viewEscrowObject(state).waitingFor).toEqual(expected);
  });

  test("has a word of the list in every status but the ends", () => {
    const silent = escrowStatuses.filter((status) => escrowWaitsFor(escrowIn(status)) === null);
    expect(silent.toSorted()).toEqual(["expired", "refunded", "released"]);
    for (const status of escrowStatuses) {
      const reason = escrowWaitsFor(escrowIn(status))?.reason;
      if (reason) expect(waitingReasons).toContain(reason);
    }
  });
});
