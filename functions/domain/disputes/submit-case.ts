import { Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import { type CaseTransitions, caseTransition, type DisputeCase, type Evidence, illegalCaseMove } from "./case.ts";
import { caseChecklist } from "./case-evidence.ts";
import { orderedPacket } from "./case-packet.ts";
import { isLate } from "./deadline.ts";

/** Submits a case: from now on what it shows never changes, and its packet is made. Refuses a wrong status, then a window that has closed, then evidence that is missing. */
export function submitCase(
  state: DisputeCase,
  { narrative }: { readonly narrative: string | null },
  now: Instant,
): CaseTransitions | Refusal {
  const { status, networkDueBy } = state;
  if (status === "expired" || (status === "gathering" && isLate(state, now)))
    return new Refusal("representment_expired", `the network's window closed at ${networkDueBy}`, {
      extra: { networkDueBy },
    });
  if (status !== "gathering") return illegalCaseMove(state, "submitted");
  const { missing } = caseChecklist(state);
  if (missing.length > 0) {
    const unmet = missing.map((each) => (typeof each === "string" ? each : each.join("|")));
    return new Refusal("evidence_incomplete", `evidence is missing: ${unmet.join(", ")}`, { unmet });
  }
  const evidence = state.evidence.map((piece) => settledPiece(piece, now));
  const submitted = { status: "submitted" as const, submittedAt: now, narrative, evidence };
  const { next, follows } = orderedPacket({ ...state, ...submitted, revision: state.revision + 1 }, now);
  return [caseTransition(state, next, now, { reason: "submitted to the network", follows })];
}

/** What has not come by now is not part of the answer. */
function settledPiece(piece: Evidence, now: Instant): Evidence {
  if (piece.status === "pending")
    return { ...piece, status: "rejected", problem: "it had not come when the case was submitted" };
  return piece.status === "provided" ? { ...piece, submittedAt: piece.submittedAt ?? now } : piece;
}
