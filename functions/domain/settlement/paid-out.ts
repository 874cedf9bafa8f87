import { balancedPostings } from "../core/ledger.ts";
import { withBreak } from "../core/record-break.ts";
import type { Instant } from "../core/time.ts";
import { unitsOf } from "../core/units.ts";
import { differentCost, isAsOrdered, type PaidReport } from "../rails/paid-out.ts";
import { exchangeCents } from "../rails/return-cost.ts";
import { openBreaks } from "./held-funds.ts";
import { isPooled } from "./purchase.ts";
import { type Settlement, type SettlementTransitions, settlementTransition } from "./settlement.ts";
import { recordProof } from "./transitions.ts";

const kind = "payout_amount_mismatch";

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
  const reason = `${kind}: ${usdtOut} ordered, the rail says ${report.cost ?? report.paid} left and ${report.paid ?? "nothing of what"} came`;
  return [...proven, settlementTransition(after, next, now, { reason, postings })];
}

/** What more left for the payout than was ordered, in cents at a dollar a unit; less than 0 where it was less. */
export function paidExchangeCents({ usdtOut, paidOut }: Settlement): number {
  return paidOut === undefined || usdtOut === null ? 0 : exchangeCents(paidOut, usdtOut);
}

/** What less left than was ordered, in millionths: owed to the tenant until somebody has dealt with it. */
export function shortPaidUnits(state: Settlement): bigint {
  const { status, usdtOut, paidOut } = state;
  if (status !== "completed" || usdtOut === null || paidOut === undefined) return 0n;
  const short = unitsOf(usdtOut) - unitsOf(paidOut);
  return short > 0n && openBreaks(state).some((each) => each.kind === kind) ? short : 0n;
}
