import type { Balances } from "../settlement/ledger.ts";
import type { Escrow } from "./escrow.ts";

/** What every account but the rail's must show of an escrow, by its record alone. The rail's follows, since all of them add up to 0. */
export function expectedEscrowBalances(state: Escrow): Balances {
  return {
    escrow_held: 0 - state.heldCents,
    fee_income: state.paidLeg === "release" ? 0 - state.feeCents : 0,
    unapplied_receipts: 0 - state.unappliedCents,
    return_shortfall: state.shortfallCents,
    payout_after_return: state.strayPayoutCents,
  };
}

/** Why an escrow's ledger and record do not agree to the cent, in a word each; none when they do. */
export function escrowImbalances(
  state: Escrow,
  ledger: { readonly balances: Balances; readonly lopsided: readonly number[] },
): string[] {
  const found = ledger.lopsided.map((seq) => `entry_${seq}_unbalanced`);
  if (state.feeCents + state.netCents !== state.amountCents) found.push("record_split");
  const expected = expectedEscrowBalances(state);
  for (const account of new Set([...Object.keys(expected), ...Object.keys(ledger.balances)])) {
    if (account === "rail_clearing") continue;
    if ((ledger.balances[account] ?? 0) !== (expected[account] ?? 0)) found.push(account);
  }
  return found;
}
