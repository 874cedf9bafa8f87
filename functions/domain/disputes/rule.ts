import * as z from "zod";
import { dayNumber } from "../core/time.ts";
import type { RuleEvaluation } from "./alert.ts";
import { conditionForms } from "./condition-form.ts";
import {
  attributeOf,
  type RuleAttribute,
  type RuleFacts,
  type RuleOperator,
  ruleAttributes,
  ruleOperators,
  typeOperators,
} from "./rule-attribute.ts";

export const ruleActions = ["refund", "review", "open_case", "dismiss", "notify_iso"] as const;

/** A text of a stored list; lists from before took control characters too. */
const storedText = z
  .string()
  .max(200)
  .refine((text) => text.trim().length > 0, "not blank");

function ruleValueOf(text: z.ZodType<string>) {
  const scalar = z.union([text, z.int(), z.boolean()]);
  return z.union(
    [scalar, z.array(scalar).min(1).max(100)],
    "a text of 1 to 200 characters, no control characters among them, a whole number, true or false, or a list of 1 to 100 of them",
  );
}
type RuleValue = z.infer<ReturnType<typeof ruleValueOf>>;

/** What each type's values are; `In` takes a list of them. */
const typeValues = {
  text: { holds: (value: unknown) => typeof value === "string", words: "a text" },
  word: { holds: (value: unknown) => typeof value === "string", words: "a text" },
  number: { holds: Number.isSafeInteger, words: "a whole number" },
  date: { holds: (value: unknown) => z.iso.date().safeParse(value).success, words: "a date, YYYY-MM-DD" },
  flag: { holds: (value: unknown) => typeof value === "boolean", words: "true or false" },
} as const;

function conditionOf(text: z.ZodType<string>) {
  return z
    .strictObject({
      attribute: z
        .enum(Object.keys(ruleAttributes) as [RuleAttribute, ...RuleAttribute[]])
        .describe("the fact of the alert that is looked at"),
      operator: z.enum(ruleOperators).describe("how it is compared; each type of fact has operators of its own"),
      value: ruleValueOf(text).optional().describe("IsBlank takes none, or false for its opposite; In takes a list"),
    })
    .superRefine(({ attribute, operator, value }, context) => {
      const unfit = unfitOperator(attribute, operator);
      if (unfit) context.addIssue({ code: "custom", path: ["operator"], message: unfit });
      const wrong = unfit ? null : wrongValue(attribute, operator, value);
      if (wrong) context.addIssue({ code: "custom", path: ["value"], message: wrong });
    })
    .meta({ anyOf: conditionForms() });
}

function ruleOf(text: z.ZodType<string>) {
  return z.strictObject({
    id: z
      .string()
      .regex(/^[A-Za-z0-9_.-]{1,64}$/, "1 to 64 letters, digits, dots, dashes or underscores")
      .describe("its id, once per list"),
    name: text.describe("what people call it"),
    when: z.array(conditionOf(text)).min(1).max(20).describe("its conditions, all of which must hold"),
    action: z.enum(ruleActions).describe("what follows where they do"),
  });
}

/** A rule as it is stored: all of its conditions must hold. One without conditions would match everything and is refused. */
export const disputeRule = ruleOf(storedText);

export type DisputeRule = z.infer<typeof disputeRule>;
type Condition = DisputeRule["when"][number];

/** A list of rules as it is taken, with names and values of this kind of text, looked at in its order; each id once. */
export function disputeRulesOf(text: z.ZodType<string>) {
  return z
    .array(ruleOf(text).meta({ id: "DisputeRule" }))
    .max(100)
    .refine((rules) => new Set(rules.map(({ id }) => id)).size === rules.length, "each id once")
    .meta({ uniqueItems: true });
}

function unfitOperator(attribute: RuleAttribute, operator: RuleOperator): string | null {
  const allowed = typeOperators[attributeOf(attribute).type];
  return allowed.includes(operator) ? null : `${attribute} takes ${allowed.join(", ")}, not ${operator}`;
}

