import type { Settlement } from "../settlement/settlement.ts";

/** How a payment stands for its payer. What a screen of the seller's wallet said is not theirs to know: it is `held`. */
export type PayerStage =
  | "begun"
  | "awaiting_transfer"
  | "collecting"
  | "other_amount"
  | "received"
  | "converted"
  | "settled"
  | "held"
  | "returned"
  | "refunded"
  | "failed"
  | "canceled";

/** The stages of a payment that goes well, in order; each follows the one before it. */
export const goodStages = ["received", "converted", "settled"] as const;

/** Stages after which a page need not look again. */
const endings: ReadonlySet<PayerStage> = new Set<PayerStage>([
  "settled",
  "held",
  "returned",
  "refunded",
  "failed",
  "canceled",
]);

export function isStageEnd(stage: PayerStage): boolean {
  return endings.has(stage);
}

/** How a payment stands for its payer, from the settlement that it belongs to. */
export function payerStage(state: Settlement): PayerStage {
  const { payment, status, mismatchCents } = state;
  switch (payment.status) {
    case "returned":
    case "refunded":
    case "failed":
    case "canceled":
      return payment.status;
    case "processing":
      if (mismatchCents !== null) return "other_amount";
      if (status === "created") return "begun";
      return payment.instructions === null ? "collecting" : "awaiting_transfer";
    case "succeeded":
      return receivedStage(status);
    default:
      throw new Error(`unknown payment status ${payment.status satisfies never}`);
  }
}

function receivedStage(status: Settlement["status"]): PayerStage {
  if (status === "completed") return "settled";
  if (status === "settling") return "converted";
  return status === "declined" || status === "failed" ? "held" : "received";
}
