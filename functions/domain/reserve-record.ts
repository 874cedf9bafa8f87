import * as z from "zod";
import { cents, decimalText, positiveCents } from "./money.ts";

export const reserveStatuses = ["held", "releasing", "released", "used"] as const;

/** A part of a settlement that is kept back after delivery; it shares the settlement's row, so that a return and a release cannot both take it. */
export const reserve = z.object({
  id: z.string(),
  status: z.enum(reserveStatuses),
  amountCents: positiveCents,
  /** What is left of it. */
  heldCents: cents,
  /** What a return took of it. */
  usedCents: cents,
  releaseAt: z.string(),
  /** Why it is not released although it is due, or why operators keep it. */
  blocked: z.object({ reason: z.string(), at: z.string() }).nullable(),
  /** Operators keep it until two of them release it. */
  kept: z.boolean(),
  /** When it is looked at next; null once it is gone. */
  lookAt: z.string().nullable(),
  /** How often the wallet was screened for its release. */
  screens: z.int(),
  usdtOut: decimalText.nullable(),
  txHash: z.string().nullable(),
});

export type Reserve = z.infer<typeof reserve>;
