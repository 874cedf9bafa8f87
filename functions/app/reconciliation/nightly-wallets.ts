import { addSeconds } from "../../domain/core/time.ts";
import { walletOf } from "../../domain/core/wallet-ledger.ts";
import type { FoundBreak } from "../../domain/reconciliation/break-item.ts";
import type { NightlyPage, NightlyRun, WalletReading } from "../../domain/reconciliation/nightly-run.ts";
import { walletDifference } from "../../domain/reconciliation/wallet-balance.ts";
import { loadAggregate } from "../core/aggregate.ts";
import { inOrder } from "../core/map-concurrent.ts";
import { rowsAt } from "../core/read-records.ts";
import { rowKey } from "../core/row-keys.ts";
import { breakId, breakRecordType } from "./break-item-record.ts";
import { matchItem, type NightlyContext, recordAll } from "./nightly-pages.ts";
import { foldWallets } from "./wallet-fold.ts";

/** Clocks differ: what the ledger booked this much before the rail counted may have happened after. */
const skewSeconds = 60;

/** What the rail counted and our ledger does not have yet may be on its way to us, or into an index, for this long. */
const settleSeconds = 300;

/** Wallets that the rail is asked about at once. */
const asksAtOnce = 8;

/** Holds what the rail counts in its wallets against the ledger. A wallet that is off is looked at once more when everything that was under way has been booked, and only then a break. */
export async function walletsPage(context: NightlyContext, run: NightlyRun): Promise<NightlyPage> {
  if (!context.rail.poolsWallets) return { cursor: null, added: {} };
  const now = context.clock.now();
  const { readings } = run;
  if (readings.some(({ at }) => addSeconds(at, settleSeconds) > now))
    return { cursor: run.cursor, added: {}, waits: true };
  if (readings.length > 0) {
    const off = await differing(context, readings);
    const opened = await recordAll(context, off);
    const agreed = readings.filter(({ wallet }) => off.every(({ railRef }) => railRef !== wallet));
    return { cursor: null, added: { opened, matched: await matchAll(context, agreed) }, readings: [] };
  }
  const asked = await readAll(context);
  const off = new Set((await differing(context, asked)).map(({ railRef }) => railRef));
  const unsure = asked.filter(({ wallet }) => off.has(wallet));
  const matched = await matchAll(
    context,
    asked.filter(({ wallet }) => !off.has(wallet)),
  );
  if (unsure.length === 0) return { cursor: null, added: { matched } };
  return { cursor: "again", added: { matched }, readings: unsure, waits: true };
}

/** What the rail counts in each wallet of which the ledger knows; nothing where it has no such wallet. */
async function readAll(context: NightlyContext): Promise<WalletReading[]> {
  const wallets = [...(await foldWallets(context, context.clock.now())).keys()];
  return inOrder(wallets, asksAtOnce, async (wallet) => {
    const at = context.clock.now();
    const found = await context.rail.walletBalance(walletOf(wallet));
    return { wallet, units: found?.units ?? "0.000000", at };
  });
}

async function differing(context: NightlyContext, readings: readonly WalletReading[]): Promise<FoundBreak[]> {
  const [first] = readings.map(({ at }) => at).toSorted();
  if (first === undefined) return [];
  const folds = await foldWallets(context, addSeconds(first, -skewSeconds));
  return readings.flatMap(({ wallet, units, at }) => {
    const fold = folds.get(wallet);
    const differs = fold && walletDifference(fold, units);
    return differs ? [walletBreak(context, wallet, { ...differs, at })] : [];
  });
}

function walletBreak(
  { rail }: NightlyContext,
  wallet: string,
  differs: Pick<FoundBreak, "ours" | "theirs" | "at">,
): FoundBreak {
  const about: Omit<FoundBreak, "id"> = {
    ...{ rail: rail.name, kind: "wallet_balance", railRef: wallet, transferRef: null, reference: null },
    ...{ about: "wallet", settlementId: null, escrowId: null, tenantId: null },
    ...differs,
  };
  return { id: breakId(about, false), ...about };
}

/** Takes wallets that agree out of the queue; how many were in it. */
async function matchAll(context: NightlyContext, readings: readonly WalletReading[]): Promise<number> {
  const none = { ours: null, theirs: null, at: "" };
  const ids = readings.map(({ wallet }) => walletBreak(context, wallet, none).id);
  const rows = await rowsAt(context, ids.map(rowKey));
  const open = rows.flatMap((row) => loadAggregate(breakRecordType, row)?.state ?? []);
  const matched = await inOrder(open, asksAtOnce, (each) => matchItem(context, each));
  return matched.filter(Boolean).length;
}
