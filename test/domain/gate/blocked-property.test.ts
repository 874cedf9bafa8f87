import { describe, expect, test } from "vitest";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { addDays } from "../../../functions/domain/core/time.ts";
import type { Escrow } from "../../../functions/domain/escrow/escrow.ts";
import { escrow as escrowSchema } from "../../../functions/domain/escrow/escrow.ts";
import { decideEscrowAction, openEscrowActions } from "../../../functions/domain/escrow/operator-actions.ts";
import { escrowReviewOf } from "../../../functions/domain/escrow/review-item.ts";
import { listedAddressOf, recordEscrowListing } from "../../../functions/domain/escrow/sanctions-hit.ts";
import {
  isKnownListing,
  listingReason,
  reportDeadlineOf,
  reportDueAt,
  unreportedSince,
  whyNothingToReport,
  withReport,
} from "../../../functions/domain/gate/blocked-property.ts";
import { decideAction } from "../../../functions/domain/settlement/operator-actions.ts";
import { reviewOf } from "../../../functions/domain/settlement/review-item.ts";
import {
  isTouchedByListing,
  recordListing,
  retainedCents,
} from "../../../functions/domain/settlement/sanctions-hit.ts";
import { type Settlement, type SettlementStatus, settlement } from "../../../functions/domain/settlement/settlement.ts";
import { recordScreen } from "../../../functions/domain/settlement/transitions.ts";
import { lastOf, later, noon, settlementIn, verdicts } from "../../support/core/samples.ts";
import {
  beneficiary,
  buyer,
  escrowIn,
  fundedEscrow,
  movedBy,
  quietFacts,
  releasedEscrow,
  screenedEscrow,
} from "../../support/escrow/escrow-samples.ts";
import { deliveredReserve } from "../../support/settlement/reserve-life.ts";

/** Ten banking days after noon, a Saturday before Thanksgiving. */
const due = "2026-12-08T04:00:00.000Z";

const found = { list: "ofac_sdn", address: "0xa", version: 7, ref: "scr_1", others: 0, othersHeldCents: 0 };

function at(status: SettlementStatus, change: object = {}): Settlement {
  return settlement.parse({ ...settlementIn(status).settlement, ...change });
}

function listed(state: Settlement, change: Partial<typeof found> = {}, now = noon): Settlement {
  return settlement.parse(lastOf(recordListing(state, { ...found, ...change }, now)).next);
}

/** What two operators' word comes to. */
function report(state: Settlement, reference = "OFAC-1", now = later(9)) {
  const { invoice } = settlementIn("completed");
  const input = { settlement: state, invoice, rule: undefined, verdict: "pass", reference, by: "apr_1", now };
  return decideAction("reported", input as Parameters<typeof decideAction>[1]);
}

function reported(state: Settlement, now = later(9)): Settlement {
  const change = report(state, "OFAC-1", now);
  if (change instanceof Refusal) throw change;
  return settlement.parse(lastOf(change.settlement).next);
}

describe("blocked property is to be reported by the end of the tenth banking day in New York", () => {
  test.each([
    ["a Saturday before Thanksgiving", noon, due],
    ["the same day, late in New York", "2026-11-22T04:30:00.000Z", due],
    ["a Monday in summer", "2026-06-01T15:00:00.000Z", "2026-06-16T04:00:00.000Z"],
    ["a day before Christmas", "2026-12-24T15:00:00.000Z", "2027-01-12T04:00:00.000Z"],
  ])("from %s on", (_, since, until) => {
    expect(reportDueAt(since)).toBe(until);
  });
});

