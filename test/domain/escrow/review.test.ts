import { describe, expect, test } from "vitest";
import type { Escrow } from "../../../functions/domain/escrow/escrow.ts";
import { expireEscrow } from "../../../functions/domain/escrow/expire.ts";
import { receiveFunding, recordCollectionCancellation } from "../../../functions/domain/escrow/fund.ts";
import { recordPayoutProof, recordPayoutSubmission } from "../../../functions/domain/escrow/payout.ts";
import { parkPayout } from "../../../functions/domain/escrow/retry-schedule.ts";
import { recordFundingReturn } from "../../../functions/domain/escrow/return.ts";
import { escrowReviewKinds, escrowReviewReason } from "../../../functions/domain/escrow/review.ts";
import { agreed, later, noon } from "../../support/core/samples.ts";
import {
  awaiting,
  createdEscrow,
  escrowIn,
  fundedEscrow,
  movedBy,
  refunding,
  releasedEscrow,
  releasing,
  screenedEscrow,
  total,
} from "../../support/escrow/escrow-samples.ts";

const came = (totalCents: number, state = awaiting()) =>
  movedBy(state, receiveFunding(state, total(totalCents), later(1)));

/** Its deposit was given up, and it has expired. */
function expiredUnpaid() {
  const free = movedBy(awaiting(), recordCollectionCancellation(awaiting(), noon));
  return movedBy(free, agreed(expireEscrow(free, "asked", noon)));
}

describe("an escrow in which nothing is wrong", () => {
  test.each([
    ["created", createdEscrow()],
    ["funded", fundedEscrow()],
    ["released", escrowIn("released")],
    ["refunded", escrowIn("refunded")],
    ["expired", escrowIn("expired")],
  ])("and that is %s is not in the queue", (_, state) => {
    expect(escrowReviewReason(state)).toBeNull();
  });

  test("and whose money is on its way is in flight, without a deadline", () => {
    expect(escrowReviewReason(awaiting())).toMatchObject({ kind: "in_flight", since: noon, deadline: null });
    expect(escrowReviewReason(came(4_000))?.reason).toContain("40.00 USD of 100.00 USD came");
  });

  test("and whose payout is on its way is in flight until the rail's limit", () => {
    expect(escrowReviewReason(releasing())).toMatchObject({
      ...{ kind: "in_flight", since: noon, deadline: later(86_400) },
      reason: expect.stringContaining("release of 97.50 USD"),
    });
    const reply = { key: releasing().intent?.key ?? "", transferRef: null };
    const taken = movedBy(releasing(), recordPayoutSubmission(releasing(), reply, later(1)));
    expect(escrowReviewReason(taken)?.reason).toContain("waiting for the proof");
  });
});

describe("an escrow in which something is wrong", () => {
  test("because its release is blocked says what is unmet, since it was blocked", () => {
    const blocked = { ...releasedEscrow(screenedEscrow(fundedEscrow(), "block")), updatedAt: later(99) } as Escrow;
    expect(escrowReviewReason(blocked)).toMatchObject({
      ...{ kind: "blocked", since: noon, reason: expect.stringContaining("screening_declined") },
    });
    expect(escrowReviewReason({ ...blocked, unmet: [] })?.reason).toContain("waits to be asked for again");
    expect(escrowReviewReason(refunding(blocked))).toMatchObject({ kind: "in_flight" });
  });

  test("because too much came, or came after the end, is a mismatch", () => {
    expect(escrowReviewReason(came(12_000))).toMatchObject({
      ...{ kind: "amount_mismatch", reason: expect.stringContaining("120.00 USD came where 100.00 USD") },
    });
    expect(escrowReviewReason(came(20_000, fundedEscrow()))?.reason).toContain("100.00 USD came beside");
    expect(escrowReviewReason(came(10_000, expiredUnpaid()))?.kind).toBe("amount_mismatch");
  });

  test("because the rail gives no answer is parked until it is asked again", () => {
    const parked = movedBy(releasing(), parkPayout(releasing(), "States.Timeout", later(1)));
    expect(escrowReviewReason(parked)).toMatchObject({ kind: "parked", since: later(1), deadline: later(301) });
  });

  test("because its payout failed holds its money", () => {
    expect(escrowReviewReason(escrowIn("failed"))).toMatchObject({
      ...{ kind: "held", reason: expect.stringContaining("100.00 USD is held") },
    });
    expect(escrowReviewReason(refunding(escrowIn("failed")))?.kind).toBe("in_flight");
  });

  test.each(["released", "refunded"] as const)("because its money was taken back after it was %s", (status) => {
    const [transition] = recordFundingReturn(escrowIn(status), "R10", later(1));
    expect(transition && escrowReviewReason(transition.next)).toMatchObject({ kind: "recon_break", since: later(1) });
    const reconBreaks = transition?.next.reconBreaks.map((each) => ({ ...each, resolvedAt: later(2) })) ?? [];
    expect(transition && escrowReviewReason({ ...transition.next, reconBreaks })).toBeNull();
  });

  test("because it was paid out after a refusal is a break, in plain words", () => {
    const [transition] = recordPayoutProof(escrowIn("failed"), { txHash: "0x1" }, later(1));
    expect(transition && escrowReviewReason(transition.next)).toMatchObject({
      ...{ kind: "recon_break", reason: expect.stringContaining("although the rail had refused it") },
    });
  });
});

test("kinds come in the order of their urgency", () => {
  expect(escrowReviewKinds[0]).toBe("listed");
  expect(escrowReviewKinds.at(-1)).toBe("in_flight");
});
