import { unitsOf } from "../core/units.ts";
import { type WalletPosition, walletKey } from "../core/wallet-ledger.ts";
import { isPayoutLeftBehind, undeliveredCents } from "./held-funds.ts";
import { isPayoutUnanswered } from "./late-payout.ts";
import { shortPaidUnits } from "./paid-out.ts";
import { boughtShare, isPooled } from "./purchase.ts";
import { heldUnits, reserveUnits } from "./reserve.ts";
import type { Settlement } from "./settlement.ts";

/** How a settlement stands with the wallet at its rail; null where it has none, and until the rail has told what the deposit became. */
export function settlementPosition(state: Settlement): WalletPosition | null {
  const { bought, rail, partnerCustomerId: customer, destChain: chain, usdtStable: stable } = state;
  if (bought === null || !isPooled(state)) return null;
  const transit = payoutUnits(state, isPayoutOpen(state)) + reserveOut(state, "releasing") + orderUnits(state);
  const here = unitsOf(bought) - leftUnits(state) - transit;
  return { wallet: walletKey({ rail, customer, chain, stable }), here, transit, clients: clientUnits(state) };
}

function payoutUnits({ usdtOut, paidOut }: Settlement, counts: boolean): bigint {
  return counts ? unitsOf(paidOut ?? usdtOut ?? "0") : 0n;
}

/** Whether a payout was ordered that may still prove itself. */
function isPayoutOpen(state: Settlement): boolean {
  const { status, txHash } = state;
  return txHash === null && (status === "settling" || isPayoutLeftBehind(state) || isPayoutUnanswered(state));
}

function reserveOut({ reserve }: Settlement, status: "releasing" | "released"): bigint {
  return reserve?.status === status ? unitsOf(reserve.paidOut ?? reserve.usdtOut ?? "0") : 0n;
}

/** What the rail was told to send back to the payer's bank takes out of the wallet. */
function orderUnits({ sendBack }: Settlement): bigint {
  return unitsOf(sendBack?.cost ?? "0");
}

/** All that has left the wallet for good: paid out, sent back, or taken back by the payer's bank. */
function leftUnits(state: Settlement): bigint {
  const { txHash, takenBack, sentBack } = state;
  const back = sentBack.reduce((sum, { cost }) => sum + unitsOf(cost ?? "0"), 0n);
  return payoutUnits(state, txHash !== null) + reserveOut(state, "released") + unitsOf(takenBack ?? "0") + back;
}

/** What is owed to tenant and payer out of the wallet. What the rail was told to send back is owed at its cost. */
function clientUnits(state: Settlement): bigint {
  const { status, txHash, mismatchCents, unappliedCents, sendBack } = state;
  const owedCents = payableCents(state) + (mismatchCents ?? 0) + unappliedCents;
  const owed = unitsOf(boughtShare(state, owedCents));
  const inReserve = status === "settling" ? unitsOf(reserveUnits(state)) : reserveOwed(state);
  const all = owed + payoutUnits(state, status === "settling") + inReserve + shortPaidUnits(state);
  // A payout that proved itself after another end has taken what was owed, as far as it goes.
  const late = payoutUnits(state, txHash !== null && status !== "completed");
  const left = all > late ? all - late : 0n;
  if (sendBack?.cost === undefined || owedCents < sendBack.amountCents) return left;
  return left - unitsOf(boughtShare(state, sendBack.amountCents)) + unitsOf(sendBack.cost);
}

/** Cents that are owed to the tenant or go back to the payer as they came, not converted at a rate yet. */
function payableCents(state: Settlement): number {
  const { status, fiatInCents } = state;
  const isWhole = status === "screening" || status === "screened" || status === "converting";
  return isWhole ? fiatInCents : undeliveredCents(state);
}

function reserveOwed(state: Settlement): bigint {
  const { reserve } = state;
  if (reserve?.status === "releasing") return unitsOf(reserve.usdtOut ?? "0");
  return reserve?.status === "held" ? unitsOf(heldUnits(state, reserve)) : 0n;
}
