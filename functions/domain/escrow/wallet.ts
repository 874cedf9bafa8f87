import { unitsOf } from "../core/units.ts";
import { type WalletPosition, walletKey } from "../core/wallet-ledger.ts";
import { keepsWallets } from "../rails/terms.ts";
import { fundingsOf, unappliedOf, unitsOfFunding } from "./collections.ts";
import type { Escrow } from "./escrow.ts";
import type { Funding, PayoutLeg } from "./movement.ts";
import { restUnits } from "./release-split.ts";

/** How an escrow stands with the wallet at its rail; null where it has none, and until the rail has told what any deposit became. */
export function escrowPosition(state: Escrow): WalletPosition | null {
  const { adapter: rail, partnerCustomerId: customer, payoutChain: chain, payoutStable: stable } = state;
  const fundings = fundingsOf(state);
  if (customer === null || !keepsWallets(rail) || fundings.every(({ bought }) => bought === null)) return null;
  const transit = unitsOf(state.intent?.amount ?? "0") + unitsOf(state.sendBack?.cost ?? "0");
  const stays = fundings.reduce((sum, each) => sum + staysOf(state, each), 0n);
  const here = stays - paidUnits(state) - transit;
  return { wallet: walletKey({ rail, customer, chain, stable }), here, transit, clients: clientUnits(state, fundings) };
}

/** What a deposit became, less what went back of it by the rail's return or its payer's bank. */
function staysOf(state: Escrow, each: Funding): bigint {
  const isTakenBack = each.returned !== null || (each === state.funding && state.returned !== null);
  const came = isTakenBack ? 0n : unitsOf(each.bought ?? "0");
  return came - unitsOf(each.returnCost ?? "0");
}

/** All that payouts took: those that took what was held, and those that left beside them. */
function paidUnits({ paidOut, paidLeg, restOut, pastPayouts, releaseTxHash, refundTxHash }: Escrow): bigint {
  const left = pastPayouts.filter(({ txHash }) => txHash !== null);
  const own = (leg: PayoutLeg | null, hash: string | null, out: string | null) =>
    left.some((each) => each.leg === leg && each.txHash === hash) ? 0n : unitsOf(out ?? "0");
  const main = own(paidLeg, paidLeg === "refund" ? refundTxHash : releaseTxHash, paidOut);
  return left.reduce((sum, each) => sum + unitsOf(each.left ?? each.amount), main + own("rest", refundTxHash, restOut));
}

/** What is owed out of the wallet: what is held, and what is applied to nothing. What the rail was told to send back is owed at its cost. */
function clientUnits(state: Escrow, fundings: readonly Funding[]): bigint {
  const { funding: present, heldCents, paidLeg, sendBack } = state;
  const owed = fundings.reduce((sum, each) => {
    if (each === present && paidLeg === "release" && heldCents > 0)
      return (
        sum + unitsOf(unitsOfFunding(each, unappliedOf(state, each))) + unitsOf(restUnits(state, heldCents) ?? "0")
      );
    const cents = unappliedOf(state, each) + (each === present ? heldCents : 0);
    return sum + unitsOf(unitsOfFunding(each, cents));
  }, 0n);
  const clients = owed + shortPaidUnits(state);
  const ordered = fundings.find(({ railRef }) => railRef === sendBack?.railRef);
  if (sendBack?.cost === undefined || !ordered || unappliedOf(state, ordered) < sendBack.amountCents) return clients;
  return clients - unitsOf(unitsOfFunding(ordered, sendBack.amountCents)) + unitsOf(sendBack.cost);
}

/** What less left for a payout than was ordered: owed to its beneficiary until somebody has dealt with it. */
function shortPaidUnits({ paidOut, orderedOut, restOut, restOrdered, reconBreaks }: Escrow): bigint {
  const isOpen = reconBreaks.some(
    ({ kind, resolvedAt }) => kind === "payout_amount_mismatch" && resolvedAt === undefined,
  );
  if (!isOpen) return 0n;
  return shortOf(orderedOut, paidOut) + shortOf(restOrdered, restOut);
}

function shortOf(ordered: string | undefined, out: string | null): bigint {
  const short = unitsOf(ordered ?? "0") - unitsOf(ordered === undefined ? "0" : (out ?? "0"));
  return short > 0n ? short : 0n;
}
