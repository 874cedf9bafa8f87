import * as z from "zod";
import { payerTypes } from "../core/holder-type.ts";
import { cents, decimalText, positiveCents } from "../core/money.ts";
import { paymentSources } from "../rails/payment-source.ts";
import { iatDecision } from "../settlement/entry-terms.ts";

/** What a payout is: to the beneficiary, all of it back to the buyer, or what a release left back to the buyer. */
export const payoutLegs = ["release", "refund", "rest"] as const;
export type PayoutLeg = (typeof payoutLegs)[number];

/** Payouts that can take what is held as a whole. */
export const mainLegs = ["release", "refund"] as const;

/** A payout that was recorded before the rail was asked: what, where to, under which key. `amount` is stablecoin as text. */
export const payoutIntent = z.object({
  leg: z.enum(payoutLegs),
  key: z.string(),
  address: z.string(),
  chain: z.string(),
  amountCents: positiveCents,
  amount: decimalText,
  /** Our fee on what a release pays; an older release's row takes the escrow's. */
  feeCents: cents.optional(),
  at: z.string(),
  /** When its key was first used, where it was withdrawn since and ordered again. */
  orderedAt: z.string().optional(),
  /** When the rail was last told to make it: recorded just before that. */
  toldAt: z.string().nullable().default(null),
  /** How far the rail's list was searched for what its key made, and nothing found. */
  searchedTo: z.string().optional(),
  /** Whether the rail has said that it took it. */
  submitted: z.boolean(),
  transferRef: z.string().nullable(),
});

export type PayoutIntent = z.infer<typeof payoutIntent>;

/** Before this moment a payout's key was not used. */
export function orderedAtOf({ orderedAt, at }: PayoutIntent): string {
  return orderedAt ?? at;
}

export const fundingReturn = z.object({ code: z.string(), at: z.string() });

/** How the money is to come, one collection at the rail: recorded before that is asked; `railRef` once it has answered, `cancelledAt` once it was given up. What came under it is counted for it alone. */
export const funding = z.object({
  key: z.string(),
  source: z.enum(paymentSources),
  /** Whose account it comes from; an older release's row does not say. */
  holderType: z.enum(payerTypes).default("unknown"),
  /** Whether its entry is an international one; null for a deposit on chain, absent in an older release's row. */
  iat: iatDecision.nullable().optional(),
  /** What its payer's bank is given as the entry's description; null where the payer sends it. */
  entryDescription: z.string().nullable().default(null),
  fundingRef: z.string().nullable(),
  depositTxHash: z.string().nullable(),
  at: z.string(),
  railRef: z.string().nullable(),
  cancelledAt: z.string().nullable(),
  /** All that the rail said came under it. */
  receivedCents: cents.default(0),
  /** When the last of that was told; an older release's row does not say. */
  receivedAt: z.string().optional(),
  /** What that became, in stablecoin, by the rail's own receipt: all that may leave for it. Null until the rail has told it. */
  bought: decimalText.nullable().default(null),
  /** What of that went back to its payer, and the rail's reference of that where it went back by the rail. */
  sentBackCents: cents.default(0),
  returnRef: z.string().nullable().default(null),
  /** What the rail's returns of it took out of its wallet, in stablecoin. */
  returnCost: decimalText.nullable().default(null),
  /** When the payer's bank took it back after another had taken its place. */
  returned: fundingReturn.nullable().default(null),
});

export type Funding = z.infer<typeof funding>;

/** Money that the rail was told to send back to the bank it came from, until it has said how that ended. */
export const sendBack = z.object({
  key: z.string(),
  railRef: z.string(),
  amountCents: positiveCents,
  /** Whether the escrow ends as refunded once all has gone back. */
  closes: z.boolean(),
  by: z.string(),
  transferRef: z.string().nullable(),
  at: z.string(),
  /** When the rail is asked, or asked again. */
  lookAt: z.string(),
  /** What it takes out of the rail's wallet, in stablecoin; left out while our own balance there does not cover what that is more than the deposit had bought. */
  cost: decimalText.optional(),
  /** Since when it has waited for that. */
  floatShortSince: z.string().optional(),
});
