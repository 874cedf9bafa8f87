import type { PaymentSource } from "./payment-source.ts";

/** What is agreed with a rail, in seconds. */
export interface RailTerms {
  /** How a payer pays where nobody says. */
  readonly source: PaymentSource;
  /** A collection that has brought no money for this long is stalled. */
  readonly collectSeconds: Readonly<Record<PaymentSource, number>>;
  /** A payout without a proof is stalled after this. */
  readonly proofSeconds: number;
  /** By then somebody must have acted on it. */
  readonly proofLimitSeconds: number;
  /** Silence after which the rail is asked whether a callback was lost. */
  readonly silentSeconds: { readonly collecting: number; readonly settling: number };
}

const day = 86_400;

/** Half an hour and a day for a payout: domain facts 1.2. A payer who was sent instructions has a week; a debit settles in days. */
const usual: RailTerms = {
  source: "ach",
  collectSeconds: { ach_push: 7 * day, ach: 5 * day },
  proofSeconds: 1800,
  proofLimitSeconds: day,
  silentSeconds: { collecting: 3600, settling: 600 },
};

/** Every rail there is: one more is a line here, and the compiler asks for its adapters. */
const terms = {
  mock: usual,
  // It pulls from nobody's bank.
  bridge: { ...usual, source: "ach_push" },
} as const satisfies Record<string, RailTerms>;

export type RailName = keyof typeof terms;

export const railNames = Object.keys(terms) as readonly RailName[];

/** The terms of a settlement's rail; the usual ones where its rail is no more. */
export function termsOf(rail: string): RailTerms {
  return Object.hasOwn(terms, rail) ? terms[rail as RailName] : usual;
}
