import type { Escrow } from "../../domain/escrow/escrow.ts";
import { escrowFloatDraw } from "../../domain/escrow/float.ts";
import { postponeEscrowSendBack, recordEscrowSendBack } from "../../domain/escrow/send-back.ts";
import type { SentBack } from "../../domain/settlement/payer-refund.ts";
import type { Aggregate } from "../core/aggregate.ts";
import type { Context } from "../core/context.ts";
import type { VendorNo } from "../rails/ports.ts";
import { tellReturn } from "../settlement/send-payer-refund.ts";
import type { Rails } from "../settlement/vendors-of-record.ts";
import { changeEscrow, railThatHolds } from "./escrows.ts";

/** What the rail says of money that it is to send back. Throws where it gives no answer. */
export async function tellSendBack(context: Rails, state: Escrow): Promise<SentBack | VendorNo> {
  if (state.sendBack === null) throw new Error(`${state.id} sends nothing back`);
  return tellReturn(railThatHolds(context, state), state.sendBack);
}

/** Tells the rail, or asks it, and records the answer; what draws on our own balance is told once that is drawn. Throws where there is none; it is then asked again later. */
export async function sendBackFunding(context: Context & Rails, found: Aggregate<Escrow>): Promise<void> {
  const { sendBack } = found.state;
  if (sendBack === null || escrowFloatDraw(found.state) !== undefined) return;
  const { key } = sendBack;
  let report: SentBack | VendorNo;
  try {
    report = await tellSendBack(context, found.state);
  } catch (error) {
    await changeEscrow(context, found, (state) => postponeEscrowSendBack(state, key, context.clock.now()));
    throw error;
  }
  await changeEscrow(context, found, (state) => recordEscrowSendBack(state, key, report, context.clock.now()));
}
