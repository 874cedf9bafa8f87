import type { Alert, AlertType } from "./alert.ts";

/** What an alert came to, for whoever raised it. `contested`: the merchant does not agree, a case is open or nothing was done. */
export const alertEnds = [
  "refunded",
  "refunded_in_part",
  "previously_refunded",
  "not_collected",
  "not_found",
  "contested",
  "too_late",
  "duplicate",
  "other",
] as const;
export type AlertEnd = (typeof alertEnds)[number];

/** What an alert came to; null while that is open, and where nobody waits to be told. `collected` is false where the payment that it is bound to never brought money in. */
export function alertEnd(
  alert: Pick<Alert, "status" | "resolution" | "refund"> & { readonly said: Pick<Alert["said"], "amountCents"> },
  { collected = true }: { collected?: boolean } = {},
): AlertEnd | null {
  switch (alert.status) {
    case "received":
    case "unmatched":
    case "matched":
    case "in_review":
    case "notified_iso":
      return null;
    case "auto_refunded":
      return "previously_refunded";
    case "case_opened":
    case "dismissed":
      return collected ? "contested" : "not_collected";
    case "expired":
      return "too_late";
    case "resolved":
      return resolvedEnd(alert, collected);
  }
}

function resolvedEnd(
  { resolution, refund, said: report }: Parameters<typeof alertEnd>[0],
  collected: boolean,
): AlertEnd | null {
  switch (resolution) {
    case "refunded":
      return refund !== null && refund.amountCents < report.amountCents ? "refunded_in_part" : "refunded";
    case "previously_refunded":
    case "not_found":
    case "duplicate":
      return resolution;
    case "informational":
      return null;
    case "other":
    case null:
      return collected ? "other" : "not_collected";
  }
}

/** Ethoca's two types of alerts, by our kind; no other kind comes from there. */
export const ethocaTypes = { fraud: "CONFIRMEDFRAUD", dispute: "CUSTOMERDISPUTE" } as const satisfies Partial<
  Record<AlertType, string>
>;

export type EthocaAlertType = keyof typeof ethocaTypes;

interface EthocaOutcome {
  readonly outcome: string;
  readonly refundStatus: "REFUNDED" | "NOT_REFUNDED" | "NOT_SETTLED";
  /** What is said where the outcome alone says too little, as OTHER does; null where it says enough. */
  readonly comments: string | null;
}

function says(
  outcome: string,
  refundStatus: EthocaOutcome["refundStatus"],
  comments: string | null = null,
): EthocaOutcome {
  return { outcome, refundStatus, comments };
}

/** The final outcomes of Ethoca's published outcome API (domain facts 3.1). The transit ones, in_progress and shipper_contacted, are never sent: they answer nothing within the 24 hours. */
const ethocaOutcomes: Readonly<Record<EthocaAlertType, Readonly<Record<AlertEnd, EthocaOutcome>>>> = {
  fraud: {
    refunded: says("STOPPED", "REFUNDED"),
    refunded_in_part: says("PARTIALLY_STOPPED", "REFUNDED"),
    previously_refunded: says("PREVIOUSLY_CANCELLED", "REFUNDED"),
    not_collected: says("PREVIOUSLY_CANCELLED", "NOT_SETTLED"),
    not_found: says("NOT_FOUND", "NOT_REFUNDED"),
    contested: says("OTHER", "NOT_REFUNDED", "The merchant has reason to believe the payment genuine."),
    too_late: says("MISSED", "NOT_REFUNDED"),
    duplicate: says("OTHER", "NOT_REFUNDED", "Another alert about the same payment was answered."),
    other: says("OTHER", "NOT_REFUNDED", "Closed by the merchant without a refund."),
  },
  dispute: {
    refunded: says("RESOLVED", "REFUNDED"),
    refunded_in_part: says("RESOLVED", "REFUNDED", "Refunded in part."),
    previously_refunded: says("RESOLVED_PREVIOUSLY_REFUNDED", "REFUNDED"),
    not_collected: says("RESOLVED", "NOT_SETTLED"),
    not_found: says("NOT_FOUND", "NOT_REFUNDED"),
    contested: says("UNRESOLVED_DISPUTE", "NOT_REFUNDED"),
    too_late: says("OTHER", "NOT_REFUNDED", "Not answered within the time for it."),
    duplicate: says("OTHER", "NOT_REFUNDED", "Another alert about the same payment was answered."),
    other: says("OTHER", "NOT_REFUNDED", "Closed by the merchant without a refund."),
  },
};

/** How an alert's end is told to Ethoca, by the type that it came as. */
export function ethocaOutcome(kind: EthocaAlertType, end: AlertEnd): EthocaOutcome {
  return ethocaOutcomes[kind][end];
}
