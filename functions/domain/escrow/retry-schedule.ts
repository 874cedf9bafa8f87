import { type NextLook, nextLook } from "../core/next-look.ts";
import { addSeconds, type Instant, secondsBetween } from "../core/time.ts";
import { type RailSilence, silentSecondsAt, termsOf } from "../rails/terms.ts";
import { type Escrow, type EscrowTransitions, escrowTransition, outstandingFunding } from "./escrow.ts";

const parkSeconds = 300;

/** How long a payout may stand with no machine that waits for it. */
const silentSeconds = 1800;

/** Parks a payout whose rail gave no answer; the intent and its key stay, an operator sees it, and it is asked again by key. */
export function parkPayout(state: Escrow, why: string, now: Instant): EscrowTransitions {
  if (state.intent === null) return [];
  const since = state.parkedSince ?? now;
  const parked = { reason: why, since, until: addSeconds(now, parkSeconds) };
  const next = { ...state, parked, parkedSince: since };
  return [escrowTransition(state, next, now, { reason: `parked: ${why}` })];
}

function resumesAt({ intent, parked, waiting, updatedAt }: Escrow): Instant | undefined {
  if (intent === null) return undefined;
  if (parked) return parked.until;
  return waiting === null ? addSeconds(updatedAt, silentSeconds) : undefined;
}

/** Gives a payout that is due to be tried again a new machine; an escrow that is looked at for another reason stays as it is. */
export function resumePayout(state: Escrow, now: Instant): EscrowTransitions {
  const at = resumesAt(state);
  if (at === undefined || at > now) return [];
  const { id: escrowId, tenantId } = state;
  const presentation = state.presentation + 1;
  const next = { ...state, presentation, parked: null };
  return [
    escrowTransition(state, next, now, {
      reason: "tried again",
      follows: [{ kind: "start_escrow_payout", escrowId, tenantId, presentation }],
    }),
  ];
}

/** Since when the rail has had something to do; undefined where nothing waits for it. */
function railWait(state: Escrow): { since: Instant; patience: RailSilence } | undefined {
  const { silence } = termsOf(state.adapter);
  if (state.intent?.submitted) return { since: state.intent.at, patience: silence.settling };
  const funding = outstandingFunding(state);
  return funding && { since: funding.at, patience: silence.collecting };
}

function asksRailAt(state: Escrow): Instant | undefined {
  const wait = railWait(state);
  if (!wait) return undefined;
  const { askedAt, updatedAt } = state;
  const isAsked = askedAt !== null && askedAt > updatedAt;
  const heardAt = isAsked ? askedAt : updatedAt;
  // What it has said or done since is news: its silence begins anew.
  return addSeconds(heardAt, silentSecondsAt(wait.patience, isAsked ? secondsBetween(wait.since, heardAt) : 0));
}

/** Whether it is time to ask the rail about a deposit or a payout that it has been silent about: again and again, each time a little later. */
export function isEscrowRailSilent(state: Escrow, now: Instant): boolean {
  const at = asksRailAt(state);
  return at !== undefined && at <= now;
}

/** Notes that the rail was asked; bookkeeping that is on no trail. */
export function recordEscrowRailQuery(state: Escrow, now: Instant): EscrowTransitions {
  return [escrowTransition(state, { ...state, askedAt: now }, now, { reason: "asked the rail", quiet: true })];
}

/** When an escrow is to be looked at again, if at all: its expiry, a payout to be tried again, a silent rail, money that is to go back. Before it expires its rail is asked, where a deposit is outstanding. */
export function nextEscrowLook(state: Escrow): NextLook | undefined {
  const waits = state.status === "created" || state.status === "awaiting_funds";
  const outside = [asksRailAt(state), waits ? state.expiryLookAt : null, state.sendBack?.lookAt];
  return nextLook({ own: [resumesAt(state)], outside });
}
