import { describe, expect, test } from "vitest";
import { defaultRules, disputeRule, disputeRulesOf, evaluateRules } from "../../../functions/domain/disputes/rule.ts";
import {
  attributeOf,
  type RuleAttribute,
  type RuleOperator,
  ruleAttributes,
  ruleOperators,
  typeOperators,
} from "../../../functions/domain/disputes/rule-attribute.ts";
import { text } from "../../../functions/http/schemas.ts";
import { aRuleOf, factsOf } from "../../support/disputes/rule-facts.ts";

const names = Object.keys(ruleAttributes) as RuleAttribute[];
const sample = { text: "x", word: "", number: 5, date: "2026-11-10", flag: true } as const;

function valueFor(attribute: RuleAttribute, operator: RuleOperator): unknown {
  const { type, words: labels } = attributeOf(attribute);
  const value = labels?.[0] ?? sample[type];
  return operator === "In" ? [value] : operator === "IsBlank" ? undefined : value;
}

function complaint(condition: object): string[] {
  const { error } = disputeRule.safeParse({ id: "r", name: "r", when: [condition], action: "review" });
  return error?.issues.map(({ path, message }) => `${path.slice(2).join(".")}: ${message}`) ?? [];
}

const ownRules = disputeRulesOf(text(1, 200));

describe("a rule as it is given", () => {
  test.each([true, false])("may ask whether a value is blank with %s", (value) => {
    expect(complaint({ attribute: "arn", operator: "IsBlank", value })).toEqual([]);
  });

  test.each(names.flatMap((attribute) => ruleOperators.map((operator) => [attribute, operator] as const)))(
    "may ask %s by %s where its type allows it, and is refused with a reason otherwise",
    (attribute, operator) => {
      const { type } = attributeOf(attribute);
      const value = valueFor(attribute, operator);
      const reply = complaint({ attribute, operator, ...(value !== undefined && { value }) });
      const allowed = typeOperators[type];
      if (allowed.includes(operator)) expect(reply).toEqual([]);
      else expect(reply).toEqual([`operator: ${attribute} takes ${allowed.join(", ")}, not ${operator}`]);
    },
  );

  test.each([
    [{ attribute: "amountCents", operator: "EqualTo", value: "5" }, "amountCents is compared with a whole number"],
    [{ attribute: "amountCents", operator: "EqualTo" }, "amountCents is compared with a whole number"],
    [{ attribute: "descriptor", operator: "Contains", value: 5 }, "descriptor is compared with a text"],
    [{ attribute: "descriptor", operator: "Contains", value: ["a"] }, "descriptor is compared with a text"],
    [{ attribute: "reasonCode", operator: "In", value: "10.4" }, "In takes a list for reasonCode"],
    [{ attribute: "ageDays", operator: "In", value: [1, "2"] }, "ageDays is compared with a whole number"],
    [
      { attribute: "refundedByNetwork", operator: "EqualTo", value: "true" },
      "refundedByNetwork is compared with true or false",
    ],
    [
      { attribute: "transactionDate", operator: "LessThan", value: "2026-02-30" },
      "transactionDate is compared with a date, YYYY-MM-DD",
    ],
    [{ attribute: "arn", operator: "IsBlank", value: "yes" }, "IsBlank takes true, false or no value"],
    [
      { attribute: "network", operator: "EqualTo", value: "diners" },
      "network is one of visa, mastercard, amex, discover, ach",
    ],
    [
      { attribute: "condition", operator: "In", value: ["fraud", "10"] },
      "condition is one of fraud, authorization, processing, consumer",
    ],
  ])("with a value that cannot be compared is refused: %o", (condition, message) => {
    expect(complaint(condition)).toEqual([`value: ${message}`]);
  });

  test.each([
    ["an unknown attribute", { when: [{ attribute: "mood", operator: "EqualTo", value: "x" }] }],
    ["an unknown operator", { when: [{ attribute: "kind", operator: "Like", value: "x" }] }],
    ["a field that nobody knows", { when: [{ attribute: "arn", operator: "IsBlank", not: true }] }],
    ["a fraction of a cent", { when: [{ attribute: "amountCents", operator: "EqualTo", value: 0.5 }] }],
    ["an empty list", { when: [{ attribute: "arn", operator: "In", value: [] }] }],
    ["a blank text", { when: [{ attribute: "descriptor", operator: "Contains", value: "  " }] }],
    ["no condition, which would match everything", { when: [] }],
    ["more than twenty conditions", { when: Array(21).fill({ attribute: "arn", operator: "IsBlank" }) }],
    ["an unsafe id", { id: "a/b" }],
    ["an id that is too long", { id: "a".repeat(65) }],
    ["an unknown action", { action: "shout" }],
  ])("with %s is refused", (_, wrong) => {
    expect(
      disputeRule.safeParse({ ...aRuleOf("r", []), when: [{ attribute: "arn", operator: "IsBlank" }], ...wrong })
        .success,
    ).toBe(false);
  });

  test("has an id of its own in its list", () => {
    const rule = { ...defaultRules[0] };
    expect(ownRules.safeParse([rule, rule]).success).toBe(false);
    expect(ownRules.safeParse([]).success).toBe(true);
  });

  test("of a stored list may have characters that no list takes any more", () => {
    const when = [{ attribute: "descriptor", operator: "Contains", value: "CORP\u0007" }];
    expect(disputeRule.safeParse({ ...aRuleOf("r", []), name: "A\u0000", when }).success).toBe(true);
  });
});

