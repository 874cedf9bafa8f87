import { Refusal } from "../../domain/core/refusal.ts";
import {
  type Approval,
  type ApprovalStatus,
  approvalAt,
  approveAct,
  expireApproval,
  rejectAct,
  type Word,
} from "../../domain/review/approval.ts";
import { dropPending } from "../../domain/review/case-notes.ts";
import { notAvailable } from "../../domain/review/not-available.ts";
import { hopWrites, type Loaded, loaded } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Desk } from "../core/context.ts";
import { type Listed, type ListRequest, listRows } from "../core/list.ts";
import type { Row, Write } from "../core/ports.ts";
import { rowKey } from "../core/rows.ts";
import { approvalKind, approvalList } from "./records.ts";
import { loadSight, type ReviewSight } from "./review.ts";
import type { ReviewDesk } from "./review-subject.ts";

function read(row: Row | undefined): Loaded<Approval> | undefined {
  return row?.type === approvalKind.type ? loaded(approvalKind, row) : undefined;
}

async function load(desk: Pick<Desk, "book">, id: string): Promise<Loaded<Approval>> {
  const [row] = await desk.book.read([rowKey(id)]);
  const found = read(row);
  if (!found) throw new Refusal("not_found", "no such approval");
  return found;
}

export async function getApproval(desk: Pick<Desk, "book" | "clock">, id: string): Promise<Approval> {
  return approvalAt((await load(desk, id)).state, desk.clock.now());
}

/** Approvals, newest first; one whose time is over counts as expired even before that is written. */
export async function listApprovals(
  desk: Pick<Desk, "book" | "clock">,
  asked: ListRequest & { readonly status?: ApprovalStatus | undefined },
): Promise<Listed<Approval>> {
  const now = desk.clock.now();
  const { status } = asked;
  const shown = (row: Row) => {
    const state = read(row)?.state;
    return state && approvalAt(state, now);
  };
  const wanted = (row: Row) => status === undefined || shown(row)?.status === status;
  const { rows, nextCursor } = await listRows(desk.book, approvalList(status), asked, wanted);
  return { data: rows.flatMap((row) => shown(row) ?? []), nextCursor };
}

/** Agrees to an action and does it, in one transaction, decided anew as things stand now. Refuses the operator who asked for it, and what cannot be done any more. */
export function approve(desk: ReviewDesk, id: string, note: string | null): Promise<Approval> {
  return change<Approval>(desk, async () => {
    const found = await load(desk, id);
    const { state } = found;
    const hops = approveAct(state, wordOf(desk, note));
    if (hops instanceof Refusal) return hops;
    const sight = await loadSight(desk, state.reviewId);
    if (!sight) throw new Error(`approval ${id} is about nothing`);
    const done = await perform(desk, sight, state);
    if (done instanceof Refusal) return done;
    const { writes, after } = hopWrites(found, hops, desk);
    return {
      writes: [...writes, ...fileWrites(desk, sight, id, `${state.action} approved`), ...done],
      result: after.state,
    };
  });
}

function wordOf(desk: Desk, note: string | null): Word {
  return { actor: desk.actor, note, now: desk.clock.now() };
}

function fileWrites(desk: Desk, sight: ReviewSight, approvalId: string, reason: string): Write[] {
  return hopWrites(sight.file, dropPending(sight.file.state, approvalId, reason), desk).writes;
}

/** What the action writes now. Two people agreed on an amount, so it must still be that. */
async function perform(
  desk: Desk,
  { subject }: ReviewSight,
  asked: Approval,
): Promise<readonly Write[] | Refusal> {
  const { action, input, amountCents } = asked;
  if (subject.cameUpSince(action, asked.askedAt))
    return notAvailable(action, "something else has come up since it was asked for");
  const acted = await subject.decide(desk, { action, input, by: asked.id, screen: null });
  if (acted instanceof Refusal) return acted;
  const now = subject.amountAtStake(action);
  if (now !== amountCents)
    return notAvailable(action, `it was asked for ${amountCents} cents and is about ${now} by now`);
  return acted.writes;
}

/** Says no to an action, or takes one's own wish back. */
export function reject(desk: ReviewDesk, id: string, note: string | null): Promise<Approval> {
  return change<Approval>(desk, async () => {
    const found = await load(desk, id);
    const hops = rejectAct(found.state, wordOf(desk, note));
    if (hops instanceof Refusal) return hops;
    const sight = await loadSight(desk, found.state.reviewId);
    const { writes, after } = hopWrites(found, hops, desk);
    const filed = sight ? fileWrites(desk, sight, id, `${found.state.action} rejected`) : [];
    return { writes: [...writes, ...filed], result: after.state };
  });
}

/** Writes down that an approval's time is over. */
export async function sweepApproval(desk: Desk, row: Row): Promise<void> {
  await change(desk, async () => {
    const found = await load(desk, row.pk);
    const hops = expireApproval(found.state, desk.clock.now());
    return { writes: hopWrites(found, hops, desk).writes, result: undefined };
  });
}
