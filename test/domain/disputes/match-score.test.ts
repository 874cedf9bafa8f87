import { describe, expect, test } from "vitest";
import { judgeMatch, rankCandidates } from "../../../functions/domain/disputes/alert-match.ts";
import { canBeMeant, matchFactsOf } from "../../../functions/domain/disputes/match-facts.ts";
import { amountTolerance, scoreMatch } from "../../../functions/domain/disputes/match-score.ts";
import { normalDescriptor } from "../../../functions/domain/disputes/statement-descriptor.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { aSentInvoice, later, noon, settlementIn } from "../../support/core/samples.ts";
import { anAlertOf, anotherPaidCandidate, aPaidCandidate } from "../../support/disputes/match-facts.ts";

const day = "2026-11-10";
const seen = { transactionDate: day, descriptor: "ACME CORP*1234", cardLast4: "4242" } as const;

describe("what is known of a payment", () => {
  const { settlement } = settlementIn("completed");
  const plain = {
    paymentId: "pay_01K00000000000000000000000",
    settlementId: "stl_01K00000000000000000000000",
    ...{ invoiceId: "inv_01K00000000000000000000000", invoiceNumber: "A-1", payer: "cus_1", currency: "USD" },
    ...{ railRefs: ["rail_1"], txHash: "0xproof", amountCents: 10_000, at: noon, descriptors: ["Acme"] },
    ...{ cardLast4: null, cardBin: null, authCode: null, arn: null },
  };

  test("is the rail's side of it, under the tenant's name", () => {
    expect(matchFactsOf(settlement, aSentInvoice(), "Acme")).toEqual(plain);
    expect(matchFactsOf(settlement, undefined, "Acme")).toEqual(plain);
  });

  test("and what the tenant wrote on its invoice about the card", () => {
    const metadata = { descriptor: "ACME*1", cardLast4: "4242", cardBin: "424242", authCode: "A1", arn: "7401" };
    const { descriptor, ...card } = metadata;
    expect(matchFactsOf(settlement, { metadata }, "Acme")).toEqual({
      ...{ ...plain, ...card },
      descriptors: ["Acme", descriptor],
    });
  });

  test("has every reference that the rail knows, no payer where none is named, and when it was made where nothing came", () => {
    const payment = { ...settlement.payment, payoutRef: "po_1", receivedAt: null };
    const state = { ...settlement, payment, conversionRef: "cv_1", customerId: "", createdAt: later(9) };
    expect(matchFactsOf(state as Settlement, undefined, "Acme")).toEqual({
      ...{ ...plain, payer: null, railRefs: ["rail_1", "po_1", "cv_1"], at: later(9) },
    });
  });

  test.each([
    ["processing", true],
    ["succeeded", true],
    ["returned", true],
    ["failed", false],
    ["canceled", false],
  ] as const)("%s, it can be meant by its amount alone: %s", (status, can) => {
    expect(canBeMeant({ ...settlement, payment: { ...settlement.payment, status } })).toBe(can);
  });
});

describe("a score, whole", () => {
  test("of everything that agrees is circumstances alone, and the date's part of them", () => {
    expect(scoreMatch(anAlertOf({ ...seen, authCode: "A1B2C3" }), aPaidCandidate())).toEqual({
      ...{ score: 99, references: [], circumstances: 105, datePoints: 20 },
      reasons: ["same amount", "same day", "same descriptor", "card ending 4242", "same authorization code"],
      ...{ sameAmount: true, nearAmount: true, sameAuthCode: true, againstReference: [], againstCircumstance: [] },
    });
  });

  test("of a reference owes nothing to the date", () => {
    expect(scoreMatch(anAlertOf({ arn: aPaidCandidate().arn, transactionDate: day }), aPaidCandidate())).toEqual({
      ...{ score: 100, references: ["acquirer reference number"], circumstances: 50, datePoints: 0 },
      reasons: ["same acquirer reference number", "same amount", "same day"],
      ...{ sameAmount: true, nearAmount: true, sameAuthCode: false, againstReference: [], againstCircumstance: [] },
    });
  });

  test("says everything that speaks against the payment", () => {
    const alert = anAlertOf({
      ...{ amountCents: 2_950, paymentId: "pay_other", arn: "7402", cardLast4: "1111", authCode: "ZZ9999" },
      ...{ transactionDate: "2026-11-11" },
    });
    expect(scoreMatch(alert, aPaidCandidate())).toEqual({
      ...{ score: 35, references: [], circumstances: 35, datePoints: 20 },
      reasons: [
        ...["amount 50 cents apart", "1 day apart", "another payment id", "another acquirer reference number"],
        ...["another card", "another authorization code"],
      ],
      ...{ sameAmount: false, nearAmount: true, sameAuthCode: false },
      againstReference: ["payment id", "acquirer reference number"],
      againstCircumstance: ["card", "authorization code"],
    });
  });

  test("finds nothing where nothing is said", () => {
    expect(scoreMatch(anAlertOf({ amountCents: 9_999 }), anotherPaidCandidate(2))).toEqual({
      ...{ score: 0, reasons: [], references: [], circumstances: 0, datePoints: 0, sameAmount: false },
      ...{ nearAmount: false, sameAuthCode: false, againstReference: [], againstCircumstance: [] },
    });
  });

  test.each([
    [9_999, 100],
    [10_000, 100],
    [10_099, 100],
    [10_100, 101],
    [0, 100],
  ])("lets a converted amount of %i cents differ by %i", (amountCents, tolerance) => {
    expect(amountTolerance(amountCents)).toBe(tolerance);
  });

  test.each([
    [{ cardLast4: " 4242 " }, ["same amount", "card ending 4242"]],
    [{ cardLast4: "4242", cardBin: "42424299" }, ["same amount", "card ending 4242"]],
    [{ cardLast4: " " }, ["same amount"]],
    [{ cardBin: "510000" }, ["same amount", "another card"]],
    [{ cardBin: " 424242 " }, ["same amount"]],
    [{ authCode: " a1b2c3 " }, ["same amount", "same authorization code"]],
    [{ paymentId: " PAY_01k00000000000000000000001 " }, ["same payment id", "same amount"]],
    [{ descriptor: "" }, ["same amount"]],
    [{ currency: " usd " }, ["same amount"]],
  ])("reads %j however it is spelled", (said, reasons) => {
    expect(scoreMatch(anAlertOf(said), aPaidCandidate()).reasons).toEqual(reasons);
  });

  test("says how alike a descriptor is that is not the same", () => {
    const { reasons } = scoreMatch(
      anAlertOf({ descriptor: "ACME CRP" }),
      aPaidCandidate({ descriptors: ["Acme Crap"] }),
    );
    expect(reasons).toEqual(["same amount", "descriptor 0.97 alike"]);
    const paid = aPaidCandidate({ descriptors: [] });
    expect(scoreMatch(anAlertOf({ descriptor: "ACME" }), paid).reasons).toEqual(["same amount"]);
    expect(normalDescriptor(`${"X".repeat(199)} ACME`)).toBe("X".repeat(22));
  });
});

