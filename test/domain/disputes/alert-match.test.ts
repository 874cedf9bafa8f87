import { describe, expect, test } from "vitest";
import { judgeMatch, matchFloors, rankCandidates } from "../../../functions/domain/disputes/alert-match.ts";
import { scoreMatch } from "../../../functions/domain/disputes/match-score.ts";
import { anAlertOf, anotherPaidCandidate, aPaidCandidate } from "../../support/disputes/match-facts.ts";

const day = "2026-11-10";
const seen = { transactionDate: day, descriptor: "ACME CORP*1234", cardLast4: "4242" } as const;

describe("the score of a payment", () => {
  test.each([
    ["the same amount", {}, 30, ["same amount"]],
    ["an amount within a whole unit", { amountCents: 2801 }, 15, ["amount 99 cents apart"]],
    ["an amount beyond it", { amountCents: 3001 }, 0, []],
    ["the same day", { transactionDate: day }, 50, ["same amount", "same day"]],
    ["a date-time in another zone", { transactionDate: "2026-11-11T01:00:00+09:00" }, 50, ["same amount", "same day"]],
    ["two days apart", { transactionDate: "2026-11-12" }, 50, ["same amount", "2 days apart"]],
    ["three days apart", { transactionDate: "2026-11-07" }, 50, ["same amount", "3 days apart"]],
    ["four days apart", { transactionDate: "2026-11-14" }, 30, ["same amount"]],
    ["no date at all", { transactionDate: "soon" }, 30, ["same amount"]],
    ["a descriptor as printed", { descriptor: "SQ *ACME CORP" }, 45, ["same amount", "same descriptor"]],
    ["another's descriptor", { descriptor: "BLUE LAUNDRY" }, 30, ["same amount"]],
    ["the last four digits", { cardLast4: "4242" }, 45, ["same amount", "card ending 4242"]],
    ["those of another issuer", { cardLast4: "4242", cardBin: "510000" }, 30, ["same amount", "another card"]],
    ["the authorization code", { authCode: "a1b2c3" }, 55, ["same amount", "same authorization code"]],
    ["zeros for a code", { authCode: "000000" }, 30, ["same amount"]],
    ["another currency", { currency: "EUR" }, 0, ["another currency"]],
    ["a lower-case currency", { currency: "usd" }, 30, ["same amount"]],
  ])("for %s", (_, reply, score, reasons) => {
    expect(scoreMatch(anAlertOf(reply), aPaidCandidate())).toMatchObject({ score, reasons });
  });

  test.each([
    ["payment id", { paymentId: "pay_01K00000000000000000000001" }],
    ["payment id", { paymentId: "stl_01K00000000000000000000001" }],
    ["acquirer reference number", { arn: " 74987501234567890123451 " }],
    ["rail reference", { railRef: "tr_1" }],
    ["rail reference", { railRef: "0xABC1" }],
    ["invoice", { purchaseIdentifier: "inv-1001" }],
    ["invoice", { purchaseIdentifier: "inv_01K00000000000000000000001" }],
  ])("is 100 by the %s in %o, whatever the amount", (name, reply) => {
    const { score, reasons } = scoreMatch(anAlertOf({ amountCents: 1, ...reply }), aPaidCandidate());
    expect({ score, reasons }).toEqual({ score: 100, reasons: [`same ${name}`] });
  });

  test("knows one percent as the tolerance of large amounts", () => {
    const large = aPaidCandidate({ amountCents: 1_000_000 });
    expect(scoreMatch(anAlertOf({ amountCents: 1_010_000 }), large).score).toBe(15);
    expect(scoreMatch(anAlertOf({ amountCents: 1_010_001 }), large).score).toBe(0);
  });

  test("is never as good as a reference, however much agrees", () => {
    expect(scoreMatch(anAlertOf({ ...seen, authCode: "A1B2C3" }), aPaidCandidate()).score).toBe(99);
  });

  test.each(["", " ", "N/A", "none", "0000000", "-", "unknown"])("takes %o for no reference", (filling) => {
    const reply = anAlertOf({ purchaseIdentifier: filling, arn: filling, railRef: filling });
    const paid = aPaidCandidate({ invoiceNumber: filling, arn: filling, railRefs: [filling] });
    expect(scoreMatch(reply, paid)).toMatchObject({ references: [], againstReference: [] });
  });
});

