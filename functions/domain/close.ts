import * as z from "zod";
import { ledgerAccounts } from "./ledger.ts";
import { type SettlementStatus, settlementMoves, settlementStatuses } from "./settlement.ts";
import { addPostings, type Balances, type LedgerEntry } from "./settlement-ledger.ts";

/** One account over one day. Debits are positive: closing = opening + debit - credit + late. */
const accountLine = z.object({
  account: z.string(),
  openingCents: z.int(),
  debitCents: z.int(),
  creditCents: z.int(),
  adjustmentDebitCents: z.int().describe("of the debit, what belongs to settlements of earlier days"),
  adjustmentCreditCents: z.int().describe("of the credit, what belongs to settlements of earlier days"),
  lateCents: z.int().describe("entries of the day closed before, written after its close"),
  closingCents: z.int(),
});

/** How many settlements stood in one status when the day began and when it ended, and how many of the day's own. */
const statusLine = z.object({
  status: z.string(),
  openingCount: z.int(),
  createdCount: z.int().describe("of those created on the day, how many stood here at its end"),
  lateCount: z.int().describe("by entries of the day closed before, written after its close"),
  closingCount: z.int(),
});

/** The close of one UTC day: a function of the audit entries before the day's end. Its SHA-256 is over this as canonical JSON. */
export const closeFigures = z.object({
  date: z.string(),
  tenantId: z.string().nullable(),
  currency: z.literal("USD"),
  accounts: z.array(accountLine),
  statuses: z.array(statusLine),
  created: z.int(),
  adjusted: z.int().describe("settlements of earlier days that moved money on this day"),
  inFlight: z.int().describe("settlements that had not ended when the day did"),
  unbalanced: z.int(),
  rows: z.object({
    count: z.int(),
    sha256: z.string().describe("over the rows as canonical JSON, a line each"),
  }),
});

export type CloseFigures = z.infer<typeof closeFigures>;

/** What one settlement moved on one day, from its own entries: created on the day, or adjusted after an earlier one. */
export const closeRow = z.object({
  record: z.enum(["created", "adjustment"]),
  tenantId: z.string(),
  settlementId: z.string(),
  createdAt: z.string(),
  status: z.string().describe("at the day's end"),
  collectedCents: z.int(),
  paidOutCents: z.int(),
  returnedCents: z.int(),
  movements: z.record(z.string(), z.int()).describe("net cents by account; debits are positive"),
  unbalanced: z.array(z.string()),
});

export type CloseRow = z.infer<typeof closeRow>;

interface Sides {
  debitCents: number;
  creditCents: number;
}

/** What the entries of some stretch of time come to; changed in place, since a million entries pass by. */
export interface Movements {
  readonly accounts: Record<string, Sides & { adjustmentDebitCents: number; adjustmentCreditCents: number }>;
  /** How many more settlements stand in each status than before. */
  readonly statuses: Record<string, number>;
  readonly createdStatuses: Record<string, number>;
  /** Net cents by account, of settlements alone: what their own rows must come to. */
  readonly ofSettlements: Balances;
  created: number;
}

export function noMovements(): Movements {
  return { accounts: {}, statuses: {}, createdStatuses: {}, ofSettlements: {}, created: 0 };
}

/** Counts an entry in; `isOwn` says that its record was created in the same stretch of time. */
export function moveBy(sum: Movements, entry: LedgerEntry, isOwn: boolean): void {
  for (const { account, amountCents } of entry.postings) {
    sum.accounts[account] ??= {
      debitCents: 0,
      creditCents: 0,
      adjustmentDebitCents: 0,
      adjustmentCreditCents: 0,
    };
    const line = sum.accounts[account];
    const debit = Math.max(amountCents, 0);
    const credit = Math.max(-amountCents, 0);
    line.debitCents += debit;
    line.creditCents += credit;
    if (isOwn) continue;
    line.adjustmentDebitCents += debit;
    line.adjustmentCreditCents += credit;
  }
  if (entry.aggregateType !== "settlement") return;
  addPostings(sum.ofSettlements, entry.postings);
  if (entry.from === entry.to) return;
  if (entry.from === null) sum.created += 1;
  step(sum.statuses, entry);
  if (isOwn) step(sum.createdStatuses, entry);
}

