import * as z from "zod";
import { Refusal } from "../../domain/core/refusal.ts";
import { type Escrow, outstandingFunding } from "../../domain/escrow/escrow.ts";
import { type EscrowRefundInput, startRefund, whyNotRefund } from "../../domain/escrow/refund.ts";
import { recordEscrowSendBack } from "../../domain/escrow/send-back.ts";
import type { Outcome } from "../core/idempotency-claim.ts";
import { type IdempotentRoute, runIdempotent, type StoredResponse } from "../core/idempotent-operation.ts";
import { giveUpFunding, withBought } from "./collect-funding.ts";
import { type EscrowContext, screenedFor } from "./escrows.ts";
import {
  callRail,
  type EscrowRequest,
  type EscrowSnapshot,
  escrowKeys,
  type HeldEscrow,
  heldBy,
  outcomeOf,
  requireEscrow,
  type Step,
  stepHeldEscrow,
  whyNotActive,
  whyNotDisburse,
} from "./money-call.ts";
import { finishPayout } from "./payout.ts";
import { tellSendBack } from "./send-back.ts";

export const refundCommand = z.object({
  name: z.string(),
  reason: z.string().nullable(),
  refundAddress: z.string().nullable(),
});

/** A call to give an escrow's money back, or to close it where none is held. */
export type RefundEscrowRequest = EscrowRequest & EscrowRefundInput;

/** Refunds an escrow. The guard comes first; held value goes back whole, to an address that passed its screen. */
export async function refundEscrow(context: EscrowContext, request: RefundEscrowRequest): Promise<StoredResponse> {
  return runIdempotent(context, request, await refundRoute(context, request));
}

export async function refundRoute(
  context: EscrowContext,
  request: RefundEscrowRequest,
): Promise<IdempotentRoute<EscrowSnapshot>> {
  const unable = whyNotDisburse(context);
  const command = refundCommand.parse(request);
  return {
    ...(await escrowKeys(context, request, !unable)),
    begin: (snapshot) =>
      unable ?? whyNotActive(snapshot) ?? whyNotNow(requireEscrow(snapshot).state, request) ?? { command },
    refused: () => command,
    carryOn: (claim, snapshot) => carryOn(context, request, heldBy(claim, snapshot)),
  };
}

/** The guard; money that may still come is given up with the rail first. */
function whyNotNow(state: Escrow, request: EscrowRefundInput): Refusal | undefined {
  return outstandingFunding(state) ? undefined : whyNotRefund(state, request);
}

async function carryOn(context: EscrowContext, request: EscrowRefundInput, first: HeldEscrow): Promise<Outcome> {
  const { state } = first.escrow;
  const report = await callRail(context, first, () => giveUpFunding(context, state));
  const closed = await stepHeldEscrow(context, first, (current) => {
    const given = report(current, context.clock.now());
    const after = given.at(-1)?.next ?? current;
    const no = whyNotRefund(after, request);
    if (no || after.heldCents > 0) return { transitions: given, no: no ?? null };
    // Given up and refunded at once, so that nobody funds it in between.
    const step = refundStep(context, request, after);
    return { ...step, transitions: [...given, ...step.transitions] };
  });
  if ("outcome" in closed) return closed.outcome;
  if (closed.held.escrow.state.sendBack) return finishSendBack(context, closed.held);
  const known = await callRail(context, closed.held, () => withBought(context, closed.held.escrow));
  const held = await screened(context, request, { ...closed.held, escrow: known });
  const decided = await stepHeldEscrow(context, held, (current) => refundStep(context, request, current));
  return "outcome" in decided ? decided.outcome : finishPayout(context, decided.held);
}

/** The last part of a call that ordered a return to the payer's bank: the rail is told, and what it says is the call's answer. A definite no is payout_failed; what takes its time is answered as it stands. */
async function finishSendBack(context: EscrowContext, held: HeldEscrow): Promise<Outcome> {
  const { key = "" } = held.escrow.state.sendBack ?? {};
  const report = await callRail(context, held, () => tellSendBack(context, held.escrow.state));
  return outcomeOf(
    await stepHeldEscrow(context, held, (state) => {
      const transitions = recordEscrowSendBack(state, key, report, context.clock.now());
      if (!("refused" in report)) return { transitions, answer: true };
      const no = new Refusal("payout_failed", `the rail did not send the money back: ${report.refused.code}`);
      return { transitions, no };
    }),
  );
}

async function screened(context: EscrowContext, request: EscrowRefundInput, held: HeldEscrow): Promise<HeldEscrow> {
  const { state } = held.escrow;
  if (state.intent) return held;
  const address = request.refundAddress ?? state.refundAddress;
  return { ...held, escrow: await screenedFor(context, held.escrow, { stage: "refund", address }) };
}

/** Where nothing is held, and nothing has to be sent back, the refund ends here. */
function refundStep(context: EscrowContext, request: EscrowRefundInput, state: Escrow): Step {
  const transitions = startRefund(state, request, context.clock.now());
  if (transitions instanceof Refusal) return { transitions: [], no: transitions };
  const after = transitions.at(-1)?.next ?? state;
  const isOpen = after.intent !== null || after.sendBack !== null;
  return { transitions, ...(!isOpen && { answer: true as const }) };
}
