import * as z from "zod";
import { Refusal } from "../../domain/core/refusal.ts";
import { disputedRefund } from "../../domain/escrow/dispute.ts";
import { type Escrow, outstandingFunding } from "../../domain/escrow/escrow.ts";
import { escrowFloatDraw } from "../../domain/escrow/float.ts";
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
  whyNotFrozenFor,
} from "./money-call.ts";
import { finishPayout } from "./payout.ts";
import { releaseFacts } from "./release-facts.ts";
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
    begin: async (snapshot) =>
      unable ??
      whyNotActive(snapshot) ??
      (await whyNotNow(context, requireEscrow(snapshot).state, request)) ??
      whyNotAddress(snapshot, request) ?? { command },
    refused: () => command,
    carryOn: (claim, snapshot) => carryOn(context, request, heldBy(claim, snapshot)),
  };
}

/** The guard; money that may still come is given up with the rail first. */
async function whyNotNow(
  context: EscrowContext,
  state: Escrow,
  request: EscrowRefundInput,
): Promise<Refusal | undefined> {
  if (outstandingFunding(state)) return undefined;
  const { disputeOpen } = await releaseFacts(context, state.id);
  return whyNotRefund(state, request) ?? disputedRefund(state, disputeOpen);
}

/** Held value goes to no address that the coin's issuer is known to have frozen; a refund that is under way goes on. */
function whyNotAddress(snapshot: EscrowSnapshot, request: EscrowRefundInput): Refusal | undefined {
  const { state } = requireEscrow(snapshot);
  if (state.heldCents === 0 || state.intent) return undefined;
  return whyNotFrozenFor(snapshot, state, [request.refundAddress ?? state.refundAddress]);
}

async function carryOn(context: EscrowContext, request: EscrowRefundInput, first: HeldEscrow): Promise<Outcome> {
  const { state } = first.escrow;
  const report = await callRail(context, first, () => giveUpFunding(context, state));
  const closed = await stepHeldEscrow(context, first, async (current) => {
    const given = report(current, context.clock.now());
    const after = given.at(-1)?.next ?? current;
    const no = whyNotRefund(after, request);
    if (no || after.heldCents > 0) return { transitions: given, no: no ?? null };
    // Given up and refunded at once, so that nobody funds it in between.
    const step = await undisputedStep(context, request, after);
    return { ...step, transitions: [...given, ...step.transitions] };
  });
  if ("outcome" in closed) return closed.outcome;
  const { sendBack } = closed.held.escrow.state;
  if (sendBack) return finishSendBack(context, closed.held, sendBack.key);
  const known = await callRail(context, closed.held, () => withBought(context, closed.held.escrow));
  const held = await screened(context, request, { ...closed.held, escrow: known });
  const decided = await stepHeldEscrow(context, held, (current) => undisputedStep(context, request, current));
  return "outcome" in decided ? decided.outcome : finishPayout(context, decided.held);
}

/** Nothing goes back that a dispute may take as well. */
async function undisputedStep(context: EscrowContext, request: EscrowRefundInput, state: Escrow): Promise<Step> {
  const facts = await releaseFacts(context, state.id);
  const no = disputedRefund(state, facts.disputeOpen);
  return no ? { transitions: [], no } : { ...refundStep(context, request, state), also: [facts.check] };
}

/** The last part of a call that ordered a return to the payer's bank: the rail is told, and what it says is the call's answer. A definite no is payout_failed; what takes its time is answered as it stands. */
async function finishSendBack(context: EscrowContext, held: HeldEscrow, key: string): Promise<Outcome> {
  if (escrowFloatDraw(held.escrow.state) !== undefined)
    return outcomeOf(await stepHeldEscrow(context, held, () => ({ transitions: [], answer: true })));
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
