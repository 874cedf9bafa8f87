import type { ScreenVerdict } from "./payout-gate.ts";

/** For what a wallet of an escrow is screened; `check` is an operator's, and moves nothing. */
export const escrowScreenStages = ["release", "refund", "check"] as const;

export interface ScreenAnswer {
  readonly stage: (typeof escrowScreenStages)[number];
  readonly round: number;
  readonly address: string;
  readonly verdict: ScreenVerdict;
  readonly source?: "operator";
}

/** What the provider says of the wallet that late money is to go to, before it is applied. */
export interface CollectionScreen {
  readonly stage: "collection";
  readonly address: string;
  readonly verdict: ScreenVerdict;
}
