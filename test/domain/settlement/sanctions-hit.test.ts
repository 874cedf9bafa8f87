import { describe, expect, test } from "vitest";
import { addDays } from "../../../functions/domain/core/time.ts";
import {
  isTouchedByListing,
  listedReason,
  recordListing,
  recordReport,
  reportDeadline,
  retainedCents,
  whyNotReported,
} from "../../../functions/domain/settlement/sanctions-hit.ts";
import type { Settlement, SettlementStatus } from "../../../functions/domain/settlement/settlement.ts";
import { later, noon, settlementIn } from "../../support/core/samples.ts";

function at(status: SettlementStatus, change: object = {}, payment: object = {}): Settlement {
  const { settlement } = settlementIn(status);
  return { ...settlement, ...change, payment: { ...settlement.payment, ...payment } } as Settlement;
}

const due = "2026-12-08T04:00:00.000Z";
const found = { list: "ofac_sdn", address: "0xa", version: 7, ref: "scr_1", others: 0, othersHeldCents: 0 };
const reserve = (status: string) => ({ reserve: { status, heldCents: 900 } });
const block = { stage: "disbursement", round: 1, outcome: "declined", ref: "s", risk: null, at: later(5) };

describe("money that is still here when a wallet is listed", () => {
  test.each<[string, Settlement, number]>([
    ["nothing before it came", at("created"), 0],
    ["nothing while it is waited for", at("collecting"), 0],
    ["a wrong amount that came", at("collecting", { mismatchCents: 40 }), 40],
    ["all of it while it is screened", at("screening"), 10_000],
    ["all of it once it has passed", at("screened"), 10_000],
    ["all of it while it is converted", at("converting", { unappliedCents: 3 }), 10_003],
    ["all of it until it is paid out", at("settling"), 10_000],
    ["nothing once it is being paid out", at("settling", {}, { railState: "payout_submitted" }), 0],
    ["nothing of what was delivered", at("completed"), 0],
    ["a reserve that is held", at("completed", reserve("held")), 900],
    ["no reserve that is gone", at("completed", reserve("released")), 0],
    ["all of it after a failure", at("failed"), 10_000],
  ])("is %s", (_, state, cents) => {
    expect(retainedCents(state)).toBe(cents);
    expect(isTouchedByListing({ ...state, updatedAt: addDays(noon, -100) }, noon)).toBe(cents > 0);
  });

  test.each<[string, Settlement, boolean]>([
    ["was delivered", at("completed"), true],
    ["was paid out by its rail", at("collecting", { earlyHash: "0x" }), true],
    ["is being paid out", at("settling", {}, { railState: "payout_submitted" }), true],
    ["never left", at("collecting"), false],
  ])("matters for ninety days where it %s: %j", (_, state, touched) => {
    const aged = (seconds: number) => ({ ...state, updatedAt: addDays(later(seconds), -90) });
    expect(isTouchedByListing(aged(0), noon)).toBe(touched);
    expect(isTouchedByListing(aged(-1), noon)).toBe(false);
  });
});

describe("a listing", () => {
  test("is written down with its screen, and once", () => {
    const state = at("completed");
    const [transition] = recordListing(state, found, later(9));
    expect(transition).toMatchObject({
      ...{ from: "completed", to: "completed", reason: "the wallet is on ofac_sdn now (screened as scr_1)" },
      next: { listing: { ...found, at: later(9) } },
    });
    expect(recordListing(transition?.next ?? state, found, later(10))).toEqual([]);
  });

  test("is a case, with a deadline only while money of these or the others is here", () => {
    const listing = { ...found, at: noon };
    const gone = at("completed", { listing });
    const others = at("completed", { listing: { ...listing, othersHeldCents: 50 } });
    const both = at("completed", { listing: { ...listing, othersHeldCents: 50 }, ...reserve("held") });
    expect([gone, others, both].map(reportDeadline)).toEqual([null, due, due]);
    expect(listedReason(gone)?.reason).toContain("all of the money had left");
    expect(listedReason(both)).toMatchObject({ kind: "listed", since: noon, deadline: due });
    expect(listedReason(both)?.reason).toContain("; 9.50 USD is still here, is blocked");
    expect(listedReason(at("completed"))).toBeNull();
  });

  test("is reported under a reference, by whose word", () => {
    const listing = { ...found, at: noon };
    const transition = recordReport(at("completed", { listing }), "OFAC-7", "apr_1", later(9));
    expect(transition.reason).toBe("blocked property reported as OFAC-7 (apr_1)");
    expect(transition.next).toMatchObject({ blockReports: [{ reference: "OFAC-7", at: later(9) }] });
    expect(whyNotReported(transition.next)).toBe("nothing is blocked that has not been reported");
    expect(whyNotReported(at("completed", { listing }))).toBeUndefined();
  });
});

describe("blocked money", () => {
  const declined = (change: object = {}, payment: object = {}) =>
    at("declined", { screens: [block], ...change }, payment);

  test("is to be reported from the decline of its screen on, or from its last change where no screen is kept", () => {
    expect(reportDeadline(declined())).toBe(due);
    const later = declined({ screens: [{ ...block, at: "2026-12-24T15:00:00.000Z" }] });
    expect(reportDeadline(later)).toBe("2027-01-12T04:00:00.000Z");
    expect(reportDeadline(declined({ screens: [], updatedAt: noon }))).toBe(due);
  });

  test("is not to be reported where it has gone, or where people declined it", () => {
    const gone = declined({}, { status: "returned" });
    const reviewed = declined({ screens: [{ ...block, source: "operator" }] });
    expect([gone, reviewed].map(reportDeadline)).toEqual([null, null]);
    expect([gone, reviewed].map(whyNotReported)).toEqual(
      Array(2).fill("nothing is blocked that has not been reported"),
    );
    expect(whyNotReported(declined())).toBeUndefined();
  });
});
