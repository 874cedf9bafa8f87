/** What a rail is asked about a deposit that came without our asking: whose it must be, and what it must be held in. */
export interface DepositQuery {
  readonly amountCents: number;
  readonly fundingRef: string | null;
  readonly depositTxHash: string | null;
  readonly reference: string;
  readonly partnerCustomerId: string;
  readonly chain: string;
  readonly stable: string;
}
