import * as z from "zod";
import { ledgerAccounts } from "../core/ledger.ts";
import { listedIn } from "../core/listed-in.ts";
import { type EscrowStatus, escrowStatuses, isEscrowEnded } from "../escrow/escrow.ts";
import { addPostings, type Balances, type LedgerEntry } from "../settlement/ledger.ts";
import { type SettlementStatus, settlementMoves, settlementStatuses } from "../settlement/settlement.ts";
import { lateWallets, walletColumn, walletLine, walletLines, walletSum } from "./wallet-close.ts";
import { foldEntries, type WalletTotals } from "./wallet-fold.ts";

/** One account over one day. Debits are positive: closing = opening + debit - credit + late. */
const accountLine = z.object({
  account: z.string().describe("the account of the ledger"),
  openingCents: z.int(),
  debitCents: z.int(),
  creditCents: z.int(),
  adjustmentDebitCents: z.int().describe("of the debit, what belongs to settlements of earlier days"),
  adjustmentCreditCents: z.int().describe("of the credit, what belongs to settlements of earlier days"),
  lateCents: z.int().describe("entries of the day closed before, written after its close"),
  closingCents: z.int(),
});

/** How many settlements, or escrows, stood in one status when the day began and when it ended, and how many of the day's own. */
const statusLine = (statuses: readonly string[]) =>
  z.object({
    status: listedIn(statuses, z.string()).describe("the status that is counted"),
    openingCount: z.int().describe("how many stood in it when the day began"),
    createdCount: z.int().describe("of those created on the day, how many stood here at its end"),
    lateCount: z.int().describe("by entries of the day closed before, written after its close"),
    closingCount: z.int().describe("how many stood in it when the day ended"),
  });

/** The rows of a close: how many, and their digest. */
const rowsDigest = z.object({
  count: z.int().describe("how many rows there are"),
  sha256: z.string().describe("over the rows as canonical JSON, a line each"),
});

/** The close of one UTC day: a function of the audit entries before the day's end. Its SHA-256 is over this as canonical JSON. */
export const closeFigures = z.object({
  date: z.string().describe("the day that is closed, in UTC"),
  tenantId: z.string().nullable(),
  currency: z.literal("USD"),
  accounts: z.array(accountLine).describe("each account with what moved on the day"),
  wallets: z.array(walletLine).default([]).describe("the wallets at rails that pool what they hold"),
  statuses: z.array(statusLine(settlementStatuses)).describe("how many settlements stood where"),
  created: z.int().describe("settlements that were made on the day"),
  adjusted: z.int().describe("settlements of earlier days that moved money on this day"),
  inFlight: z.int().describe("settlements that had not ended when the day did"),
  unbalanced: z.int().describe("settlements and escrows"),
  rows: rowsDigest.describe("of the settlements"),
  escrows: z
    .object({
      statuses: z.array(statusLine(escrowStatuses)).describe("how many escrows stood where"),
      created: z.int().describe("escrows that were made on the day"),
      adjusted: z.int().describe("escrows of earlier days that moved money on this day"),
      open: z.int().describe("escrows that had not ended when the day did"),
      heldCents: z.int().describe("what they held then, by the ledger"),
      rows: rowsDigest.describe("the rows of the escrows"),
    })
    .describe("the same of escrows"),
});

export type CloseFigures = z.infer<typeof closeFigures>;

/** What one settlement moved on one day, from its own entries: created on the day, or adjusted after an earlier one. */
export const closeRow = z.object({
  record: z.enum(["created", "adjustment"]).describe("whether it was made on the day, or is of an earlier one"),
  tenantId: z.string(),
  settlementId: z.string(),
  createdAt: z.string(),
  status: listedIn(settlementStatuses, z.string()).describe("at the day's end"),
  collectedCents: z.int().describe("what was collected on the day, in cents"),
  paidOutCents: z.int().describe("what was paid out on the day, in cents"),
  returnedCents: z.int().describe("what went back to payers on the day, in cents"),
  movements: z.record(z.string(), z.int()).describe("net cents by account; debits are positive"),
  unbalanced: z.array(z.string()).describe("accounts or entries that do not agree with the record"),
});

const { settlementId: _, ...sameForEscrows } = closeRow.shape;

/** The same of one escrow. */
export const escrowCloseRow = z.object({
  ...sameForEscrows,
  status: listedIn(escrowStatuses, z.string()).describe("at the day's end"),
  escrowId: z.string(),
});

