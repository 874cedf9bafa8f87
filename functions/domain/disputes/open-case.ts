import { Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import type { SideEffect, Transition } from "../core/transition.ts";
import { counting } from "../settlement/counters.ts";
import { type CaseTransitions, caseFacts, caseTransition, type DisputeCase, type Evidence } from "./case.ts";
import { countsOfAlert } from "./counters.ts";
import { deadlines, isLate } from "./deadline.ts";
import { categoryOf } from "./reason-code.ts";

/** What a case is opened with; `networkDueBy` is counted from `receivedAt` where nobody has said it. */
export type CaseOpening = Readonly<
  Pick<DisputeCase, "tenantId" | "alertId" | "paymentId" | "escrowId" | "stage" | "network" | "reasonCode"> &
    Pick<DisputeCase, "amountCents" | "currency" | "refundedCents" | "compellingEvidence">
> & {
  readonly caseId: string;
  readonly networkDueBy?: Instant | null;
  readonly receivedAt: Instant;
  /** When its alert was counted as a chargeback; null where none was. */
  readonly countedAt: Instant | null;
  /** The alert that was, where it is not `alertId`. */
  readonly countedBy?: string | null;
  /** What the service knows by itself. */
  readonly evidence: readonly Evidence[];
};

/** Opens a case. Refuses one whose network's window has closed. */
export function openCase(input: CaseOpening, now: Instant): Transition<DisputeCase> | Refusal {
  const { caseId: id, networkDueBy, receivedAt, evidence, ...given } = input;
  const due = deadlines({ ...given, receivedAt, networkDueBy: networkDueBy ?? null }, now);
  if (isLate(due, now)) return isDeadlinePassed(due.networkDueBy);
  const { network, stage, reasonCode, countedAt, alertId } = given;
  const born: DisputeCase = {
    ...{ ...given, ...due, id, status: "open" },
    category: categoryOf(network, reasonCode),
    countedBy: countedAt === null ? null : (given.countedBy ?? alertId),
    evidence: [...evidence],
    ...{ narrative: null, submittedAt: null, outcome: null, packet: null },
    ...{ revision: 1, createdAt: now, updatedAt: now },
  };
  const { next, follows } = countChargeback(born, receivedAt < now ? receivedAt : now);
  const data = { ...caseFacts(next), status: next.status };
  return {
    ...{ next, from: null, to: "open", reason: `case opened (${stage})`, follows },
    events: [{ name: "case.created", data }],
  };
}

/** Counts a case for the ratio programs once it is a chargeback, unless it or its alert was counted before. */
export function countChargeback(
  state: DisputeCase,
  at: Instant,
): { readonly next: DisputeCase; readonly follows: readonly SideEffect[] } {
  const { stage, countedAt, tenantId, network, reasonCode, amountCents } = state;
  if (stage === "inquiry" || countedAt !== null) return { next: state, follows: [] };
  const report = { kind: "chargeback", network, reasonCode, amountCents, refundedByNetwork: false } as const;
  const follows = counting(tenantId, at, countsOfAlert(report));
  return { next: follows.length === 0 ? state : { ...state, countedAt: at }, follows };
}

/** Takes over that an alert which joins a case was counted as its chargeback; nothing where the case was counted before. */
export function countedByAlert(
  state: DisputeCase,
  { id, countedAt }: { readonly id: string; readonly countedAt: Instant | null },
  now: Instant,
): CaseTransitions {
  if (countedAt === null || state.countedAt !== null) return [];
  return [caseTransition(state, { ...state, countedAt, countedBy: id }, now, { reason: `counted by ${id}` })];
}

/** The no to a case, or a stage of it, that could not be answered any more. */
export function isDeadlinePassed(networkDueBy: Instant): Refusal {
  const message = `the network's window closed at ${networkDueBy}`;
  return new Refusal("deadline_passed", message, {
    fields: [{ path: "networkDueBy", message: "must lie in the future" }],
    extra: { networkDueBy },
  });
}
