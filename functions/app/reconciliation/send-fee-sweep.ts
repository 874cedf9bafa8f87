import type { Refusal } from "../../domain/core/refusal.ts";
import type { Transition } from "../../domain/core/transition.ts";
import { unitsOf } from "../../domain/core/units.ts";
import { walletKey } from "../../domain/core/wallet-ledger.ts";
import { gate, type ScreenOutcome } from "../../domain/gate/payout-gate.ts";
import {
  applySweepScreen,
  awaitSweepProof,
  countSweepScreen,
  type FeeSweep,
  feeSweepKey,
  isSweepDue,
  recordSweepAnswer,
  takeSweepBack,
} from "../../domain/reconciliation/fee-sweep.ts";
import { type Aggregate, loadAggregate, transitionWrites } from "../core/aggregate.ts";
import { change, changeRecord } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import type { Row } from "../core/ports.ts";
import { getRecord } from "../core/read-records.ts";
import { within } from "../core/timeout.ts";
import { type Gate, screenWallet } from "../gate/screen-wallet.ts";
import type { Payout, VendorNo } from "../rails/ports.ts";
import { recordSearch, searchedToOf } from "../rails/ports-search.ts";
import { ownRail, type Rails, railSeconds } from "../settlement/vendors-of-record.ts";
import { tenantSettingsKeys, tenantSettingsOf } from "../tenants/tenant-settings.ts";
import { feeSweepRecordType } from "./fee-sweep-record.ts";
import { ownBalance } from "./operator-funds.ts";

export type FeeSweepContext = Context & Gate & Rails;

type Found = Aggregate<FeeSweep>;

/** Takes a sweep one step on: its wallet's screen and then the order, or what became of an order. False where nothing of it is due. */
export async function lookUpFeeSweep(context: FeeSweepContext, row: Row): Promise<boolean> {
  const found = loadAggregate(feeSweepRecordType, row);
  if (!found || !isSweepDue(found.state, context.clock.now())) return false;
  if (found.state.status === "ordered") await follow(context, found);
  else await order(context, found);
  return true;
}

function changeSweep(
  context: Context,
  found: Found,
  decide: (state: FeeSweep) => readonly Transition<FeeSweep>[] | Refusal,
): Promise<Found> {
  const load = (attempt: number) =>
    attempt === 1 ? found : getRecord(context, feeSweepRecordType, found.state.id, "fee sweep");
  return changeRecord(context, load, decide);
}

async function order(context: FeeSweepContext, found: Found): Promise<void> {
  const counted = await changeSweep(context, found, (state) => countSweepScreen(state, context.clock.now()));
  if (counted.v === found.v) return;
  const ordered = await applyScreen(context, counted, await screen(context, counted.state));
  if (ordered.state.status !== "ordered" || ordered.v === counted.v) return;
  const { toAddress, units } = ordered.state;
  const rail = ownRail(context, ordered.state);
  const sent = within(railSeconds, rail.sweep({ ...query(ordered.state), toAddress, units }));
  const wait = (searchedTo: string) =>
    changeSweep(context, ordered, (state) => awaitSweepProof(state, context.clock.now(), searchedTo));
  await record(context, ordered, await recordSearch(sent, wait));
}

async function screen(context: FeeSweepContext, state: FeeSweep): Promise<ScreenOutcome> {
  const { flags } = tenantSettingsOf(await context.store.read(tenantSettingsKeys(state.tenantId)));
  const { id: settlementId, screens: round, toAddress: address, chain } = state;
  return gate(await screenWallet(context, flags, { settlementId, stage: "disbursement", round, address, chain }));
}

/** What follows from a screen. A refund may have drawn on the wallet since the close, and may be drawing now: an order is written over what is known of that. */
function applyScreen(context: FeeSweepContext, counted: Found, outcome: ScreenOutcome): Promise<Found> {
  const { id, tenantId, units } = counted.state;
  return change(context, async () => {
    const current = await getRecord(context, feeSweepRecordType, id, "fee sweep");
    if (current.state.screens !== counted.state.screens) return { writes: [], result: current };
    const own = await ownBalance(context, tenantId, walletKey(current.state));
    // What another has drawn just now may be counted twice: it is screened again rather than canceled.
    const needed = unitsOf(units) + unitsOf(current.state.floatUnits);
    if (outcome === "pass" && own.units < needed && own.units + own.drawn >= needed)
      return { writes: [], result: current };
    const transitions = applySweepScreen(current.state, outcome, own.units, context.clock.now());
    const { writes, after } = transitionWrites(current, transitions, context);
    const isOrdered = after.state.status === "ordered" && after.v > current.v;
    const drawing = isOrdered ? own.drawing(id, unitsOf(units)) : [];
    return { writes: [...writes, ...drawing], result: after };
  });
}

async function follow(context: FeeSweepContext, found: Found): Promise<void> {
  const { transferRef, toldAt } = found.state;
  const asked = { ...query(found.state), transferRef, toldAt: toldAt ?? undefined };
  let answer: Payout | VendorNo | null;
  try {
    answer = await within(railSeconds, ownRail(context, found.state).sweepOf(asked));
    if (answer === null && transferRef !== null) throw new Error(`the rail knows nothing of ${transferRef} any more`);
  } catch (error) {
    await changeSweep(context, found, (state) => awaitSweepProof(state, context.clock.now(), searchedToOf(error)));
    throw error;
  }
  if (answer) await record(context, found, answer);
  else await changeSweep(context, found, (state) => takeSweepBack(state, context.clock.now()));
}

async function record(context: Context, found: Found, answer: Payout | VendorNo): Promise<void> {
  await changeSweep(context, found, (state) => recordSweepAnswer(state, answer, context.clock.now()));
}

function query(state: FeeSweep) {
  const { customer, chain, stable, orderedAt, createdAt, searchedTo: searchFrom } = state;
  const wallet = { customer, chain, stable };
  return { key: feeSweepKey(state), orderedAt: orderedAt ?? createdAt, wallet, searchFrom };
}