describe("what is blocked", () => {
  const listing = { ...found, at: later(5) };
  const answered = { listing, blockReports: [{ reference: "OFAC-1", at: later(5) }] };

  test("is reported by a report of that very moment, and not by an earlier one", () => {
    const earlier = { listing, blockReports: [{ reference: "OFAC-1", at: later(4) }] };
    expect([unreportedSince(answered, undefined), unreportedSince(earlier, undefined)]).toEqual([undefined, later(5)]);
    expect([unreportedSince(earlier, noon), unreportedSince({}, later(1)), unreportedSince({}, undefined)]).toEqual([
      ...[later(5), later(1), undefined],
    ]);
    expect([isKnownListing(earlier, 8), isKnownListing(answered, 8), isKnownListing({}, 7)]).toEqual([
      ...[true, false, false],
    ]);
  });

  test("keeps the last twenty reports on its record", () => {
    const references = Array.from({ length: 21 }, (_, at) => `OFAC-${at}`);
    const state = references.reduce((before, reference) => withReport(before, reference, noon), {});
    expect(state).toEqual({ blockReports: references.slice(1).map((reference) => ({ reference, at: noon })) });
  });

  test.each([
    [0, 0, "; all of the money had left: look at it, and say under which reference it was dealt with"],
    [
      1,
      100,
      " (and 1 more of this tenant's settlements); 1.00 USD is still here, is blocked, and must be reported by the deadline",
    ],
    [
      2,
      250,
      " (and 2 more of this tenant's settlements); 2.50 USD is still here, is blocked, and must be reported by the deadline",
    ],
  ])("with %i other settlements and %i cents of money is in the queue in whole words", (others, cents, rest) => {
    expect(listingReason({ listing: { ...listing, others } }, cents, null)).toEqual({
      ...{ kind: "listed", since: later(5), deadline: null },
      reason: `the wallet has come onto ofac_sdn after it had passed its screen${rest}`,
    });
    expect(listingReason(answered, cents, null)).toBeNull();
  });

  test("has a deadline only where it is unreported and money is here", () => {
    expect([reportDeadlineOf(noon, 1), reportDeadlineOf(noon, 0), reportDeadlineOf(undefined, 1)]).toEqual([
      ...[due, null, null],
    ]);
  });

  test("is told to an operator where there is nothing", () => {
    expect(whyNothingToReport(undefined)).toBe("nothing is blocked that has not been reported");
    expect(whyNothingToReport(noon)).toBeUndefined();
  });
});

describe("a settlement that the second screen blocks", () => {
  const blocked = lastOf(recordScreen(at("screening"), verdicts.block, 1, noon)).next;

  test("has ten banking days until its money is reported, and none after that", () => {
    expect(reviewOf(blocked)).toMatchObject({ kind: "held", deadline: due });
    const after = reviewOf(reported(blocked));
    expect(after).toMatchObject({ kind: "held", deadline: null, actions: ["note", "assign"] });
  });

  test("says in its trail under which reference it was reported, and by whose word", () => {
    const change = report(blocked, "OFAC-77");
    expect(change).toMatchObject({
      settlement: [{ from: "declined", to: "declined", reason: "blocked property reported as OFAC-77 (apr_1)" }],
      invoice: [],
    });
  });

  test("is not reported twice", () => {
    expect(report(reported(blocked))).toMatchObject({ code: "action_not_available" });
  });

  test("has no such deadline where operators declined it, or where nothing is held", () => {
    const byPeople = lastOf(recordScreen(at("screening"), verdicts.block, 1, noon, "operator")).next;
    expect(reviewOf(byPeople)).toMatchObject({ kind: "held", deadline: null });
    const { payment } = blocked;
    const gone = settlement.parse({ ...blocked, payment: { ...payment, status: "returned" } });
    expect([reviewOf(gone), report(gone)]).toEqual([null, expect.any(Refusal)]);
  });
});

describe("a wallet that is listed after a settlement was paid out", () => {
  const paid = at("completed");

  test("is a case until it is reported, without a deadline, since no money is here", () => {
    const seen = reviewOf(listed(paid));
    expect(seen).toMatchObject({ kind: "listed", since: noon, deadline: null });
    expect(seen?.reason).toContain("onto ofac_sdn after it had passed its screen; all of the money had left");
    expect(seen?.actions).toEqual(["note", "assign", "reported"]);
    expect(reviewOf(reported(listed(paid)))).toBeNull();
  });

  test("names the tenant's other settlements to it, and has a deadline for what is held of those", () => {
    const seen = reviewOf(listed(paid, { others: 41, othersHeldCents: 2_500 }));
    expect(seen?.reason).toContain("and 41 more of this tenant's settlements");
    expect(seen?.reason).toContain("25.00 USD is still here");
    expect(seen?.deadline).toBe(due);
  });

  test("has a deadline while its reserve is held", () => {
    const stored = deliveredReserve();
    expect(retainedCents(stored)).toBe(stored.reserve?.heldCents);
    expect(reviewOf(listed(stored))).toMatchObject({ kind: "listed", deadline: due });
  });

  test("is written down once for a version, and not beside a case that is open", () => {
    expect(recordListing(listed(paid), found, later(1))).toEqual([]);
    expect(recordListing(listed(paid), { ...found, version: 8 }, later(1))).toEqual([]);
    expect(recordListing(reported(listed(paid)), found, later(10))).toEqual([]);
  });

  test("is a new case where it comes onto a list once more", () => {
    const again = listed(reported(listed(paid)), { version: 9, list: "eu" }, later(20));
    expect(reviewOf(again)).toMatchObject({ kind: "listed", since: later(20) });
    expect(reviewOf(reported(again, later(30)))).toBeNull();
  });

  test("matters for 90 days after the last that happened, and as long as money is here", () => {
    const old = at("completed", { updatedAt: addDays(noon, -90) });
    expect(isTouchedByListing(old, noon)).toBe(true);
    expect(isTouchedByListing(old, later(1))).toBe(false);
    expect(isTouchedByListing({ ...deliveredReserve(), updatedAt: addDays(noon, -400) }, noon)).toBe(true);
  });
});

