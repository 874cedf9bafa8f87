import type { Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import { type CaseHops, caseHop, type DisputeCase } from "./case.ts";
import { deadlines, isLate } from "./deadline.ts";
import type { DisputeNetwork } from "./network.ts";
import { countChargeback, deadlinePassed } from "./open-case.ts";
import { categoryOf } from "./reason-code.ts";

/** What somebody says of a case that is there already; null leaves it as it is. */
export interface Amendment {
  readonly network: DisputeNetwork | null;
  readonly reasonCode: string | null;
  readonly amountCents: number | null;
  readonly currency: string | null;
  readonly networkDueBy: Instant | null;
  readonly compellingEvidence: DisputeCase["compellingEvidence"];
}

/** Takes what was said into a case that a rule has opened and nobody has begun to answer; one that is further stays as it is. Refuses a window that has closed. */
export function amendCase(state: DisputeCase, said: Amendment, now: Instant): CaseHops | Refusal {
  if (said.networkDueBy !== null && isLate({ networkDueBy: said.networkDueBy }, now))
    return deadlinePassed(said.networkDueBy);
  if (state.status !== "open") return [];
  const { network = state.network, reasonCode = state.reasonCode } = told(said);
  const { amountCents = state.amountCents, currency = state.currency } = told(said);
  const { networkDueBy = state.networkDueBy, compellingEvidence = state.compellingEvidence } = told(said);
  const amended = { network, reasonCode, amountCents, currency, compellingEvidence };
  const due = deadlines({ ...state, network, receivedAt: state.createdAt, networkDueBy }, now);
  const kept = networkDueBy === state.networkDueBy ? {} : due;
  const wished = { ...state, ...amended, ...kept, category: categoryOf(network, reasonCode) };
  if (JSON.stringify(wished) === JSON.stringify(state)) return [];
  const { next, follows } = countChargeback({ ...wished, revision: state.revision + 1 }, now);
  return [caseHop(state, next, now, { reason: "case amended by what was said of it", follows })];
}

/** What was said, without what was left out. */
function told(said: Amendment): { [K in keyof Amendment]?: NonNullable<Amendment[K]> } {
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null));
}
