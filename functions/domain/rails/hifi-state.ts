/** HIFI's states of an onramp (its OpenAPI document, and "Onramp events"). */
export const hifiStates = [
  "CREATED",
  "NOT_INITIATED",
  "OPEN_QUOTE",
  "QUOTE_FAILED",
  "IN_REVIEW",
  "AWAITING_FUNDS",
  "FIAT_INITIATED",
  "FIAT_PENDING",
  "FIAT_PROCESSED",
  "FIAT_FAILED",
  "FIAT_RETURNED",
  "CRYPTO_INITIATED",
  "CRYPTO_PENDING",
  "CRYPTO_FAILED",
  "COMPLETED",
  "EXPIRED",
  "UNKNOWN",
] as const;

export type HifiState = (typeof hifiStates)[number];

/** `quoted` waits for our yes, `expired` is over without having moved anything, `accepted` has a rate that stands, `waits` has none yet. */
export type HifiMeaning = "waits" | "quoted" | "expired" | "accepted" | "delivered" | "failed" | "unknown";

const meanings = {
  CREATED: "waits",
  NOT_INITIATED: "failed",
  OPEN_QUOTE: "quoted",
  QUOTE_FAILED: "expired",
  IN_REVIEW: "waits",
  AWAITING_FUNDS: "accepted",
  FIAT_INITIATED: "accepted",
  FIAT_PENDING: "accepted",
  FIAT_PROCESSED: "accepted",
  FIAT_FAILED: "failed",
  FIAT_RETURNED: "failed",
  CRYPTO_INITIATED: "accepted",
  CRYPTO_PENDING: "accepted",
  CRYPTO_FAILED: "failed",
  COMPLETED: "delivered",
  EXPIRED: "expired",
  UNKNOWN: "unknown",
} as const satisfies Record<HifiState, HifiMeaning>;

export function hifiMeaning(state: string): HifiMeaning {
  return Object.hasOwn(meanings, state) ? meanings[state as HifiState] : "unknown";
}