describe("a wallet that is listed while a settlement is under way", () => {
  test.each(["created", "collecting"] as const)("matters to nobody while %s: nothing was collected", (status) => {
    expect(isTouchedByListing(at(status), noon)).toBe(false);
  });

  test.each(["screening", "screened", "converting", "settling"] as const)(
    "is a case with a deadline while %s, since the payer's money is here",
    (status) => {
      expect(isTouchedByListing(at(status), noon)).toBe(true);
      expect(reviewOf(listed(at(status)))).toMatchObject({ kind: "listed", deadline: due });
    },
  );

  test("stays one case when the second screen then blocks it, and one report ends both", () => {
    const blocked = lastOf(recordScreen(listed(at("screening")), verdicts.block, 1, later(5))).next;
    expect(reviewOf(blocked)).toMatchObject({ kind: "listed", deadline: due });
    expect(reviewOf(reported(settlement.parse(blocked)))).toMatchObject({ kind: "held", deadline: null });
  });
});

describe("an escrow's address that is listed", () => {
  const isBeneficiary = (address: string) => address === beneficiary;
  const isBuyer = (address: string) => address === buyer;
  const old = addDays(noon, 91);

  function listedEscrow(state: Escrow): Escrow {
    return escrowSchema.parse(movedBy(state, recordEscrowListing(state, found, noon)));
  }

  function escrowReport(state: Escrow) {
    const input = { escrow: state, facts: quietFacts, reference: "OFAC-1", verdict: "pass", screen: null };
    return decideEscrowAction("reported", { ...input, by: "apr_1", now: later(9) } as Parameters<
      typeof decideEscrowAction
    >[1]);
  }

  test("matters to whatever is held, the buyer's too, and to where it went within 90 days", () => {
    const buyers = fundedEscrow({ refundAddress: buyer });
    expect(listedAddressOf(buyers, isBeneficiary, old)).toBe(beneficiary);
    expect(listedAddressOf(buyers, isBuyer, old)).toBe(buyer);
    expect(listedAddressOf(escrowIn("released"), isBeneficiary, later(1))).toBe(beneficiary);
    expect(listedAddressOf(escrowIn("released"), isBuyer, later(1))).toBeUndefined();
    expect(listedAddressOf(escrowIn("released"), isBeneficiary, old)).toBeUndefined();
    expect(listedAddressOf(escrowIn("expired"), isBeneficiary, later(1))).toBeUndefined();
  });

  test("is a case with a deadline while its money is held, until that is reported", () => {
    const state = listedEscrow(fundedEscrow());
    expect(escrowReviewOf(state, noon)).toMatchObject({ kind: "listed", deadline: due });
    expect(openEscrowActions(state, noon)).toContain("reported");
    const transitions = escrowReport(state);
    if (transitions instanceof Refusal) throw transitions;
    expect(escrowReviewOf(movedBy(state, transitions), noon)).toBeNull();
  });

  test("is a case without one after its release", () => {
    expect(escrowReviewOf(listedEscrow(escrowIn("released")), noon)).toMatchObject({
      ...{ kind: "listed", deadline: null },
    });
  });

  test("and blocks a release has ten banking days for the report of what is held", () => {
    const blocked = releasedEscrow(screenedEscrow(fundedEscrow(), "block"));
    expect(escrowReviewOf(blocked, noon)).toMatchObject({ kind: "blocked", deadline: due });
    const transitions = escrowReport(blocked);
    if (transitions instanceof Refusal) throw transitions;
    expect(escrowReviewOf(movedBy(blocked, transitions), noon)).toMatchObject({ kind: "blocked", deadline: null });
  });

  test("has nothing to report where nothing is blocked", () => {
    expect(escrowReport(fundedEscrow())).toMatchObject({ code: "action_not_available" });
  });
});
