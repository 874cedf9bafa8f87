import { ledgerAccounts } from "../../domain/core/ledger.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { TrialBalance } from "../../domain/reconciliation/trial-balance.ts";
import type { WalkedTenant } from "../tenants/walk-store.ts";
import { balancesAt } from "./balances-at.ts";
import type { WalkContext } from "./close-walk.ts";

/** The ledger's balances before a moment; `owner` null is every tenant's. */
export async function trialBalanceAt(
  context: WalkContext,
  owner: WalkedTenant | null,
  at: Instant,
): Promise<TrialBalance> {
  const { published, late } = await balancesAt(context, owner, at);
  const names = new Set([...ledgerAccounts, ...Object.keys(published.balances), ...Object.keys(late.balances)]);
  const accounts = [...names].map((account) => {
    const balanceCents = (published.balances[account] ?? 0) + (late.balances[account] ?? 0);
    return {
      account,
      debitCents: Math.max(balanceCents, 0),
      creditCents: Math.max(-balanceCents, 0),
      balanceCents,
    };
  });
  const sum = (side: "debitCents" | "creditCents" | "balanceCents") =>
    accounts.reduce((total, each) => total + each[side], 0);
  return {
    at,
    tenantId: owner?.id ?? null,
    currency: "USD",
    accounts,
    total: {
      debitCents: sum("debitCents"),
      creditCents: sum("creditCents"),
      balanceCents: sum("balanceCents"),
    },
  };
}