export type CloseRow = z.infer<typeof closeRow>;
export type EscrowCloseRow = z.infer<typeof escrowCloseRow>;
export type AnyCloseRow = CloseRow | EscrowCloseRow;

interface Sides {
  debitCents: number;
  creditCents: number;
}

interface Moved {
  /** How many more stand in each status than before. */
  readonly statuses: Record<string, number>;
  readonly createdStatuses: Record<string, number>;
  created: number;
}

/** What the entries of some stretch of time come to; changed in place, since a million entries pass by. Its own counts are of settlements. */
export interface Movements extends Moved {
  readonly accounts: Record<string, Sides & { adjustmentDebitCents: number; adjustmentCreditCents: number }>;
  readonly escrows: Moved;
  readonly wallets: WalletTotals;
  /** Net cents by account, of settlements and escrows alone: what their own rows must come to. */
  readonly ofRows: Balances;
}

export function noMovements(): Movements {
  const escrows = { statuses: {}, createdStatuses: {}, created: 0 };
  return { accounts: {}, statuses: {}, createdStatuses: {}, ofRows: {}, wallets: {}, created: 0, escrows };
}

/** Counts an entry in; `isOwn` says that its record was created in the same stretch of time. */
export function moveBy(sum: Movements, entry: LedgerEntry, isOwn: boolean): void {
  for (const { account, amountCents } of entry.postings) {
    sum.accounts[account] ??= { debitCents: 0, creditCents: 0, adjustmentDebitCents: 0, adjustmentCreditCents: 0 };
    const line = sum.accounts[account];
    const debit = Math.max(amountCents, 0);
    const credit = Math.max(-amountCents, 0);
    line.debitCents += debit;
    line.creditCents += credit;
    if (isOwn) continue;
    line.adjustmentDebitCents += debit;
    line.adjustmentCreditCents += credit;
  }
  foldEntries(sum.wallets, [entry]);
  const moved = movedOf(sum, entry);
  if (!moved) return;
  addPostings(sum.ofRows, entry.postings);
  if (entry.from === entry.to) return;
  if (entry.from === null) moved.created += 1;
  step(moved.statuses, entry);
  if (isOwn) step(moved.createdStatuses, entry);
}

function movedOf(sum: Movements, { aggregateType }: LedgerEntry): Moved | undefined {
  if (aggregateType === "settlement") return sum;
  return aggregateType === "escrow" ? sum.escrows : undefined;
}

function step(counts: Record<string, number>, { from, to }: LedgerEntry): void {
  if (from !== null) counts[from] = (counts[from] ?? 0) - 1;
  counts[to] = (counts[to] ?? 0) + 1;
}

export interface Totals {
  readonly balances: Balances;
  /** Of settlements. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly escrows: Readonly<Record<string, number>>;
  readonly wallets: WalletTotals;
}

export const nothingStands: Totals = { balances: {}, statuses: {}, escrows: {}, wallets: {} };

export function totalsAfter(before: Totals, sum: Movements): Totals {
  const balances = { ...before.balances };
  for (const [account, { debitCents, creditCents }] of Object.entries(sum.accounts))
    balances[account] = (balances[account] ?? 0) + debitCents - creditCents;
  const statuses = added(before.statuses, sum.statuses);
  const wallets = walletSum(before.wallets, sum.wallets);
  return { balances, statuses: statuses, escrows: added(before.escrows, sum.escrows.statuses), wallets };
}

function added(one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>) {
  const sum: Record<string, number> = { ...one };
  for (const [name, count] of Object.entries(other)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

export interface DayFacts {
  readonly date: string;
  readonly tenantId: string | null;
  readonly opening: Totals;
  /** What the entries of the day closed before come to now beyond what its close said. */
  readonly late: Totals;
  readonly day: Movements;
  readonly rows: RowFacts & { readonly unbalanced: number; readonly escrows: RowFacts };
}

/** What the rows of a noun come to. */
export interface RowFacts {
  readonly count: number;
  readonly sha256: string;
  readonly adjusted: number;
}

/** Names that are ours in their order, then any other that turned up. */
function namesOf(ours: readonly string[], ...others: readonly object[]): string[] {
  const known = new Set(ours);
  const more = others.flatMap((each) => Object.keys(each)).filter((name) => !known.has(name));
  return [...ours, ...new Set(more.sort())];
}