describe("a condition", () => {
  test.each([
    ["descriptor", "Contains", "corp*", true],
    ["descriptor", "Contains", "ACME", true],
    ["descriptor", "Contains", "laundry", false],
    ["descriptor", "StartsWith", "acme", true],
    ["descriptor", "StartsWith", "corp", false],
    ["reasonCode", "EqualTo", " 10.4 ", true],
    ["reasonCode", "EqualTo", "10", false],
    ["reasonCode", "In", ["13.1", "10.4"], true],
    ["reasonCode", "In", ["13.1"], false],
    ["kind", "EqualTo", "FRAUD", true],
    ["kind", "In", ["dispute", "fraud"], true],
    ["amountCents", "EqualTo", 2900, true],
    ["amountCents", "GreaterThan", 2899, true],
    ["amountCents", "GreaterThan", 2900, false],
    ["amountCents", "GreaterThanOrEquals", 2900, true],
    ["amountCents", "LessThan", 2900, false],
    ["amountCents", "LessThanOrEquals", 2900, true],
    ["amountCents", "In", [1, 2900], true],
    ["transactionDate", "EqualTo", "2026-11-10", true],
    ["transactionDate", "GreaterThan", "2026-11-09", true],
    ["transactionDate", "GreaterThan", "2026-11-10", false],
    ["transactionDate", "GreaterThanOrEquals", "2026-11-10", true],
    ["transactionDate", "LessThan", "2026-11-11", true],
    ["transactionDate", "LessThanOrEquals", "2026-11-09", false],
    ["refundedByNetwork", "EqualTo", false, true],
    ["refundedByNetwork", "EqualTo", true, false],
    ["isoRef", "IsBlank", undefined, true],
    ["isoRef", "IsBlank", true, true],
    ["isoRef", "IsBlank", false, false],
    ["purchaseIdentifier", "IsBlank", true, true],
    ["descriptor", "IsBlank", false, true],
    ["amountCents", "IsBlank", true, false],
  ] as const)("%s %s %o is %o of the alert", (attribute, operator, value, held) => {
    const rule = aRuleOf("r", [{ attribute, operator, value: value as never }]);
    expect(evaluateRules([rule], factsOf()).audit[0]?.conditions[0]?.held).toBe(held);
  });

  test.each([
    ["score", "LessThan", 100],
    ["ageDays", "GreaterThanOrEquals", 0],
    ["isoRef", "Contains", "i"],
    ["isoRef", "EqualTo", "x"],
    ["cardBin", "In", ["424242"]],
    ["cardBin", "StartsWith", "4"],
  ] as const)("%s %s %o never holds of a blank", (attribute, operator, value) => {
    const rule = aRuleOf("r", [{ attribute, operator, value: value as never }]);
    expect(evaluateRules([rule], factsOf({ score: null, ageDays: null, cardBin: "" })).rule).toBeNull();
  });
});

describe("a list of rules", () => {
  const fraud = aRuleOf("fraud", [{ attribute: "kind", operator: "EqualTo", value: "fraud" }]);
  const large = aRuleOf("large", [{ attribute: "amountCents", operator: "GreaterThan", value: 100_000 }]);

  test("gives the first that matches, and the audit ends with it", () => {
    const { audit, rule } = evaluateRules([large, fraud, { ...fraud, id: "later" }], factsOf());
    expect(rule?.id).toBe("fraud");
    expect(audit).toEqual([
      {
        ...{ ruleId: "large", name: "large", matched: false },
        conditions: [{ attribute: "amountCents", operator: "GreaterThan", value: 100_000, actual: 2900, held: false }],
      },
      {
        ...{ ruleId: "fraud", name: "fraud", matched: true },
        conditions: [{ attribute: "kind", operator: "EqualTo", value: "fraud", actual: "fraud", held: true }],
      },
    ]);
  });

  test("gives none where none matches, with every rule in the audit", () => {
    const { audit, rule } = evaluateRules([large], factsOf());
    expect([rule, audit.length]).toEqual([null, 1]);
  });

  test("takes a rule only where all of its conditions hold", () => {
    const both = aRuleOf("both", [...fraud.when, ...large.when]);
    expect(evaluateRules([both], factsOf()).rule).toBeNull();
    expect(evaluateRules([both], factsOf({ amountCents: 100_001 })).rule?.id).toBe("both");
  });
});

describe("the rules of a tenant without its own", () => {
  test("are such as a tenant could give", () => {
    expect(ownRules.parse(defaultRules)).toEqual(defaultRules);
  });

  test.each([
    ["chargeback", 5_000_000, "open_case"],
    ["ach_return", 100, "open_case"],
    ["dispute", 1_000_000, "refund"],
    ["dispute", 1_000_001, undefined],
    ["fraud", 2900, "refund"],
    ["inquiry", 2900, "refund"],
    ["rdr", 2900, undefined],
    ["fraud_report", 2900, undefined],
  ])("say of a %s over %i cents: %s", (kind, amountCents, action) => {
    expect(evaluateRules(defaultRules, factsOf({ kind, amountCents })).rule?.action).toBe(action);
  });
});
