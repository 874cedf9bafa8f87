import * as z from "zod";

/** What the payer must do on an ach_push rail: passed through as the rail returned it (spec section 2). */
export const depositInstructions = z.record(z.string(), z.unknown());

/** What the rail answered to the wish to collect. */
export interface Collection {
  readonly railRef: string;
  readonly state: "awaiting_funds" | "funds_received";
  readonly instructions: z.infer<typeof depositInstructions> | null;
}
