import type { Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import { type Settlement, settlementTransition } from "../settlement/settlement.ts";
import type { Alert } from "./alert.ts";

/** What the other alerts and cases about a payment say of its money. */
export interface EarlierLoss {
  /** A case about it was lost, accepted or let pass: the network has the money. */
  readonly caseLost: boolean;
  /** Another alert about it ended with a refund that the payment itself knows nothing of. */
  readonly alertRefunded: boolean;
  /** Another alert says that its money was taken back, and no case tells how that ends. */
  readonly chargedBack: boolean;
}

export const losses = [
  "case_open",
  "case_lost",
  "charged_back",
  "payment_returned",
  "refunded",
  "refund_under_way",
  "network_refund",
] as const;
export type Loss = (typeof losses)[number];

/** What has taken a payment's money back already, or may still do so: a refund beside any of it would lose it twice. */
export function lossesOf(state: Settlement, { caseLost, alertRefunded, chargedBack }: EarlierLoss): Loss[] {
  const { payment, disputes, sendBack, networkRefundCents = 0 } = state;
  const found: Readonly<Record<Loss, boolean>> = {
    case_open: disputes.length > 0,
    case_lost: caseLost,
    charged_back: chargedBack,
    payment_returned: payment.status === "returned",
    refunded: payment.status === "refunded" || alertRefunded,
    refund_under_way: sendBack !== null,
    network_refund: networkRefundCents > 0,
  };
  return losses.filter((loss) => found[loss]);
}

const elsewhere: readonly Alert["resolution"][] = ["not_found", "duplicate"];

/** Whether an alert says that its payment's money is gone, as long as no case is there to tell how that ends. */
export function reportsChargeback({ status, said: report, resolution }: Alert): boolean {
  const isTaken = report.kind === "chargeback" || report.kind === "ach_return";
  return isTaken && status !== "case_opened" && !elsewhere.includes(resolution);
}

/** Notes with a payment that its money was taken back where no case does: whoever refunds it at the same moment has to decide again. */
export function noteChargeback(settlement: Settlement, alert: Alert, now: Instant): Transition<Settlement>[] {
  if (!reportsChargeback(alert) || settlement.payment.status === "returned") return [];
  const reason = `its money was taken back, as alert ${alert.id} says`;
  return [settlementTransition(settlement, settlement, now, { reason, quiet: true })];
}

const backAs: readonly Alert["resolution"][] = ["refunded", "previously_refunded"];

/** Whether an alert says that its payment was given back. What our own rail was told stands on the payment, with what came of it. */
export function reportsRefund({ refund, resolution }: Alert): boolean {
  return refund === null ? backAs.includes(resolution) : refund.by === "network";
}
