import * as z from "zod";
import { addDays, dayOf, dayStart, type Instant } from "../../domain/core/time.ts";
import { unitsText } from "../../domain/core/units.ts";
import { signedUnitsOf } from "../../domain/core/wallet-ledger.ts";
import { walletFold } from "../../domain/reconciliation/wallet-balance.ts";
import { foldEntries, type WalletTotals } from "../../domain/reconciliation/wallet-fold.ts";
import type { LedgerEntry } from "../../domain/settlement/ledger.ts";
import { commit } from "../core/change.ts";
import type { Row } from "../core/ports.ts";
import { pagesOf, type Stretch } from "../tenants/walk-store.ts";
import { walletEntriesWithin } from "./close-walk.ts";
import type { NightlyContext } from "./nightly-pages.ts";

/** What the ledger says of every wallet of a rail, by its key. */
type WalletFolds = ReadonlyMap<string, ReturnType<typeof walletFold>>;

const storedSum = z.object({ wallet: z.string(), here: z.string(), transit: z.string() });

/** Sums of one row: some 150 bytes each, well within an item's 400 KB. */
const sumsOfRow = 1000;

function sumsPartition(rail: string, date: string): string {
  return `wallets#${rail}#${date}`;
}

/** What every wallet of a rail stood at before `at`, and what was booked there from then until now. It begins with the sums of the day before yesterday's end: a day's entries are added up for good only a day after it has ended, when none can be on its way any more. */
export async function foldWallets(context: NightlyContext, at: Instant): Promise<WalletFolds> {
  const settled = dayOf(addDays(at, -1));
  const before = await sumsBefore(context, settled);
  const since: LedgerEntry[] = [];
  for await (const entries of ownEntries(context, { from: dayStart(settled), to: context.clock.now() })) {
    const isBefore = (entry: LedgerEntry) => entry.at < at;
    foldEntries(before, entries.filter(isBefore));
    since.push(...entries.filter((each) => !isBefore(each)));
  }
  const byWallet = Map.groupBy(since, ({ wallet = "" }) => wallet);
  const names = new Set([...Object.keys(before), ...byWallet.keys()]);
  return new Map([...names].map((wallet) => [wallet, walletFold(wallet, before, byWallet.get(wallet) ?? [])]));
}

/** The sums of everything before a day: those on record, or the last ones on record and the entries since, on record from then on. */
async function sumsBefore(context: NightlyContext, date: string): Promise<WalletTotals> {
  const stored = await storedSums(context, date);
  if (stored) return stored;
  const pointer = { pk: `wallets#${context.rail.name}`, limit: 1, newestFirst: true, upTo: date } as const;
  const [last] = await context.store.page(pointer);
  const sums = (last && (await storedSums(context, last.sk))) ?? {};
  const from = last ? dayStart(last.sk) : "0000-01-01T00:00:00.000Z";
  for await (const entries of ownEntries(context, { from, to: dayStart(date) })) foldEntries(sums, entries);
  await store(context, date, sums);
  return sums;
}

async function storedSums(context: NightlyContext, date: string): Promise<WalletTotals | undefined> {
  const pointer = { pk: `wallets#${context.rail.name}`, sk: date };
  const [whole] = await context.store.read([pointer]);
  if (!whole) return undefined;
  const sums: WalletTotals = {};
  for await (const rows of pagesOf(context.store, { pk: sumsPartition(context.rail.name, date) }, 1))
    for (const { body } of rows)
      for (const { wallet, here, transit } of z.array(storedSum).parse(body))
        sums[wallet] = { rail_wallet: signedUnitsOf(here), wallet_in_transit: signedUnitsOf(transit) };
  return sums;
}

/** Writes sums piece by piece, and last the row that says that they are whole. Entries of that time are complete, so whoever writes them writes the same. */
async function store(context: NightlyContext, date: string, totals: WalletTotals): Promise<void> {
  const { name } = context.rail;
  const sums = Object.entries(totals)
    .toSorted()
    .map(([wallet, balances]) => ({
      wallet,
      here: unitsText(balances.rail_wallet ?? 0n),
      transit: unitsText(balances.wallet_in_transit ?? 0n),
    }));
  const put = (row: Omit<Row, "v">) => commit(context, [{ put: { ...row, v: 1 }, expect: "any" }]);
  for (let start = 0; start < sums.length; start += sumsOfRow) {
    const key = { pk: sumsPartition(name, date), sk: String(start).padStart(8, "0") };
    await put({ ...key, type: "wallet_sums", body: sums.slice(start, start + sumsOfRow) });
  }
  await put({ pk: `wallets#${name}`, sk: date, type: "wallet_sums_end", body: {} });
}

/** The entries of a stretch of time that moved stablecoin in a wallet of the rail. */
async function* ownEntries(context: NightlyContext, stretch: Stretch): AsyncGenerator<LedgerEntry[]> {
  const own = `${context.rail.name}/`;
  for await (const entries of walletEntriesWithin(context, null, stretch))
    yield entries.filter(({ wallet }) => wallet?.startsWith(own));
}
