import { ledgerAccounts } from "../../domain/core/ledger.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { TrialBalance } from "../../domain/reconciliation/trial-balance.ts";
import type { Walked } from "../tenants/walk-store.ts";
import { standingAt } from "./balances-at.ts";
import type { WalkDesk } from "./close-walk.ts";

/** The ledger's balances before a moment; `owner` null is every tenant's. */
export async function trialBalanceAt(
  desk: WalkDesk,
  owner: Walked | null,
  at: Instant,
): Promise<TrialBalance> {
  const { published, late } = await standingAt(desk, owner, at);
  const names = new Set([
    ...ledgerAccounts,
    ...Object.keys(published.balances),
    ...Object.keys(late.balances),
  ]);
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
