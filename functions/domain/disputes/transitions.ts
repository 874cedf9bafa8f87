import { invalidField, Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import type { SideEffect } from "../core/transition.ts";
import { counting, takingBack } from "../settlement/counters.ts";
import {
  type CaseTransitions,
  caseTransition,
  type DisputeCase,
  type DisputeStage,
  disputeStages,
  illegalCaseMove,
} from "./case.ts";
import { exclusionCounts } from "./counters.ts";
import { deadlines, isLate } from "./deadline.ts";
import { countChargeback, isDeadlinePassed } from "./open-case.ts";

export function isPreparing({ status }: Pick<DisputeCase, "status">): boolean {
  return status === "open" || status === "gathering";
}

/** Begins to gather evidence. Again it changes nothing. */
export function gatherCase(state: DisputeCase, now: Instant): CaseTransitions | Refusal {
  const { status } = state;
  if (status === "gathering") return [];
  if (status !== "open") return illegalCaseMove(state, "gathering");
  return [caseTransition(state, { ...state, status: "gathering" }, now, { reason: "evidence is gathered" })];
}

export interface OutcomeInput {
  readonly result: "won" | "lost";
  readonly networkRef: string | null;
  readonly decidedAt: Instant | null;
  /** What of the amount came back, in cents; all of it where a case is won and nothing is said. */
  readonly recoveredCents: number | null;
}

/** Records what the network has decided about a submitted case. Refuses more than the case is about, and anything that comes back of a lost one. */
export function recordOutcome(state: DisputeCase, input: OutcomeInput, now: Instant): CaseTransitions | Refusal {
  const { result, networkRef } = input;
  if (state.status !== "submitted") return illegalCaseMove(state, result);
  const mostCents = result === "won" ? state.amountCents : 0;
  const recoveredCents = input.recoveredCents ?? mostCents;
  if (recoveredCents > mostCents)
    return new Refusal("invalid_amount", `at most ${mostCents} cents come back of a case that is ${result}`, {
      fields: [{ path: "recoveredCents", message: `at most ${mostCents}` }],
    });
  if (input.decidedAt !== null && input.decidedAt > now)
    return invalidField("decidedAt", "must not lie in the future", "decidedAt lies in the future");
  const outcome = { result, networkRef, decidedAt: input.decidedAt ?? now, recoveredCents };
  const reason = `the network decided: ${result}`;
  const follows = result === "won" ? excluded(state) : [];
  return [caseTransition(state, { ...state, status: result, outcome }, now, { reason, follows })];
}

/** Compelling evidence 3.0 that Visa has confirmed takes the dispute out of its program again. */
function excluded(state: DisputeCase): SideEffect[] {
  const { tenantId, countedAt: at, compellingEvidence, network, reasonCode, amountCents } = state;
  if (at === null || compellingEvidence?.status !== "qualified") return [];
  const report = { kind: "chargeback", network, reasonCode, amountCents, refundedByNetwork: false } as const;
  return counting(tenantId, at, exclusionCounts({ ...report, receivedAt: at }, "compelling_evidence", at));
}

/** Accepts the loss of a case that was not answered. Again it changes nothing. */
export function acceptCase(state: DisputeCase, now: Instant): CaseTransitions | Refusal {
  if (state.status === "accepted") return [];
  if (!isPreparing(state)) return illegalCaseMove(state, "accepted");
  return [caseTransition(state, { ...state, status: "accepted" }, now, { reason: "the loss is accepted" })];
}

/** Ends a case that the payer or the network has taken back. Again it changes nothing. */
export function withdrawCase(state: DisputeCase, now: Instant): CaseTransitions | Refusal {
  if (state.status === "withdrawn") return [];
  if (!isPreparing(state) && state.status !== "submitted") return illegalCaseMove(state, "withdrawn");
  return [caseTransition(state, { ...state, status: "withdrawn" }, now, { reason: "the dispute was withdrawn" })];
}

/** Ends a case that was not answered within the network's window; nothing where it still can be. */
export function expireCase(state: DisputeCase, now: Instant): CaseTransitions {
  if (!isPreparing(state) || !isLate(state, now)) return [];
  const reason = `not answered by ${state.networkDueBy}`;
  return [caseTransition(state, { ...state, status: "expired" }, now, { reason })];
}

export interface EscalationInput {
  readonly stage: DisputeStage;
  readonly networkDueBy?: Instant | null | undefined;
}

/** Opens a case anew at a later stage: one that has ended there, or an inquiry whatever became of it so far. What was submitted stays as it was. Refuses the same stage or an earlier one, and a window that has closed. */
export function escalateCase(state: DisputeCase, input: EscalationInput, now: Instant): CaseTransitions | Refusal {
  const { stage } = input;
  const isEnded = ["won", "lost", "expired", "accepted"].includes(state.status);
  const goesOn = isEnded || (state.stage === "inquiry" && state.status !== "withdrawn");
  if (!goesOn) return illegalCaseMove(state, stage);
  if (disputeStages.indexOf(stage) <= disputeStages.indexOf(state.stage))
    return new Refusal("invalid_state_transition", `a case cannot go from ${state.stage} to ${stage}`, {
      extra: { from: state.stage, to: stage },
    });
  const { network } = state;
  const due = deadlines({ network, stage, receivedAt: now, networkDueBy: input.networkDueBy }, now);
  if (isLate(due, now)) return isDeadlinePassed(due.networkDueBy);
  const anew = { status: "open" as const, outcome: null, submittedAt: null, narrative: null };
  const onwards: DisputeCase = { ...state, ...due, ...anew, stage, revision: state.revision + 1 };
  const { next, follows } = countChargeback(onwards, now);
  // What took a won case out of its program no longer stands.
  const undone = state.status === "won" ? takingBack(excluded(state)) : [];
  return [caseTransition(state, next, now, { reason: `goes on as ${stage}`, follows: [...follows, ...undone] })];
}
