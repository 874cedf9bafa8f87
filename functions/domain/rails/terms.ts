import type { PaymentSource } from "./payment-source.ts";

/** How long a rail may be silent before it is asked: at first, and by how much the age of what is asked about grows from one look to the next. */
export interface RailSilence {
  readonly firstSeconds: number;
  readonly growth: number;
}

/** What is agreed with a rail, in seconds. */
export interface RailTerms {
  /** How a payer pays where nobody says. */
  readonly source: PaymentSource;
  /** A collection that has brought no money for this long is stalled. */
  readonly collectSeconds: Readonly<Record<PaymentSource, number>>;
  /** One that has brought none for this long lapses: the rail gives it up and the payment is canceled. */
  readonly expirySeconds: Readonly<Record<PaymentSource, number>>;
  /** A payout without a proof is stalled after this. */
  readonly proofSeconds: number;
  /** By then somebody must have acted on it. */
  readonly proofLimitSeconds: number;
  /** Silence after which the rail is asked whether a callback was lost. */
  readonly silence: { readonly collecting: RailSilence; readonly settling: RailSilence };
  /** For how many days after it came it sends a payer's money back; null where no day ends that. */
  readonly refundDays: number | null;
  /** Other vendors than the rail itself whose stablecoin its payouts leave from: each has a leg that takes to it what the rail collects. */
  readonly conversions: readonly string[];
  /** Chains on which it keeps wallets for its customers, by our names; none where it keeps nothing. */
  readonly walletChains: readonly string[];
}

const day = 86_400;

/** Half an hour and a day for a payout: domain facts 1.2. A payer who was sent instructions has a week; a debit settles in days. */
const usual: RailTerms = {
  source: "ach",
  collectSeconds: { ach_push: 7 * day, ach: 5 * day },
  expirySeconds: { ach_push: 14 * day, ach: 10 * day },
  proofSeconds: 1800,
  proofLimitSeconds: day,
  // A payer takes days, and the night's reconciliation sees a lost word too: six looks in a week. A payout is in a hurry.
  silence: { collecting: { firstSeconds: 3600, growth: 4 }, settling: { firstSeconds: 600, growth: 2 } },
  refundDays: null,
  conversions: [],
  walletChains: [],
};

/** Every rail there is: one more is a line here, and the compiler asks for its adapters. */
const terms = {
  // It collects and pays nothing real, whoever converts.
  mock: { ...usual, conversions: ["hifi"] },
  // It pulls from nobody's bank.
  bridge: { ...usual, source: "ach_push", refundDays: 60, walletChains: ["base", "ethereum", "solana", "tron"] },
} as const satisfies Record<string, RailTerms>;

export type RailName = keyof typeof terms;

export const railNames = Object.keys(terms) as readonly RailName[];

/** The terms of a settlement's rail; the usual ones where its rail is no more. */
export function termsOf(rail: string): RailTerms {
  return Object.hasOwn(terms, rail) ? terms[rail as RailName] : usual;
}

/** Whether what a rail's deposits buy lies in wallets of its own, that of many together, until it is paid out. */
export function keepsWallets(rail: string): boolean {
  return termsOf(rail).walletChains.length > 0;
}

/** The vendors that may convert what a rail collects: itself, and those that a leg joins to it. */
export function conversionsOf(rail: string): readonly string[] {
  return [rail, ...termsOf(rail).conversions];
}

/** Why a vendor cannot convert what a rail collects; undefined where a leg joins the two. Without one the vendor would buy with other money than what it is paid out for. */
export function pairProblem(rail: string, conversion: string): string | undefined {
  if (conversionsOf(rail).includes(conversion)) return undefined;
  return `no leg takes to ${conversion} what the ${rail} rail collects`;
}

/** How long an order may still take effect at a vendor that was told of it and gave no answer: before that nothing is taken back, or done otherwise, because the vendor does not know the order. */
export const lateOrderSeconds = 1200;

/** No silence is longer, however old what is asked about. */
const longestSilenceSeconds = 2 * day;

/** Seconds of silence after which a rail is asked about something that was this old when it was last asked about, or 0. */
export function silentSecondsAt({ firstSeconds, growth }: RailSilence, ageSeconds: number): number {
  return Math.min(longestSilenceSeconds, Math.max(firstSeconds, ageSeconds * (growth - 1)));
}