const noSides = { debitCents: 0, creditCents: 0, adjustmentDebitCents: 0, adjustmentCreditCents: 0 };

export function figuresOf({ date, tenantId, opening, late, day, rows }: DayFacts): CloseFigures {
  const accounts = namesOf(ledgerAccounts, opening.balances, late.balances, day.accounts).map((account) => {
    const sides = day.accounts[account] ?? noSides;
    const openingCents = opening.balances[account] ?? 0;
    const lateCents = late.balances[account] ?? 0;
    const closingCents = openingCents + sides.debitCents - sides.creditCents + lateCents;
    return { account, openingCents, ...sides, lateCents, closingCents };
  });
  const statuses = statusLines(settlementStatuses, opening.statuses, late.statuses, day);
  const { count, sha256, adjusted, unbalanced, escrows } = rows;
  const held = accounts.find(({ account }) => account === "escrow_held")?.closingCents ?? 0;
  return {
    ...{ date, tenantId, currency: "USD", accounts: accounts, statuses: statuses, created: day.created, adjusted },
    wallets: walletLines(opening.wallets, late.wallets, day.wallets),
    inFlight: standingIn(statuses, isOpen),
    ...{ unbalanced, rows: { count, sha256 } },
    escrows: escrowFigures(
      statusLines(escrowStatuses, opening.escrows, late.escrows, day.escrows),
      day.escrows.created,
      { ...escrows, heldCents: 0 - held },
    ),
  };
}

function escrowFigures(
  statuses: CloseFigures["statuses"],
  created: number,
  { count, sha256, adjusted, heldCents }: RowFacts & { readonly heldCents: number },
): CloseFigures["escrows"] {
  const open = standingIn(statuses, isOpenEscrow);
  return { statuses: statuses, created, adjusted, open, heldCents, rows: { count, sha256 } };
}

function statusLines(
  ours: readonly string[],
  opening: Totals["statuses"],
  late: Totals["statuses"],
  day: Moved,
): CloseFigures["statuses"] {
  return namesOf(ours, opening, late, day.statuses).map((status) => {
    const openingCount = opening[status] ?? 0;
    const lateCount = late[status] ?? 0;
    const closingCount = openingCount + (day.statuses[status] ?? 0) + lateCount;
    return { status, openingCount, createdCount: day.createdStatuses[status] ?? 0, lateCount, closingCount };
  });
}

function standingIn(lines: CloseFigures["statuses"], counts: (status: string) => boolean): number {
  return lines.reduce((sum, { status, closingCount }) => (counts(status) ? sum + closingCount : sum), 0);
}

function isOpen(status: string): boolean {
  const moves = settlementMoves[status as SettlementStatus];
  return moves !== undefined && moves.length > 0;
}

function isOpenEscrow(status: string): boolean {
  return escrowStatuses.some((each) => each === status) && !isEscrowEnded(status as EscrowStatus);
}

function closingCounts(lines: CloseFigures["statuses"]): Record<string, number> {
  return Object.fromEntries(lines.map((each) => [each.status, each.closingCount]));
}

export function closingOf({ accounts, wallets, statuses, escrows }: CloseFigures): Totals {
  return {
    balances: Object.fromEntries(accounts.map((each) => [each.account, each.closingCents])),
    statuses: closingCounts(statuses),
    escrows: closingCounts(escrows.statuses),
    wallets: walletColumn(wallets, "closingUnits"),
  };
}

/** What has come to a closed day's entries since its close: what they sum up to now, less what the close says of them. */
export function lateSince({ accounts, wallets: lines, statuses, escrows }: CloseFigures, now: Movements): Totals {
  const { balances, statuses: counts, escrows: escrowCounts } = totalsAfter(nothingStands, now);
  for (const { account, debitCents, creditCents } of accounts)
    balances[account] = (balances[account] ?? 0) - (debitCents - creditCents);
  const wallets = lateWallets(lines, now.wallets);
  const lateEscrows = lateCounts(escrowCounts, escrows.statuses);
  return { balances, statuses: lateCounts(counts, statuses), escrows: lateEscrows, wallets };
}

function lateCounts(now: Readonly<Record<string, number>>, lines: CloseFigures["statuses"]): Record<string, number> {
  const late: Record<string, number> = { ...now };
  for (const { status, openingCount, lateCount, closingCount } of lines)
    late[status] = (late[status] ?? 0) - (closingCount - openingCount - lateCount);
  return late;
}
