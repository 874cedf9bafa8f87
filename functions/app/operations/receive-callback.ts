import { Refusal } from "../../domain/core/refusal.ts";
import { type RailReport, railReportEvent } from "../../domain/rails/rail-report.ts";
import type { RailName } from "../../domain/rails/terms.ts";
import { railTells } from "../../domain/settlement/apply-rail-event.ts";
import { recordSendBack } from "../../domain/settlement/payer-refund.ts";
import { loadAggregate } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import { type RailCall, receiveEscrowCallback } from "../escrow/receive-callback.ts";
import { settlementRecordType } from "../settlement/record.ts";
import { changeWrites, loadPair, type Pair } from "../settlement/settlements.ts";

/** A rail's callback, its words parsed by the adapter. */
export type Callback = RailCall;

/** Applies a rail's callback once; repeats and stale ones change nothing. Refuses a railRef that is not ours. */
export async function receiveCallback(context: Context, callback: Callback): Promise<void> {
  const [settlementId, invoiceId] = callback.reference?.split(".") ?? [];
  if (!settlementId || !invoiceId?.startsWith("inv_")) {
    if (await receiveEscrowCallback(context, callback)) return;
    throw unknownRailRef();
  }
  await change(context, async () => {
    const pair = await loadOwner(context, settlementId, invoiceId);
    const state = pair?.settlement.state;
    if (!pair || state?.rail !== callback.rail || state.payment.railRef !== callback.railRef) return unknownRailRef();
    const now = context.clock.now();
    const { sentBack } = callback;
    const ofReturn = sentBack && sentBack.transferRef === state.sendBack?.transferRef;
    const settlementChange = ofReturn
      ? recordSendBack({ settlement: state, invoice: pair.invoice.state, now }, sentBack)
      : railTells(state, pair.invoice.state, callback.events, now);
    return { writes: await changeWrites(context, pair, settlementChange), result: undefined };
  });
}

/** The settlement of a reference, with its invoice; where operators have applied its late money, the one that has that now. */
async function loadOwner(context: Context, settlementId: string, invoiceId: string): Promise<Pair | undefined> {
  const pair = await loadPair(context, settlementId, invoiceId);
  const to = pair?.settlement.state.appliedTo;
  return to ? loadPair(context, to.settlementId, to.invoiceId) : pair;
}

function unknownRailRef(): Refusal {
  return new Refusal("unknown_rail_ref", "no payment has this railRef");
}

/** Applies what an operator reports for a rail that cannot call back, as that rail's own callback would be. */
export async function receiveRailReport(context: Context, rail: RailName, report: RailReport): Promise<void> {
  const { railRef } = report;
  const reference = await settlementReference(context, rail, railRef);
  await receiveCallback(context, { rail, railRef, reference, events: [railReportEvent(report)] });
}

/** The reference that the rail was given with a settlement's collection; null where the railRef is of no settlement. */
async function settlementReference(context: Context, rail: RailName, railRef: string): Promise<string | null> {
  const [row] = await context.store.page({ index: "ref", pk: `${rail}#${railRef}`, limit: 1 });
  if (row?.type !== settlementRecordType.type) return null;
  const state = loadAggregate(settlementRecordType, row)?.state;
  return state ? `${state.id}.${state.invoiceId}` : null;
}
