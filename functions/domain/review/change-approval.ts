import { isSamePerson } from "../core/operator.ts";
import { Refusal } from "../core/refusal.ts";
import { addSeconds, type Instant } from "../core/time.ts";
import type { SideEffect, Transition } from "../core/transition.ts";
import {
  type Approval,
  type ApprovalChange,
  approvalAt,
  newRequest,
  type SettingAction,
  type Word,
} from "./approval.ts";
import { notAvailable } from "./not-available.ts";

/** A change of where a tenant's money goes waits a day from when it was asked for, so that its contact can object. */
export const changeDelaySeconds = 86_400;

const actions: Readonly<Record<ApprovalChange["kind"], SettingAction>> = {
  tenant: "change_tenant",
  fee_rule: "add_default_fee_rule",
  flag: "set_flag",
  rail_report: "report_for_rail",
};

type Input = Pick<Approval, "id" | "subjectId" | "tenantId" | "note" | "askedBy"> & { readonly change: ApprovalChange };

/** Asks for a change of settings. A tenant's takes effect a day later at the earliest, any other with its approval. */
export function askChange(input: Input, now: Instant, follows: readonly SideEffect[] = []): Transition<Approval> {
  const { kind } = input.change;
  const next: Approval = {
    ...{ ...input, reviewId: null, action: actions[kind], input: {}, amountCents: null },
    effectiveAt: kind === "tenant" ? addSeconds(now, changeDelaySeconds) : null,
    ...newRequest(now),
  };
  return { next, from: null, to: "pending", reason: `${next.action} of ${next.subjectId} asked for`, follows };
}

/** An operator's agreement; `atOnce` is why it must not wait for its time, where that is so. */
export interface Agreement extends Word {
  readonly atOnce: string | null;
}

function whatOf({ action, subjectId }: Approval): string {
  return `${action} of ${subjectId}`;
}

function stands(state: Approval, now: Instant): Refusal {
  return notAvailable(state.action, `this approval is ${approvalAt(state, now).status}`);
}

/** Agrees to a change. Refuses the operator who asked for it, whatever door they came by, and what waits no more. One that was approved and waits for its time is put into effect at once by another agreement that says why. */
export function approveChange(state: Approval, word: Agreement): Transition<Approval>[] | Refusal {
  const { actor: decidedBy, now, note, atOnce } = word;
  const { status } = approvalAt(state, now);
  const isHurried = status === "approved" && atOnce !== null;
  if (status !== "pending" && !isHurried) return stands(state, now);
  if (isSamePerson(decidedBy, state.askedBy))
    return new Refusal("second_operator_required", "another operator than the one who asked must agree");
  const effectiveAt = atOnce === null ? state.effectiveAt : now;
  const decision = { decidedBy, decidedAt: now, decisionNote: atOnce ?? note };
  const next: Approval = { ...state, ...decision, status: "approved", effectiveAt };
  const how = atOnce === null ? "approved" : `approved at once: ${atOnce}`;
  return [{ next, from: status, to: "approved", reason: `${whatOf(state)} ${how}` }];
}

/** Whether a change has been approved and its time has come. */
export function isInForce(state: Approval, now: Instant): boolean {
  const { status, effectiveAt } = approvalAt(state, now);
  return status === "approved" && (effectiveAt === null || effectiveAt <= now);
}

/** Records that a change is in force, in the transaction that puts it there. Empty where its time has not come. */
export function takeEffect(
  state: Approval,
  now: Instant,
  why = "",
  follows: readonly SideEffect[] = [],
): Transition<Approval>[] {
  if (!isInForce(state, now)) return [];
  const next: Approval = { ...state, status: "effective", effectiveAt: now };
  return [{ next, from: "approved", to: "effective", reason: `${whatOf(state)} is in force${why}`, follows }];
}

/** Records why an approved change cannot take effect; the old values stay. */
export function failChange(state: Approval, failure: string, now: Instant): Transition<Approval>[] {
  if (!isInForce(state, now)) return [];
  const next: Approval = { ...state, status: "failed", failure };
  return [{ next, from: "approved", to: "failed", reason: `${whatOf(state)} did not take effect: ${failure}` }];
}

/** Says no, or takes it back, until it is in force: open to everybody, the one who asked too. */
export function rejectChange(state: Approval, word: Word): Transition<Approval>[] | Refusal {
  const { actor: decidedBy, now: decidedAt, note: decisionNote } = word;
  const { status } = approvalAt(state, decidedAt);
  if (status !== "pending" && status !== "approved") return stands(state, decidedAt);
  const next: Approval = { ...state, status: "rejected", decidedBy, decidedAt, decisionNote };
  const how = isSamePerson(decidedBy, state.askedBy) ? "withdrawn" : "rejected";
  return [{ next, from: status, to: "rejected", reason: `${whatOf(state)} ${how}` }];
}

/** Lets a change lapse that has not taken effect within three days, approved or not. Empty where it still may, or has ended. */
export function expireChange(state: Approval, now: Instant): Transition<Approval>[] {
  const after = approvalAt(state, now);
  if (after.status !== "expired" || state.status === "expired") return [];
  return [{ next: after, from: state.status, to: "expired", reason: `${whatOf(state)} lapsed` }];
}
