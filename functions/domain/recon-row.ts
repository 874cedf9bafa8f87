import * as z from "zod";
import type { RailTransfer } from "./rail-transfer.ts";
import type { reconBreak } from "./recon-break.ts";
import { isEnded, type Settlement } from "./settlement.ts";
import type { Balances, SettlementLedger } from "./settlement-ledger.ts";

/** One settlement as its record, its ledger and the rail tell it. The order of the fields is the order of the CSV's columns. */
export const reconRow = z.object({
  settlementId: z.string(),
  tenantId: z.string(),
  invoice: z.string().describe("the invoice's number"),
  createdAt: z.string(),
  status: z.string(),
  paymentStatus: z.string(),
  rail: z.string(),
  railRef: z.string().nullable(),
  currency: z.string(),
  fiatInCents: z.int(),
  feeCents: z.int(),
  reserveCents: z.int(),
  netCents: z.int(),
  usdtOut: z.string().nullable(),
  usdtStable: z.string(),
  txHash: z.string().nullable(),
  ledgerCollectedCents: z.int(),
  ledgerFeeCents: z.int(),
  ledgerReserveCents: z.int(),
  ledgerPaidOutCents: z.int(),
  ledgerReturnedCents: z.int(),
  ledgerHeldCents: z.int().describe("owed to the tenant or applied to nothing"),
  railCollectedCents: z.int(),
  railPaidOut: z.string().nullable(),
  railReturnedCents: z.int(),
  inFlight: z.boolean(),
  unbalanced: z.array(z.string()).describe("accounts or entries that do not agree with the record"),
  breaks: z.array(z.string()).describe("kinds of breaks"),
});

export type ReconRow = z.infer<typeof reconRow>;

function credit(balances: Balances, ...accounts: readonly string[]): number {
  const sum = accounts.reduce((total, account) => total + (balances[account] ?? 0), 0);
  return sum === 0 ? 0 : -sum;
}

function railCents(transfers: readonly RailTransfer[], kind: RailTransfer["kind"]): number {
  return transfers.reduce(
    (sum, each) => (each.kind === kind && each.state === "done" ? sum + (each.amountCents ?? 0) : sum),
    0,
  );
}

/** The row of one settlement. */
export function reconRowOf(
  state: Settlement,
  ledger: SettlementLedger,
  transfers: readonly RailTransfer[],
  found: Pick<ReconRow, "unbalanced" | "breaks">,
): ReconRow {
  const paidOut = transfers.filter((each) => each.kind === "payout" && each.state === "done");
  return {
    settlementId: state.id,
    tenantId: state.tenantId,
    invoice: state.invoiceNumber,
    createdAt: state.createdAt,
    status: state.status,
    paymentStatus: state.payment.status,
    rail: state.rail,
    railRef: state.payment.railRef,
    currency: state.currency,
    fiatInCents: state.fiatInCents,
    feeCents: state.feeCents,
    reserveCents: state.reserveCents,
    netCents: state.netCents,
    usdtOut: state.usdtOut,
    usdtStable: state.usdtStable,
    txHash: state.txHash,
    ...ledgerCents(ledger),
    railCollectedCents: railCents(transfers, "collection"),
    railPaidOut: paidOut.length === 0 ? null : paidOut.map(({ amount }) => amount).join(" + "),
    railReturnedCents: railCents(transfers, "return"),
    inFlight: !isEnded(state.status),
    ...found,
  };
}

/** The row of a record that cannot be read: somebody wrote to it by another way. Only what the ledger says is told. */
export function unreadableRow(settlementId: string, tenantId: string, ledger: SettlementLedger): ReconRow {
  return {
    settlementId,
    tenantId,
    invoice: "",
    createdAt: "",
    status: "unreadable",
    paymentStatus: "unreadable",
    rail: "",
    railRef: null,
    currency: "USD",
    fiatInCents: 0,
    feeCents: 0,
    reserveCents: 0,
    netCents: 0,
    usdtOut: null,
    usdtStable: "",
    txHash: null,
    ...ledgerCents(ledger),
    railCollectedCents: 0,
    railPaidOut: null,
    railReturnedCents: 0,
    inFlight: false,
    unbalanced: ["record_unreadable"],
    breaks: [],
  };
}

function ledgerCents({ balances, collected, paidOut, returned }: SettlementLedger) {
  return {
    ledgerCollectedCents: collected.amountCents,
    ledgerFeeCents: credit(balances, "fee_income"),
    ledgerReserveCents: credit(balances, "tenant_reserve"),
    ledgerPaidOutCents: paidOut.amountCents,
    ledgerReturnedCents: returned.amountCents,
    ledgerHeldCents: credit(balances, "tenant_payable", "unapplied_receipts"),
  };
}

/** One line of a reconciliation: a settlement with what is wrong about it, or a movement of the rail's that belongs to none. */
export type ReconLine =
  | {
      readonly kind: "settlement";
      readonly row: ReconRow;
      readonly breaks: readonly z.infer<typeof reconBreak>[];
    }
  | { readonly kind: "stray"; readonly breaks: readonly z.infer<typeof reconBreak>[] };

const summed = [
  "fiatInCents",
  "feeCents",
  "reserveCents",
  "netCents",
  "ledgerCollectedCents",
  "ledgerFeeCents",
  "ledgerReserveCents",
  "ledgerPaidOutCents",
  "ledgerReturnedCents",
  "ledgerHeldCents",
  "railCollectedCents",
  "railReturnedCents",
] as const satisfies readonly (keyof ReconRow)[];

const totals = z.object(
  Object.fromEntries(summed.map((name) => [name, z.int()])) as Record<(typeof summed)[number], z.ZodInt>,
);

/** What a reconciliation comes to. The counts are of everything, also where a list names the first only. */
export const reconSummary = z.object({
  from: z.string(),
  to: z.string(),
  tenantId: z.string().nullable(),
  type: z.enum(["all", "settlements", "escrow"]),
  currency: z.literal("USD"),
  settlements: z.int(),
  byStatus: z.record(z.string(), z.int()),
  totals,
  escrows: z.int(),
  inFlight: z.int(),
  unbalanced: z.int(),
  breaks: z.int(),
  breaksByKind: z.record(z.string(), z.int()),
  complete: z.boolean().describe("false where a list below names its first 10,000 only; the rows tell all"),
});

export type ReconSummary = z.infer<typeof reconSummary>;

/** The summary of nothing, to be added to. */
export function emptySummary(asked: Pick<ReconSummary, "from" | "to" | "tenantId" | "type">): ReconSummary {
  return {
    ...asked,
    currency: "USD",
    settlements: 0,
    byStatus: {},
    totals: totals.parse(Object.fromEntries(summed.map((name) => [name, 0]))),
    escrows: 0,
    inFlight: 0,
    unbalanced: 0,
    breaks: 0,
    breaksByKind: {},
    complete: true,
  };
}

/** Counts a line in; the summary is changed in place, since a million lines pass by. */
export function countIn(summary: ReconSummary, line: ReconLine): void {
  summary.breaks += line.breaks.length;
  for (const { kind } of line.breaks) summary.breaksByKind[kind] = (summary.breaksByKind[kind] ?? 0) + 1;
  if (line.kind === "stray") return;
  const { row } = line;
  summary.settlements += 1;
  summary.byStatus[row.status] = (summary.byStatus[row.status] ?? 0) + 1;
  for (const name of summed) summary.totals[name] += row[name];
  if (row.inFlight) summary.inFlight += 1;
  if (row.unbalanced.length > 0) summary.unbalanced += 1;
}
