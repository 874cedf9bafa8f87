import * as z from "zod";
import { ledgerAccounts } from "../../domain/core/ledger.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { Walked } from "../tenants/walk-store.ts";
import { standingAt } from "./balances-at.ts";
import type { WalkDesk } from "./close-walk.ts";

const sides = z.object({ debitCents: z.int(), creditCents: z.int(), balanceCents: z.int() });

/** Every account with its balance on the side it stands on; both sides add up to the same. */
export const trialBalance = z.object({
  at: z.string(),
  tenantId: z.string().nullable(),
  currency: z.literal("USD"),
  accounts: z.array(sides.extend({ account: z.string() })),
  total: sides,
});

export type TrialBalance = z.infer<typeof trialBalance>;

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
