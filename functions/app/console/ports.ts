/** One thing that AWS would have been paid for, in words, with how much of it and dollars of the price list. */
export interface CostPart {
  readonly what: string;
  readonly quantity: number;
  readonly usd: number;
}

/** What a record would have cost on AWS so far, the dearest part first. */
export interface CountedCost {
  readonly usd: number;
  readonly parts: readonly CostPart[];
}

/** What counts that; only a sandbox on a developer's machine has one. */
export interface CostMeter {
  /** Null where nothing was counted of the record, or the meter does not answer. */
  costOf(id: string): Promise<CountedCost | null>;
}
