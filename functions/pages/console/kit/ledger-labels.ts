import type { LedgerAccount } from "../../../domain/core/ledger.ts";

const accountText: Readonly<Record<LedgerAccount, string>> = {
  rail_clearing: "At the rail",
  tenant_payable: "Owed to tenants",
  tenant_reserve: "Tenants’ reserves",
  unapplied_receipts: "Applied to nothing",
  fee_income: "Our fees",
  return_shortfall: "Shortfall by returns",
  payout_after_return: "Paid out after a return",
  escrow_held: "Held in escrow",
};

/** An account of the ledger in words; one that we do not know by its own name. */
export function accountName(account: string): string {
  return account in accountText ? accountText[account as LedgerAccount] : account.replaceAll("_", " ");
}
