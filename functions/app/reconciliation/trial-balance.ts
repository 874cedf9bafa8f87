import { ledgerAccounts } from "../../domain/core/ledger.ts";
import { addDays, dayOf, type Instant } from "../../domain/core/time.ts";
import { closingOf, lateSince, nothingStands, type Totals, totalsAfter } from "../../domain/reconciliation/close.ts";
import type { TrialBalance } from "../../domain/reconciliation/trial-balance.ts";
import type { ReadContext } from "../core/context.ts";
import type { WalkedTenant } from "../tenants/walk-store.ts";
import { lastCloseBefore, stretchOf } from "./close-record.ts";
import { movementsWithin, type WalkContext } from "./close-walk.ts";

/** The ledger's balances before a moment; `owner` null is every tenant's. Of a moment that is to come they are today's. */
export async function trialBalanceAt(
  context: WalkContext & Pick<ReadContext, "clock">,
  owner: WalkedTenant | null,
  at: Instant,
): Promise<TrialBalance> {
  // Nothing was written after now, and every month until then would be a call for each tenant. A day more: a clock may be ahead of ours.
  const latest = addDays(context.clock.now(), 1);
  const { published, late } = await balancesAt(context, owner, at < latest ? at : latest);
  const names = new Set([...ledgerAccounts, ...Object.keys(published.balances), ...Object.keys(late.balances)]);
  const accounts = [...names].map((account) => {
    const balanceCents = (published.balances[account] ?? 0) + (late.balances[account] ?? 0);
    return { account, debitCents: Math.max(balanceCents, 0), creditCents: Math.max(-balanceCents, 0), balanceCents };
  });
  const sum = (side: "debitCents" | "creditCents" | "balanceCents") =>
    accounts.reduce((total, each) => total + each[side], 0);
  return {
    at,
    tenantId: owner?.id ?? null,
    currency: "USD",
    accounts,
    total: { debitCents: sum("debitCents"), creditCents: sum("creditCents"), balanceCents: sum("balanceCents") },
  };
}

const beginning: Instant = "0000-01-01T00:00:00.000Z";

/** What stood at a moment by the last close and the entries since; and apart from it, what came to that close's day after it was closed. Costs a call for the close and one for every hundred entries of its day and since, for every tenant of the scope. */
export async function balancesAt(
  context: WalkContext,
  owner: WalkedTenant | null,
  at: Instant,
): Promise<{ published: Totals; late: Totals }> {
  const last = await lastCloseBefore(context, owner?.id ?? null, dayOf(at));
  if (!last) {
    const all = await movementsWithin(context, owner, { from: beginning, to: at });
    return { published: totalsAfter(nothingStands, all), late: nothingStands };
  }
  const closed = stretchOf(last.figures.date);
  const late = lateSince(last.figures, await movementsWithin(context, owner, closed));
  const since = await movementsWithin(context, owner, { from: closed.to, to: at });
  return { published: totalsAfter(closingOf(last.figures), since), late };
}
