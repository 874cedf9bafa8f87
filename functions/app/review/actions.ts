import { Refusal } from "../../domain/core/refusal.ts";
import type { Transition } from "../../domain/core/transition.ts";
import { type ActionInput, askApproval } from "../../domain/review/approval.ts";
import { addNote, addPending, assign, pendingAt, type ReviewFile } from "../../domain/review/case-notes.ts";
import type { RecordAction } from "../../domain/review/review-reason-code.ts";
import { creationWrites, transitionWrites } from "../core/aggregate.ts";
import { change, type Plan } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import { approvalRecordType } from "./records.ts";
import { itemOf, loadReviewDetails, notInQueue, type ReviewDetails, type ReviewItem } from "./review.ts";
import type { ActionRequest, ReviewContext } from "./review-subject.ts";

export type RequestedAction =
  | { readonly action: "note"; readonly note: string }
  | { readonly action: "assign"; readonly assignee: string | null; readonly note: string | null }
  | ({ readonly action: RecordAction; readonly note: string | null } & ActionInput);

/** Done at once: the item as it is then. Or waiting for another operator. */
export type ActionResult = { readonly item: ReviewItem } | { readonly approvalId: string };

/** Does what needs one operator; asks for a second one where that is demanded. Refuses what cannot be done as things stand. */
export async function takeReviewAction(
  context: ReviewContext,
  id: string,
  request: RequestedAction,
): Promise<ActionResult> {
  const first = await loadReviewDetails(context, id);
  const isQueued = first !== undefined && itemOf(first, context.clock.now()) !== null;
  const screen = isQueued && isAct(request) ? await first.subject.ask(context, request.action) : null;
  return change<ActionResult>(context, async (attempt) => {
    const snapshot = attempt === 1 ? first : await loadReviewDetails(context, id);
    if (!snapshot || !itemOf(snapshot, context.clock.now())) return notInQueue();
    if (!isAct(request)) return talk(context, snapshot, request);
    const { action, reference, verdict, invoiceId } = request;
    const named = invoiceId == null ? {} : { invoiceId };
    const said = { ...(reference !== undefined && { reference }), ...(verdict !== undefined && { verdict }) };
    const input = { ...said, ...named };
    const act: ActionRequest = { action, input, by: "", screen };
    return snapshot.subject.needsSecond(action)
      ? askSecond(context, snapshot, act, request.note)
      : actNow(context, snapshot, act, request.note);
  });
}

type Decision = Extract<RequestedAction, { action: RecordAction }>;

function isAct(input: RequestedAction): input is Decision {
  return input.action !== "note" && input.action !== "assign";
}

function talk(
  context: Context,
  snapshot: ReviewDetails,
  input: Exclude<RequestedAction, Decision>,
): Plan<ActionResult> | Refusal {
  const named = input.action === "assign" ? assign(snapshot.file.state, input.assignee) : [];
  return withNote(context, snapshot, named, input.note);
}

/** Changes the file alone: some transitions, and a note where one was written. */
function withNote(
  context: Context,
  snapshot: ReviewDetails,
  transitions: readonly Transition<ReviewFile>[],
  text: string | null,
  was: ReviewItem | null = null,
): Plan<ActionResult> | Refusal {
  const state = transitions.at(-1)?.next ?? snapshot.file.state;
  const now = context.clock.now();
  const noted = text === null ? [] : addNote(state, text, context.actor, now);
  if (noted instanceof Refusal) return noted;
  const { writes, after: file } = transitionWrites(snapshot.file, [...transitions, ...[noted].flat()], context);
  return done(context, { ...snapshot, file }, writes, was);
}

/** The item as it is then; one that has left the queue by this is told as it `was`, with its new status and the note that came with it. */
function done(
  context: Context,
  after: ReviewDetails,
  writes: Plan<ActionResult>["writes"],
  was: ReviewItem | null = null,
): Plan<ActionResult> {
  const item = itemOf(after, context.clock.now()) ?? (was && { ...was, notes: after.file.state.notes });
  if (!item) throw new Error("what was acted upon was in the queue");
  return { writes, result: { item } };
}

async function actNow(
  context: Context,
  snapshot: ReviewDetails,
  act: ActionRequest,
  note: string | null,
): Promise<Plan<ActionResult> | Refusal> {
  const acted = await snapshot.subject.decide(context, act);
  if (acted instanceof Refusal) return acted;
  const { after } = acted;
  const seen = itemOf(snapshot, context.clock.now());
  const was = seen && { ...seen, status: after.status, actions: [] };
  const filed = withNote(context, { ...snapshot, subject: after }, [], note, was);
  return filed instanceof Refusal ? filed : { ...filed, writes: [...acted.writes, ...filed.writes] };
}

/** Looks whether it could be done now, and keeps the wish until another operator agrees. */
async function askSecond(
  context: Context,
  snapshot: ReviewDetails,
  act: ActionRequest,
  note: string | null,
): Promise<Plan<ActionResult> | Refusal> {
  const { action, input } = act;
  const now = context.clock.now();
  const acted = await snapshot.subject.decide(context, act);
  if (acted instanceof Refusal) return acted;
  const waits = pendingAt(snapshot.file.state, now).find((each) => each.action === action);
  if (waits) return alreadyAsked(action, waits.approvalId);
  const { id: reviewId, subjectId, tenantId } = snapshot.file.state;
  const transition = askApproval(
    {
      ...{ id: context.newId("apr", now), reviewId, subjectId, tenantId, action, input },
      ...{ amountCents: snapshot.subject.amountAtStake(action), note, askedBy: context.actor },
    },
    now,
  );
  const { id: approvalId, expiresAt } = transition.next;
  const filed = addPending(snapshot.file.state, { action, approvalId, expiresAt }, now);
  return {
    writes: [
      ...creationWrites(approvalRecordType, transition, context),
      ...transitionWrites(snapshot.file, [filed], context).writes,
    ],
    result: { approvalId },
  };
}

function alreadyAsked(action: RecordAction, approvalId: string): Refusal {
  return new Refusal("approval_pending", `${action} was asked for already and waits for another operator`, {
    extra: { approvalId },
  });
}