describe("the order of candidates", () => {
  const ranks = (alert: Parameters<typeof anAlertOf>[0], ...all: ReturnType<typeof aPaidCandidate>[]) => {
    return rankCandidates(anAlertOf(alert), all).map(({ paymentId }) => Number(paymentId.slice(-4)));
  };

  test("is by score, then by references, then by circumstances, then by id", () => {
    const [second, third] = [anotherPaidCandidate(2), anotherPaidCandidate(3)];
    expect(ranks({ transactionDate: day }, third, second)).toEqual([2, 3]);
    expect(ranks({ transactionDate: day, cardLast4: "4242" }, second, aPaidCandidate())).toEqual([1, 2]);
    const both = anotherPaidCandidate(3, { arn: "7401" });
    expect(ranks({ railRef: "tr_3", arn: "7401" }, anotherPaidCandidate(2, { arn: "7401" }), both)).toEqual([3, 2]);
    const near = anotherPaidCandidate(3, { railRefs: ["tr_2"] });
    const far = anotherPaidCandidate(2, { amountCents: 9_999 });
    expect(ranks({ railRef: "tr_2" }, far, near)).toEqual([3, 2]);
  });

  test("ends at forty points", () => {
    const others = [anotherPaidCandidate(2), anotherPaidCandidate(3, { at: "2026-11-01T00:00:00.000Z" })];
    expect(ranks({ transactionDate: day }, ...others)).toEqual([2]);
    // The amount within tolerance, the code: exactly forty.
    expect(ranks({ amountCents: 2_950, authCode: "A1B2C3" }, aPaidCandidate())).toEqual([1]);
  });
});

describe("a match without a person, at its limits", () => {
  const verdict = (alert: Parameters<typeof anAlertOf>[0], ...all: ReturnType<typeof aPaidCandidate>[]) => {
    return judgeMatch(anAlertOf(alert), all).verdict;
  };

  test("keeps fifteen points ahead, with the date and without it", () => {
    // 80 against 65: another payer's payment of the same day.
    expect(verdict(seen, aPaidCandidate(), anotherPaidCandidate(2))).toBe("matched");
    // 80 against 60: the descriptor is the same, the day is not, so without the dates it is 60 against 45.
    const lastWeek = anotherPaidCandidate(2, { at: "2026-11-01T00:00:00.000Z" });
    expect(verdict(seen, aPaidCandidate(), lastWeek)).toBe("matched");
    expect(verdict(seen, aPaidCandidate(), { ...lastWeek, cardLast4: "4242" })).toBe("unmatched");
  });

  test("takes a payer's other payment for a twin by its amount, within tolerance too, unless something speaks against it", () => {
    const twin = (change: object) => anotherPaidCandidate(2, { payer: "cus_1", ...change });
    expect(verdict(seen, aPaidCandidate(), twin({ amountCents: 2_950 }))).toBe("unmatched");
    expect(verdict(seen, aPaidCandidate(), twin({ amountCents: 9_999 }))).toBe("matched");
    expect(verdict(seen, aPaidCandidate({ payer: null }), twin({ payer: null }))).toBe("matched");
  });

  test("is told apart between two references by the one that has more of them, and no other", () => {
    const part = anotherPaidCandidate(2, { invoiceNumber: "INV-1001", arn: "7402" });
    expect(
      verdict({ purchaseIdentifier: "INV-1001", railRef: "tr_1", arn: "7402" }, aPaidCandidate({ arn: null }), part),
    ).toBe("unmatched");
  });
});
