import type { Instant } from "../core/time.ts";
import { type Escrow, type EscrowTransitions, escrowTransition } from "./escrow.ts";

/** Money that was asked for and may still come; undefined where none is, or where it was given up with the rail. */
export function outstandingFunding({ status, funding }: Escrow): NonNullable<Escrow["funding"]> | undefined {
  if (status !== "awaiting_funds" || funding === null || funding.cancelledAt !== null) return undefined;
  return funding;
}

/** Records that the rail gave up a collection that still waited: from now on the escrow may end without it. */
export function recordCollectionCancellation(state: Escrow, now: Instant): EscrowTransitions {
  const funding = outstandingFunding(state);
  if (!funding) return [];
  const next = { ...state, funding: { ...funding, cancelledAt: now }, instructions: null };
  return [escrowTransition(state, next, now, { reason: "the deposit is not waited for any more" })];
}
