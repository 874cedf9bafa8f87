import { frozenByIssuer } from "../rails/issuer-freeze.ts";
import { type FrozenWallet, markOf } from "../tenants/frozen-wallet.ts";
import type { Settlement } from "./settlement.ts";

type Known = Pick<Settlement, "status" | "failureCode" | "reserve">;

function frozenIn({ status, failureCode, reserve }: Known): boolean {
  return (status === "failed" && failureCode === frozenByIssuer) || reserve?.frozenAt !== undefined;
}

/** The wallet that a change of a settlement has found to be frozen by its coin's issuer: its payout or its reserve's was refused so. Empty where nothing new was found. */
export function settlementFreezes(before: Known, after: Settlement): FrozenWallet[] {
  if (frozenIn(before) || !frozenIn(after)) return [];
  const { id, destWallet: address, destChain: chain, usdtStable: stable, updatedAt } = after;
  return [markOf({ address, chain, stable }, id, updatedAt)];
}
