import type { ServiceEvent } from "../core/event.ts";
import type { Instant } from "../core/time.ts";
import { isFreshPass } from "../gate/payout-gate.ts";
import { approverKey } from "./approver.ts";
import { type Escrow, escrowFacts, isHolding } from "./escrow.ts";
import { lastScreen } from "./gate.ts";

/** What a release depends on that is not on the escrow's own record. */
export interface ReleaseFacts {
  readonly disputeOpen: boolean;
}

/** The whole list of what stands between an escrow and its release, in fixed order; empty is releasable. Pure, for every rule (domain facts 5.6). */
export function conditionsOf(state: Escrow, { disputeOpen }: ReleaseFacts, now: Instant): string[] {
  return [
    ...(isHolding(state) ? [] : ["not_funded"]),
    ...byRule[state.releaseRule](state),
    ...(disputeOpen ? ["dispute_open"] : []),
    ...gateConditions(state, now),
  ];
}

const byRule: Readonly<Record<Escrow["releaseRule"], (state: Escrow) => string[]>> = {
  manual: () => [],
  milestone: openMilestones,
  dual_approval: openApprovals,
  compliance_gate: () => [],
};

function openMilestones({ milestones }: Escrow): string[] {
  const pending = milestones.filter(({ status }) => status === "pending").length;
  const anyDone = milestones.some(({ status }) => status === "completed");
  return pending === 0 && anyDone ? [] : [`milestones_incomplete:${Math.max(1, pending)}`];
}

function openApprovals({ approvals, requiredApprovals }: Escrow): string[] {
  // By distinct approver, whatever the list holds: one person is one voice, under all spellings of a name.
  const approvers = new Set(
    approvals.filter(({ decision }) => decision === "approve").map(({ approverRef }) => approverKey(approverRef)),
  );
  const missing = requiredApprovals - approvers.size;
  const rejected = approvals.filter(({ decision }) => decision === "reject");
  return [
    ...(missing > 0 ? [`approvals_missing:${missing}`] : []),
    ...rejected.map(({ approverRef }) => `approval_rejected:${approverRef}`),
  ];
}

const gateText = {
  pass: "screening_stale",
  declined: "screening_declined",
  pending: "screening_incomplete",
  unavailable: "screening_unavailable",
} as const;

/** The compliance gate, which stands under every rule: the last screen of the payout address must be a fresh pass. */
function gateConditions(state: Escrow, now: Instant): string[] {
  if (state.payoutAddress === null) return ["payout_address_missing"];
  const last = lastScreen(state, state.payoutAddress);
  if (!last || !isFreshPass(last, now)) return [gateText[last?.outcome ?? "pass"]];
  const tooRisky = state.releaseRule === "compliance_gate" && last.risk !== "low";
  return tooRisky ? [`screening_risk:${last.risk ?? "unknown"}`] : [];
}

/** A state whose release was asked for, with what is unmet now, and the event that says so once per change of the list. */
export function evaluateConditions(
  state: Escrow,
  facts: ReleaseFacts,
  now: Instant,
): { readonly next: Escrow; readonly events: (next: Escrow) => ServiceEvent[] } {
  const isBlocked = state.status === "release_pending" && state.intent === null;
  if (!isBlocked) return { next: state, events: () => [] };
  const unmet = conditionsOf(state, facts, now);
  const isNew = unmet.length > 0 && unmet.join("\n") !== state.unmet.join("\n");
  return {
    next: { ...state, unmet },
    events: (next) => (isNew ? [{ name: "escrow.release_blocked", data: { ...escrowFacts(next), unmet } }] : []),
  };
}
