import { returnWindowEnds } from "./ach-return.ts";
import type { Hop } from "./hop.ts";
import { siblingId } from "./id.ts";
import { transfer } from "./ledger.ts";
import { convertCents } from "./money.ts";
import type { Reserve } from "./reserve-record.ts";
import { type Settlement, settlementHop } from "./settlement.ts";
import { addDays, addSeconds, type Instant } from "./time.ts";

type Hops = Hop<Settlement>[];

/** A reserve as it is made with the delivery: held until the fee rule's days and the rail's return window are over. Null where nothing is kept back. */
export function heldReserve(state: Settlement, now: Instant): Reserve | null {
  const { id, reserveCents, reserveDays, payment } = state;
  if (reserveCents === 0) return null;
  const receivedAt = payment.receivedAt ?? now;
  const byRule = addDays(receivedAt, reserveDays);
  const byRail = returnWindowEnds(payment.source, receivedAt);
  const releaseAt = byRule > byRail ? byRule : byRail;
  return {
    ...{ id: siblingId(id, "rsv"), status: "held", amountCents: reserveCents, heldCents: reserveCents },
    ...{ usedCents: 0, releaseAt, blocked: null, kept: false, lookAt: releaseAt, screens: 0 },
    ...{ usdtOut: null, txHash: null },
  };
}

/** The key under which the rail is asked to pay a reserve out. */
export function reserveKey(state: Settlement): string {
  return `${state.id}:reserve:1`;
}

function facts(state: Settlement, { id, amountCents }: Reserve, now: Instant) {
  return { tenantId: state.tenantId, createdAt: now, reserveId: id, settlementId: state.id, amountCents };
}

/** Whether a reserve is to be looked at now. */
export function isReserveDue({ reserve }: Settlement, now: Instant): boolean {
  return reserve?.lookAt != null && reserve.lookAt <= now;
}

/** Why a held reserve may not go; undefined where it may. */
function whyBlocked(state: Settlement, held: Reserve, now: Instant): string | undefined {
  if (held.kept) return "manual";
  const { payment } = state;
  if (payment.receivedAt && now < returnWindowEnds(payment.source, payment.receivedAt))
    return "return_window_open";
  return Number(convertCents(held.heldCents, state.fxRate ?? "0")) === 0 ? "insufficient_net" : undefined;
}

/** Keeps a reserve for a reason, says it once, and looks again in a day. */
export function blockReserve(state: Settlement, reason: string, now: Instant): Hops {
  const { reserve } = state;
  if (!reserve) return [];
  const lookAt = addDays(now, 1);
  if (reserve.blocked?.reason === reason) {
    const next = { ...state, reserve: { ...reserve, lookAt } };
    return [settlementHop(state, next, now, { reason: `reserve still kept: ${reason}`, quiet: true })];
  }
  const next = { ...state, reserve: { ...reserve, lookAt, blocked: { reason, at: now } } };
  const data = { ...facts(state, reserve, now), phase: "release" as const, reason };
  return [
    settlementHop(state, next, now, {
      reason: `reserve kept: ${reason}`,
      events: () => [{ name: "reserve.hold_blocked", data }],
    }),
  ];
}

/** Releases a due reserve to be paid out, or says why not: it is owed to the tenant from now on. */
export function releaseReserve(state: Settlement, now: Instant): Hops {
  const { reserve } = state;
  if (reserve?.status !== "held" || !isReserveDue(state, now)) return [];
  const why = whyBlocked(state, reserve, now);
  if (why !== undefined) return blockReserve(state, why, now);
  const usdtOut = convertCents(reserve.heldCents, state.fxRate ?? "0");
  const next = { ...state, reserve: { ...reserve, status: "releasing" as const, blocked: null, usdtOut } };
  return [
    settlementHop(state, next, now, {
      reason: "reserve due for release",
      postings: transfer("tenant_reserve", "tenant_payable", reserve.heldCents),
      events: () => [
        {
          name: "reserve.release_ready",
          data: { ...facts(state, reserve, now), releaseAt: reserve.releaseAt },
        },
      ],
    }),
  ];
}

