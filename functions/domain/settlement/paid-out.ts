import { balancedPostings } from "../core/ledger.ts";
import { withBreak } from "../core/record-break.ts";
import type { Instant } from "../core/time.ts";
import { unitsOf } from "../core/units.ts";
import { differentCost, isAsOrdered, mismatchText, type PaidReport } from "../rails/paid-out.ts";
import { exchangeCents } from "../rails/return-cost.ts";
import { openBreaks } from "./held-funds.ts";
import { isPooled } from "./purchase.ts";
import { type Settlement, type SettlementTransitions, settlementTransition } from "./settlement.ts";
import { recordProof } from "./transitions.ts";

const kind = "payout_amount_mismatch";

/** What stands on the record of a reserve's payout of another amount than was ordered. */
export const reserveMismatch = "reserve_amount_mismatch";

/** The rail's proof of a payout, with what it says left for it. */
export function recordPaidOut(
  state: Settlement,
  report: PaidReport & { readonly txHash: string; readonly transferRef?: string | undefined },
  now: Instant,
): SettlementTransitions {
  return withPaidOut(state, recordProof(state, report.txHash, now, report.transferRef), report, now);
}

/** Transitions that prove a payout, and what follows where the rail says another amount than was ordered: people see it, and what left of a pooled wallet is booked, the difference at a dollar a unit. */
export function withPaidOut(
  state: Settlement,
  proven: SettlementTransitions,
  report: PaidReport,
  now: Instant,
): SettlementTransitions {
  const after = proven.at(-1)?.next ?? state;
  const { txHash, usdtOut, paidOut, reconBreaks } = after;
  const tells = report.paid !== undefined || report.cost !== undefined;
  if (txHash === null || usdtOut === null || !tells) return proven;
  const left = isPooled(after) ? differentCost(usdtOut, report) : undefined;
  const isShown = isAsOrdered(usdtOut, report) || reconBreaks.some((each) => each.kind === kind);
  if (isShown && left === paidOut) return proven;
  const { paidOut: _, ...rest } = after;
  const next: Settlement = {
    ...{ ...rest, ...(left !== undefined && { paidOut: left }) },
    reconBreaks: isShown ? reconBreaks : withBreak(reconBreaks, kind, now),
  };
  const fxCents = paidExchangeCents(next) - paidExchangeCents(after);
  const postings = balancedPostings(
    { account: "fx_gain_loss", amountCents: fxCents },
    { account: "rail_clearing", amountCents: 0 - fxCents },
  );
  const reason = `${kind}: ${mismatchText(usdtOut, report)}`;
  return [...proven, settlementTransition(after, next, now, { reason, postings })];
}

/** A payout's order, and what left for it where that is not the same. */
interface Left {
  readonly usdtOut: string | null;
  readonly paidOut?: string | undefined;
}

/** What more left for the payout, and for the reserve's, than was ordered, in cents at a dollar a unit; less than 0 where it was less. */
export function paidExchangeCents({ reserve, ...payout }: Pick<Settlement, "usdtOut" | "paidOut" | "reserve">): number {
  const ofOne = ({ usdtOut, paidOut }: Left) =>
    paidOut === undefined || usdtOut === null ? 0 : exchangeCents(paidOut, usdtOut);
  return ofOne(payout) + (reserve ? ofOne(reserve) : 0);
}

/** What less left than was ordered, in millionths: owed to the tenant until somebody has dealt with it. */
export function shortPaidUnits(state: Settlement): bigint {
  const { status, reserve } = state;
  const open = openBreaks(state).map((each) => each.kind);
  const ofOne = (name: string, { usdtOut, paidOut }: Left) => {
    if (usdtOut === null || paidOut === undefined || !open.includes(name)) return 0n;
    const short = unitsOf(usdtOut) - unitsOf(paidOut);
    return short > 0n ? short : 0n;
  };
  const ofPayout = status === "completed" ? ofOne(kind, state) : 0n;
  return ofPayout + (reserve ? ofOne(reserveMismatch, reserve) : 0n);
}
