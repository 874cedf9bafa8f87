import * as z from "zod";
import { isSamePerson, type OperatorRole } from "../core/operator.ts";
import { Refusal } from "../core/refusal.ts";
import { addSeconds, type Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import { railReportChange } from "../rails/rail-report.ts";
import { guardedChange } from "../tenants/guarded-change.ts";
import { notAvailable } from "./not-available.ts";
import { actionRoles, type RecordAction, recordActions, verdicts } from "./review-reason-code.ts";

export const approvalStatuses = ["pending", "approved", "rejected", "expired", "effective", "failed"] as const;
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

/** What needs a second operator beside actions on records: changes of settings, and what is reported for a rail. */
const settingActions = ["change_tenant", "add_default_fee_rule", "set_flag", "report_for_rail"] as const;
export type SettingAction = (typeof settingActions)[number];

const approvalChange = z.discriminatedUnion("kind", [...guardedChange.options, railReportChange]);

/** What an approval changes that is about no item of the review queue. */
export type ApprovalChange = Readonly<z.infer<typeof approvalChange>>;

/** An action or a change of settings that one operator asked for and another must agree to. */
export const approval = z
  .object({
    id: z.string(),
    reviewId: z.string().nullable().describe("the review queue's item; null for a change of settings"),
    subjectId: z.string(),
    tenantId: z.string(),
    action: z.enum([...recordActions, ...settingActions]).describe("what was asked for"),
    input: actionInput.describe("what was said with it"),
    amountCents: z.int().nullable().describe("the money it is about; another amount by then ends it"),
    change: approvalChange
      .nullable()
      .default(null)
      .meta({ description: "the settings that it changes, or the report for a rail; null for an action on a record" }),
    note: z.string().nullable(),
    status: z
      .enum(approvalStatuses)
      .describe(
        "whether it waits, or how it ended; an action is done once it is approved, a change of settings once it is effective",
      ),
    askedBy: z.string(),
    askedAt: z.string(),
    expiresAt: z.string(),
    effectiveAt: z
      .string()
      .nullable()
      .default(null)
      .meta({ description: "when an approved change of settings takes effect; null: with its approval" }),
    decidedBy: z.string().nullable(),
    decidedAt: z.string().nullable(),
    decisionNote: z.string().nullable().describe("what the operator who decided noted; null where nothing"),
    failure: z
      .string()
      .nullable()
      .default(null)
      .meta({ description: "why an approved change did not take effect; null for every other" }),
  })
  .meta({ id: "Approval" });

export type Approval = z.infer<typeof approval>;

/** An approval of an action on a record in the review queue. */
export type RecordApproval = Approval & { readonly action: RecordAction; readonly reviewId: string };

/** Whether an approval is about a record in the review queue, and not about settings. */
export function isOfRecord(state: Approval): state is RecordApproval {
  return state.change === null;
}

/** The least role of who decides on an approval: the one that asking takes, and of settings finance, since each redirects money. Whoever asked may take it back, whatever their role has become. */
export function decisionRole(state: Approval, actor: string, decision: "approve" | "reject"): OperatorRole {
  if (decision === "reject" && isSamePerson(state.askedBy, actor)) return "viewer";
  return isOfRecord(state) ? actionRoles[state.action] : "finance";
}

/** An approval that nobody gave within three days is worth nothing. */
export const approvalSeconds = 259_200;

type Input = Pick<
  RecordApproval,
  "id" | "reviewId" | "subjectId" | "tenantId" | "action" | "input" | "amountCents" | "note" | "askedBy"
>;

/** What is true of every approval that was asked for just now. */
export function newRequest(now: Instant) {
  const undecided = { decidedBy: null, decidedAt: null, decisionNote: null, failure: null };
  return { status: "pending", askedAt: now, expiresAt: addSeconds(now, approvalSeconds), ...undecided } as const;
}

export function askApproval(input: Input, now: Instant): Transition<Approval> {
  const next: Approval = { ...input, change: null, effectiveAt: null, ...newRequest(now) };
  return { next, from: null, to: "pending", reason: `${input.action} of ${input.subjectId} asked for` };
}

/** How an approval stands at `now`: one whose time is over has expired, whether or not that is written yet. */
export function approvalAt(state: Approval, now: Instant): Approval {
  // An approved change has three days to take effect; an approved action is done.
  const waits = state.status === "pending" || (state.status === "approved" && state.change !== null);
  return waits && state.expiresAt <= now ? { ...state, status: "expired" } : state;
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
