import type { OperatorRole } from "../../domain/core/operator.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import {
  type Approval,
  type ApprovalStatus,
  approvalAt,
  approveAction,
  decisionRole,
  isOfRecord,
  type RecordApproval,
  rejectAction,
  type Word,
} from "../../domain/review/approval.ts";
import { dropPending } from "../../domain/review/case-notes.ts";
import { notAvailable } from "../../domain/review/not-available.ts";
import { type Aggregate, transitionWrites } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Context, ReadContext, StoreContext } from "../core/context.ts";
import { type ListPage, type ListQuery, listAggregates } from "../core/list-page.ts";
import type { Write } from "../core/ports.ts";
import { getRecord } from "../core/read-records.ts";
import { wholeList } from "../core/row-keys.ts";
import { approvalRecordType } from "./records.ts";
import { loadReviewDetails, type ReviewDetails } from "./review.ts";
import type { ReviewContext } from "./review-subject.ts";

function load(context: StoreContext, id: string): Promise<Aggregate<Approval>> {
  return getRecord(context, approvalRecordType, id, "approval");
}

/** An approval of an action on a record; changes of settings are decided elsewhere. */
function ofRecord(state: Approval): RecordApproval {
  if (!isOfRecord(state)) throw new Error(`${state.id} is about no record`);
  return state;
}

export async function getApproval(context: ReadContext, id: string): Promise<Approval> {
  return approvalAt((await load(context, id)).state, context.clock.now());
}

/** Approvals, newest first; one whose time is over counts as expired even before that is written. */
export async function listApprovals(
  context: ReadContext,
  query: ListQuery<ApprovalStatus>,
): Promise<ListPage<Approval>> {
  const now = context.clock.now();
  const { status } = query;
  const wanted = (state: Approval) => status === undefined || approvalAt(state, now).status === status;
  const { data, nextCursor } = await listAggregates(
    context,
    approvalRecordType,
    wholeList("approval", status),
    query,
    wanted,
  );
  return { data: data.map((state) => approvalAt(state, now)), nextCursor };
}

/** The least role that the asking operator needs to decide on an approval. */
export async function roleToDecide(
  context: Context,
  id: string,
  decision: "approve" | "reject",
): Promise<OperatorRole> {
  return decisionRole((await load(context, id)).state, context.actor, decision);
}

/** Agrees to an action and does it, in one transaction, decided anew as things stand now. Refuses the operator who asked for it, and what cannot be done any more. */
export function approve(context: ReviewContext, id: string, note: string | null): Promise<Approval> {
  return change<Approval>(context, async () => {
    const found = await load(context, id);
    const state = ofRecord(found.state);
    const transitions = approveAction(state, wordOf(context, note));
    if (transitions instanceof Refusal) return transitions;
    const snapshot = await loadReviewDetails(context, state.reviewId);
    if (!snapshot) throw new Error(`approval ${id} is about nothing`);
    const done = await perform(context, snapshot, state);
    if (done instanceof Refusal) return done;
    const { writes, after } = transitionWrites(found, transitions, context);
    return {
      writes: [...writes, ...fileWrites(context, snapshot, id, `${state.action} approved`), ...done],
      result: after.state,
    };
  });
}

function wordOf(context: Context, note: string | null): Word {
  return { actor: context.actor, note, now: context.clock.now() };
}

function fileWrites(context: Context, snapshot: ReviewDetails, approvalId: string, reason: string): Write[] {
  return transitionWrites(snapshot.file, dropPending(snapshot.file.state, approvalId, reason), context).writes;
}

/** What the action writes now. Two people agreed on an amount, so it must still be that. */
async function perform(
  context: ReviewContext,
  { subject }: ReviewDetails,
  request: RecordApproval,
): Promise<readonly Write[] | Refusal> {
  const { action, input, amountCents } = request;
  if (subject.cameUpSince(action, request.askedAt))
    return notAvailable(action, "something else has come up since it was asked for");
  const screen = await subject.ask(context, action, request.id);
  const acted = await subject.decide(context, { action, input, by: request.id, screen });
  if (acted instanceof Refusal) return acted;
  const now = subject.amountAtStake(action);
  if (now !== amountCents)
    return notAvailable(action, `it was asked for ${amountCents} cents and is about ${now} by now`);
  return acted.writes;
}

/** Says no to an action, or takes one's own wish back. */
export function reject(context: ReviewContext, id: string, note: string | null): Promise<Approval> {
  return change<Approval>(context, async () => {
    const found = await load(context, id);
    const transitions = rejectAction(found.state, wordOf(context, note));
    if (transitions instanceof Refusal) return transitions;
    const snapshot = await loadReviewDetails(context, ofRecord(found.state).reviewId);
    const { writes, after } = transitionWrites(found, transitions, context);
    const filed = snapshot ? fileWrites(context, snapshot, id, `${found.state.action} rejected`) : [];
    return { writes: [...writes, ...filed], result: after.state };
  });
}
