import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import { type Escrow, outstandingFunding } from "../../domain/escrow/escrow.ts";
import { expireEscrow, isPastExpiry, postponeExpiry } from "../../domain/escrow/expire.ts";
import type { Aggregate } from "../core/aggregate.ts";
import type { Context } from "../core/context.ts";
import type { Claim, Outcome } from "../core/idempotency-claim.ts";
import {
  type IdempotentRoute,
  runIdempotent,
  type StartedOperation,
  type StoredResponse,
} from "../core/idempotent-operation.ts";
import type { Rails } from "../settlement/vendors-of-record.ts";
import { giveUpFunding } from "./collect-funding.ts";
import { changeEscrow, type EscrowContext } from "./escrows.ts";
import {
  callRail,
  type EscrowRequest,
  type EscrowSnapshot,
  escrowKeys,
  escrowOutcome,
  heldBy,
  outcomeOf,
  requireEscrow,
  stepHeldEscrow,
  whyNotActive,
} from "./money-call.ts";
import { escrowWrites } from "./record.ts";
import { namedCommand } from "./release.ts";

const byHand = "expired by hand";

/** Ends an escrow that was never funded. Refuses one that is funded, which must be refunded, and one whose money is on its way. */
export async function expireByHand(context: EscrowContext, request: EscrowRequest): Promise<StoredResponse> {
  return runIdempotent(context, request, await expireRoute(context, request));
}

export async function expireRoute(
  context: EscrowContext,
  request: EscrowRequest,
): Promise<IdempotentRoute<EscrowSnapshot>> {
  return {
    ...(await escrowKeys(context, request, true)),
    begin: (snapshot, now) => whyNotActive(snapshot) ?? begin(context, request, snapshot, now),
    refused: () => namedCommand.parse(request),
    carryOn: (claim, snapshot) => carryOn(context, claim, snapshot),
  };
}

/** Where nothing has to be given up with the rail it ends in one transaction. */
function begin(
  context: EscrowContext,
  request: EscrowRequest,
  snapshot: EscrowSnapshot,
  now: Instant,
): StartedOperation | Refusal {
  const command = namedCommand.parse(request);
  const { state } = requireEscrow(snapshot);
  if (outstandingFunding(state)) return { command };
  const transitions = expireEscrow(state, byHand, now);
  if (transitions instanceof Refusal) return transitions;
  const { writes, after } = escrowWrites(requireEscrow(snapshot), transitions, context);
  return { command, outcome: escrowOutcome(context, after.state), also: writes };
}

async function carryOn(context: EscrowContext, claim: Claim, snapshot: EscrowSnapshot): Promise<Outcome> {
  const held = heldBy(claim, snapshot);
  const report = await callRail(context, held, () => giveUpFunding(context, held.escrow.state));
  return outcomeOf(
    await stepHeldEscrow(context, held, (state) => {
      const now = context.clock.now();
      const given = report(state, now);
      const transitions = expireEscrow(given.at(-1)?.next ?? state, byHand, now);
      return transitions instanceof Refusal
        ? { transitions: given, no: transitions }
        : { transitions: [...given, ...transitions], answer: true };
    }),
  );
}

/** Ends an escrow whose time to be funded is over; one whose money is on its way is looked at again later. */
export async function expireLate(context: Context & Rails, found: Aggregate<Escrow>): Promise<void> {
  const reply = await giveUpFunding(context, found.state);
  await changeEscrow(context, found, (state) => {
    const now = context.clock.now();
    const given = reply(state, now);
    const after = given.at(-1)?.next ?? state;
    if (!isPastExpiry(after, now)) return given;
    const transitions = expireEscrow(after, "past its expiry", now);
    return [...given, ...(transitions instanceof Refusal ? postponeExpiry(after, now) : transitions)];
  });
}
