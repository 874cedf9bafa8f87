import { Refusal } from "../../domain/core/refusal.ts";
import type { Hop } from "../../domain/core/transition.ts";
import { type ActInput, askApproval } from "../../domain/review/approval.ts";
import { addNote, addPending, assign, pendingAt, type ReviewFile } from "../../domain/review/case-notes.ts";
import type { ReviewAct } from "../../domain/review/review-reason-code.ts";
import { hopWrites, unborn } from "../core/aggregate.ts";
import { change, type Plan } from "../core/change.ts";
import type { Desk } from "../core/context.ts";
import { approvalKind } from "./records.ts";
import { itemOf, loadSight, notInQueue, type ReviewItem, type ReviewSight } from "./review.ts";
import type { AskedAct, ReviewDesk } from "./review-subject.ts";

/** What an operator asks for. */
export type AskedAction =
  | { readonly action: "note"; readonly note: string }
  | { readonly action: "assign"; readonly assignee: string | null; readonly note: string | null }
  | ({ readonly action: ReviewAct; readonly note: string | null } & ActInput);

/** Done at once: the item as it is then. Or waiting for another operator. */
export type Acted = { readonly item: ReviewItem } | { readonly approvalId: string };

/** Does what needs one operator; asks for a second one where that is demanded. Refuses what cannot be done as things stand. */
export async function actOnReview(desk: ReviewDesk, id: string, asked: AskedAction): Promise<Acted> {
  const first = await loadSight(desk, id);
  const isQueued = first !== undefined && itemOf(first, desk.clock.now()) !== null;
  const screen = isQueued && isAct(asked) ? await first.subject.ask(desk, asked.action) : null;
  return change<Acted>(desk, async (attempt) => {
    const sight = attempt === 1 ? first : await loadSight(desk, id);
    if (!sight || !itemOf(sight, desk.clock.now())) return notInQueue();
    if (!isAct(asked)) return talk(desk, sight, asked);
    const { action, reference, verdict } = asked;
    const input = {
      ...(reference !== undefined && { reference }),
      ...(verdict !== undefined && { verdict }),
    };
    const act: AskedAct = { action, input, by: "", screen };
    return sight.subject.needsSecond(action)
      ? askSecond(desk, sight, act, asked.note)
      : actNow(desk, sight, act, asked.note);
  });
}

type Decision = Extract<AskedAction, { action: ReviewAct }>;

function isAct(asked: AskedAction): asked is Decision {
  return asked.action !== "note" && asked.action !== "assign";
}

function talk(desk: Desk, sight: ReviewSight, asked: Exclude<AskedAction, Decision>): Plan<Acted> | Refusal {
  const named = asked.action === "assign" ? assign(sight.file.state, asked.assignee) : [];
  return withNote(desk, sight, named, asked.note);
}

/** Changes the file alone: some hops, and a note where one was written. */
function withNote(
  desk: Desk,
  sight: ReviewSight,
  hops: readonly Hop<ReviewFile>[],
  text: string | null,
  was: ReviewItem | null = null,
): Plan<Acted> | Refusal {
  const state = hops.at(-1)?.next ?? sight.file.state;
  const now = desk.clock.now();
  const noted = text === null ? [] : addNote(state, text, desk.actor, now);
  if (noted instanceof Refusal) return noted;
  const { writes, after: file } = hopWrites(sight.file, [...hops, ...[noted].flat()], desk);
  return done(desk, { ...sight, file }, writes, was);
}

/** The item as it is then; one that has left the queue by this is told as it `was`, with its new status. */
function done(
  desk: Desk,
  after: ReviewSight,
  writes: Plan<Acted>["writes"],
  was: ReviewItem | null = null,
): Plan<Acted> {
  const item = itemOf(after, desk.clock.now()) ?? was;
  if (!item) throw new Error("what was acted upon was in the queue");
  return { writes, result: { item } };
}

async function actNow(
  desk: Desk,
  sight: ReviewSight,
  act: AskedAct,
  note: string | null,
): Promise<Plan<Acted> | Refusal> {
  const acted = await sight.subject.decide(desk, act);
  if (acted instanceof Refusal) return acted;
  const { after } = acted;
  const seen = itemOf(sight, desk.clock.now());
  const was = seen && { ...seen, status: after.status, actions: [] };
  const filed = withNote(desk, { ...sight, subject: after }, [], note, was);
  return filed instanceof Refusal ? filed : { ...filed, writes: [...acted.writes, ...filed.writes] };
}

/** Looks whether it could be done now, and keeps the wish until another operator agrees. */
async function askSecond(
  desk: Desk,
  sight: ReviewSight,
  act: AskedAct,
  note: string | null,
): Promise<Plan<Acted> | Refusal> {
  const { action, input } = act;
  const now = desk.clock.now();
  const acted = await sight.subject.decide(desk, act);
  if (acted instanceof Refusal) return acted;
  const waits = pendingAt(sight.file.state, now).find((each) => each.action === action);
  if (waits) return alreadyAsked(action, waits.approvalId);
  const { id: reviewId, subjectId, tenantId } = sight.file.state;
  const hop = askApproval(
    {
      ...{ id: desk.newId("apr", now), reviewId, subjectId, tenantId, action, input },
      ...{ amountCents: sight.subject.amountAtStake(action), note, askedBy: desk.actor },
    },
    now,
  );
  const { id: approvalId, expiresAt } = hop.next;
  const filed = addPending(sight.file.state, { action, approvalId, expiresAt }, now);
  return {
    writes: [
      ...hopWrites(unborn(approvalKind, hop.next), [hop], desk).writes,
      ...hopWrites(sight.file, [filed], desk).writes,
    ],
    result: { approvalId },
  };
}

function alreadyAsked(action: ReviewAct, approvalId: string): Refusal {
  return new Refusal("approval_pending", `${action} was asked for already and waits for another operator`, {
    extra: { approvalId },
  });
}
