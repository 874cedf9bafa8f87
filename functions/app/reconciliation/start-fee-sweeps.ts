import { dayOf } from "../../domain/core/time.ts";
import { unitsOf, unitsText } from "../../domain/core/units.ts";
import { signedUnitsOf, walletOf } from "../../domain/core/wallet-ledger.ts";
import type { FeePolicy } from "../../domain/reconciliation/fee-policy.ts";
import { type FeeSweep, forbidsSweep, isOpenSweep, openFeeSweep } from "../../domain/reconciliation/fee-sweep.ts";
import { type SweepShare, sweepShares, type TenantFunds } from "../../domain/reconciliation/operator-funds.ts";
import { creationWrites, loadAggregate, newAggregate, transitionWrites } from "../core/aggregate.ts";
import { change, commit } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import { logFailure } from "../core/error-text.ts";
import { inOrder } from "../core/map-concurrent.ts";
import type { Log, Meter } from "../core/ports.ts";
import { findRecord, getRecord } from "../core/read-records.ts";
import { rowKey } from "../core/row-keys.ts";
import { type TimeBudget, TooLarge } from "../core/time-budget.ts";
import { within } from "../core/timeout.ts";
import { type Rails, railOf, railSeconds } from "../settlement/vendors-of-record.ts";
import { tenantsBefore, type WalkedTenant } from "../tenants/walk-store.ts";
import { lastCloseBefore, stretchOf } from "./close-record.ts";
import {
  feeSweepRecordType,
  fundsId,
  fundsRecordType,
  type StoredFunds,
  sweepRunId,
  sweepRunRecordType,
} from "./fee-sweep-record.ts";
import { foldFunds } from "./operator-funds.ts";

export type StartSweepsContext = Context &
  Rails &
  TimeBudget & { readonly log: Log; readonly meter: Meter; readonly fees: FeePolicy };

/** What one run made; `done` is false where a wallet could not be looked at, or time ran out: the next run goes on. */
export interface StartedSweeps {
  readonly sweeps: number;
  readonly done: boolean;
}

const atOnce = 8;

/** Makes the sweeps that follow the last close of everybody: one for each wallet in which enough is the operator's. Safe to do twice, and at the same time. */
export async function startFeeSweeps(context: StartSweepsContext): Promise<StartedSweeps> {
  const rails = [context.rail, ...(context.rails ?? [])];
  if (!rails.some(({ poolsWallets }) => poolsWallets)) return { sweeps: 0, done: true };
  const close = await lastCloseBefore(context, null, dayOf(context.clock.now()));
  const run = await findRecord(context, sweepRunRecordType, sweepRunId);
  if (!close || (run && run.state.date >= close.figures.date)) return { sweeps: 0, done: true };
  const { date } = close.figures;
  try {
    const wallets = await walletsOf(context, date);
    const made = await inOrder([...wallets], atOnce, ([wallet, tenants]) =>
      sweepWallet(context, wallet, tenants, date),
    );
    const sweeps = made.reduce<number>((sum, each) => sum + (each ?? 0), 0);
    if (made.includes(null)) return { sweeps, done: false };
    await endRun(context, date);
    return { sweeps, done: true };
  } catch (error) {
    if (error instanceof TooLarge) return { sweeps: 0, done: false };
    throw error;
  }
}

/** Every wallet that entries name, with what is whose in it. */
async function walletsOf(context: StartSweepsContext, date: string): Promise<Map<string, TenantFunds[]>> {
  const tenants: WalkedTenant[] = [];
  for await (const tenant of tenantsBefore(context.store, stretchOf(date).to, null)) tenants.push(tenant);
  const folded = await inOrder(tenants, atOnce, async (tenant) => {
    const { before, stored, now } = await foldFunds(context, tenant, context.clock.now());
    // A lost race means that another run has stored the same.
    if (before.v === 0 || stored.through > before.state.through)
      await commit(context, transitionWrites(before, [quietly(stored)], context).writes);
    return now;
  });
  const wallets = new Map<string, TenantFunds[]>();
  for (const [at, { id: tenantId }] of tenants.entries())
    for (const [wallet, funds] of Object.entries(folded[at] ?? {}))
      wallets.set(wallet, [...(wallets.get(wallet) ?? []), { tenantId, funds }]);
  return wallets;
}

