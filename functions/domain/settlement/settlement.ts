import * as z from "zod";
import { cents, decimalText, positiveCents } from "../core/money.ts";
import { recordBreak } from "../core/record-break.ts";
import type { Instant } from "../core/time.ts";
import { statusesOf, statusMoves, type Transition, type TransitionNote, transitionsAlong } from "../core/transition.ts";
import { blockedFields } from "../gate/blocked-property.ts";
import { screenRecord } from "../gate/payout-gate.ts";
import { assetWarning } from "../tenants/asset-policy.ts";
import { iatDecision } from "./entry-terms.ts";
import { appliedFrom, appliedTo, payment } from "./payment.ts";
import { reserve } from "./reserve-record.ts";

/** The allowed moves (spec section 3). `failed` may follow any state that is not an end. */
export const settlementMoves = /* @__PURE__ */ statusMoves({
  created: ["collecting", "failed"],
  collecting: ["screening", "failed"],
  screening: ["screened", "declined", "failed"],
  screened: ["converting", "declined", "failed"],
  converting: ["settling", "declined", "failed"],
  settling: ["completed", "declined", "failed"],
  completed: [],
  declined: [],
  failed: [],
});
export const settlementStatuses = statusesOf(settlementMoves);
export type SettlementStatus = (typeof settlementStatuses)[number];

/** Words that older rows may carry; read as ours, never written (spec section 2). */
export const legacyStatuses: Readonly<Record<string, SettlementStatus>> = {
  pending: "created",
  reserved: "screened",
  disbursing: "settling",
  settled: "completed",
};

/** An outside call that was recorded before it was made: which one, under which key, when. */
const intent = z.object({
  leg: z.enum(["collect", "convert", "payout"]),
  key: z.string(),
  at: z.string(),
  /** When the vendor was last told of it, where that was well after `at`. */
  toldAt: z.string().optional(),
  /** How far the rail's list was searched for what it made, and nothing found. */
  searchedTo: z.string().optional(),
  /** The vendor's definite no to it. */
  refused: z.literal(true).optional(),
});

const sendBack = z.object({
  key: z.string(),
  amountCents: positiveCents,
  /** What of it stood on the tenant's account; the rest was applied to nothing. */
  payableCents: cents.default(0),
  by: z.string(),
  transferRef: z.string().nullable(),
  /** When the rail is asked, or asked again. */
  lookAt: z.string(),
  /** When it was ordered; rows of before this was kept have none. */
  at: z.string().optional(),
  /** What it takes out of the rail's wallet, in stablecoin; left out while our own balance there does not cover what that is more than the deposit had bought. */
  cost: decimalText.optional(),
  /** Since when it has waited for that. */
  floatShortSince: z.string().optional(),
});

/** A wait before the second screen, because the tenant's program credit is suspended: until the return window is over, or credit is reinstated. */
const creditHold = z.object({
  program: z.string(),
  since: z.string(),
  until: z.string(),
  endedAt: z.string().nullable(),
});

const waiting = z.object({ state: z.enum(["collect", "screen", "proof"]), token: z.string() });

