import { gate } from "../../domain/gate/payout-gate.ts";
import {
  blockReserve,
  countReserveScreen,
  isReady,
  isReserveDue,
  lookAtDue,
  releaseReserve,
  reserveFacts,
} from "../../domain/settlement/reserve.ts";
import {
  awaitReserveProof,
  recordNoReservePayout,
  recordReservePayout,
  recordReserveRefusal,
  reserveKey,
} from "../../domain/settlement/reserve-payout.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import type { Aggregate } from "../core/aggregate.ts";
import type { Context, StoreContext } from "../core/context.ts";
import { findRecord } from "../core/read-records.ts";
import { within } from "../core/timeout.ts";
import { type Gate, screenWallet } from "../gate/screen-wallet.ts";
import type { Payout, PayoutQuery, VendorNo } from "../rails/ports.ts";
import { recordSearch, searchedToOf } from "../rails/ports-search.ts";
import { type TenantSettings, tenantSettingsKeys, tenantSettingsOf } from "../tenants/tenant-settings.ts";
import { settlementRecordType } from "./record.ts";
import { changeSettlement } from "./settlements.ts";
import { ownRail, payoutOrder, type Rails, railOf, railSeconds } from "./vendors-of-record.ts";

export type ReserveContext = Context & Gate & Rails;

/** Looks at a reserve that is due: keeps it and says why, or screens the wallet anew and pays it out under a key of its own. One whose payout was begun is asked about until there is a proof. */
export async function lookAtReserve(context: ReserveContext, found: Aggregate<Settlement>): Promise<void> {
  if (!isReserveDue(found.state, context.clock.now())) return;
  const held = found.state.reserve?.status === "releasing" ? await follow(context, found) : found;
  if (held) await release(context, held);
}

/** Asks what became of a payout; what was never made is held again, unless its order may still be on its way. Undefined where the rail knows of it. */
async function follow(
  context: Context & Rails,
  found: Aggregate<Settlement>,
): Promise<Aggregate<Settlement> | undefined> {
  const { state } = found;
  const ref = state.reserve?.payout?.ref ?? null;
  let made: Payout | VendorNo | null;
  try {
    made = await within(railSeconds, ownRail(context, state).payoutOf(reserveQuery(state)));
    if (made === null && ref !== null) throw new Error(`the rail knows nothing of ${ref} any more`);
  } catch (error) {
    await changeSettlement(context, found, (current) =>
      awaitReserveProof(current, null, context.clock.now(), searchedToOf(error)),
    );
    throw error;
  }
  if (made) return void (await record(context, found, made));
  return changeSettlement(context, found, (current) => recordNoReservePayout(current, context.clock.now()));
}

function reserveOrder(state: Settlement): Pick<PayoutQuery, "key" | "orderedAt" | "searchFrom"> {
  const { orderedAt, searchedTo: searchFrom } = state.reserve ?? {};
  return { key: reserveKey(state), orderedAt: orderedAt ?? state.createdAt, searchFrom };
}

/** A rail that gives no reference of its own has the key in its place. */
function reserveQuery(state: Settlement): PayoutQuery {
  const order = reserveOrder(state);
  const { ref = null, at: toldAt } = state.reserve?.payout ?? {};
  return { ...order, railRef: state.payment.railRef ?? "", transferRef: ref === order.key ? null : ref, toldAt };
}

async function release(context: ReserveContext, found: Aggregate<Settlement>): Promise<void> {
  const { tenantId } = found.state;
  const settings = tenantSettingsOf(await context.store.read(tenantSettingsKeys(tenantId)));
  const rail = railOf(context, found.state);
  const looked = await changeSettlement(context, found, (state) =>
    lookAtDue(state, reserveFacts(state, settings.tenant, rail), context.clock.now()),
  );
  if (!isReady(looked.state, context.clock.now())) return;
  const counted = await changeSettlement(context, looked, (state) => countReserveScreen(state, context.clock.now()));
  const outcome = await screen(context, counted.state, settings);
  const begun = await changeSettlement(context, counted, (state) => {
    const now = context.clock.now();
    return outcome === "pass" ? releaseReserve(state, now) : blockReserve(state, `screening_${outcome}`, now);
  });
  const { state } = begun;
  if (state.reserve?.status !== "releasing") return;
  const order = payoutOrder(state, { ...reserveOrder(state), amount: state.reserve.usdtOut ?? "0" });
  const report = await recordSearch(within(railSeconds, ownRail(context, state).disburse(order)), (searchedTo) =>
    changeSettlement(context, begun, (current) => awaitReserveProof(current, null, context.clock.now(), searchedTo)),
  );
  await record(context, begun, report);
}

async function screen(context: Gate, state: Settlement, { flags }: TenantSettings) {
  const verdict = await screenWallet(context, flags, {
    settlementId: state.reserve?.id ?? state.id,
    stage: "disbursement",
    round: state.reserve?.screens ?? 1,
    address: state.destWallet,
    chain: state.destChain,
  });
  return gate(verdict);
}

async function record(context: Context, found: Aggregate<Settlement>, report: Payout | VendorNo): Promise<void> {
  const key = reserveKey(found.state);
  await changeSettlement(context, found, (current) => {
    const now = context.clock.now();
    if (reserveKey(current) !== key) return [];
    if ("refused" in report) return recordReserveRefusal(current, report.refused.code, now);
    return report.txHash === null
      ? awaitReserveProof(current, report.transferRef ?? key, now)
      : recordReservePayout(current, { ...report, txHash: report.txHash }, now);
  });
}

/** A settlement as it stands, for its reserve; undefined where there is none. */
export async function reserveOwner(
  context: StoreContext,
  settlementId: string,
): Promise<Aggregate<Settlement> | undefined> {
  const found = await findRecord(context, settlementRecordType, settlementId);
  return found?.state.reserve ? found : undefined;
}
