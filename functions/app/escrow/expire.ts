import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { Escrow } from "../../domain/escrow/escrow.ts";
import { expireEscrow, isPastExpiry, postponeExpiry } from "../../domain/escrow/expire.ts";
import { outstandingFunding } from "../../domain/escrow/outstanding.ts";
import type { Loaded } from "../core/aggregate.ts";
import type { Claim, Outcome } from "../core/idempotency-claim.ts";
import { type Begun, type KeyedRoute, runKeyed, type StoredResponse } from "../core/idempotent-operation.ts";
import { changeEscrow, type EscrowDesk } from "./escrows.ts";
import { giveUpFunding } from "./funding.ts";
import {
  type EscrowRequest,
  type EscrowSight,
  escrowKeys,
  escrowOutcome,
  heldBy,
  seen,
  whyNotStanding,
} from "./gates.ts";
import { asked, ended, stepHeld } from "./hold-steps.ts";
import { escrowWrites } from "./record.ts";
import { namedCommand } from "./release.ts";

const byHand = "expired by hand";

/** Ends an escrow that was never funded. Refuses one that is funded, which must be refunded, and one whose money is on its way. */
export async function expireByHand(desk: EscrowDesk, request: EscrowRequest): Promise<StoredResponse> {
  return runKeyed(desk, request, await expireRoute(desk, request));
}

/** Expiring as a money route. */
export async function expireRoute(
  desk: EscrowDesk,
  request: EscrowRequest,
): Promise<KeyedRoute<EscrowSight>> {
  return {
    ...(await escrowKeys(desk, request, true)),
    begin: (sight, now) => whyNotStanding(sight) ?? begin(desk, request, sight, now),
    refused: () => namedCommand.parse(request),
    carryOn: (claim, sight) => carryOn(desk, claim, sight),
  };
}

/** Where nothing has to be given up with the rail it ends in one transaction. */
function begin(desk: EscrowDesk, request: EscrowRequest, sight: EscrowSight, now: Instant): Begun | Refusal {
  const command = namedCommand.parse(request);
  const { state } = seen(sight);
  if (outstandingFunding(state)) return { command };
  const hops = expireEscrow(state, byHand, now);
  if (hops instanceof Refusal) return hops;
  const { writes, after } = escrowWrites(seen(sight), hops, desk);
  return { command, outcome: escrowOutcome(desk, after.state), also: writes };
}

async function carryOn(desk: EscrowDesk, claim: Claim, sight: EscrowSight): Promise<Outcome> {
  const held = heldBy(claim, sight);
  const said = await asked(desk, held, () => giveUpFunding(desk, held.escrow.state));
  return ended(
    await stepHeld(desk, held, (state) => {
      const now = desk.clock.now();
      const given = said(state, now);
      const hops = expireEscrow(given.at(-1)?.next ?? state, byHand, now);
      return hops instanceof Refusal
        ? { hops: given, no: hops }
        : { hops: [...given, ...hops], answer: true };
    }),
  );
}

/** Ends an escrow whose time to be funded is over; one whose money is on its way is looked at again later. */
export async function expireLate(desk: EscrowDesk, found: Loaded<Escrow>): Promise<void> {
  const said = await giveUpFunding(desk, found.state);
  await changeEscrow(desk, found, (state) => {
    const now = desk.clock.now();
    const given = said(state, now);
    const after = given.at(-1)?.next ?? state;
    if (!isPastExpiry(after, now)) return given;
    const hops = expireEscrow(after, "past its expiry", now);
    return [...given, ...(hops instanceof Refusal ? postponeExpiry(after, now) : hops)];
  });
}