const base = z.object({
  id: z.string(),
  tenantId: z.string(),
  tenantSlug: z.string(),
  invoiceId: z.string(),
  invoiceNumber: z.string(),
  /** Who pays, by the tenant's own name for them. */
  customerId: z.string().default(""),
  payment,
  /** Whether its entry is an international one; rows of before that was decided have none. */
  iat: iatDecision.optional(),
  /** What was said against its stablecoin when it was accepted; absent where nothing was. */
  assetWarnings: z.array(assetWarning).optional(),
  /** What the tenant's call to pay said of it, for the tenant. */
  metadata: z.record(z.string(), z.string()).default({}),
  currency: z.literal("USD"),
  fiatInCents: positiveCents,
  feeCents: cents,
  reserveCents: cents,
  netCents: positiveCents,
  /** What is kept back of it, once it is delivered. */
  reserve: reserve.nullable().default(null),
  feeRuleId: z.string(),
  reserveDays: z.int(),
  /** Whether its rail could keep a reserve when it was opened. */
  keepsReserve: z.boolean().default(true),
  /** The program whose suspended credit made its reserve more than the fee rule says. */
  reserveRaisedBy: z.string().nullable().default(null),
  /** The conversion vendor's own reference, once it has begun. */
  conversionRef: z.string().nullable().default(null),
  fxRate: decimalText.nullable(),
  usdtOut: decimalText.nullable(),
  /** What left for its payout by the rail's own figure, where that is not what was ordered (`usdtOut`). */
  paidOut: decimalText.optional(),
  /** All that its collection became, in stablecoin, by the rail's own receipt: nothing more may leave for it. Null where the vendor that converts tells no more than a rate. */
  bought: decimalText.nullable().default(null),
  /** Of how many cents that is what they became; more may have come since. */
  boughtCents: cents.nullable().default(null),
  /** What of it the payer's bank took back out of the rail's wallet. */
  takenBack: decimalText.nullable().default(null),
  usdtStable: z.string(),
  destChain: z.string(),
  destWallet: z.string(),
  partnerCustomerId: z.string(),
  rail: z.string(),
  conversionVendor: z.string(),
  /** How often a state machine has been started for it. */
  presentation: z.int().min(1),
  intent: intent.nullable(),
  waiting: waiting.nullable(),
  screens: z.array(screenRecord),
  /** When an unavailable screen is asked again, or a settlement on hold is looked at. */
  screenDueAt: z.string().nullable(),
  /** The pending screen that operators last had another one bought for: it is not waited for. */
  screenGivenUp: z.string().optional(),
  creditHold: creditHold.nullable().default(null),
  /** When the machine gave up on an outside call; it is tried again by key at `parkedUntil`. */
  parked: z.object({ reason: z.string(), since: z.string(), until: z.string() }).nullable(),
  /** Since when a vendor has been silent at this step, over however many retries. */
  parkedSince: z.string().nullable().default(null),
  /** When the rail's limit had passed without an end. */
  stalledAt: z.string().nullable().default(null),
  /** When the rail is asked again to give up a collection that has lapsed. */
  expiryLookAt: z.string().optional(),
  /** When the rail was last asked, because it was silent. */
  askedAt: z.string().nullable().default(null),
  /** All that came, while it is not what was expected and nobody has decided. */
  mismatchCents: z.int().nullable(),
  /** What came beside that and is applied to nothing: a part that waits for the rest, or an accepted overpayment's extra. */
  unappliedCents: cents.default(0),
  sentBack: z
    .array(
      z.object({
        amountCents: positiveCents,
        reference: z.string(),
        at: z.string(),
        /** By the rail's own leg, and so on its list. */
        byRail: z.boolean().optional(),
        /** What of it the payer's bank has taken back as well. */
        lostCents: cents.optional(),
        /** What it took out of the rail's wallet, in stablecoin, and what that was more than the deposit had bought, in cents. */
        cost: decimalText.optional(),
        exchangeCents: z.int().optional(),
      }),
    )
    .default([]),
  /** Where the money went that came after its payment was canceled. */
  appliedTo: appliedTo.optional(),
  /** The canceled payment whose money it was opened for. */
  appliedFrom: appliedFrom.optional(),
  /** Whether its rail had a leg that sends money back when it was opened. */
  refundable: z.boolean().default(false),
  /** Held money that the rail was told to send back, until it has said how that ended. */
  sendBack: sendBack.nullable().default(null),
  unknownRailState: z.string().nullable(),
  unknownRailAt: z.string().nullable().default(null),
  reconBreaks: z.array(recordBreak),
  disputes: z.array(z.string()).default([]),
  /** Dispute cases that were lost, accepted or not answered: the network has the money. */
  disputesLost: z.array(z.string()).optional(),
  /** What card networks have given back of its payment by themselves, outside our books. */
  networkRefundCents: cents.optional(),
  txHash: z.string().nullable(),
  ...blockedFields,
  /** The proof of a payout that the rail made by itself, before the second gate had decided. */
  earlyHash: z.string().optional(),
  declineReason: z.string().nullable(),
  failureCode: z.string().nullable(),
  failureReason: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

const quoted = { fxRate: decimalText, usdtOut: decimalText };

const settlementByStatus = z.discriminatedUnion("status", [
  base.extend({ status: z.literal("created") }),
  base.extend({ status: z.literal("collecting") }),
  base.extend({ status: z.literal("screening") }),
  base.extend({ status: z.literal("screened") }),
  base.extend({ status: z.literal("converting") }),
  base.extend({ status: z.literal("settling"), ...quoted }),
  base.extend({ status: z.literal("completed"), ...quoted, txHash: z.string() }),
  base.extend({ status: z.literal("declined"), declineReason: z.string() }),
  base.extend({ status: z.literal("failed"), failureCode: z.string() }),
]);

export type Settlement = z.infer<typeof settlementByStatus>;

export type SettlementTransitions = Transition<Settlement>[];

/** A settlement with its payment, as stored; legacy statuses are read as today's. */
export const settlement: z.ZodType<Settlement> = z.preprocess((row) => {
  if (typeof row !== "object" || row === null || !("status" in row)) return row;
  const status = legacyStatuses[String(row.status)] ?? row.status;
  return { ...row, status };
}, settlementByStatus);

/** Whether nothing but an annotation can happen to it any more. */
export function isEnded(status: SettlementStatus): boolean {
  return settlementMoves[status].length === 0;
}

export function settlementFacts(state: Settlement) {
  const { id: settlementId, payment, invoiceId, invoiceNumber: invoice, tenantId, status, fiatInCents } = state;
  const { feeCents, reserveCents, usdtOut, usdtStable, destChain: chain, destWallet, txHash, screens } = state;
  return {
    ...{ settlementId, paymentId: payment.id, invoiceId, invoice, tenantId, status, fiatInCents, feeCents },
    ...{ reserveCents, usdtOut, usdtStable, chain, destWallet, txHash },
    ...{ screeningRef: screens.at(-1)?.ref ?? null, metadata: state.metadata, createdAt: state.updatedAt },
  };
}

const moveSettlement = /* @__PURE__ */ transitionsAlong<Settlement>(settlementMoves);

/** A transition to `next`. The silence that parked it ends with the step. */
export function settlementTransition(
  state: Settlement,
  next: Settlement,
  now: Instant,
  note: TransitionNote<Settlement>,
): Transition<Settlement> {
  const parkedSince = next.status === state.status ? next.parkedSince : null;
  return moveSettlement(state, { ...next, parkedSince }, now, note);
}
