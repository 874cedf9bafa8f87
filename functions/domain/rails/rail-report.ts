import * as z from "zod";
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

/** A report for a live rail that waits for a second operator; its fields are those of its route. */
export const railReportChange = z.object({
  kind: z.literal("rail_report").describe("what is changed: what a rail says of money, as an operator reports it"),
  rail: z.string().describe("the rail that it is reported for"),
  report: z
    .object({
      railRef: z.string().describe("the rail's own reference of the money"),
      state: z.string().describe("what happened, in the word of the rail's callback route"),
      return_code: z.string().optional().describe("the ACH code; left out where none was told"),
      amountCents: z.int().optional().describe("what arrived, in cents; left out: the expected amount"),
      txHash: z.string().optional().describe("the transaction that proves a payout; left out where none was told"),
    })
    .describe("what is reported"),
});

export type RailReportChange = Readonly<z.infer<typeof railReportChange>>;
