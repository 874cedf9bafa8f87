import { siblingId } from "../../domain/core/id.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { eventsOf } from "../../domain/rails/reported-event.ts";
import { railTells } from "../../domain/settlement/apply-rail-event.ts";
import {
  cancelCollection,
  recordCollection,
  refuseCollection,
  whyNotCancel,
} from "../../domain/settlement/collection.ts";
import { postponeExpiry } from "../../domain/settlement/expiry.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { loadAggregate } from "../core/aggregate.ts";
import type { Context, StoreContext } from "../core/context.ts";
import { logFailure } from "../core/error-text.ts";
import type { Log } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";
import { within } from "../core/timeout.ts";
import { askToCollect } from "./collect-order.ts";
import { settlementRecordType } from "./record.ts";
import { changePair } from "./settlements.ts";
import { ownRail, type Rails, railOf, railSeconds } from "./vendors-of-record.ts";

/** Cancels a payment whose money has not come: the rail gives the collection up first, and has the last word. Canceled already is answered as it stands. Refuses one whose money came, or may be on its way. */
export async function cancelPayment(
  context: Context & Rails,
  request: { readonly tenantId: string; readonly paymentId: string },
): Promise<Settlement> {
  const found = await ownSettlement(context, request);
  if (found.payment.status === "canceled") return found;
  await endCollection(context, found, "tenant");
  const after = await ownSettlement(context, request);
  if (after.payment.status !== "canceled")
    throw notCancelable(whyNotCancel(after) ?? "its money may be on its way: the rail does not give it up any more");
  return after;
}

/** Ends a payment that has lapsed, as a cancel would; where its rail does not give the collection up, or gives no answer, it is asked again later. */
export async function expirePayment(
  context: Context & Rails & { readonly log: Log },
  state: Settlement,
): Promise<void> {
  try {
    if (railOf(context, state)) await endCollection(context, state, "expiry");
  } catch (error) {
    logFailure(context, "lapsed payment not canceled", { operation: "sweep", correlationId: state.id }, error);
  }
  await changePair(context, state, (settlement, _, now) => ({
    settlement: postponeExpiry(settlement, now),
    invoice: [],
  }));
}

/** Has the rail give a collection up, and ends its payment; money that came meanwhile is counted instead. */
async function endCollection(context: Context & Rails, found: Settlement, by: "tenant" | "expiry"): Promise<void> {
  refuse(whyNotCancel(found));
  const state = found.payment.railRef === null ? await withCollection(context, found) : found;
  refuse(whyNotCancel(state));
  const gaveUp = await asked(() => giveUp(context, state));
  if (!gaveUp) return hear(context, state);
  await changePair(context, state, (settlement, invoice, now) => cancelCollection(settlement, invoice, now, by));
}

async function ownSettlement(
  context: StoreContext,
  { tenantId, paymentId }: { readonly tenantId: string; readonly paymentId: string },
): Promise<Settlement> {
  const [row] = await context.store.read([rowKey(siblingId(paymentId, "stl"))]);
  const state = loadAggregate(settlementRecordType, row)?.state;
  if (state?.tenantId !== tenantId) throw new Refusal("not_found", "no such payment");
  return state;
}

function refuse(why: string | undefined): void {
  if (why !== undefined) throw notCancelable(why);
}

function notCancelable(why: string): Refusal {
  return new Refusal("payment_not_cancelable", `not canceled: ${why}`);
}

/** What the rail answers; where it does not, nothing is known and nothing changes. */
async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await within(railSeconds, ask());
  } catch {
    throw new Refusal("rail_unavailable", "the rail gave no answer; ask again", { retryAfterSeconds: 5 });
  }
}

/** The answer to its collection was lost: by the same key the rail says what it is called. */
async function withCollection(context: Context & Rails, state: Settlement): Promise<Settlement> {
  const report = await asked(() => askToCollect(context, state));
  await changePair(context, state, (settlement, invoice, now) =>
    "refused" in report
      ? refuseCollection(settlement, invoice, report.refused, now)
      : recordCollection(settlement, invoice, report, now),
  );
  return ownSettlement(context, { tenantId: state.tenantId, paymentId: state.payment.id });
}

/** Whether the rail waits for the money no more: given up now, or by an earlier wish whose answer was lost. */
async function giveUp(context: Rails, state: Settlement): Promise<boolean> {
  const rail = ownRail(context, state);
  const railRef = state.payment.railRef ?? "";
  if (await rail.cancelCollection(railRef)) return true;
  const report = await rail.lookUp(railRef);
  return !report?.receivedCents && report?.events.some(({ kind }) => kind === "failed") === true;
}

/** What came instead is counted, as its callback would. */
async function hear(context: Context & Rails, state: Settlement): Promise<void> {
  const report = await asked(() => ownRail(context, state).lookUp(state.payment.railRef ?? ""));
  if (report === null) return;
  await changePair(context, state, (settlement, invoice, now) => railTells(settlement, invoice, eventsOf(report), now));
}
