import { Refusal } from "../../domain/core/refusal.ts";
import { railTells } from "../../domain/settlement/apply-rail-event.ts";
import { recordSendBack, type SentBack } from "../../domain/settlement/payer-refund.ts";
import { change } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import { type RailCall, receiveEscrowCallback } from "../escrow/receive-callback.ts";
import { loadPair, settlementChangeWrites } from "../settlement/settlements.ts";

/** A rail's callback, its words parsed by the adapter. */
export interface Callback extends RailCall {
  /** How money ended that the rail was told to send back. */
  readonly sentBack?: SentBack;
}

/** Applies a rail's callback once; repeats and stale ones change nothing. Refuses a railRef that is not ours. */
export async function receiveCallback(context: Context, callback: Callback): Promise<void> {
  const [settlementId, invoiceId] = callback.reference?.split(".") ?? [];
  if (!settlementId || !invoiceId) {
    if (await receiveEscrowCallback(context, callback)) return;
    throw unknownRailRef();
  }
  await change(context, async () => {
    const pair = await loadPair(context, settlementId, invoiceId);
    const state = pair?.settlement.state;
    if (!pair || state?.rail !== callback.rail || state.payment.railRef !== callback.railRef) return unknownRailRef();
    const now = context.clock.now();
    const { sentBack } = callback;
    const ofReturn = sentBack && sentBack.transferRef === state.sendBack?.transferRef;
    const settlementChange = ofReturn
      ? recordSendBack({ settlement: state, invoice: pair.invoice.state, now }, sentBack)
      : railTells(state, pair.invoice.state, callback.events, now);
    return { writes: settlementChangeWrites(pair, settlementChange, context).writes, result: undefined };
  });
}

function unknownRailRef(): Refusal {
  return new Refusal("unknown_rail_ref", "no payment has this railRef");
}
