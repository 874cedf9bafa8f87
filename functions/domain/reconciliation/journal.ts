import { type LedgerAccount, ledgerAccounts } from "../core/ledger.ts";
import { centsText } from "../core/money.ts";
import { addDays, dayAfter, dayOf, dayStart } from "../core/time.ts";
import { unitsText } from "../core/units.ts";
import { type WalletAccount, walletAccounts } from "../core/wallet-ledger.ts";
import type { Balances, LedgerEntry } from "../settlement/ledger.ts";
import type { CloseFigures } from "./close.ts";
import { reverseWallets, walletColumn } from "./wallet-close.ts";
import type { WalletTotals } from "./wallet-fold.ts";

/** What each account of the ledger is called in a journal. */
export const journalAccounts: Readonly<Record<LedgerAccount, string>> = {
  rail_clearing: "Assets:Rail-Clearing",
  tenant_payable: "Liabilities:Tenant-Payable",
  tenant_reserve: "Liabilities:Tenant-Reserve",
  unapplied_receipts: "Liabilities:Unapplied-Receipts",
  fee_income: "Income:Fees",
  return_shortfall: "Assets:Return-Shortfall",
  payout_after_return: "Assets:Payout-After-Return",
  escrow_held: "Liabilities:Escrow-Held",
  operator_wallet: "Assets:Operator-Wallet",
  fx_gain_loss: "Income:Exchange-Differences",
};

/** The same of a wallet's accounts, whose commodity is its stablecoin. */
export const journalWalletAccounts: Readonly<Record<WalletAccount, string>> = {
  rail_wallet: "Assets:Rail-Wallet",
  wallet_in_transit: "Assets:Wallet-In-Transit",
  client_funds: "Liabilities:Client-Funds",
  operator_funds: "Liabilities:Operator-Funds",
};

/** Where an account stands that the ledger does not have; its own name never reaches the journal. */
const unknownAccount = "Equity:Unknown-Account";

function journalAccount(account: string): string {
  const known = ledgerAccounts.find((each) => each === account);
  return known ? journalAccounts[known] : unknownAccount;
}

/** A text on one line between quotes: what cannot be seen is a space, and nothing in it ends the quotes. */
function quoted(text: string): string {
  return `"${text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, " ").replaceAll(/["\\]/g, "\\$&")}"`;
}

function transaction(
  date: string,
  flag: "*" | "!",
  narration: string,
  lines: readonly string[],
  metadata: Readonly<Record<string, string>> = {},
): string {
  const head = `\n${date} ${flag} ${quoted(narration)}\n`;
  const facts = Object.entries(metadata).map(([name, value]) => `  ${name}: ${quoted(value)}\n`);
  return [head, ...facts, ...lines].join("");
}

/** A ledger entry as a transaction of a journal, in Beancount's syntax; nothing where it moves no money. */
export function journalEntry(entry: LedgerEntry): string {
  const { aggregateId, aggregateType, tenantId, seq, from, to, at, reason = "", postings, wallet } = entry;
  const lines = [...centLines(postings), ...(wallet === undefined ? [] : unitLines(wallet, entry.units ?? []))];
  if (lines.length === 0) return "";
  const transition = from === null || from === to ? to : `${from} to ${to}`;
  const about = { id: `${aggregateId}/${seq}`, record: aggregateType, tenant: tenantId, at };
  const metadata = wallet === undefined ? about : { ...about, wallet };
  return transaction(dayOf(at), "*", `${aggregateType} ${transition}: ${reason}`, lines, metadata);
}

function centLines(postings: LedgerEntry["postings"]): string[] {
  return postings.map((each) => `  ${journalAccount(each.account)}  ${centsText(each.amountCents)} USD\n`);
}

/** Postings on a wallet; what names none of ours is of a commodity that nothing else has. */
function unitLines(wallet: string, units: NonNullable<LedgerEntry["units"]>): string[] {
  return units.map((each) => `  ${walletAccount(each.account)}  ${each.units} ${commodityOf(wallet)}\n`);
}

function walletAccount(account: string): string {
  const known = walletAccounts.find((each) => each === account);
  return known ? journalWalletAccounts[known] : unknownAccount;
}

function commodityOf(wallet: string): string {
  const stable = wallet.split("/").at(-1) ?? "";
  return /^[A-Z][A-Z0-9]{1,20}$/.test(stable) && stable !== "USD" ? stable : "UNKNOWN";
}

