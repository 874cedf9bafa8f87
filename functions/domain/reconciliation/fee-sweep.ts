import * as z from "zod";
import { netPostings, transfer } from "../core/ledger.ts";
import { cents, decimalText } from "../core/money.ts";
import type { NextLook } from "../core/next-look.ts";
import type { Refusal } from "../core/refusal.ts";
import { addSeconds, type Instant, secondsBetween } from "../core/time.ts";
import { statusesOf, statusMoves, type Transition, transitionsAlong } from "../core/transition.ts";
import { unitsOf } from "../core/units.ts";
import { type WalletId, type WalletPosition, walletKey } from "../core/wallet-ledger.ts";
import type { ScreenOutcome } from "../gate/payout-gate.ts";
import { frozenByIssuer } from "../rails/issuer-freeze.ts";
import { differentCost, isAsOrdered, mismatchText, type PaidReport } from "../rails/paid-out.ts";
import { exchangeCents } from "../rails/return-cost.ts";
import { lateOrderSeconds, termsOf } from "../rails/terms.ts";
import type { VendorRefusal } from "../rails/vendor-refusal.ts";
import { notAvailable } from "../review/not-available.ts";
import { reviewItem } from "../review/review.ts";
import type { RecordAction, Review, ReviewReason } from "../review/review-reason-code.ts";

/** A sweep from the screen of our own wallet to its proof. What has left stays gone; every other end leaves the fees where they were, for a later day's sweep. */
const feeSweepMoves = statusMoves({
  screening: ["ordered", "declined", "canceled"],
  declined: ["screening", "canceled"],
  ordered: ["proven", "refused", "screening"],
  proven: [],
  refused: [],
  canceled: [],
});

export const feeSweepStatuses = statusesOf(feeSweepMoves);

