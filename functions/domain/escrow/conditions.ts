import type { ServiceEvent } from "../core/event.ts";
import type { Instant } from "../core/time.ts";
import { isFreshPass } from "../gate/payout-gate.ts";
import { approverKey, isSameApprover } from "./approver.ts";
import { type Escrow, escrowFacts, isHolding } from "./escrow.ts";
import { lastScreen } from "./gate.ts";
import { cancelledCents, releaseSplit } from "./release-split.ts";

/** What a release depends on that is not on the escrow's own record. */
export interface ReleaseFacts {
  readonly disputeOpen: boolean;
}

/** The whole list of what stands between an escrow and its release, in fixed order; empty is releasable. Pure, for every rule (domain facts 5.6). */
export function conditionsOf(state: Escrow, { disputeOpen }: ReleaseFacts, now: Instant): string[] {
  const dispute = disputeOpen ? ["dispute_open"] : [];
  // The beneficiary is paid: what is left to do is to return the rest.
  if (state.paidLeg === "release") return [...restConditions(state), ...dispute];
  return [
    ...(isHolding(state) ? [] : ["not_funded"]),
    ...byRule[state.releaseRule](state),
    ...(releaseSplit(state).netCents < 1 ? ["amount_too_small"] : []),
    ...(cancelledCents(state) > 0 ? restConditions(state) : []),
    ...dispute,
    ...gateConditions(state, now),
  ];
}

/** What the return of the rest needs: somewhere to go, a rail that can send it, and no screen that says otherwise. One that is made only when it leaves is not asked for before. */
function restConditions(state: Escrow): string[] {
  const { refundAddress, refundable } = state;
  const outcome = refundAddress === null ? undefined : lastScreen(state, refundAddress)?.outcome;
  const text = outcome === undefined ? undefined : refundGateText[outcome];
  return [
    ...(refundAddress === null ? ["refund_address_required"] : []),
    ...(refundable ? [] : ["refund_unsupported"]),
    ...(text === undefined ? [] : [text]),
  ];
}

const refundGateText = {
  pass: undefined,
  declined: "refund_screening_declined",
  pending: "refund_screening_incomplete",
  unavailable: "refund_screening_unavailable",
} as const;

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

function openApprovals({ approvals: given, approvers: named, requiredApprovals }: Escrow): string[] {
  // Where approvers are named, nobody else's decision counts.
  const counts = ({ approverRef }: Escrow["approvals"][number]) =>
    named.length === 0 || named.some((each) => isSameApprover(each.approverRef, approverRef));
  const approvals = given.filter(counts);
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
