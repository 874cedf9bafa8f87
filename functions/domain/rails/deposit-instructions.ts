import * as z from "zod";

/** What the payer must do on an ach_push rail: passed through as the rail returned it (spec section 2). */
export const depositInstructions = z.record(z.string(), z.unknown());

/** What the rail answered to the wish to collect. */
export interface Collection {
  readonly railRef: string;
  readonly state: "awaiting_funds" | "funds_received";
  /** What the money that has come became, in stablecoin, where the rail tells it. */
  readonly bought?: string | undefined;
  readonly instructions: z.infer<typeof depositInstructions> | null;
}
