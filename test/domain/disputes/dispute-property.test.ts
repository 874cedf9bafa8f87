import fc from "fast-check";
import { expect, test } from "vitest";
import { judgeMatch, matchFloors, rankCandidates } from "../../../functions/domain/disputes/alert-match.ts";
import { type MatchFacts, scoreMatch } from "../../../functions/domain/disputes/match-score.ts";
import { type DisputeRule, disputeRule, evaluateRules } from "../../../functions/domain/disputes/rule.ts";
import {
  type RuleAttribute,
  ruleAttributes,
  ruleOperators,
} from "../../../functions/domain/disputes/rule-attribute.ts";
import { descriptorLikeness } from "../../../functions/domain/disputes/statement-descriptor.ts";
import { anAlertOf, anotherPaidCandidate } from "../../support/disputes/match-facts.ts";
import { factsOf } from "../../support/disputes/rule-facts.ts";

const runs = { numRuns: 10_000 };

// Few values, so that things agree often.
const cents = fc.constantFrom(999, 2900, 2950, 4900);
const dates = fc.constantFrom("2026-11-03", "2026-11-08", "2026-11-10T12:00:00.000Z", "2026-11-11");
const last4 = fc.constantFrom("4242", "1111", null);
const codes = fc.constantFrom("A1B2C3", "ZZ9999", null, null);
const arns = fc.constantFrom("7401", "7402", null, null, null);
const lines = fc.constantFrom("ACME CORP", "ACME*1234", "BLUE LAUNDRY");

const alerts = fc
  .record({
    ...{ amountCents: cents, transactionDate: dates, cardLast4: last4, authCode: codes, arn: arns },
    descriptor: fc.option(lines),
    railRef: fc.constantFrom("tr_1", "tr_2", null, null, null),
  })
  .map(anAlertOf);
const facts = fc.record({
  ...{ amountCents: cents, at: dates, cardLast4: last4, authCode: codes, arn: arns },
  descriptors: fc.array(lines, { maxLength: 2 }),
  payer: fc.constantFrom("cus_1", "cus_2", null),
});
const payments = fc
  .array(facts, { maxLength: 12 })
  .map((all) => all.map((each, at): MatchFacts => anotherPaidCandidate(at + 1, each)));

test("the order of the payments changes nothing of a judgement", () => {
  const shuffled = payments.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  );
  fc.assert(
    fc.property(alerts, shuffled, (alert, [all, mixed]) => {
      expect(judgeMatch(alert, mixed)).toEqual(judgeMatch(alert, all));
    }),
    runs,
  );
});

test("a payment with an exact reference is before every other, and no other is matched without a person", () => {
  fc.assert(
    fc.property(alerts, payments, (alert, all) => {
      const exact = all
        .filter((each) => scoreMatch(alert, each).references.length > 0)
        .map(({ paymentId }) => paymentId);
      const { candidate, candidates } = judgeMatch(alert, all);
      for (const { paymentId } of candidates.slice(0, exact.length)) expect(exact).toContain(paymentId);
      if (candidate && exact.length > 0) expect(exact).toContain(candidate.paymentId);
    }),
    runs,
  );
});

test("a match without a person stands alone: the best, above the floor, ahead by the lead or by its reference", () => {
  fc.assert(
    fc.property(alerts, payments, (alert, all) => {
      const { candidate, candidates } = judgeMatch(alert, all);
      expect(candidates).toEqual(rankCandidates(alert, all));
      if (!candidate) return;
      expect(candidate).toEqual(candidates[0]);
      expect(candidate.score).toBeGreaterThanOrEqual(matchFloors.auto);
      const next = candidates[1]?.score ?? 0;
      const isNamed = candidate.score === 100;
      expect(candidate.score - next >= matchFloors.lead || isNamed).toBe(true);
    }),
    runs,
  );
});