/** What is the operator's in one wallet at a rail, on its way to the operator's own: one for a tenant, wallet and closed day. */
export const feeSweep = z.object({
  id: z.string(),
  tenantId: z.string(),
  date: z.string().describe("the closed day after which it was made"),
  rail: z.string(),
  customer: z.string().describe("the tenant's customer at the rail, whose wallet it leaves"),
  chain: z.string(),
  stable: z.string(),
  toAddress: z.string().describe("the operator's own wallet"),
  units: decimalText.describe("stablecoin that leaves"),
  paidOut: decimalText.optional().describe("stablecoin that left by the rail's own figure, where that is not `units`"),
  amountCents: cents.describe("the fees that leave with it, in cents as they were booked"),
  floatUnits: decimalText.describe("stablecoin of ours that stays in the wallet"),
  status: z.enum(feeSweepStatuses).describe("how far it is"),
  screens: z.int().describe("how often the wallet was screened for it"),
  orderedAt: z.string().nullable().describe("when its key was first used at the rail"),
  toldAt: z.string().nullable().describe("when the rail was last told of it"),
  searchedTo: z.string().optional().describe("how far the rail's list was searched for it, and nothing found"),
  transferRef: z.string().nullable().describe("the rail's own reference"),
  txHash: z.string().nullable(),
  reason: z
    .string()
    .nullable()
    .describe("why it waits for operators, ended without leaving, or left in another amount"),
  frozenAt: z
    .string()
    .optional()
    .describe("when the coin's issuer was found to have frozen the wallet: no other sweep to it is made"),
  stalledAt: z.string().nullable().describe("when it had been without a proof for too long"),
  resolvedAt: z
    .string()
    .nullable()
    .describe("when operators had seen a refused one, or one that left in another amount"),
  lookAt: z.string().nullable().describe("when it is looked at next"),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type FeeSweep = z.infer<typeof feeSweep>;

type Transitions = Transition<FeeSweep>[];

const sweepTransition = transitionsAlong<FeeSweep>(feeSweepMoves);

/** Seconds until a screen without a verdict, or a payout without a proof, is asked about again. */
const screenAgainSeconds = 300;
const askAgainSeconds = 600;

/** The key under which the rail is asked, the same for as long as the record lives. */
export function feeSweepKey({ id }: Pick<FeeSweep, "id">): string {
  return `${id}:sweep:1`;
}

type Input = Pick<FeeSweep, "id" | "tenantId" | "date" | "toAddress" | "units" | "amountCents" | "floatUnits"> &
  WalletId;

/** A sweep as it is made after a day's close; nothing of it is ordered yet. */
export function openFeeSweep({ rail, customer, chain, stable, ...input }: Input, now: Instant): Transition<FeeSweep> {
  const next: FeeSweep = {
    ...{ ...input, rail, customer, chain, stable, status: "screening", screens: 0, orderedAt: null, toldAt: null },
    ...{ transferRef: null, txHash: null, reason: null, stalledAt: null, resolvedAt: null, lookAt: now },
    ...{ createdAt: now, updatedAt: now },
  };
  return { next, from: null, to: "screening", reason: `fees of ${input.date} and before are to leave` };
}

/** Whether it may still leave: none other is made out of its wallet as long. */
export function isOpenSweep({ status }: Pick<FeeSweep, "status">): boolean {
  return feeSweepMoves[status].length > 0;
}

/** Whether a sweep says that no other may go to the same address: the coin's issuer has frozen it, or the wallet that it leaves. */
export function forbidsSweep({ frozenAt, toAddress }: FeeSweep, address: string): boolean {
  return frozenAt !== undefined && toAddress === address;
}

/** How it stands with its wallet: ordered, it is on its way; proven, it is gone from what is ours there. */
export function feeSweepPosition(state: FeeSweep): WalletPosition | null {
  const units = unitsOf(state.paidOut ?? state.units);
  const wallet = walletKey(state);
  if (state.status === "ordered") return { wallet, here: -units, transit: units, clients: 0n };
  return state.status === "proven" ? { wallet, here: -units, transit: 0n, clients: 0n } : null;
}

/** When it is looked at next: a rail or a screen is asked each time. */
export function nextSweepLook({ lookAt }: FeeSweep): NextLook | undefined {
  return lookAt === null ? undefined : { at: lookAt, asks: true };
}

/** Whether a look is due. */
export function isSweepDue({ lookAt }: FeeSweep, now: Instant): boolean {
  return lookAt !== null && lookAt <= now;
}

/** Counts a screen before it is bought, so that a round's key is never another's. */
export function countSweepScreen(state: FeeSweep, now: Instant): Transitions {
  if (state.status !== "screening") return [];
  const next = { ...state, screens: state.screens + 1, lookAt: addSeconds(now, screenAgainSeconds) };
  return [sweepTransition(state, next, now, { reason: "its wallet is screened", quiet: true })];
}

/** What follows from a screen: a pass orders it, where beside the float so much is still ours in the wallet (`operatorUnits`); a no waits for operators; without a verdict it is screened again later. */
export function applySweepScreen(
  state: FeeSweep,
  outcome: ScreenOutcome,
  operatorUnits: bigint,
  now: Instant,
): Transitions {
  if (state.status !== "screening" || outcome === "pending" || outcome === "unavailable") return [];
  if (outcome === "declined") {
    const reason = "our own wallet did not pass its screen";
    return [sweepTransition(state, { ...state, status: "declined", reason, lookAt: null }, now, { reason })];
  }
  if (operatorUnits < unitsOf(state.units) + unitsOf(state.floatUnits))
    return cancelSweep(state, "less than that is ours in the wallet by now", now);
  const orderedAt = state.orderedAt ?? now;
  const ordered = { status: "ordered" as const, orderedAt, toldAt: now, reason: null };
  const next = { ...state, ...ordered, lookAt: addSeconds(now, askAgainSeconds) };
  return [sweepTransition(state, next, now, { reason: "our own wallet passed its screen" })];
}

/** Ends a sweep that has not been ordered. */
function cancelSweep(state: FeeSweep, reason: string, now: Instant): Transitions {
  const next = { ...state, status: "canceled" as const, reason, lookAt: null };
  return [sweepTransition(state, next, now, { reason })];
}

/** What more left for a sweep than was ordered, in cents at a dollar a unit; less than 0 where it was less. */
export function sweepExchangeCents({ units, paidOut }: FeeSweep): number {
  return paidOut === undefined ? 0 : exchangeCents(paidOut, units);
}

/** What the rail says of an ordered sweep: gone with its proof, at what it says left, refused with what is ours still there, or on its way. Past the rail's time operators see it. */
export function recordSweepAnswer(
  state: FeeSweep,
  answer:
    | { readonly refused: VendorRefusal }
    | (PaidReport & { readonly txHash: string | null; readonly transferRef?: string }),
  now: Instant,
): Transitions {
  if (state.status !== "ordered") return [];
  if ("refused" in answer) {
    const reason = `the rail refused it: ${answer.refused.code}`;
    const frozen = answer.refused.code === frozenByIssuer && { frozenAt: now };
    const refused = { ...state, ...frozen, status: "refused" as const, reason, lookAt: null };
    return [sweepTransition(state, refused, now, { reason })];
  }
  const transferRef = answer.transferRef ?? state.transferRef;
  if (answer.txHash === null) return awaitSweepProof({ ...state, transferRef }, now);
  const { txHash } = answer;
  const paidOut = differentCost(state.units, answer);
  const mismatch = isAsOrdered(state.units, answer) ? null : mismatchText(state.units, answer);
  const proven = { status: "proven" as const, transferRef, txHash, reason: mismatch, lookAt: null };
  const next: FeeSweep = { ...state, ...proven, ...(paidOut !== undefined && { paidOut }) };
  const postings = netPostings([
    ...transfer("operator_wallet", "rail_clearing", state.amountCents),
    ...transfer("fx_gain_loss", "rail_clearing", sweepExchangeCents(next)),
  ]);
  const reason = `fees left for our own wallet, proof arrived${mismatch === null ? "" : `; ${mismatch}`}`;
  return [sweepTransition(state, next, now, { reason, postings })];
}

/** An ordered sweep without a proof: another look later, which goes on in the rail's list from `searchedTo` where that was too long. */
export function awaitSweepProof(state: FeeSweep, now: Instant, searchedTo = state.searchedTo): Transitions {
  if (state.status !== "ordered") return [];
  const since = state.toldAt ?? state.createdAt;
  const late = state.stalledAt === null && secondsBetween(since, now) >= termsOf(state.rail).proofSeconds;
  const searched = searchedTo !== undefined && { searchedTo };
  const lookAt = addSeconds(now, askAgainSeconds);
  const next = { ...state, ...searched, stalledAt: late ? now : state.stalledAt, lookAt };
  const quiet = late ? {} : { quiet: true as const };
  return [sweepTransition(state, next, now, { reason: "it has no proof yet", ...quiet })];
}

/** A sweep that the rail does not know: screened and ordered again under its key, once no order can be on its way any more. */
export function takeSweepBack(state: FeeSweep, now: Instant): Transitions {
  if (state.status !== "ordered") return [];
  const isEarly = state.toldAt !== null && secondsBetween(state.toldAt, now) < lateOrderSeconds;
  if (isEarly) return awaitSweepProof(state, now);
  const next = { ...state, status: "screening" as const, stalledAt: null, lookAt: now };
  return [sweepTransition(state, next, now, { reason: "the rail had not made it" })];
}

/** What operators can do about a sweep that waits for them; all but another screen takes two of them. */
const sweepActions = ["retry_screen", "fail", "resolve"] as const satisfies readonly RecordAction[];

/** Whether it has come to an end that people have to look into: refused, or gone in another amount than was ordered. */
function isUnresolved({ status, reason, resolvedAt }: FeeSweep): boolean {
  const isOff = status === "refused" || (status === "proven" && reason !== null);
  return isOff && resolvedAt === null;
}

/** The actions that a sweep takes now. */
function openSweepActions(state: FeeSweep): readonly RecordAction[] {
  if (state.status === "declined") return ["retry_screen", "fail"];
  return isUnresolved(state) ? ["resolve"] : [];
}

/** Whether a second operator must agree to it. */
export function needsSecondForSweep(action: RecordAction): boolean {
  return action !== "retry_screen" && sweepActions.some((each) => each === action);
}

/** Screens a declined sweep again, gives it up, or puts away one that was refused or left in another amount. Refuses what the sweep is not waiting for; `by` is what allowed it. */
export function decideSweepAction(
  state: FeeSweep,
  action: RecordAction,
  by: string,
  now: Instant,
): Transitions | Refusal {
  if (!openSweepActions(state).includes(action)) return notAvailable(action, `the sweep is ${state.status}`);
  const note = by === "" ? "" : ` (${by})`;
  if (action === "fail") return cancelSweep(state, `given up by operators${note}`, now);
  if (action === "resolve")
    return [sweepTransition(state, { ...state, resolvedAt: now }, now, { reason: `operators looked into it${note}` })];
  const next = { ...state, status: "screening" as const, reason: null, lookAt: now };
  return [sweepTransition(state, next, now, { reason: `operators have it screened again${note}` })];
}

/** Why a sweep is in operators' queue, and what can be done; null where nothing of it waits for them. */
export function feeSweepReview(state: FeeSweep): Review | null {
  return reviewItem(sweepReason(state), () => openSweepActions(state));
}

/** The reason by its record alone. */
export function sweepReason(state: FeeSweep): ReviewReason | null {
  const { status, reason, stalledAt, updatedAt } = state;
  if (state.frozenAt !== undefined && isUnresolved(state))
    return { kind: frozenByIssuer, reason: `fees stay at the rail: ${reason}`, since: updatedAt, deadline: null };
  if (status === "declined" || isUnresolved(state)) {
    const what = status === "proven" ? "fees left in another amount" : "fees stay at the rail";
    return { kind: "fee_sweep", reason: `${what}: ${reason}`, since: updatedAt, deadline: null };
  }
  if (status !== "ordered" || stalledAt === null) return null;
  return { kind: "fee_sweep", reason: "a sweep of fees has no proof", since: stalledAt, deadline: null };
}
