import type { DisputeRule } from "./rule.ts";

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
