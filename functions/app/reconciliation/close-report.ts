import type { LedgerAccount } from "../../domain/core/ledger.ts";
import type { AnyCloseRow, CloseFigures } from "../../domain/reconciliation/close.ts";
import type { Cell, CsvText } from "./ports.ts";

/** The accounts that the CSV began with: one that is made later has its column at the end. */
const firstAccounts = [
  ...(["rail_clearing", "tenant_payable", "tenant_reserve", "unapplied_receipts", "fee_income"] as const),
  ...(["return_shortfall", "payout_after_return", "escrow_held"] as const),
] satisfies readonly LedgerAccount[];

/** The columns of the close's CSV; new ones are added at the end. */
export const closeColumns = [
  "record",
  "date",
  "tenantId",
  "settlementId",
  "createdAt",
  "status",
  "account",
  "openingCents",
  "debitCents",
  "creditCents",
  "adjustmentDebitCents",
  "adjustmentCreditCents",
  "lateCents",
  "closingCents",
  "openingCount",
  "createdCount",
  "lateCount",
  "closingCount",
  "collectedCents",
  "paidOutCents",
  "returnedCents",
  ...firstAccounts,
  "unbalanced",
  "escrowId",
  "operator_wallet",
  "fx_gain_loss",
  "wallet",
  "openingUnits",
  "movementUnits",
  "lateUnits",
  "closingUnits",
] as const;

type Named = Partial<Record<(typeof closeColumns)[number], Cell>>;

function cells(named: Named): Cell[] {
  return closeColumns.map((column) => named[column] ?? null);
}

/** What the CSV has before its settlements and escrows: accounts and statuses, a row each. */
export type CloseHead = Pick<CloseFigures, "date" | "tenantId" | "accounts" | "wallets" | "statuses" | "escrows">;

function headCells({ date, tenantId, accounts, wallets, statuses, escrows }: CloseHead): Cell[][] {
  const owner = tenantId ?? "all";
  return [
    [...closeColumns],
    ...accounts.map((line) => cells({ record: "account", date, tenantId: owner, ...line })),
    ...statuses.map((line) => cells({ record: "status", date, tenantId: owner, ...line })),
    ...escrows.statuses.map((line) => cells({ record: "escrow_status", date, tenantId: owner, ...line })),
    ...wallets.map((line) => cells({ record: "wallet", date, tenantId: owner, ...line })),
  ];
}

function rowCells(date: string, { movements, unbalanced, ...row }: AnyCloseRow): Cell[] {
  return cells({ date, ...row, ...movements, unbalanced: unbalanced.join(" ") });
}

/** The CSV of a close in pieces of text, written while its rows are read. */
export async function* closeCsv(
  write: CsvText,
  head: CloseHead,
  rows: AsyncIterable<readonly AnyCloseRow[]>,
): AsyncGenerator<string> {
  yield write(headCells(head));
  for await (const page of rows) if (page.length > 0) yield write(page.map((row) => rowCells(head.date, row)));
}
