import { frozenByIssuer } from "../rails/issuer-freeze.ts";
import { type FrozenWallet, markOf } from "../tenants/frozen-wallet.ts";
import type { Escrow } from "./escrow.ts";

function refusals({ pastPayouts }: Pick<Escrow, "pastPayouts">): Escrow["pastPayouts"] {
  return pastPayouts.filter(({ code }) => code === frozenByIssuer);
}

/** The addresses that a change of an escrow has found to be frozen by its coin's issuer: a payout to them was refused so. Empty where nothing new was found. */
export function escrowFreezes(before: Pick<Escrow, "pastPayouts">, after: Escrow): FrozenWallet[] {
  const { id, payoutStable: stable, updatedAt } = after;
  const found = refusals(after).slice(refusals(before).length);
  return found.map(({ address, chain }) => markOf({ address, chain, stable }, id, updatedAt));
}
