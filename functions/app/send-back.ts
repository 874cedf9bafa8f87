import { siblingId } from "../domain/id.ts";
import { Refusal } from "../domain/refusal.ts";
import { returnableCents } from "../domain/review-money.ts";
import { askSendBack, isSendBackDue, recordSendBack, type SentBack } from "../domain/send-back.ts";
import type { Settlement } from "../domain/settlement.ts";
import { type Loaded, loaded } from "./aggregate.ts";
import { change } from "./change.ts";
import { within } from "./deadline.ts";
import type { Desk } from "./desk.ts";
import { rowKey, settlementKind } from "./kinds.ts";
import type { Rail, Refused } from "./ports.ts";
import { changeSettlement, jointWrites, loadPair } from "./settlements.ts";

type RailDesk = Desk & { readonly rail: Rail };

const railSeconds = 10;

/** Tells the rail to send held money back, by its key, or asks how that stands, and records the answer. */
export async function sendBack(desk: RailDesk, { id, invoiceId, ...state }: Settlement): Promise<void> {
  const { sendBack: order, payment } = state;
  if (state.rail !== desk.rail.name || order === null) return;
  const { key, amountCents, transferRef } = order;
  const railRef = payment.railRef ?? "";
  const said: SentBack | Refused | null = await within(
    railSeconds,
    transferRef === null
      ? desk.rail.returnDeposit({ key, railRef, amountCents })
      : desk.rail.lookUp(transferRef),
  );
  if (said === null) throw new Error(`the rail knows nothing of ${transferRef}`);
  await change(desk, async () => {
    const pair = await loadPair(desk, id, invoiceId);
    if (!pair) throw new Error(`no settlement ${id} with its invoice`);
    const now = desk.clock.now();
    const { settlement, invoice } = pair;
    const joint = isSendBackDue(settlement.state, now)
      ? recordSendBack({ settlement: settlement.state, invoice: invoice.state, now }, said)
      : { settlement: [], invoice: [] };
    return { writes: jointWrites(pair, joint, desk).writes, result: undefined };
  });
}

/** A tenant's wish to give a payment back: only what is held can go, all of it, and only where the rail has such a leg. */
export async function refundPayment(
  desk: RailDesk,
  asked: { tenantId: string; paymentId: string; amountCents: number; reason: string },
): Promise<Settlement> {
  const [row] = await desk.book.read([rowKey(siblingId(asked.paymentId, "stl"))]);
  const found: Loaded<Settlement> | undefined =
    row?.type === settlementKind.type ? loaded(settlementKind, row) : undefined;
  if (found?.state.tenantId !== asked.tenantId) throw new Refusal("not_found", "no such payment");
  if (!desk.rail.capabilities.refund)
    throw new Refusal("refund_unsupported", `the ${desk.rail.name} adapter has no refund leg`);
  const after = await changeSettlement(desk, found, (state) => {
    // The same wish again, on its way or done.
    const done = state.sentBack.some(
      ({ byRail, amountCents }) => byRail && amountCents === asked.amountCents,
    );
    if (done || state.sendBack?.amountCents === asked.amountCents) return [];
    const heldCents = returnableCents(state);
    if (heldCents !== 0 && heldCents !== asked.amountCents)
      return new Refusal("action_not_available", `${heldCents} cents are held, and they go back as a whole`);
    const hop = askSendBack(state, `refund: ${asked.reason}`, desk.clock.now());
    return hop instanceof Refusal ? hop : [hop];
  });
  return after.state;
}
