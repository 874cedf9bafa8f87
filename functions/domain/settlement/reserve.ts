import { siblingId } from "../core/id.ts";
import { transfer } from "../core/ledger.ts";
import { convertCents } from "../core/money.ts";
import { addDays, addSeconds, type Instant, secondsBetween } from "../core/time.ts";
import { shareOf, unitsOf } from "../core/units.ts";
import { passSeconds } from "../gate/payout-gate.ts";
import { frozenByIssuer } from "../rails/issuer-freeze.ts";
import type { Tenant } from "../tenants/tenant.ts";
import { unitsFor } from "./purchase.ts";
import type { Reserve } from "./reserve-record.ts";
import { returnWindowEnds } from "./return-window.ts";
import { type Settlement, type SettlementTransitions, settlementTransition } from "./settlement.ts";

/** A reserve as it is made with the delivery: held until the fee rule's days and the rail's return window are over. Null where nothing is kept back. */
export function heldReserve(state: Settlement, now: Instant): Reserve | null {
  const { id, reserveCents, reserveDays, payment } = state;
  if (reserveCents === 0) return null;
  const receivedAt = payment.receivedAt ?? now;
  const byRule = addDays(receivedAt, reserveDays);
  const byRail = returnWindowEnds(payment, receivedAt);
  const releaseAt = byRule > byRail ? byRule : byRail;
  return {
    ...{ id: siblingId(id, "rsv"), status: "held", amountCents: reserveCents, heldCents: reserveCents },
    bought: reserveUnits(state),
    ...{ usedCents: 0, releaseAt, blocked: null, kept: false, letGoAt: null, ready: false, lookAt: releaseAt },
    ...{ screens: 0, screenedAt: null, refusals: 0, payout: null, orderedAt: null },
    ...{ usdtOut: null, txHash: null },
  };
}

/** What a reserve became, in stablecoin: at the settlement's rate, and never more than its part of what the collection had bought. */
export function reserveUnits(state: Settlement): string {
  return unitsFor(state, state.reserveCents, state.fxRate ?? "0");
}

/** What is left of a reserve, in stablecoin. */
export function heldUnits({ fxRate }: Settlement, { bought, heldCents, amountCents }: Reserve): string {
  return bought === null ? convertCents(heldCents, fxRate ?? "0") : shareOf(bought, heldCents, amountCents);
}

/** What speaks against a release beside the settlement's own record. */
export interface ReserveFacts {
  readonly openDispute: boolean;
  /** The tenant's disputes or returns are over a network's limit. */
  readonly ratioBreached: boolean;
  /** Its own rail is reached by this deployment and can keep part of a collection. */
  readonly railHolds: boolean;
}

/** The facts as records and wiring tell them today; `rail` is the settlement's own, where it is reached. */
export function reserveFacts(
  { disputes }: Pick<Settlement, "disputes">,
  tenant: Pick<Tenant, "ratioBreached"> | undefined,
  rail: { readonly keepsReserve: boolean } | undefined,
): ReserveFacts {
  return {
    openDispute: disputes.length > 0,
    ratioBreached: tenant?.ratioBreached === true,
    railHolds: rail?.keepsReserve === true,
  };
}

/** Why a held reserve may not go yet, the weightiest reason; undefined where it may. */
function whyBlocked(state: Settlement, held: Reserve, facts: ReserveFacts, now: Instant): string | undefined {
  if (held.frozenAt !== undefined) return frozenByIssuer;
  if (held.kept) return "manual";
  if (!facts.railHolds) return "rail_cannot_hold";
  if (facts.openDispute) return "open_dispute";
  const { payment } = state;
  if (payment.receivedAt && now < returnWindowEnds(payment, payment.receivedAt)) return "return_window_open";
  if (facts.ratioBreached) return "ratio_breached";
  return unitsOf(heldUnits(state, held)) === 0n ? "insufficient_net" : undefined;
}

export function isReserveDue({ reserve }: Settlement, now: Instant): boolean {
  return reserve?.lookAt != null && reserve.lookAt <= now;
}

/** A held reserve whose day has come, or that operators let go before it. */
function dueReserve(state: Settlement, now: Instant): Reserve | undefined {
  const { reserve } = state;
  if (reserve?.status !== "held" || !isReserveDue(state, now)) return undefined;
  return reserve.kept || reserve.letGoAt !== null || reserve.releaseAt <= now ? reserve : undefined;
}

/** When the minute's sweeper looks at a reserve: a payout that was begun, or what operators have just let go. */
export function reserveUrgentAt({ reserve }: Pick<Settlement, "reserve">): Instant | undefined {
  if (!reserve?.lookAt) return undefined;
  const justLetGo = reserve.lookAt === reserve.letGoAt;
  return reserve.status === "releasing" || justLetGo ? reserve.lookAt : undefined;
}

/** When the daily work looks at a reserve: every other one that is held. */
export function reserveDailyAt(state: Settlement): Instant | undefined {
  const { reserve } = state;
  if (reserve?.status !== "held" || reserveUrgentAt(state) !== undefined) return undefined;
  return reserve.lookAt ?? undefined;
}

function about(state: Settlement, { id, amountCents }: Reserve, now: Instant) {
  return { tenantId: state.tenantId, createdAt: now, reserveId: id, settlementId: state.id, amountCents };
}

