import * as z from "zod";
import type { Refusal, RefusalCode } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { Escrow } from "../../domain/escrow/escrow.ts";
import { startRelease } from "../../domain/escrow/release.ts";
import { cancelledCents } from "../../domain/escrow/release-split.ts";
import type { Aggregate } from "../core/aggregate.ts";
import type { Claim, Outcome } from "../core/idempotency-claim.ts";
import {
  type IdempotentRoute,
  runIdempotent,
  type StartedOperation,
  type StoredResponse,
} from "../core/idempotent-operation.ts";
import { withBought } from "./collect-funding.ts";
import { type EscrowContext, screenedFor } from "./escrows.ts";
import {
  callRail,
  type EscrowRequest,
  type EscrowSnapshot,
  escrowKeys,
  heldBy,
  requireEscrow,
  stepHeldEscrow,
  whyNotActive,
  whyNotDisburse,
  whyNotFrozenFor,
} from "./money-call.ts";
import { finishPayout } from "./payout.ts";
import { releaseFacts } from "./release-facts.ts";

export const namedCommand = z.object({ name: z.string() });

/** Releases an escrow to its beneficiary: its rule and a live screen first, then the intent, then the rail. Whatever is unmet blocks it, with the whole list. */
export async function releaseEscrow(context: EscrowContext, request: EscrowRequest): Promise<StoredResponse> {
  return runIdempotent(context, request, await releaseRoute(context, request));
}

export async function releaseRoute(
  context: EscrowContext,
  request: EscrowRequest,
): Promise<IdempotentRoute<EscrowSnapshot>> {
  const unable = whyNotDisburse(context);
  return {
    ...(await escrowKeys(context, request, !unable)),
    begin: async (snapshot, now) => unable ?? whyNotActive(snapshot) ?? begin(context, request, snapshot, now),
    refused: () => namedCommand.parse(request),
    carryOn: (claim, snapshot) => carryOn(context, claim, snapshot),
  };
}

/** Refusals that a screen, or the rail's word of what the deposit became, may turn. */
const mayTurn: readonly RefusalCode[] = ["release_conditions_unmet", "rail_unavailable"];

/** What a look at the record refuses is refused before anybody is asked. */
async function begin(
  context: EscrowContext,
  request: EscrowRequest,
  snapshot: EscrowSnapshot,
  now: Instant,
): Promise<StartedOperation | Refusal> {
  const { state } = requireEscrow(snapshot);
  const { no, transitions } = startRelease(state, await releaseFacts(context, state.id), now);
  if (no && !mayTurn.includes(no.code) && transitions.length === 0) return no;
  const frozen = state.intent ? undefined : whyNotFrozenFor(snapshot, state, addressesOf(state));
  return frozen ?? { command: namedCommand.parse(request) };
}

/** Where a release's money is to go: to the beneficiary where that is not paid yet, and what it leaves to the refund address. */
function addressesOf(state: Escrow): (string | null)[] {
  const { payoutAddress, refundAddress, paidLeg } = state;
  if (paidLeg !== null) return [refundAddress];
  return cancelledCents(state) === 0 ? [payoutAddress] : [payoutAddress, refundAddress];
}

async function carryOn(context: EscrowContext, claim: Claim, snapshot: EscrowSnapshot): Promise<Outcome> {
  const { state } = requireEscrow(snapshot);
  const held = heldBy(claim, snapshot);
  const known = await callRail(context, held, () => withBought(context, held.escrow));
  const escrow = state.intent ? known : await screenedBoth(context, known);
  const decided = await stepHeldEscrow(context, { ...held, escrow }, async (current) => {
    const facts = await releaseFacts(context, current.id);
    return { ...startRelease(current, facts, context.clock.now()), also: [facts.check] };
  });
  return "outcome" in decided ? decided.outcome : finishPayout(context, decided.held);
}

/** Both addresses that money may go to are screened before any of it does: where the rest would go too. */
async function screenedBoth(context: EscrowContext, found: Aggregate<Escrow>): Promise<Aggregate<Escrow>> {
  const { payoutAddress, refundAddress, paidLeg } = found.state;
  const beneficiary = paidLeg === null ? payoutAddress : null;
  const after = await screenedFor(context, found, { stage: "release", address: beneficiary });
  if (paidLeg === null && cancelledCents(after.state) === 0) return after;
  return screenedFor(context, after, { stage: "refund", address: refundAddress });
}
