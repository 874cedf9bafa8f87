import * as z from "zod";
import { listedIn } from "../core/listed-in.ts";
import { paymentStatuses } from "../core/payment-status.ts";
import type { RailTransfer } from "../rails/transfer.ts";
import type { Balances, RecordLedger } from "../settlement/ledger.ts";
import { isEnded, type Settlement, settlementStatuses } from "../settlement/settlement.ts";

/** The status of a record that cannot be read: somebody wrote to it by another way. */
export const unreadable = "unreadable";

/** One settlement as its record, its ledger and the rail tell it. The order of the fields is the order of the CSV's columns. */
export const reconRow = z.object({
  settlementId: z.string(),
  tenantId: z.string(),
  invoice: z.string().describe("the invoice's number"),
  createdAt: z.string().nullable().describe("when it was made; null where its record cannot be read"),
  status: listedIn([...settlementStatuses, unreadable], z.string()).describe(
    "how far the settlement is; unreadable where its record cannot be read",
  ),
  paymentStatus: listedIn([...paymentStatuses, unreadable], z.string()).describe("how far its payment is"),
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
  inFlight: z.boolean().describe("whether money is under way"),
  unbalanced: z.array(z.string()).describe("accounts or entries that do not agree with the record"),
  breaks: z.array(z.string()).describe("kinds of breaks"),
});

export type ReconRow = z.infer<typeof reconRow>;

/** What accounts owe together, in cents. */
export function credit(balances: Balances, ...accounts: readonly string[]): number {
  const sum = accounts.reduce((total, account) => total + (balances[account] ?? 0), 0);
  return sum === 0 ? 0 : -sum;
}

function railCents(transfers: readonly RailTransfer[], kind: RailTransfer["kind"]): number {
  const done = transfers.filter((each) => each.kind === kind && each.state === "done");
  return done.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0);
}

/** What the rail tells of a record: stablecoin as it lists it. */
export function railColumns(transfers: readonly RailTransfer[]) {
  const paidOut = transfers.filter((each) => each.kind === "payout" && each.state === "done");
  return {
    railCollectedCents: railCents(transfers, "collection"),
    railPaidOut: paidOut.length === 0 ? null : paidOut.map(({ amount }) => amount).join(" + "),
    railReturnedCents: railCents(transfers, "return"),
  };
}

export function reconRowOf(
  state: Settlement,
  ledger: RecordLedger,
  transfers: readonly RailTransfer[],
  found: Pick<ReconRow, "unbalanced" | "breaks">,
): ReconRow {
  const { id: settlementId, tenantId, invoiceNumber: invoice, createdAt, status, payment, rail, currency } = state;
  const { fiatInCents, feeCents, reserveCents, netCents, usdtOut, usdtStable, txHash } = state;
  return {
    ...{ settlementId, tenantId, invoice, createdAt, status, paymentStatus: payment.status },
    ...{ rail, railRef: payment.railRef, currency, fiatInCents, feeCents, reserveCents, netCents },
    ...{ usdtOut, usdtStable, txHash, ...ledgerCents(ledger), ...railColumns(transfers) },
    inFlight: !isEnded(status),
    ...found,
  };
}

/** The row of a record that cannot be read: somebody wrote to it by another way. Only what the ledger says is told. */
export function unreadableRow(settlementId: string, tenantId: string, ledger: RecordLedger): ReconRow {
  return {
    ...{ settlementId, tenantId, invoice: "", createdAt: null, status: unreadable, paymentStatus: unreadable },
    ...{ rail: "", railRef: null, currency: "USD", fiatInCents: 0, feeCents: 0, reserveCents: 0, netCents: 0 },
    ...{ usdtOut: null, usdtStable: "", txHash: null, ...ledgerCents(ledger) },
    ...{ ...railColumns([]), inFlight: false, unbalanced: ["record_unreadable"], breaks: [] },
  };
}

function ledgerCents({ balances, collected, paidOut, returned }: RecordLedger) {
  return {
    ledgerCollectedCents: collected.amountCents,
    ledgerFeeCents: credit(balances, "fee_income"),
    ledgerReserveCents: credit(balances, "tenant_reserve"),
    ledgerPaidOutCents: paidOut.amountCents,
    ledgerReturnedCents: returned.amountCents,
    ledgerHeldCents: credit(balances, "tenant_payable", "unapplied_receipts"),
  };
}
