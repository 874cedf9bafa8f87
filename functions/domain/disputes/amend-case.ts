import type { Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import { type CaseTransitions, caseTransition, type DisputeCase } from "./case.ts";
import { deadlines, isLate } from "./deadline.ts";
import { countChargeback, isDeadlinePassed } from "./open-case.ts";
import { categoryOf } from "./reason-code.ts";

/** What somebody says of a case that is there already; null leaves it as it is. */
export type Amendment = {
  readonly [K in "network" | "reasonCode" | "amountCents" | "currency" | "networkDueBy" | "compellingEvidence"]:
    | DisputeCase[K]
    | null;
};

/** Takes what was said into a case that a rule has opened and nobody has begun to answer; one that is further stays as it is. Refuses a window that has closed. */
export function amendCase(state: DisputeCase, report: Amendment, now: Instant): CaseTransitions | Refusal {
  if (report.networkDueBy !== null && isLate({ networkDueBy: report.networkDueBy }, now))
    return isDeadlinePassed(report.networkDueBy);
  if (state.status !== "open") return [];
  const { network = state.network, reasonCode = state.reasonCode } = told(report);
  const { amountCents = state.amountCents, currency = state.currency } = told(report);
  const { networkDueBy = state.networkDueBy, compellingEvidence = state.compellingEvidence } = told(report);
  const amended = { network, reasonCode, amountCents, currency, compellingEvidence };
  const due = deadlines({ ...state, network, receivedAt: state.createdAt, networkDueBy }, now);
  const stored = networkDueBy === state.networkDueBy ? {} : due;
  const wished = { ...state, ...amended, ...stored, category: categoryOf(network, reasonCode) };
  if (JSON.stringify(wished) === JSON.stringify(state)) return [];
  const { next, follows } = countChargeback({ ...wished, revision: state.revision + 1 }, now);
  return [caseTransition(state, next, now, { reason: "case amended by what was said of it", follows })];
}

function told(report: Amendment): { [K in keyof Amendment]?: NonNullable<Amendment[K]> } {
  return Object.fromEntries(Object.entries(report).filter(([, value]) => value !== null));
}