/** Keeps a reserve for a reason, says it once, and looks again in a day. */
export function blockReserve(state: Settlement, reason: string, now: Instant): SettlementTransitions {
  const { reserve } = state;
  if (reserve?.status !== "held") return [];
  // A frozen wallet is not asked for again.
  const lookAt = reserve.frozenAt === undefined ? addDays(now, 1) : null;
  if (reserve.blocked?.reason === reason) {
    const next = { ...state, reserve: { ...reserve, lookAt } };
    return [settlementTransition(state, next, now, { reason: `reserve still kept: ${reason}`, quiet: true })];
  }
  const next = { ...state, reserve: { ...reserve, lookAt, ready: false, blocked: { reason, at: now } } };
  const data = { ...about(state, reserve, now), phase: "release" as const, reason };
  return [
    settlementTransition(state, next, now, {
      reason: `reserve kept: ${reason}`,
      events: () => [{ name: "reserve.hold_blocked", data }],
    }),
  ];
}

/** What a day's look at a reserve comes to: why it is kept, said once, or that it is ready, said once too. Nothing where its day has not come. */
export function lookAtDue(state: Settlement, facts: ReserveFacts, now: Instant): SettlementTransitions {
  const reserve = dueReserve(state, now);
  if (!reserve) return [];
  const why = whyBlocked(state, reserve, facts, now);
  if (why !== undefined) return blockReserve(state, why, now);
  if (reserve.ready) return [];
  const next = { ...state, reserve: { ...reserve, ready: true } };
  const data = { ...about(state, reserve, now), releaseAt: reserve.releaseAt };
  return [
    settlementTransition(state, next, now, {
      reason: "reserve due, nothing speaks against its release",
      events: () => [{ name: "reserve.release_ready", data }],
    }),
  ];
}

export function isReady(state: Settlement, now: Instant): boolean {
  const { reserve } = state;
  return reserve?.ready === true && dueReserve(state, now) !== undefined;
}

/** Counts a screen that is about to be bought for a release; one that was asked for just now and has no answer on record is the same one. */
export function countReserveScreen(state: Settlement, now: Instant): SettlementTransitions {
  const { reserve } = state;
  if (reserve?.status !== "held") return [];
  const { screenedAt, screens } = reserve;
  if (screenedAt !== null && secondsBetween(screenedAt, now) <= passSeconds) return [];
  const next = { ...state, reserve: { ...reserve, screens: screens + 1, screenedAt: now } };
  return [settlementTransition(state, next, now, { reason: "screened for the reserve's release", quiet: true })];
}

/** Whoever has begun a payout has it to himself for so long. */
const callSeconds = 300;

/** Begins the payout of a ready reserve whose wallet has just passed its screen: from now on it is owed to the tenant, and the intent is on record before the rail is asked. */
export function releaseReserve(state: Settlement, now: Instant): SettlementTransitions {
  const { reserve } = state;
  if (!reserve || !isReady(state, now)) return [];
  const begun = { status: "releasing" as const, blocked: null, lookAt: addSeconds(now, callSeconds) };
  const usdtOut = heldUnits(state, reserve);
  const payout = { at: now, ref: null, stalledAt: null };
  const orderedAt = reserve.orderedAt ?? now;
  return [
    settlementTransition(state, { ...state, reserve: { ...reserve, ...begun, usdtOut, payout, orderedAt } }, now, {
      reason: "reserve released, its payout begins",
      postings: transfer("tenant_reserve", "tenant_payable", reserve.heldCents),
    }),
  ];
}

/** Operators keep a reserve until two of them release it; nothing to do where it is gone or kept already. */
export function keepReserve(state: Settlement, now: Instant): SettlementTransitions {
  const { reserve } = state;
  if (reserve?.status !== "held" || reserve.kept || reserve.frozenAt !== undefined) return [];
  return blockReserve({ ...state, reserve: { ...reserve, kept: true, letGoAt: null } }, "manual", now);
}

/** Why a reserve cannot be released by operators; undefined where it can. */
export function whyNotRelease({ reserve }: Settlement): string | undefined {
  if (!reserve) return "it has no reserve";
  if (reserve.status !== "held") return `its reserve is ${reserve.status}`;
  if (reserve.frozenAt !== undefined) return "the coin's issuer has frozen the wallet: nothing is paid to it again";
  return reserveUrgentAt({ reserve }) === undefined ? undefined : "it was let go and is about to be looked at";
}

/** Two operators let a reserve go, before its day too: it is looked at at once. What is not theirs to overrule still counts: a dispute, the return window, a ratio, the screen. */
export function letReserveGo(state: Settlement, by: string, now: Instant): SettlementTransitions {
  const { reserve } = state;
  if (reserve?.status !== "held") return [];
  const blocked = reserve.kept ? null : reserve.blocked;
  const gone = { ...reserve, kept: false, letGoAt: now, blocked, lookAt: now };
  return [
    settlementTransition(state, { ...state, reserve: gone }, now, { reason: `reserve let go by operators (${by})` }),
  ];
}

/** What a return takes of a reserve before anything is short, in cents, and the reserve after it. */
export function useReserve(
  { reserve }: Pick<Settlement, "reserve">,
  owedCents: number,
): { usedCents: number; left: Reserve | null } {
  if (reserve?.status !== "held") return { usedCents: 0, left: reserve };
  const usedCents = Math.min(reserve.heldCents, owedCents);
  const heldCents = reserve.heldCents - usedCents;
  const gone = heldCents === 0 ? { status: "used" as const, lookAt: null, blocked: null } : {};
  return { usedCents, left: { ...reserve, heldCents, usedCents: reserve.usedCents + usedCents, ...gone } };
}
