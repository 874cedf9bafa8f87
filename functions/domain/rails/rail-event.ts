/** What a rail's callback means, its word already parsed by the adapter. */
export type RailEvent =
  /** `totalCents` is all that came so far, `amountCents` what came just now; neither: what was still missing. */
  | {
      readonly kind: "funds_received";
      readonly amountCents?: number | undefined;
      readonly totalCents?: number | undefined;
    }
  /** `paid` is what the wallet got, in stablecoin, where the rail tells it. */
  | { readonly kind: "payment_processed"; readonly txHash: string; readonly paid?: string | undefined }
  /** `leg` is told where the rail tells its legs apart: a payout that failed, not the payer's money. */
  | { readonly kind: "failed"; readonly code: string; readonly leg?: "payout" | undefined }
  | { readonly kind: "returned"; readonly code: string }
  | { readonly kind: "notification_of_change"; readonly code: string }
  | { readonly kind: "unknown"; readonly state: string };
