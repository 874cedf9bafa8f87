import * as z from "zod";
import { addDays, dayOf, dayStart, type Instant } from "../../domain/core/time.ts";
import { unitsText } from "../../domain/core/units.ts";
import { signedUnitsOf, type UnitPosting, unitPosting } from "../../domain/core/wallet-ledger.ts";
import { emptyFold, foldBefore, foldSince, type WalletFold } from "../../domain/reconciliation/wallet-balance.ts";
import { auditPartition } from "../core/aggregate.ts";
import { commit } from "../core/change.ts";
import type { Row } from "../core/ports.ts";
import { refuseTooLate } from "../core/time-budget.ts";
import { monthlyPages, pagesOf, type Stretch, tenantsBefore } from "../tenants/walk-store.ts";
import type { NightlyContext } from "./nightly-pages.ts";

/** What the ledger says of every wallet of a rail, by its key. */
export type WalletFolds = Map<string, WalletFold>;

const walletEntry = z.object({ at: z.string(), wallet: z.string(), units: z.array(unitPosting) });

const storedSum = z.object({ wallet: z.string(), here: z.string(), transit: z.string() });

/** Sums of one row: some 150 bytes each, well within an item's 400 KB. */
const sumsOfRow = 1000;

const pageEntries = 500;

function sumsPartition(rail: string, date: string): string {
  return `wallets#${rail}#${date}`;
}

/** What every wallet of a rail stood at before `at`, and what was booked there from then until now. It begins with the sums of the day before yesterday's end: a day's entries are added up for good only a day after it has ended, when none can be on its way any more. */
export async function foldWallets(context: NightlyContext, at: Instant): Promise<WalletFolds> {
  const now = context.clock.now();
  const settled = dayOf(addDays(at, -1));
  const folds = await sumsBefore(context, settled);
  await walk(context, { from: dayStart(settled), to: now }, (wallet, units, bookedAt) => {
    const fold = folds.get(wallet) ?? emptyFold();
    folds.set(wallet, fold);
    if (bookedAt < at) foldBefore(fold, units);
    else foldSince(fold, units);
  });
  return folds;
}

/** The sums of everything before a day: those on record, or the last ones on record and the entries since, on record from then on. */
async function sumsBefore(context: NightlyContext, date: string): Promise<WalletFolds> {
  const stored = await storedSums(context, date);
  if (stored) return stored;
  const pointer = { pk: `wallets#${context.rail.name}`, limit: 1, newestFirst: true, upTo: date } as const;
  const [last] = await context.store.page(pointer);
  const folds = (last && (await storedSums(context, last.sk))) ?? new Map();
  const from = last ? dayStart(last.sk) : "0000-01-01T00:00:00.000Z";
  await walk(context, { from, to: dayStart(date) }, (wallet, units) => {
    const fold = folds.get(wallet) ?? emptyFold();
    folds.set(wallet, fold);
    foldBefore(fold, units);
  });
  await store(context, date, folds);
  return folds;
}

async function storedSums(context: NightlyContext, date: string): Promise<WalletFolds | undefined> {
  const pointer = { pk: `wallets#${context.rail.name}`, sk: date };
  const [whole] = await context.store.read([pointer]);
  if (!whole) return undefined;
  const folds: WalletFolds = new Map();
  for await (const rows of pagesOf(context.store, { pk: sumsPartition(context.rail.name, date) }, 1))
    for (const { body } of rows)
      for (const { wallet, here, transit } of z.array(storedSum).parse(body)) {
        const balances = { rail_wallet: signedUnitsOf(here), wallet_in_transit: signedUnitsOf(transit) };
        folds.set(wallet, { ...emptyFold(), balances });
      }
  return folds;
}

/** Writes sums piece by piece, and last the row that says that they are whole. Entries of that time are complete, so whoever writes them writes the same. */
async function store(context: NightlyContext, date: string, folds: WalletFolds): Promise<void> {
  const { name } = context.rail;
  const sums = [...folds]
    .toSorted()
    .map(([wallet, { balances }]) => ({
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

/** Every entry of a stretch of time that moved stablecoin in a wallet of the rail. */
async function walk(
  context: NightlyContext,
  stretch: Stretch,
  add: (wallet: string, units: readonly UnitPosting[], at: Instant) => void,
): Promise<void> {
  const own = `${context.rail.name}/`;
  for await (const tenant of tenantsBefore(context.store, stretch.to, null)) {
    const from = tenant.createdAt > stretch.from ? tenant.createdAt : stretch.from;
    const partition = (month: string) => auditPartition(tenant.id, month);
    for await (const rows of monthlyPages(context.store, "group", partition, { ...stretch, from }, pageEntries)) {
      refuseTooLate(context);
      for (const { body } of rows) {
        const entry = walletEntry.safeParse(body).data;
        if (entry?.wallet.startsWith(own) && entry.at < stretch.to) add(entry.wallet, entry.units, entry.at);
      }
    }
  }
}
