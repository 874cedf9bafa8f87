import * as z from "zod";
import type { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import { startRelease } from "../../domain/escrow/release.ts";
import type { Claim, Outcome } from "../core/idempotency-claim.ts";
import { type Begun, type KeyedRoute, runKeyed, type StoredResponse } from "../core/idempotent-operation.ts";
import { type EscrowDesk, releaseFacts, screenedFor } from "./escrows.ts";
import {
  type EscrowRequest,
  type EscrowSight,
  escrowKeys,
  heldBy,
  seen,
  whyNotDisburse,
  whyNotStanding,
} from "./gates.ts";
import { stepHeld } from "./hold-steps.ts";
import { finishPayout } from "./payout.ts";

/** What a claim keeps of a call that names an escrow and nothing else. */
export const namedCommand = z.object({ name: z.string() });

/** Releases an escrow to its beneficiary: its rule and a live screen first, then the intent, then the rail. Whatever is unmet blocks it, with the whole list. */
export async function releaseEscrow(desk: EscrowDesk, request: EscrowRequest): Promise<StoredResponse> {
  return runKeyed(desk, request, await releaseRoute(desk, request));
}

/** Releasing as a money route. */
export async function releaseRoute(
  desk: EscrowDesk,
  request: EscrowRequest,
): Promise<KeyedRoute<EscrowSight>> {
  const unable = whyNotDisburse(desk);
  return {
    ...(await escrowKeys(desk, request, !unable)),
    begin: (sight, now) => unable ?? whyNotStanding(sight) ?? begin(request, sight, now),
    refused: () => namedCommand.parse(request),
    carryOn: (claim, sight) => carryOn(desk, claim, sight),
  };
}

/** What a look at the record refuses is refused before anybody is asked. */
function begin(request: EscrowRequest, sight: EscrowSight, now: Instant): Begun | Refusal {
  const { no, hops } = startRelease(seen(sight).state, releaseFacts, now);
  return no && no.code !== "release_conditions_unmet" && hops.length === 0
    ? no
    : { command: namedCommand.parse(request) };
}

async function carryOn(desk: EscrowDesk, claim: Claim, sight: EscrowSight): Promise<Outcome> {
  const { state } = seen(sight);
  const asked = { stage: "release" as const, address: state.payoutAddress };
  const escrow = state.intent ? seen(sight) : await screenedFor(desk, seen(sight), asked);
  const decided = await stepHeld(desk, { ...heldBy(claim, sight), escrow }, (current) =>
    startRelease(current, releaseFacts, desk.clock.now()),
  );
  return "outcome" in decided ? decided.outcome : finishPayout(desk, decided.held);
}