function step(counts: Record<string, number>, { from, to }: LedgerEntry): void {
  if (from !== null) counts[from] = (counts[from] ?? 0) - 1;
  counts[to] = (counts[to] ?? 0) + 1;
}

/** Balances and counts at one moment. */
export interface Standing {
  readonly balances: Balances;
  readonly statuses: Readonly<Record<string, number>>;
}

export const nothingStands: Standing = { balances: {}, statuses: {} };

/** What stands after some movements. */
export function standingAfter(before: Standing, sum: Movements): Standing {
  const balances = { ...before.balances };
  for (const [account, { debitCents, creditCents }] of Object.entries(sum.accounts))
    balances[account] = (balances[account] ?? 0) + debitCents - creditCents;
  return { balances, statuses: added(before.statuses, sum.statuses) };
}

function added(one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>) {
  const sum: Record<string, number> = { ...one };
  for (const [name, count] of Object.entries(other)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

/** Everything the figures of a day are made of. */
export interface DayFacts {
  readonly date: string;
  readonly tenantId: string | null;
  readonly opening: Standing;
  /** What the entries of the day closed before come to now beyond what its close said. */
  readonly late: Standing;
  readonly day: Movements;
  readonly rows: {
    readonly count: number;
    readonly sha256: string;
    readonly adjusted: number;
    readonly unbalanced: number;
  };
}

/** Names that are ours in their order, then any other that turned up. */
function namesOf(ours: readonly string[], ...others: readonly object[]): string[] {
  const known = new Set(ours);
  const more = others.flatMap((each) => Object.keys(each)).filter((name) => !known.has(name));
  return [...ours, ...new Set(more.sort())];
}

const noSides = { debitCents: 0, creditCents: 0, adjustmentDebitCents: 0, adjustmentCreditCents: 0 };

/** The figures of one day. */
export function figuresOf({ date, tenantId, opening, late, day, rows }: DayFacts): CloseFigures {
  const accounts = namesOf(ledgerAccounts, opening.balances, late.balances, day.accounts).map((account) => {
    const sides = day.accounts[account] ?? noSides;
    const openingCents = opening.balances[account] ?? 0;
    const lateCents = late.balances[account] ?? 0;
    const closingCents = openingCents + sides.debitCents - sides.creditCents + lateCents;
    return { account, openingCents, ...sides, lateCents, closingCents };
  });
  const statuses = namesOf(settlementStatuses, opening.statuses, late.statuses, day.statuses).map(
    (status) => {
      const openingCount = opening.statuses[status] ?? 0;
      const lateCount = late.statuses[status] ?? 0;
      const closingCount = openingCount + (day.statuses[status] ?? 0) + lateCount;
      return {
        status,
        openingCount,
        createdCount: day.createdStatuses[status] ?? 0,
        lateCount,
        closingCount,
      };
    },
  );
  return {
    date,
    tenantId,
    currency: "USD",
    accounts,
    statuses,
    created: day.created,
    adjusted: rows.adjusted,
    inFlight: statuses.reduce((sum, line) => (isOpen(line.status) ? sum + line.closingCount : sum), 0),
    unbalanced: rows.unbalanced,
    rows: { count: rows.count, sha256: rows.sha256 },
  };
}

function isOpen(status: string): boolean {
  const moves = settlementMoves[status as SettlementStatus];
  return moves !== undefined && moves.length > 0;
}

/** What a close left standing. */
export function closingOf({ accounts, statuses }: CloseFigures): Standing {
  return {
    balances: Object.fromEntries(accounts.map((each) => [each.account, each.closingCents])),
    statuses: Object.fromEntries(statuses.map((each) => [each.status, each.closingCount])),
  };
}

/** What has come to a closed day's entries since its close: what they sum up to now, less what the close says of them. */
export function lateSince({ accounts, statuses }: CloseFigures, now: Movements): Standing {
  const { balances, statuses: counts } = standingAfter(nothingStands, now);
  for (const { account, debitCents, creditCents } of accounts)
    balances[account] = (balances[account] ?? 0) - (debitCents - creditCents);
  const late: Record<string, number> = { ...counts };
  for (const { status, openingCount, lateCount, closingCount } of statuses)
    late[status] = (late[status] ?? 0) - (closingCount - openingCount - lateCount);
  return { balances, statuses: late };
}
