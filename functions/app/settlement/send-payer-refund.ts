import { floatDraw } from "../../domain/settlement/float.ts";
import {
  callBack,
  isNoOp,
  postponeSendBack,
  recordSendBack,
  type SentBack,
} from "../../domain/settlement/payer-refund.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import type { Context } from "../core/context.ts";
import { within } from "../core/timeout.ts";
import type { Rail, VendorNo } from "../rails/ports.ts";
import { changePair, changeSettlement, loadSettlement } from "./settlements.ts";
import { ownRail, type Rails, railSeconds } from "./vendors-of-record.ts";

/** Tells the rail to send held money back, by its key, or asks how that stands, and records the answer; what draws on our own balance is told once that is drawn. Throws where there is none; it is then asked again later. */
export async function sendBack(context: Context & Rails, state: Settlement): Promise<void> {
  if (state.sendBack === null) return;
  if (isNoOp(state)) {
    await changeSettlement(context, await loadSettlement(context, state.id), (now) =>
      callBack(now, context.clock.now()),
    );
    return;
  }
  if (floatDraw(state) !== undefined) return;
  const { key } = state.sendBack;
  let report: SentBack | VendorNo;
  try {
    report = await tellReturn(ownRail(context, state), { ...state.sendBack, railRef: state.payment.railRef ?? "" });
  } catch (error) {
    await changeSettlement(context, await loadSettlement(context, state.id), (current) =>
      current.sendBack?.key === key ? postponeSendBack(current, context.clock.now()) : [],
    );
    throw error;
  }
  await changePair(context, state, (settlement, invoice, now) =>
    settlement.sendBack?.key === key
      ? recordSendBack({ settlement, invoice, now }, report)
      : { settlement: [], invoice: [] },
  );
}

/** An order to send a deposit back, as its record keeps it: of a settlement, or of an escrow. */
export type ReturnOrder = Pick<NonNullable<Settlement["sendBack"]>, "key" | "amountCents" | "transferRef" | "at"> & {
  readonly railRef: string;
};

/** What the rail says of a deposit that it is to send back: told by its key, or asked about by the reference that it gave. Throws where it gives no answer. */
export async function tellReturn(rail: Rail, order: ReturnOrder): Promise<SentBack | VendorNo> {
  const { key, railRef, amountCents, transferRef, at: orderedAt } = order;
  if (transferRef === null) return within(railSeconds, rail.returnDeposit({ key, railRef, amountCents, orderedAt }));
  const report = await within(railSeconds, rail.lookUp(transferRef));
  if (report === null) throw new Error(`the rail knows nothing of ${transferRef}`);
  return report;
}
