import {
  callBack,
  isMoot,
  postponeSendBack,
  recordSendBack,
  type SentBack,
} from "../../domain/settlement/payer-refund.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { change } from "../core/change.ts";
import type { Desk } from "../core/context.ts";
import { within } from "../core/timeout.ts";
import type { Refused } from "../rails/ports.ts";
import { changeSettlement, jointWrites, loadPair, loadSettlement } from "./settlements.ts";
import { ownRail, type Rails } from "./vendors-of-record.ts";

const railSeconds = 10;

/** Tells the rail to send held money back, by its key, or asks how that stands, and records the answer. Throws where there is none; it is then asked again later. */
export async function sendBack(desk: Desk & Rails, state: Settlement): Promise<void> {
  if (state.sendBack === null) return;
  if (isMoot(state)) {
    await changeSettlement(desk, await loadSettlement(desk, state.id), (now) =>
      callBack(now, desk.clock.now()),
    );
    return;
  }
  const { key } = state.sendBack;
  let said: SentBack | Refused;
  try {
    said = await ask(desk, state, state.sendBack);
  } catch (error) {
    await changeSettlement(desk, await loadSettlement(desk, state.id), (current) =>
      current.sendBack?.key === key ? postponeSendBack(current, desk.clock.now()) : [],
    );
    throw error;
  }
  await change(desk, async () => {
    const pair = await loadPair(desk, state.id, state.invoiceId);
    if (!pair) throw new Error(`no settlement ${state.id} with its invoice`);
    const now = desk.clock.now();
    const { settlement, invoice } = pair;
    const joint =
      settlement.state.sendBack?.key === key
        ? recordSendBack({ settlement: settlement.state, invoice: invoice.state, now }, said)
        : { settlement: [], invoice: [] };
    return { writes: jointWrites(pair, joint, desk).writes, result: undefined };
  });
}

async function ask(
  desk: Rails,
  state: Settlement,
  order: NonNullable<Settlement["sendBack"]>,
): Promise<SentBack | Refused> {
  const { key, amountCents, transferRef, at: orderedAt } = order;
  const rail = ownRail(desk, state);
  const railRef = state.payment.railRef ?? "";
  if (transferRef === null)
    return within(railSeconds, rail.returnDeposit({ key, railRef, amountCents, orderedAt }));
  const said = await within(railSeconds, rail.lookUp(transferRef));
  if (said === null) throw new Error(`the rail knows nothing of ${transferRef}`);
  return said;
}
