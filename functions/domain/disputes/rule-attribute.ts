import { alertKinds } from "./alert.ts";
import { alertSources } from "./alert-source.ts";
import { disputeNetworks } from "./network.ts";
import { type ConditionGroup, disputeCategories } from "./reason-code.ts";

/** The operators of the card networks' own rule engines (domain facts 3.1). */
export const ruleOperators = [
  "Contains",
  "EqualTo",
  "GreaterThan",
  "GreaterThanOrEquals",
  "IsBlank",
  "LessThan",
  "LessThanOrEquals",
  "StartsWith",
  "In",
] as const;
export type RuleOperator = (typeof ruleOperators)[number];

export type AttributeType = "text" | "word" | "number" | "date" | "flag";

export const typeOperators: Readonly<Record<AttributeType, readonly RuleOperator[]>> = {
  text: ["Contains", "EqualTo", "StartsWith", "In", "IsBlank"],
  word: ["EqualTo", "In", "IsBlank"],
  number: ["EqualTo", "GreaterThan", "GreaterThanOrEquals", "LessThan", "LessThanOrEquals", "In", "IsBlank"],
  date: ["EqualTo", "GreaterThan", "GreaterThanOrEquals", "LessThan", "LessThanOrEquals", "IsBlank"],
  flag: ["EqualTo"],
};

interface Attribute {
  readonly type: AttributeType;
  /** The only values that it has; a rule that names another is refused, since it would never hold. */
  readonly words?: readonly string[];
}

const conditionText = ["fraud", "authorization", "processing", "consumer"] as const satisfies readonly ConditionGroup[];

/** What a rule may look at. Amounts in cents, ages in whole days since the transaction, `condition` is Visa's group, `method` how the alert was bound. */
export const ruleAttributes = {
  kind: { type: "word", words: alertKinds },
  source: { type: "word", words: alertSources },
  network: { type: "word", words: disputeNetworks },
  amountCents: { type: "number" },
  currency: { type: "text" },
  reasonCode: { type: "text" },
  category: { type: "word", words: disputeCategories },
  condition: { type: "word", words: conditionText },
  cardBin: { type: "text" },
  cardLast4: { type: "text" },
  descriptor: { type: "text" },
  transactionDate: { type: "date" },
  ageDays: { type: "number" },
  purchaseIdentifier: { type: "text" },
  arn: { type: "text" },
  isoRef: { type: "text" },
  refundedByNetwork: { type: "flag" },
  score: { type: "number" },
  method: { type: "word", words: ["auto", "operator"] },
} as const satisfies Readonly<Record<string, Attribute>>;

export type RuleAttribute = keyof typeof ruleAttributes;

interface TypeFacts {
  readonly text: string;
  readonly word: string;
  readonly number: number;
  readonly date: string;
  readonly flag: boolean;
}

/** What a rule is evaluated on: every attribute, null where nothing is known. A date may be a date-time. */
export type RuleFacts = {
  readonly [A in RuleAttribute]: TypeFacts[(typeof ruleAttributes)[A]["type"]] | null;
};

export function attributeOf(name: RuleAttribute): Attribute {
  return ruleAttributes[name];
}
