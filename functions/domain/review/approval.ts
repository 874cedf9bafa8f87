import * as z from "zod";
import { isSamePerson } from "../core/operator.ts";
import { Refusal } from "../core/refusal.ts";
import { addSeconds, type Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import { notAvailable } from "./not-available.ts";
import { recordActions, verdicts } from "./review-reason-code.ts";

export const approvalStatuses = ["pending", "approved", "rejected", "expired"] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** What an action needs to know beside its name. */
export const actionInput = z.object({
  reference: z.string().optional().describe("the bank's or the vendor's reference"),
  invoiceId: z
    .string()
    .nullish()
    .describe("the invoice that late money is to pay, where it is not the canceled payment's own"),
  verdict: z.enum(verdicts).optional().describe("what the operator finds of the wallet"),
});
export type ActionInput = z.infer<typeof actionInput>;

/** An action that one operator asked for and another must agree to. */
export const approval = z
  .object({
    id: z.string(),
    reviewId: z.string(),
    subjectId: z.string(),
    tenantId: z.string(),
    action: z.enum(recordActions).describe("what was asked for"),
    input: actionInput.describe("what was said with it"),
    amountCents: z.int().nullable().describe("the money it is about; another amount by then ends it"),
    note: z.string().nullable(),
    status: z.enum(approvalStatuses).describe("whether it waits, or how it ended"),
    askedBy: z.string(),
    askedAt: z.string(),
    expiresAt: z.string(),
    decidedBy: z.string().nullable(),
    decidedAt: z.string().nullable(),
    decisionNote: z.string().nullable().describe("what the operator who decided noted; null where nothing"),
  })
  .meta({ id: "Approval" });

export type Approval = z.infer<typeof approval>;

/** An approval that nobody gave within three days is worth nothing. */
export const approvalSeconds = 259_200;

type Input = Pick<
  Approval,
  "id" | "reviewId" | "subjectId" | "tenantId" | "action" | "input" | "amountCents" | "note" | "askedBy"
>;

export function askApproval(input: Input, now: Instant): Transition<Approval> {
  const next: Approval = {
    ...{ ...input, status: "pending", askedAt: now, expiresAt: addSeconds(now, approvalSeconds) },
    ...{ decidedBy: null, decidedAt: null, decisionNote: null },
  };
  return { next, from: null, to: "pending", reason: `${input.action} of ${input.subjectId} asked for` };
}

/** How an approval stands at `now`: one whose time is over has expired, whether or not that is written yet. */
export function approvalAt(state: Approval, now: Instant): Approval {
  return state.status === "pending" && state.expiresAt <= now ? { ...state, status: "expired" } : state;
}

export interface Word {
  readonly actor: string;
  readonly note: string | null;
  readonly now: Instant;
}

function decided(state: Approval, status: "approved" | "rejected", word: Word): Transition<Approval>[] | Refusal {
  const { status: stands } = approvalAt(state, word.now);
  if (stands !== "pending") return notAvailable(state.action, `this approval is ${stands}`);
  const { actor: decidedBy, now: decidedAt, note: decisionNote } = word;
  const next: Approval = { ...state, status, decidedBy, decidedAt, decisionNote };
  const self = isSamePerson(decidedBy, state.askedBy);
  const how = status === "rejected" && self ? "withdrawn" : status;
  return [{ next, from: "pending", to: status, reason: `${state.action} of ${state.subjectId} ${how}` }];
}

/** Agrees to an action. Refuses the operator who asked for it, whatever door they came by, and what waits no more. */
export function approveAction(state: Approval, word: Word): Transition<Approval>[] | Refusal {
  const stands = approvalAt(state, word.now).status;
  if (stands === "pending" && isSamePerson(word.actor, state.askedBy))
    return new Refusal("second_operator_required", "another operator than the one who asked must agree");
  return decided(state, "approved", word);
}

/** Says no, or takes it back: open to everybody, the one who asked too. */
export function rejectAction(state: Approval, word: Word): Transition<Approval>[] | Refusal {
  return decided(state, "rejected", word);
}

export function expireApproval(state: Approval, now: Instant): Transition<Approval>[] {
  if (state.status !== "pending" || state.expiresAt > now) return [];
  const next: Approval = { ...state, status: "expired" };
  return [{ next, from: "pending", to: "expired", reason: `${state.action} of ${state.subjectId} expired` }];
}
