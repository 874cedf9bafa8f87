/** What a rail's callback means, its word already parsed by the adapter. */
export type RailEvent = Readonly<
  /** `totalCents` is all that came so far, `amountCents` what came just now; neither: what was still missing. */
  | {
      kind: "funds_received";
      amountCents?: number | undefined;
      totalCents?: number | undefined;
      /** What all that came so far became, in stablecoin, where the rail tells it. */
      bought?: string | undefined;
    }
  /** `paid` is what the beneficiary's wallet got and `cost` what that took of the rail's, in stablecoin, where the rail tells it. */
  | { kind: "payment_processed"; txHash: string; paid?: string | undefined; cost?: string | undefined }
  /** `leg` is told where the rail tells its legs apart: a payout that failed, not the payer's money. `canceled`: the rail waits for the payer's money no more. */
  | { kind: "failed"; code: string; leg?: "payout" | undefined; canceled?: true | undefined }
  /** `code` is the bank's return code, or `unspecified` where the rail tells none. */
  | { kind: "returned"; code: string }
  | { kind: "notification_of_change"; code: string }
  | { kind: "unknown"; state: string }
>;