describe("a match without a person", () => {
  const verdict = (reply: Parameters<typeof anAlertOf>[0], ...paid: ReturnType<typeof aPaidCandidate>[]) => {
    const { candidate } = judgeMatch(anAlertOf(reply), paid);
    return candidate?.paymentId ?? null;
  };
  const truth = aPaidCandidate().paymentId;

  test("is made by one reference", () => {
    expect(verdict({ arn: aPaidCandidate().arn }, anotherPaidCandidate(2), aPaidCandidate())).toBe(truth);
  });

  test("is made by amount, date, descriptor and card together", () => {
    expect(verdict(seen, anotherPaidCandidate(2), aPaidCandidate())).toBe(truth);
  });

  test("is made by amount, date, card and authorization code", () => {
    expect(verdict({ ...seen, descriptor: null, authCode: "A1B2C3" }, aPaidCandidate())).toBe(truth);
  });

  test("is not made of amount, date and card alone", () => {
    expect(verdict({ ...seen, descriptor: null }, aPaidCandidate())).toBeNull();
  });

  test("is not made between two payments of one amount, date and card", () => {
    expect(verdict(seen, aPaidCandidate(), anotherPaidCandidate(2, { cardLast4: "4242" }))).toBeNull();
  });

  test("is not made between twins that only the date tells apart", () => {
    const lastWeek = anotherPaidCandidate(2, { cardLast4: "4242", at: "2026-11-04T00:00:00.000Z" });
    expect(verdict(seen, aPaidCandidate(), lastWeek)).toBeNull();
  });

  test("is not made where the same payer has another such payment, its card unknown", () => {
    expect(verdict(seen, aPaidCandidate(), anotherPaidCandidate(2, { payer: "cus_1" }))).toBeNull();
    expect(verdict(seen, aPaidCandidate(), anotherPaidCandidate(2, { payer: "cus_1", cardLast4: "1111" }))).toBe(truth);
  });

  test("is made between twins by a reference or by the authorization code", () => {
    const twin = anotherPaidCandidate(2, { payer: "cus_1", cardLast4: "4242" });
    expect(verdict({ ...seen, arn: aPaidCandidate().arn }, aPaidCandidate(), twin)).toBe(truth);
    expect(verdict({ ...seen, authCode: "A1B2C3" }, aPaidCandidate(), twin)).toBe(truth);
  });

  test("is not made between references that point at two payments", () => {
    expect(
      verdict({ arn: aPaidCandidate().arn, railRef: "tr_2" }, aPaidCandidate(), anotherPaidCandidate(2)),
    ).toBeNull();
  });

  test("is not made by a reference while the alert names a payment that is not found", () => {
    const unknown = "pay_01K00000000000000000000009";
    expect(verdict({ arn: aPaidCandidate().arn, paymentId: unknown }, aPaidCandidate())).toBeNull();
  });

  test("is not made by a reference while the authorization code is another payment's", () => {
    const other = anotherPaidCandidate(2, { cardLast4: "4242", authCode: "ZZ9999" });
    expect(verdict({ ...seen, authCode: "ZZ9999", arn: aPaidCandidate().arn }, aPaidCandidate(), other)).toBeNull();
  });

  test("is made by a reference even though a wallet shows another card", () => {
    expect(verdict({ arn: aPaidCandidate().arn, cardLast4: "9999" }, aPaidCandidate())).toBe(truth);
  });

  test("is not made by circumstances that one fact contradicts", () => {
    expect(verdict({ ...seen, authCode: "ZZ9999" }, aPaidCandidate())).toBeNull();
    expect(verdict({ ...seen, arn: "74987501234567890123459" }, aPaidCandidate())).toBeNull();
  });

  test("is made between two payments of an invoice by the payment's own reference alone", () => {
    const part = anotherPaidCandidate(2, { invoiceNumber: "INV-1001" });
    expect(verdict({ purchaseIdentifier: "INV-1001" }, aPaidCandidate(), part)).toBeNull();
    expect(verdict({ purchaseIdentifier: "INV-1001", railRef: "tr_1" }, aPaidCandidate(), part)).toBe(truth);
  });

  test("is not made in a crowd, where four digits agree by chance", () => {
    const crowd = (size: number) => Array.from({ length: size }, (_, at) => anotherPaidCandidate(at + 10));
    expect(verdict(seen, aPaidCandidate(), ...crowd(matchFloors.crowd - 1))).toBe(truth);
    expect(verdict(seen, aPaidCandidate(), ...crowd(matchFloors.crowd))).toBeNull();
    expect(verdict({ ...seen, authCode: "A1B2C3" }, aPaidCandidate(), ...crowd(matchFloors.crowd))).toBe(truth);
    expect(verdict({ ...seen, railRef: "tr_1" }, aPaidCandidate(), ...crowd(matchFloors.crowd))).toBe(truth);
  });

  test("is made between twins, and wrongly half the time, where no lead is asked for", () => {
    const twin = anotherPaidCandidate(2, { cardLast4: "4242" });
    const judged = judgeMatch(anAlertOf(seen), [aPaidCandidate(), twin], { ...matchFloors, lead: 0 });
    expect(judged.verdict).toBe("matched");
  });
});

describe("the candidates", () => {
  test("are the payments that score at least forty, best first, at most ten", () => {
    const others = Array.from({ length: 12 }, (_, at) => anotherPaidCandidate(at + 10));
    const found = rankCandidates(anAlertOf(seen), [...others, aPaidCandidate()]);
    expect(found).toHaveLength(10);
    expect(found[0]).toEqual({
      paymentId: aPaidCandidate().paymentId,
      score: 80,
      reasons: ["same amount", "same day", "same descriptor", "card ending 4242"],
    });
    expect(found.slice(1).map(({ score }) => score)).toEqual(Array(9).fill(65));
  });

  test("are none where only the amount agrees", () => {
    expect(judgeMatch(anAlertOf(), [aPaidCandidate()])).toEqual({
      verdict: "unmatched",
      candidate: null,
      candidates: [],
    });
  });

  test("name a payment once that was found twice", () => {
    expect(rankCandidates(anAlertOf({ railRef: "tr_1" }), [aPaidCandidate(), aPaidCandidate()])).toHaveLength(1);
  });

  test("of an alert without any are none", () => {
    expect(judgeMatch(anAlertOf(seen), [])).toMatchObject({ verdict: "unmatched", candidates: [] });
  });
});