/** A transaction that brings every account by so much; nothing where all are 0. */
function bookBalances(
  date: string,
  flag: "*" | "!",
  narration: string,
  balances: Balances,
  wallets: WalletTotals,
): string {
  const postings = Object.entries(balances).flatMap(([account, amountCents]) =>
    amountCents === 0 ? [] : { account, amountCents },
  );
  const units = Object.entries(wallets).flatMap(([wallet, accounts]) =>
    unitLines(
      wallet,
      Object.entries(accounts).flatMap(([account, each]) => (each === 0n ? [] : { account, units: unitsText(each) })),
    ),
  );
  const lines = [...centLines(postings), ...units];
  return lines.length === 0 ? "" : transaction(date, flag, narration, lines);
}

type Column = "openingCents" | "closingCents" | "lateCents";

function columnOf({ accounts }: CloseFigures, column: Column): Balances {
  return Object.fromEntries(accounts.map((line) => [line.account, line[column]]));
}

/** Says what every account stands at when a day begins. The tolerance is spelled out: without one a cent's difference would pass. */
function assertions(date: string, balances: Balances, wallets: WalletTotals): string {
  const sums: Balances = {};
  for (const [account, cents] of Object.entries(balances)) {
    const name = journalAccount(account);
    sums[name] = (sums[name] ?? 0) + cents;
  }
  const lines = Object.entries(sums).map(
    ([name, cents]) => `${date} balance ${name}  ${centsText(cents)} ~ 0.00 USD\n`,
  );
  return `\n${lines.join("")}${unitAssertions(date, wallets)}`;
}

function unitAssertions(date: string, wallets: WalletTotals): string {
  const sums: Record<string, [name: string, commodity: string, units: bigint]> = {};
  for (const [wallet, accounts] of Object.entries(wallets))
    for (const [account, units] of Object.entries(accounts)) {
      const [name, commodity] = [walletAccount(account), commodityOf(wallet)];
      const [, , before = 0n] = sums[`${name} ${commodity}`] ?? [];
      sums[`${name} ${commodity}`] = [name, commodity, before + units];
    }
  return Object.values(sums)
    .map(([name, commodity, units]) => `${date} balance ${name}  ${unitsText(units)} ~ 0.000000 ${commodity}\n`)
    .join("");
}

/** What a journal begins with: its accounts, and what they stood at the evening before the day. */
export function journalOpening(figures: CloseFigures): string {
  const before = dayOf(addDays(dayStart(figures.date), -1));
  const names = [...Object.values(journalAccounts), unknownAccount];
  return [
    `option "title" ${quoted(`Sluice: ${figures.tenantId ?? "all tenants"}`)}\n`,
    'option "operating_currency" "USD"\n\n',
    ...names.map((name) => `${before} open ${name}${name === unknownAccount ? "" : " USD"}\n`),
    ...Object.values(journalWalletAccounts).map((name) => `${before} open ${name}\n`),
    bookBalances(
      ...([before, "*", "opening balances", columnOf(figures, "openingCents")] as const),
      walletColumn(figures.wallets, "openingUnits"),
    ),
  ].join("");
}

/** What a day begins with: what its accounts must stand at, and what came late to the day closed before. */
export function journalDayBegins(figures: CloseFigures): string {
  const { date } = figures;
  const late = columnOf(figures, "lateCents");
  return [
    assertions(date, columnOf(figures, "openingCents"), walletColumn(figures.wallets, "openingUnits")),
    bookBalances(
      ...([date, "!", "written to the day closed before, after its close", late] as const),
      walletColumn(figures.wallets, "lateUnits"),
    ),
  ].join("");
}

/** What a day ends with: what came to it after its close, which `next` has, is taken out; then what its accounts must stand at. */
export function journalDayEnds(figures: CloseFigures, next: CloseFigures | undefined): string {
  const { date } = figures;
  const late = next ? columnOf(next, "lateCents") : {};
  const takenOut = Object.fromEntries(Object.entries(late).map(([account, cents]) => [account, -cents]));
  const lateUnits = reverseWallets(walletColumn(next?.wallets ?? [], "lateUnits"));
  return [
    bookBalances(date, "!", `written after this close: in the close of ${next?.date}`, takenOut, lateUnits),
    assertions(dayAfter(date), columnOf(figures, "closingCents"), walletColumn(figures.wallets, "closingUnits")),
  ].join("");
}
