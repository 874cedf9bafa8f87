import * as z from "zod";
import type { Instant } from "../core/time.ts";
import { signedUnitsOf } from "../core/wallet-ledger.ts";
import { lostCents, undeliveredCents } from "./held-funds.ts";
import { paidExchangeCents } from "./paid-out.ts";
import type { Settlement } from "./settlement.ts";

/** Any account's name is read: one that we do not have is for reconciliation to find. */
const loosePosting = z.object({ account: z.string(), amountCents: z.int() });

type LoosePosting = z.infer<typeof loosePosting>;

/** What reconciliation reads of an audit entry; the rest of it is not looked at. */
export const ledgerEntry = z.object({
  aggregateId: z.string(),
  aggregateType: z.string(),
  tenantId: z.string(),
  seq: z.int(),
  from: z.string().nullable(),
  to: z.string(),
  reason: z.string().optional(),
  at: z.string(),
  postings: z.array(loosePosting),
  wallet: z.string().optional(),
  units: z.array(z.object({ account: z.string(), units: z.string().regex(/^-?\d+\.\d{6}$/) })).optional(),
});

export type LedgerEntry = z.infer<typeof ledgerEntry>;

/** Cents by account; debits are positive. An account that is not there stands at 0. */
export type Balances = Record<string, number>;

/** What the ledger moved over the rail in one direction: how much, and when the first of it was booked. */
export interface RailMove {
  readonly amountCents: number;
  readonly bookedAt: Instant | null;
}

/** What the ledger says of one settlement or escrow, from its entries alone. */
export interface RecordLedger {
  readonly balances: Balances;
  readonly collected: RailMove;
  readonly paidOut: RailMove;
  /** Back to the payer's bank, whoever sent it. */
  readonly returned: RailMove;
  /** Numbers of the entries whose debits and credits differ. */
  readonly lopsided: readonly number[];
}

export function addPostings(balances: Balances, postings: readonly LoosePosting[]): void {
  for (const { account, amountCents } of postings) balances[account] = (balances[account] ?? 0) + amountCents;
}

type Direction = "collected" | "paidOut" | "returned";

/** Which way an entry moved money over the rail: a proof pays out, what else leaves goes back to the payer. */
function directionOf(entry: LedgerEntry, amountCents: number): Direction {
  if (amountCents > 0) return "collected";
  const proven = entry.to === "completed" && entry.from !== "completed";
  const late = entry.postings.some(({ account }) => account === "payout_after_return");
  // A reserve is owed to the tenant before it is paid out.
  const owed = entry.postings.some(({ account, amountCents: cents }) => account === "tenant_payable" && cents > 0);
  const released = entry.from === "completed" && entry.to === "completed" && owed;
  return proven || late || released ? "paidOut" : "returned";
}

export function foldLedger(
  entries: readonly LedgerEntry[],
  direction: (entry: LedgerEntry, amountCents: number) => Direction,
): RecordLedger {
  const balances: Balances = {};
  const none: RailMove = { amountCents: 0, bookedAt: null };
  const moves = { collected: none, paidOut: none, returned: none };
  const lopsided: number[] = [];
  for (const entry of entries) {
    const { postings, seq, at } = entry;
    addPostings(balances, postings);
    const units = entry.units?.reduce((sum, each) => sum + signedUnitsOf(each.units), 0n) ?? 0n;
    if (units !== 0n || postings.reduce((sum, { amountCents }) => sum + amountCents, 0) !== 0) lopsided.push(seq);
    // What a return cost more or less than was bought stands on no list of the rail's.
    let exchangeCents = postings.reduce(
      (sum, each) => sum + (each.account === "fx_gain_loss" ? each.amountCents : 0),
      0,
    );
    for (const { account, amountCents } of postings) {
      if (account !== "rail_clearing") continue;
      const way = direction(entry, amountCents);
      const before = moves[way];
      const sum = before.amountCents + Math.abs(amountCents + exchangeCents);
      exchangeCents = 0;
      moves[way] = { amountCents: sum, bookedAt: before.bookedAt ?? at };
    }
  }
  return { balances, ...moves, lopsided };
}