function quietly<S>(next: S) {
  return { next, from: null, to: "folded", reason: "", quiet: true } as const;
}

/** Makes a wallet's sweeps; null where it could not be looked at. One with less in it than the ledger says is left alone: what is missing must not be made up from clients' money. */
async function sweepWallet(
  context: StartSweepsContext,
  wallet: string,
  tenants: readonly TenantFunds[],
  date: string,
): Promise<number | null> {
  const { rail: name, ...pooled } = walletOf(wallet);
  const toAddress = context.fees.wallets[pooled.chain];
  const rail = railOf(context, { rail: name });
  if (!rail?.poolsWallets || toAddress === undefined) return 0;
  const floatUnits = unitsText(unitsOf(context.fees.floats[pooled.stable] ?? "0"));
  const shares = sweepShares(tenants, floatUnits);
  if (shares.length === 0) return 0;
  try {
    const balance = await within(railSeconds, rail.walletBalance(pooled));
    const here = tenants.reduce((sum, { funds }) => sum + signedUnitsOf(funds.here), 0n);
    if (!balance || unitsOf(balance.units) < here) {
      context.log.error("fees not swept", { wallet, ledger: unitsText(here), rail: balance?.units ?? null });
      context.meter.count("FeesNotSwept", 1);
      return 0;
    }
    const before = await Promise.all(
      tenants.map(({ tenantId }) => findRecord(context, fundsRecordType, fundsId(tenantId))),
    );
    const last = await lastSweeps(
      context,
      before.flatMap((each) => each?.state.sweeps[wallet]?.id ?? []),
    );
    // Where the coin's issuer has frozen the wallet, none goes there again.
    if (last.some((each) => forbidsSweep(each, toAddress))) return 0;
    const open = last.filter(isOpenSweep);
    // One of the same day is another run's.
    if (open.some((each) => each.date < date)) context.meter.count("FeesNotSwept", 1);
    if (open.length > 0) return 0;
    const input = { wallet, date, toAddress, floatUnits };
    const made = await inOrder(shares, 1, (share) => makeSweep(context, { ...input, share }));
    return made.filter(Boolean).length;
  } catch (error) {
    logFailure(context, "fees not swept", { operation: "daily", correlationId: wallet }, error);
    return null;
  }
}

async function lastSweeps({ store }: Context, ids: readonly string[]): Promise<FeeSweep[]> {
  const rows = ids.length === 0 ? [] : await store.read(ids.map(rowKey));
  return rows.flatMap((row) => loadAggregate(feeSweepRecordType, row)?.state ?? []);
}

/** Makes one sweep; false where one of the day is there already. */
function makeSweep(
  context: StartSweepsContext,
  input: { wallet: string; date: string; toAddress: string; floatUnits: string; share: SweepShare },
): Promise<boolean> {
  const { wallet, date, share, ...rest } = input;
  return change(context, async () => {
    const found = await getRecord(context, fundsRecordType, fundsId(share.tenantId), "operator funds");
    if ((found.state.sweeps[wallet]?.date ?? "") >= date) return { writes: [], result: false };
    const now = context.clock.now();
    const id = context.newId("fsw", now);
    const opened = openFeeSweep({ ...rest, ...share, ...walletOf(wallet), id, date }, now);
    const noted: StoredFunds = { ...found.state, sweeps: { ...found.state.sweeps, [wallet]: { id, date } } };
    const fence = transitionWrites(found, [quietly(noted)], context).writes;
    return { writes: [...fence, ...creationWrites(feeSweepRecordType, opened, context)], result: true };
  });
}

async function endRun(context: StartSweepsContext, date: string): Promise<void> {
  const next = { id: sweepRunId, date } as const;
  const found = (await findRecord(context, sweepRunRecordType, sweepRunId)) ?? newAggregate(sweepRunRecordType, next);
  await commit(context, transitionWrites(found, [quietly(next)], context).writes);
}
