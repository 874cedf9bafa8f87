import { addPostings, type Balances, type LedgerEntry, type RailMove } from "../settlement/ledger.ts";
import type { PayoutLeg } from "./escrow.ts";

/** What the ledger says of one escrow, from its entries alone. */
export interface EscrowBooks {
  readonly balances: Balances;
  readonly collected: RailMove;
  readonly paidOut: RailMove;
  /** Back to the payer's bank, whoever sent it. */
  readonly returned: RailMove;
  /** Numbers of the entries whose debits and credits differ. */
  readonly lopsided: readonly number[];
}

/** Which way an entry moved money over the rail: what is held leaves it once, by a payout where one was proven, else back to the payer. */
function directionOf(
  { from, to, postings }: LedgerEntry,
  amountCents: number,
  paidLeg: PayoutLeg | null,
): "collected" | "paidOut" | "returned" {
  if (amountCents > 0) return "collected";
  const takes = (account: string) => postings.some((each) => each.account === account && each.amountCents > 0);
  if (takes("payout_after_return")) return "paidOut";
  const proven = from !== to && (to === "released" || to === "refunded");
  return takes("escrow_held") && (proven || paidLeg !== null) ? "paidOut" : "returned";
}

/** Folds an escrow's entries; its record's `paidLeg` tells a payout that was proven after its escrow had failed. */
export function escrowBooksOf(entries: readonly LedgerEntry[], paidLeg: PayoutLeg | null): EscrowBooks {
  const balances: Balances = {};
  const none: RailMove = { amountCents: 0, bookedAt: null };
  const moves = { collected: none, paidOut: none, returned: none };
  const lopsided: number[] = [];
  for (const entry of entries) {
    const { postings, seq, at } = entry;
    addPostings(balances, postings);
    if (postings.reduce((sum, { amountCents }) => sum + amountCents, 0) !== 0) lopsided.push(seq);
    for (const { account, amountCents } of postings) {
      if (account !== "rail_clearing") continue;
      const way = directionOf(entry, amountCents, paidLeg);
      const before = moves[way];
      const sum = before.amountCents + Math.abs(amountCents);
      moves[way] = { amountCents: sum, bookedAt: before.bookedAt ?? at };
    }
  }
  return { balances, ...moves, lopsided };
}
