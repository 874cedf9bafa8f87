import { netPostings, transfer } from "../core/ledger.ts";
import { withBreak } from "../core/record-break.ts";
import { addSeconds, type Instant, secondsBetween } from "../core/time.ts";
import { frozenByIssuer } from "../rails/issuer-freeze.ts";
import { differentCost, isAsOrdered, mismatchText, type PaidReport } from "../rails/paid-out.ts";
import { lateOrderSeconds, termsOf } from "../rails/terms.ts";
import { paidExchangeCents, reserveMismatch } from "./paid-out.ts";
import { isPooled } from "./purchase.ts";
import { blockReserve, useReserve } from "./reserve.ts";
import type { Reserve } from "./reserve-record.ts";
import { type Settlement, type SettlementTransitions, settlementTransition } from "./settlement.ts";

/** The key under which the rail is asked to pay a reserve out; another one once it has said no. */
export function reserveKey({ id, reserve }: Settlement): string {
  return `${id}:reserve:${(reserve?.refusals ?? 0) + 1}`;
}

const askAgainSeconds = 600;

type Releasing = Reserve & { readonly payout: NonNullable<Reserve["payout"]> };

function releasing({ reserve }: Settlement): Releasing | undefined {
  const { payout } = reserve ?? {};
  return reserve?.status === "releasing" && payout ? { ...reserve, payout } : undefined;
}

/** A payout without a proof yet: the rail's reference where it has taken it, and another look later, which goes on in the rail's list from `searchedTo` where that was too long. Past the rail's limit operators see it. */
export function awaitReserveProof(
  state: Settlement,
  ref: string | null,
  now: Instant,
  searchedTo?: string,
): SettlementTransitions {
  const reserve = releasing(state);
  if (!reserve) return [];
  const { at, stalledAt } = reserve.payout;
  const late = stalledAt === null && secondsBetween(at, now) >= termsOf(state.rail).proofSeconds;
  const payout = { at, ref: ref ?? reserve.payout.ref, stalledAt: late ? now : stalledAt };
  const searched = searchedTo !== undefined && { searchedTo };
  const next = { ...state, reserve: { ...reserve, ...searched, payout, lookAt: addSeconds(now, askAgainSeconds) } };
  const quiet = late ? {} : { quiet: true as const };
  return [settlementTransition(state, next, now, { reason: "the reserve's payout has no proof yet", ...quiet })];
}

/** A reserve whose payout has its proof: it is gone. Where the rail says another amount than was ordered, people see it, and what left of a pooled wallet is booked, the difference at a dollar a unit. */
export function recordReservePayout(
  state: Settlement,
  { txHash, ...report }: PaidReport & { readonly txHash: string },
  now: Instant,
): SettlementTransitions {
  const reserve = releasing(state);
  if (!reserve) return [];
  const ordered = reserve.usdtOut ?? "0";
  const isSame = isAsOrdered(ordered, report);
  const paidOut = isPooled(state) ? differentCost(ordered, report) : undefined;
  const released = { status: "released" as const, heldCents: 0, txHash, lookAt: null, blocked: null };
  const next: Settlement = {
    ...state,
    reserve: { ...reserve, ...released, ...(paidOut !== undefined && { paidOut }) },
    reconBreaks: isSame ? state.reconBreaks : withBreak(state.reconBreaks, reserveMismatch, now),
  };
  const lostCents = paidExchangeCents(next) - paidExchangeCents(state);
  const differs = isSame ? "" : `; ${reserveMismatch}: ${mismatchText(ordered, report)}`;
  return [
    settlementTransition(state, next, now, {
      reason: `reserve paid out, proof arrived${differs}`,
      postings: netPostings([
        ...transfer("tenant_payable", "rail_clearing", reserve.heldCents),
        ...transfer("fx_gain_loss", "rail_clearing", lostCents),
      ]),
    }),
  ];
}

/** A rail's definite no to a reserve's payout: it is held again, and operators see why. */
export function recordReserveRefusal(state: Settlement, code: string, now: Instant): SettlementTransitions {
  const reserve = releasing(state);
  if (!reserve) return [];
  const { searchedTo: _, ...rest } = reserve;
  const frozen = code === frozenByIssuer && { frozenAt: now };
  const next = { ...state, reserve: { ...rest, ...frozen, refusals: reserve.refusals + 1, orderedAt: null } };
  const [transition] = takeReserveBack(next, `the rail will not pay the reserve out: ${code}`, now);
  return transition ? [transition, ...blockReserve(transition.next, code, now)] : [];
}

/** A payout of which the rail knows nothing: asked about again while the order may be on its way there, else held again. */
export function recordNoReservePayout(state: Settlement, now: Instant): SettlementTransitions {
  const reserve = releasing(state);
  if (reserve && now < addSeconds(reserve.payout.at, lateOrderSeconds)) return awaitReserveProof(state, null, now);
  return takeReserveBack(state, "the reserve's payout had not been made", now);
}

/** A payout that comes to nothing: what was to go is held again, to be looked at from the start. What the payer's bank has taken back meanwhile uses it up. */
function takeReserveBack(state: Settlement, reason: string, now: Instant): SettlementTransitions {
  const reserve = releasing(state);
  if (!reserve) return [];
  const held = { ...reserve, status: "held" as const, usdtOut: null, payout: null, lookAt: now };
  const returned = state.payment.status === "returned";
  const { usedCents, left } = useReserve({ reserve: held }, returned ? held.heldCents : 0);
  return [
    settlementTransition(state, { ...state, reserve: left }, now, {
      reason,
      postings: [
        ...transfer("tenant_payable", "tenant_reserve", reserve.heldCents),
        ...transfer("tenant_reserve", "return_shortfall", usedCents),
      ],
    }),
  ];
}
