import type { Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import type { SideEffect } from "../core/transition.ts";
import { counting, takingBack } from "../settlement/counters.ts";
import {
  type Alert,
  type AlertStatus,
  type AlertTransitions,
  alertMoves,
  alertTransition,
  illegalAlertMove,
} from "./alert.ts";
import { alertLookAt } from "./alert-review.ts";
import { countedAt, countsOfAlert, exclusionCounts } from "./counters.ts";

type Resolution = NonNullable<Alert["resolution"]>;

function refused(state: Alert, to: AlertStatus): Refusal | undefined {
  return alertMoves[state.status].includes(to) ? undefined : illegalAlertMove(state, to);
}

function countsOf(state: Alert): SideEffect[] {
  return counting(state.tenantId, countedAt(state), countsOfAlert(state.said));
}

function noted(text: string, note: string | null): string {
  return note === null ? text : `${text}: ${note}`;
}

/** Somebody says what an alert came to; the same again changes nothing. Refuses one that has ended otherwise. */
export function resolveAlert(
  state: Alert,
  { resolution, note }: { readonly resolution: Resolution; readonly note: string | null },
  now: Instant,
): AlertTransitions | Refusal {
  if (state.status === "resolved" && state.resolution === resolution) return [];
  const no = refused(state, "resolved");
  if (no) return no;
  const next: Alert = { ...state, status: "resolved", resolution };
  const follows = takenOut(state, resolution, now);
  return [alertTransition(state, next, now, { reason: noted(`resolved as ${resolution}`, note), follows })];
}

/** What Visa resolved by its own programs within the month leaves VAMP again. */
export function takenOut(state: Alert, resolution: Resolution, now: Instant): SideEffect[] {
  const { source, said: report, tenantId } = state;
  const isVisas = source === "verifi_cdrn" || source === "verifi_rdr";
  if (!isVisas || (resolution !== "refunded" && resolution !== "previously_refunded")) return [];
  return counting(tenantId, countedAt(state), exclusionCounts(report, "resolved", now));
}

/** Somebody says that nothing is to be done; again it changes nothing. Refuses one that has ended otherwise. */
export function dismissAlert(state: Alert, note: string | null, now: Instant): AlertTransitions | Refusal {
  if (state.status === "dismissed") return [];
  const no = refused(state, "dismissed");
  if (no) return no;
  return [alertTransition(state, { ...state, status: "dismissed" }, now, { reason: noted("dismissed", note) })];
}

/** A case was opened for an alert, or it belongs to one that is open; `counted` says that the case is counted as a chargeback without it, and then it is not. Refuses an alert that has ended otherwise. */
export function openedCase(state: Alert, caseId: string, now: Instant, counted = false): AlertTransitions | Refusal {
  if (state.status === "case_opened" && state.caseId === caseId) return [];
  const no = refused(state, "case_opened");
  if (no) return no;
  const next: Alert = { ...state, status: "case_opened", caseId };
  const follows = counted && state.said.kind === "chargeback" ? takingBack(countsOf(state)) : [];
  return [alertTransition(state, next, now, { reason: `goes on as case ${caseId}`, follows })];
}

/** The time for an answer has passed; nothing where it has not, or no clock runs. */
export function expireAlert(state: Alert, now: Instant): AlertTransitions {
  const lookAt = alertLookAt(state);
  if (lookAt === undefined || lookAt > now) return [];
  return [alertTransition(state, { ...state, status: "expired" }, now, { reason: "the time for an answer passed" })];
}
