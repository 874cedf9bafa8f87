import * as z from "zod";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Escrow } from "../../domain/escrow/escrow.ts";
import { outstandingFunding } from "../../domain/escrow/outstanding.ts";
import { type RefundAsked, startRefund, whyNotRefund } from "../../domain/escrow/refund.ts";
import type { Outcome } from "../core/idempotency-claim.ts";
import { type KeyedRoute, runKeyed, type StoredResponse } from "../core/idempotent-operation.ts";
import { type EscrowDesk, screenedFor } from "./escrows.ts";
import { giveUpFunding } from "./funding.ts";
import {
  type EscrowRequest,
  type EscrowSight,
  escrowKeys,
  heldBy,
  seen,
  whyNotDisburse,
  whyNotStanding,
} from "./gates.ts";
import { asked, type Held, type Step, stepHeld } from "./hold-steps.ts";
import { finishPayout } from "./payout.ts";

/** What a claim keeps of a call to refund. */
export const refundCommand = z.object({
  name: z.string(),
  reason: z.string().nullable(),
  refundAddress: z.string().nullable(),
});

/** A call to give an escrow's money back, or to close it where none is held. */
export type RefundEscrowRequest = EscrowRequest & RefundAsked;

/** Refunds an escrow. The guard comes first; held value goes back whole, to an address that passed its screen. */
export async function refundEscrow(desk: EscrowDesk, request: RefundEscrowRequest): Promise<StoredResponse> {
  return runKeyed(desk, request, await refundRoute(desk, request));
}

/** Refunding as a money route. */
export async function refundRoute(
  desk: EscrowDesk,
  request: RefundEscrowRequest,
): Promise<KeyedRoute<EscrowSight>> {
  const unable = whyNotDisburse(desk);
  const command = refundCommand.parse(request);
  return {
    ...(await escrowKeys(desk, request, !unable)),
    begin: (sight) => unable ?? whyNotStanding(sight) ?? whyNotNow(seen(sight).state, request) ?? { command },
    refused: () => command,
    carryOn: (claim, sight) => carryOn(desk, request, heldBy(claim, sight)),
  };
}

/** The guard; money that may still come is given up with the rail first. */
function whyNotNow(state: Escrow, request: RefundAsked): Refusal | undefined {
  return outstandingFunding(state) ? undefined : whyNotRefund(state, request);
}

async function carryOn(desk: EscrowDesk, request: RefundAsked, first: Held): Promise<Outcome> {
  const { state } = first.escrow;
  const said = await asked(desk, first, () => giveUpFunding(desk, state));
  const closed = await stepHeld(desk, first, (current) => {
    const given = said(current, desk.clock.now());
    const after = given.at(-1)?.next ?? current;
    const no = whyNotRefund(after, request);
    if (no || after.heldCents > 0) return { hops: given, no: no ?? null };
    // Given up and refunded at once, so that nobody funds it in between.
    const step = refundStep(desk, request, after);
    return { ...step, hops: [...given, ...step.hops] };
  });
  if ("outcome" in closed) return closed.outcome;
  const held = await screened(desk, request, closed.held);
  const decided = await stepHeld(desk, held, (current) => refundStep(desk, request, current));
  return "outcome" in decided ? decided.outcome : finishPayout(desk, decided.held);
}

async function screened(desk: EscrowDesk, request: RefundAsked, held: Held): Promise<Held> {
  const { state } = held.escrow;
  if (state.intent) return held;
  const address = request.refundAddress ?? state.refundAddress;
  return { ...held, escrow: await screenedFor(desk, held.escrow, { stage: "refund", address }) };
}

/** Where nothing is held the refund ends here. */
function refundStep(desk: EscrowDesk, request: RefundAsked, state: Escrow): Step {
  const hops = startRefund(state, request, desk.clock.now());
  if (hops instanceof Refusal) return { hops: [], no: hops };
  const after = hops.at(-1)?.next ?? state;
  return { hops, ...(after.intent === null && { answer: true as const }) };
}
