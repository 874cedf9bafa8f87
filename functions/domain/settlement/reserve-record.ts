import * as z from "zod";
import { cents, decimalText, positiveCents } from "../core/money.ts";

export const reserveStatuses = ["held", "releasing", "released", "used"] as const;

/** A reserve's payout from the moment of its intent: the rail's own reference once it has taken it, and when it had been without a proof for too long. */
const payout = z.object({ at: z.string(), ref: z.string().nullable(), stalledAt: z.string().nullable() });

/** A part of a settlement that is kept back after delivery; it shares the settlement's row, so that a return and a release cannot both take it. */
export const reserve = z.object({
  id: z.string(),
  status: z.enum(reserveStatuses),
  amountCents: positiveCents,
  /** What it became, in stablecoin: all that may leave for it. Null for one that was made before this was kept. */
  bought: decimalText.nullable().default(null),
  /** What is left of it. */
  heldCents: cents,
  /** What a return took of it. */
  usedCents: cents,
  releaseAt: z.string(),
  /** Why it is not released although it is due, or why operators keep it. */
  blocked: z.object({ reason: z.string(), at: z.string() }).nullable(),
  /** Operators keep it until two of them release it. */
  kept: z.boolean(),
  /** When two operators let it go, before its day too. */
  letGoAt: z.string().nullable().default(null),
  /** reserve.release_ready was said, and nothing has blocked it since. */
  ready: z.boolean().default(false),
  /** When it is looked at next; null once it is gone. */
  lookAt: z.string().nullable(),
  /** How often the wallet was screened for its release, and when it was asked for last. */
  screens: z.int(),
  screenedAt: z.string().nullable().default(null),
  /** When the coin's issuer was found to have frozen the wallet: nothing of it is ordered again. */
  frozenAt: z.string().optional(),
  /** How often the rail has refused to pay it out. */
  refusals: z.int().default(0),
  payout: payout.nullable().default(null),
  /** When the key of its payout was first used; a payout that was never made is ordered again under the same. */
  orderedAt: z.string().nullable().default(null),
  /** How far the rail's list was searched for what that key made, and nothing found. */
  searchedTo: z.string().optional(),
  usdtOut: decimalText.nullable(),
  /** What left for its payout by the rail's own figure, where that is not what was ordered (`usdtOut`). */
  paidOut: decimalText.optional(),
  txHash: z.string().nullable(),
});

export type Reserve = z.infer<typeof reserve>;
