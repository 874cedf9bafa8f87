import { Refusal } from "../../domain/core/refusal.ts";
import { railTells } from "../../domain/settlement/apply-rail-event.ts";
import { recordSendBack, type SentBack } from "../../domain/settlement/payer-refund.ts";
import { change } from "../core/change.ts";
import type { Desk } from "../core/context.ts";
import { escrowCalled, type RailCall } from "../escrow/receive-callback.ts";
import { jointWrites, loadPair } from "../settlement/settlements.ts";

/** A rail's callback, its words parsed by the adapter. */
export interface Callback extends RailCall {
  /** How money ended that the rail was told to send back. */
  readonly sentBack?: SentBack;
}

/** Applies a rail's callback once; repeats and stale ones change nothing. Refuses a railRef that is not ours. */
export async function receiveCallback(desk: Desk, callback: Callback): Promise<void> {
  const [settlementId, invoiceId] = callback.reference?.split(".") ?? [];
  if (!settlementId || !invoiceId) {
    if (await escrowCalled(desk, callback)) return;
    throw unknownRailRef();
  }
  await change(desk, async () => {
    const pair = await loadPair(desk, settlementId, invoiceId);
    const state = pair?.settlement.state;
    if (!pair || state?.rail !== callback.rail || state.payment.railRef !== callback.railRef)
      return unknownRailRef();
    const now = desk.clock.now();
    const { sentBack } = callback;
    const ofReturn = sentBack && sentBack.transferRef === state.sendBack?.transferRef;
    const joint = ofReturn
      ? recordSendBack({ settlement: state, invoice: pair.invoice.state, now }, sentBack)
      : railTells(state, pair.invoice.state, callback.events, now);
    return { writes: jointWrites(pair, joint, desk).writes, result: undefined };
  });
}

function unknownRailRef(): Refusal {
  return new Refusal("unknown_rail_ref", "no payment has this railRef");
}