const proofSeconds = 600;

/** A reserve whose payout was taken and has no proof yet. */
export function awaitReserveProof(state: Settlement, now: Instant): Hops {
  const { reserve } = state;
  if (reserve?.status !== "releasing") return [];
  const next = { ...state, reserve: { ...reserve, lookAt: addSeconds(now, proofSeconds) } };
  return [settlementHop(state, next, now, { reason: "reserve waits for its proof", quiet: true })];
}

/** A reserve whose payout has its proof: it is gone. */
export function reservePaid(state: Settlement, txHash: string, now: Instant): Hops {
  const { reserve } = state;
  if (reserve?.status !== "releasing") return [];
  const released = { status: "released" as const, heldCents: 0, txHash, lookAt: null, blocked: null };
  const next = { ...state, reserve: { ...reserve, ...released } };
  return [
    settlementHop(state, next, now, {
      reason: "reserve paid out, proof arrived",
      postings: transfer("tenant_payable", "rail_clearing", reserve.heldCents),
    }),
  ];
}

/** A rail's definite no to a reserve's payout: it is held again, and operators see why. */
export function reserveRefused(state: Settlement, code: string, now: Instant): Hops {
  const { reserve } = state;
  if (reserve?.status !== "releasing") return [];
  const held = { ...state, reserve: { ...reserve, status: "held" as const, usdtOut: null } };
  const hop = settlementHop(state, held, now, {
    reason: `the rail will not pay the reserve out: ${code}`,
    postings: transfer("tenant_payable", "tenant_reserve", reserve.heldCents),
  });
  return [hop, ...blockReserve(hop.next, code, now)];
}

/** Counts a screen that is about to be bought for a release. */
export function countReserveScreen(state: Settlement, now: Instant): Hops {
  const { reserve } = state;
  if (reserve?.status !== "releasing") return [];
  const next = { ...state, reserve: { ...reserve, screens: reserve.screens + 1 } };
  return [settlementHop(state, next, now, { reason: "screened for the reserve's release", quiet: true })];
}

/** Operators keep a reserve until two of them release it; nothing to do where it is gone or kept already. */
export function keepReserve(state: Settlement, now: Instant): Hops {
  const { reserve } = state;
  if (reserve?.status !== "held" || reserve.kept) return [];
  return blockReserve({ ...state, reserve: { ...reserve, kept: true } }, "manual", now);
}

/** Why a reserve cannot be released by operators; undefined where it can. */
export function whyNotRelease({ reserve }: Settlement): string | undefined {
  if (!reserve) return "it has no reserve";
  return reserve.status === "held" ? undefined : `its reserve is ${reserve.status}`;
}

/** Two operators let a reserve go: it is looked at again at once, and the rail's return window still counts. */
export function letReserveGo(state: Settlement, by: string, now: Instant): Hops {
  const { reserve } = state;
  if (reserve?.status !== "held") return [];
  const next = { ...state, reserve: { ...reserve, kept: false, blocked: null, lookAt: now } };
  return [settlementHop(state, next, now, { reason: `reserve let go by operators (${by})` })];
}

/** What a return takes of a reserve before anything is short, in cents, and the reserve after it. */
export function useReserve(
  { reserve }: Settlement,
  owedCents: number,
): { usedCents: number; left: Reserve | null } {
  if (reserve?.status !== "held") return { usedCents: 0, left: reserve };
  const usedCents = Math.min(reserve.heldCents, owedCents);
  const heldCents = reserve.heldCents - usedCents;
  const gone = heldCents === 0 ? { status: "used" as const, lookAt: null, blocked: null } : {};
  return { usedCents, left: { ...reserve, heldCents, usedCents: reserve.usedCents + usedCents, ...gone } };
}
