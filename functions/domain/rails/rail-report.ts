import type { RailEvent } from "./rail-event.ts";

/** What a person reports of a rail, in the words that every rail's callback route takes. */
export interface RailReport {
  readonly railRef: string;
  readonly state: string;
  readonly return_code?: string | undefined;
  readonly amountCents?: number | undefined;
  readonly txHash?: string | undefined;
}

/** The event that a report stands for; a proof without its hash and a code that is missing prove nothing, so they are unknown words. */
export function railReportEvent(report: RailReport): RailEvent {
  const { state, txHash, return_code: code } = report;
  const unknown = { kind: "unknown", state } as const;
  switch (state) {
    case "funds_received":
      return { kind: "funds_received", amountCents: report.amountCents };
    case "payment_processed":
      return txHash === undefined ? unknown : { kind: "payment_processed", txHash };
    case "failed":
      return { kind: "failed", code: code ?? "rail_failed" };
    case "returned":
    case "notification_of_change":
      return code === undefined ? unknown : { kind: state, code };
    default:
      return unknown;
  }
}