function wrongValue(attribute: RuleAttribute, operator: RuleOperator, value: RuleValue | undefined): string | null {
  if (operator === "IsBlank")
    return value === undefined || typeof value === "boolean" ? null : "IsBlank takes true, false or no value";
  if (operator === "In" && !Array.isArray(value)) return `In takes a list for ${attribute}`;
  const { type, words } = attributeOf(attribute);
  const expected = typeValues[type];
  for (const each of operator === "In" && Array.isArray(value) ? value : [value]) {
    if (!expected.holds(each)) return `${attribute} is compared with ${expected.words}`;
    if (words && !words.includes(`${each}`.toLowerCase())) return `${attribute} is one of ${words.join(", ")}`;
  }
  return null;
}

/** What came of a list of rules: every rule looked at with the values compared, and the first that matched. */
export interface RuleOutcome {
  readonly audit: RuleEvaluation[];
  readonly rule: DisputeRule | null;
}

/** Looks at the rules in their order up to the first that matches; what is after it is not evaluated. */
export function evaluateRules(rules: readonly DisputeRule[], facts: RuleFacts): RuleOutcome {
  const audit: RuleEvaluation[] = [];
  for (const rule of rules) {
    const conditions = rule.when.map((each) => evaluated(each, facts));
    const matched = conditions.every(({ held }) => held);
    audit.push({ ruleId: rule.id, name: rule.name, matched, conditions });
    if (matched) return { audit, rule };
  }
  return { audit, rule: null };
}

function evaluated({ attribute, operator, value }: Condition, facts: RuleFacts) {
  const actual = facts[attribute] ?? null;
  const expected = operator === "IsBlank" ? (value ?? true) : (value ?? null);
  return { attribute, operator, value: expected, actual, held: holds({ attribute, operator, value }, actual) };
}

type Comparable = string | number | boolean;

/** A value as it is compared: texts without case and outer blanks, dates by their day in UTC; null is blank. */
function comparable(attribute: RuleAttribute, value: unknown): Comparable | null {
  const { type } = attributeOf(attribute);
  if (type === "number") return Number.isSafeInteger(value) ? (value as number) : null;
  if (type === "flag") return typeof value === "boolean" ? value : null;
  if (typeof value !== "string") return null;
  if (type === "date") return dayNumber(value);
  return value.trim().toLowerCase() || null;
}

function holds({ attribute, operator, value }: Condition, fact: Comparable | null): boolean {
  const actual = comparable(attribute, fact);
  if (operator === "IsBlank") return (actual === null) === (value ?? true);
  // Nothing compares with a blank: an unknown amount is not under any limit.
  if (actual === null) return false;
  const values = (Array.isArray(value) ? value : [value]).map((each) => comparable(attribute, each));
  return values.some((each) => each !== null && compares[operator](actual, each));
}

const compares: Readonly<Record<Exclude<RuleOperator, "IsBlank">, (actual: Comparable, value: Comparable) => boolean>> =
  {
    Contains: (actual, value) => `${actual}`.includes(`${value}`),
    EqualTo: (actual, value) => actual === value,
    GreaterThan: (actual, value) => actual > value,
    GreaterThanOrEquals: (actual, value) => actual >= value,
    LessThan: (actual, value) => actual < value,
    LessThanOrEquals: (actual, value) => actual <= value,
    StartsWith: (actual, value) => `${actual}`.startsWith(`${value}`),
    In: (actual, value) => actual === value,
  };

/** Up to this an alert is refunded without a person; the one place where the line is drawn. */
const smallCents = 1_000_000;

/** The rules of a tenant that has none of its own. What none of them matches is for a person to look at. */
export const defaultRules: readonly DisputeRule[] = [
  {
    id: "default_case",
    name: "A chargeback or a debit that nobody authorized is disputed",
    when: [{ attribute: "kind", operator: "In", value: ["chargeback", "ach_return"] }],
    action: "open_case",
  },
  {
    id: "default_refund",
    name: "A complaint over at most 10,000 is refunded before it becomes a chargeback",
    when: [
      { attribute: "kind", operator: "In", value: ["dispute", "fraud", "inquiry"] },
      { attribute: "amountCents", operator: "LessThanOrEquals", value: smallCents },
    ],
    action: "refund",
  },
];
