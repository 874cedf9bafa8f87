import type { Instant } from "../core/time.ts";
import { gate, givenAt } from "../gate/payout-gate.ts";
import type { ScreenAnswer } from "../gate/screen-answer.ts";
import { evaluateConditions, type ReleaseFacts } from "./conditions.ts";
import { type Escrow, type EscrowScreen, type EscrowTransitions, escrowTransition, isEscrowEnded } from "./escrow.ts";

/** Screens that are kept on the record; rounds rise on, and the audit trail has them all. */
const keptScreens = 50;

/** Records what a screen said of an address; a release that waits is evaluated again. An answer that is on record already changes nothing. */
export function recordEscrowScreen(
  state: Escrow,
  reply: ScreenAnswer,
  facts: ReleaseFacts,
  now: Instant,
): EscrowTransitions {
  const { stage, round, address, verdict, source } = reply;
  const isKnown = state.screens.some(
    (each) => each.stage === stage && each.round === round && each.address === address,
  );
  if (isKnown || isEscrowEnded(state.status)) return [];
  const outcome = gate(verdict);
  const screen: EscrowScreen = {
    ...{ stage, round, outcome, ref: verdict.ref, risk: verdict.riskLevel, address },
    at: givenAt(verdict, now),
    ...(source && { source }),
  };
  const { next, events } = evaluateConditions(
    { ...state, screens: [...state.screens, screen].slice(-keptScreens), ...declined(state, screen) },
    facts,
    now,
  );
  return [escrowTransition(state, next, now, { reason: `${stage} screen ${outcome}, round ${round}`, events })];
}

/** Only what was said of the beneficiary is a reason; a pass takes it back. */
function declined(state: Escrow, { address, outcome }: EscrowScreen): Pick<Escrow, "declineReason"> {
  if (address !== state.payoutAddress) return { declineReason: state.declineReason };
  if (outcome === "declined") return { declineReason: "kyt_declined" };
  return { declineReason: outcome === "pass" ? null : state.declineReason };
}