test("a copy of the matched payment, known as well, always leaves the match to a person", () => {
  fc.assert(
    fc.property(alerts, payments, (alert, all) => {
      const { candidate } = judgeMatch(alert, all);
      const matched = all.find(({ paymentId }) => paymentId === candidate?.paymentId);
      if (!matched) return;
      const copy = { ...matched, paymentId: "pay_copy", settlementId: "stl_copy" };
      expect(judgeMatch(alert, [...all, copy]).verdict).toBe("unmatched");
    }),
    runs,
  );
});

test("the same texts are alike, either way round, and no text makes the matching throw", () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: "binary" }), lines);
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(descriptorLikeness(one, other)).toBe(descriptorLikeness(other, one));
      expect([0, 100]).toContain(descriptorLikeness(one, one));
      const reply = { arn: one, authCode: other, cardLast4: one, cardBin: other, descriptor: one };
      const named = { transactionDate: one, paymentId: other, railRef: one, purchaseIdentifier: other };
      const known = { at: other, descriptors: [other, one], cardLast4: other, cardBin: one, authCode: one };
      const paid = anotherPaidCandidate(1, { ...known, arn: other, railRefs: [one], invoiceNumber: other, payer: one });
      const { score } = scoreMatch(anAlertOf({ ...reply, ...named, currency: one }), paid);
      expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
    }),
    runs,
  );
});

const attributes = Object.keys(ruleAttributes) as RuleAttribute[];
const values = ["fraud", "visa", "10.4", "acme", "2026-11-10", "auto", 3, 80, 2900, true, false] as const;
const conditions = fc.constantFrom(
  ...attributes
    .flatMap((attribute) => ruleOperators.map((operator) => ({ attribute, operator })))
    .flatMap((each) =>
      values.flatMap((value) => [
        { ...each, value },
        { ...each, value: [value, value] },
      ]),
    )
    .filter((each) => disputeRule.safeParse(ruleOf([each])).success),
);
const seen = fc
  .record({
    kind: fc.constantFrom("fraud", "dispute", null),
    amountCents: fc.constantFrom(0, 2900, 5000, null),
    descriptor: fc.constantFrom("ACME CORP", "", null),
    transactionDate: fc.constantFrom("2026-11-10", "2026-11-09T23:00:00.000Z", "soon", null),
    score: fc.constantFrom(80, 100, null),
  })
  .map(factsOf);

function ruleOf(when: unknown): DisputeRule {
  return { id: "r", name: "r", when, action: "review" } as DisputeRule;
}

test("one more condition never makes a rule match that did not", () => {
  fc.assert(
    fc.property(fc.array(conditions, { minLength: 1, maxLength: 4 }), conditions, seen, (when, more, alert) => {
      const without = evaluateRules([ruleOf(when)], alert).rule !== null;
      const withIt = evaluateRules([ruleOf([...when, more])], alert).rule !== null;
      expect(withIt && !without).toBe(false);
    }),
    runs,
  );
});

test("in every order the first rule that matches by itself is taken, and the audit ends with it", () => {
  const lists = fc.array(fc.array(conditions, { minLength: 1, maxLength: 2 }), { maxLength: 6 });
  fc.assert(
    fc.property(lists, seen, (list, alert) => {
      const rules = list.map((when, at) => ({ ...ruleOf(when), id: `r${at}` }));
      for (const order of [rules, rules.toReversed()]) {
        const first = order.findIndex((rule) => evaluateRules([rule], alert).rule !== null);
        const { audit, rule } = evaluateRules(order, alert);
        expect(rule?.id).toBe(order[first]?.id);
        expect(audit).toHaveLength(first < 0 ? order.length : first + 1);
        expect(audit.map(({ matched }) => matched).indexOf(true)).toBe(first);
      }
    }),
    runs,
  );
});

test("no text in an alert or a rule makes the rules throw", () => {
  fc.assert(
    fc.property(conditions, fc.string(), fc.string({ unit: "binary" }), (condition, one, other) => {
      const alert = factsOf({ kind: one, descriptor: other, transactionDate: one, arn: other, method: one });
      const value = condition.operator === "In" ? [one, other] : one;
      evaluateRules([ruleOf([condition, { ...condition, value }])], alert);
    }),
    runs,
  );
});
