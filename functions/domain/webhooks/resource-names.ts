import { eventSubjectOf } from "../core/event.ts";

type Names = Readonly<Record<string, string>>;

/** Fields that events name otherwise than the resource does, by event or by what events are about: the older name, and the resource's. */
const namesOf: Readonly<Partial<Record<string, Names>>> = {
  settlement: { chain: "destChain" },
  "settlement.failed": { code: "failureCode", reason: "failureReason" },
  "invoice.sent": { invoice: "number" },
  "reserve.hold_blocked": { reason: "blockedReason" },
  "alert.unmatched": { candidates: "candidateCount" },
  "alert.routed_to_review": { reason: "reviewReason" },
  case: { dueBy: "networkDueBy" },
  "case.status_changed": { to: "status" },
  "program.credit_suspended": { effectiveAt: "since" },
  "escrow.refunded": { reason: "refundReason" },
};

/** The older names in an event's data with the resource's names for the same. */
export function resourceNames(name: string): Names {
  return { ...namesOf[eventSubjectOf(name)], ...namesOf[name] };
}

/** An event's data with what the resource names otherwise under both names. */
export function underBothNames(
  name: string,
  data: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const known = Object.entries(resourceNames(name)).filter(([old]) => old in data);
  return { ...data, ...Object.fromEntries(known.map(([old, current]) => [current, data[old]])) };
}