export function ledgerOf(entries: readonly LedgerEntry[]): RecordLedger {
  return foldLedger(entries, directionOf);
}

/** What the ledger says of a settlement. Late money that was applied moved nothing over the rail: it is as if it had come for the payment that has it now, when it came. */
export function settlementLedgerOf(state: Settlement, entries: readonly LedgerEntry[]): RecordLedger {
  const ledger = ledgerOf(entries);
  const { appliedTo, appliedFrom, payment } = state;
  const { collected, returned } = ledger;
  if (appliedFrom) return { ...ledger, collected: { ...collected, bookedAt: payment.receivedAt } };
  if (!appliedTo) return ledger;
  const { amountCents } = appliedTo;
  return { ...ledger, collected: lessBy(collected, amountCents), returned: lessBy(returned, amountCents) };
}

function lessBy(move: RailMove, cents: number): RailMove {
  const amountCents = move.amountCents - cents;
  return { amountCents, bookedAt: amountCents === 0 ? null : move.bookedAt };
}

/** What we owe the tenant of a settlement, by its record: all that was collected, until it is paid out or sent back. */
function payableCents(state: Settlement): number {
  const { status, fiatInCents, netCents, reserve } = state;
  if (reserve?.status === "releasing") return reserve.heldCents;
  if (status === "screening" || status === "screened" || status === "converting") return fiatInCents;
  return status === "settling" ? netCents : undeliveredCents(state);
}

/** What is kept back of a settlement that was booked. */
function reservedCents({ reserve, reserveCents }: Settlement): number {
  if (!reserve) return reserveCents;
  return reserve.status === "held" ? reserve.heldCents : 0;
}

/** What a payer's bank took back beyond what we still held. */
function shortfallCents(state: Settlement): number {
  const delivered = state.status === "completed" && state.payment.status === "returned";
  return lostCents(state) + (delivered ? state.fiatInCents - (state.reserve?.usedCents ?? 0) : 0);
}

/** What every account but the rail's must show of a settlement, by its record alone. The rail's follows, since all of them add up to 0. */
export function expectedBalances(state: Settlement): Balances {
  const booked = state.status === "settling" || state.status === "completed";
  const gone = ["returned", "canceled", "refunded"].includes(state.payment.status);
  const late = state.status !== "completed" && state.txHash !== null;
  return {
    tenant_payable: -payableCents(state),
    tenant_reserve: booked ? -reservedCents(state) : 0,
    fee_income: booked ? -state.feeCents : 0,
    unapplied_receipts: -((gone ? 0 : (state.mismatchCents ?? 0)) + state.unappliedCents),
    return_shortfall: shortfallCents(state),
    payout_after_return: late ? state.netCents : 0,
    fx_gain_loss: state.sentBack.reduce((sum, { exchangeCents = 0 }) => sum + exchangeCents, paidExchangeCents(state)),
  };
}

/** Why a ledger and its record do not agree to the cent, in a word each; none when they do. `isSplit` says that the record's own parts add up. */
export function ledgerProblems(
  { balances, lopsided }: Pick<RecordLedger, "balances" | "lopsided">,
  expected: Balances,
  isSplit: boolean,
): string[] {
  const found: string[] = lopsided.map((seq) => `entry_${seq}_unbalanced`);
  if (!isSplit) found.push("record_split");
  for (const account of new Set([...Object.keys(expected), ...Object.keys(balances)])) {
    if (account === "rail_clearing") continue;
    if ((balances[account] ?? 0) !== (expected[account] ?? 0)) found.push(account);
  }
  return found;
}

export function imbalances(state: Settlement, ledger: RecordLedger): string[] {
  const isSplit = state.feeCents + state.reserveCents + state.netCents === state.fiatInCents;
  return ledgerProblems(ledger, expectedBalances(state), isSplit);
}
