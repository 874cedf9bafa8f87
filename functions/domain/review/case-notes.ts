import * as z from "zod";
import type { Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import { notAvailable } from "./not-available.ts";

const note = z.object({ at: z.string(), actor: z.string(), text: z.string() });

/** What operators keep about something in the queue: who looks after it, what they wrote, which approvals wait. */
export const reviewFile = z.object({
  id: z.string(),
  subjectId: z.string(),
  tenantId: z.string(),
  assignee: z.string().nullable(),
  notes: z.array(note),
  pending: z.array(z.object({ action: z.string(), approvalId: z.string(), expiresAt: z.string() })),
});

export type ReviewFile = z.infer<typeof reviewFile>;

/** Notes that one file holds, and the longest: together under what a row may weigh. */
const mostNotes = 200;
export const longestNote = 500;

export function emptyFile(id: string, subject: { id: string; tenantId: string }): ReviewFile {
  const { id: subjectId, tenantId } = subject;
  return { id, subjectId, tenantId, assignee: null, notes: [], pending: [] };
}

function standing({ assignee }: ReviewFile): string {
  return assignee === null ? "unassigned" : "assigned";
}

function filed(state: ReviewFile, change: Partial<ReviewFile>, reason: string): Transition<ReviewFile> {
  const next = { ...state, ...change };
  return { next, from: standing(state), to: standing(next), reason };
}

/** Adds a note. Refuses one too many; the audit trail has them all. */
export function addNote(state: ReviewFile, text: string, actor: string, now: Instant) {
  if (state.notes.length >= mostNotes) return notAvailable("note", `it has ${mostNotes} notes already`);
  return filed(state, { notes: [...state.notes, { at: now, actor, text }] }, "note");
}

/** Names who looks after it, or nobody; already so is no transition. */
export function assign(state: ReviewFile, assignee: string | null): Transition<ReviewFile>[] {
  if (state.assignee === assignee) return [];
  return [filed(state, { assignee }, assignee === null ? "assigned to nobody" : `assigned to ${assignee}`)];
}

export function pendingAt(state: ReviewFile, now: Instant): ReviewFile["pending"] {
  return state.pending.filter(({ expiresAt }) => expiresAt > now);
}

/** Notes that an approval waits; those that ran out are forgotten. */
export function addPending(state: ReviewFile, input: ReviewFile["pending"][number], now: Instant) {
  return filed(state, { pending: [...pendingAt(state, now), input] }, `${input.action} asked for`);
}

export function dropPending(state: ReviewFile, approvalId: string, reason: string): Transition<ReviewFile>[] {
  const pending = state.pending.filter((each) => each.approvalId !== approvalId);
  return pending.length === state.pending.length ? [] : [filed(state, { pending }, reason)];
}
