import { type LedgerAccount, ledgerAccounts } from "../core/ledger.ts";
import { centsText } from "../core/money.ts";
import { addDays, dayAfter, dayOf, dayStart } from "../core/time.ts";
import type { Balances, LedgerEntry } from "../settlement/ledger.ts";
import type { CloseFigures } from "./close.ts";

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
  postings: LedgerEntry["postings"],
  metadata: Readonly<Record<string, string>> = {},
): string {
  const head = `\n${date} ${flag} ${quoted(narration)}\n`;
  const facts = Object.entries(metadata).map(([name, value]) => `  ${name}: ${quoted(value)}\n`);
  const lines = postings.map((each) => `  ${journalAccount(each.account)}  ${centsText(each.amountCents)} USD\n`);
  return [head, ...facts, ...lines].join("");
}

/** A ledger entry as a transaction of a journal, in Beancount's syntax; nothing where it moves no money. */
export function journalEntry(entry: LedgerEntry): string {
  const { aggregateId, aggregateType, tenantId, seq, from, to, at, reason = "", postings } = entry;
  if (postings.length === 0) return "";
  const transition = from === null || from === to ? to : `${from} to ${to}`;
  const metadata = { id: `${aggregateId}/${seq}`, record: aggregateType, tenant: tenantId, at };
  return transaction(dayOf(at), "*", `${aggregateType} ${transition}: ${reason}`, postings, metadata);
}

/** A transaction that brings every account by so much; nothing where all are 0. */
function bookBalances(date: string, flag: "*" | "!", narration: string, balances: Balances): string {
  const postings = Object.entries(balances).flatMap(([account, amountCents]) =>
    amountCents === 0 ? [] : { account, amountCents },
  );
  return postings.length === 0 ? "" : transaction(date, flag, narration, postings);
}

type Column = "openingCents" | "closingCents" | "lateCents";

function columnOf({ accounts }: CloseFigures, column: Column): Balances {
  return Object.fromEntries(accounts.map((line) => [line.account, line[column]]));
}

/** Says what every account stands at when a day begins. The tolerance is spelled out: without one a cent's difference would pass. */
function assertions(date: string, balances: Balances): string {
  const sums: Balances = {};
  for (const [account, cents] of Object.entries(balances)) {
    const name = journalAccount(account);
    sums[name] = (sums[name] ?? 0) + cents;
  }
  const lines = Object.entries(sums).map(
    ([name, cents]) => `${date} balance ${name}  ${centsText(cents)} ~ 0.00 USD\n`,
  );
  return `\n${lines.join("")}`;
}

/** What a journal begins with: its accounts, and what they stood at the evening before the day. */
export function journalOpening(figures: CloseFigures): string {
  const before = dayOf(addDays(dayStart(figures.date), -1));
  const names = [...Object.values(journalAccounts), unknownAccount];
  return [
    `option "title" ${quoted(`Sluice: ${figures.tenantId ?? "all tenants"}`)}\n`,
    'option "operating_currency" "USD"\n\n',
    ...names.map((name) => `${before} open ${name} USD\n`),
    bookBalances(before, "*", "opening balances", columnOf(figures, "openingCents")),
  ].join("");
}

/** What a day begins with: what its accounts must stand at, and what came late to the day closed before. */
export function journalDayBegins(figures: CloseFigures): string {
  const { date } = figures;
  const late = columnOf(figures, "lateCents");
  return [
    assertions(date, columnOf(figures, "openingCents")),
    bookBalances(date, "!", "written to the day closed before, after its close", late),
  ].join("");
}

/** What a day ends with: what came to it after its close, which `next` has, is taken out; then what its accounts must stand at. */
export function journalDayEnds(figures: CloseFigures, next: CloseFigures | undefined): string {
  const { date } = figures;
  const late = next ? columnOf(next, "lateCents") : {};
  const takenOut = Object.fromEntries(Object.entries(late).map(([account, cents]) => [account, -cents]));
  return [
    bookBalances(date, "!", `written after this close: in the close of ${next?.date}`, takenOut),
    assertions(dayAfter(date), columnOf(figures, "closingCents")),
  ].join("");
}
