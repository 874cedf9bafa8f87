import * as z from "zod";
import type { Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import { notAvailable } from "../review/not-available.ts";
import { reviewItem } from "../review/review.ts";
import type { RecordAction, Review } from "../review/review-reason-code.ts";
import { reconBreak } from "./break.ts";

export const breakItemStatuses = ["open", "matched", "resolved"] as const;

/** A break that a nightly run has found, as operators have it in their queue until it is matched or resolved. */
export const breakItem = z.object({
  id: z.string(),
  rail: z.string(),
  ...reconBreak.shape,
  /** What the transfer said it was for, where nothing of ours is behind it. */
  reference: z.string().nullable(),
  transferRef: z.string().nullable(),
  status: z.enum(breakItemStatuses),
  /** When it was found first, or found again after it had been matched or resolved. */
  since: z.string(),
  updatedAt: z.string(),
});

export type BreakItem = z.infer<typeof breakItem>;

/** A break as a run finds it, under the id that the same difference always has. */
export type FoundBreak = Omit<BreakItem, "status" | "since" | "updatedAt">;

/** Whether a difference is the one that is on record, to the amounts. */
function isSame(state: BreakItem, { kind, ours, theirs }: FoundBreak): boolean {
  return state.kind === kind && state.ours === ours && state.theirs === theirs;
}

function textOf({ kind, about, ours, theirs }: FoundBreak): string {
  return `${kind} about a ${about}: ours ${ours ?? "none"}, theirs ${theirs ?? "none"}`;
}

/** What a difference makes of its item, which may be new: open, or open again where its amounts are others than those that were matched or resolved. No transition where nothing is new. */
export function recordBreak(state: BreakItem | undefined, found: FoundBreak, now: Instant): Transition<BreakItem>[] {
  if (state && isSame(state, found) && (state.status !== "matched" || found.kind === "late")) return [];
  const since = state?.status === "open" ? state.since : now;
  const next: BreakItem = { ...state, ...found, status: "open", since, updatedAt: now };
  return [{ next, from: state?.status ?? null, to: "open", reason: textOf(found) }];
}

/** Takes a break that is not found any more out of the queue. */
export function matchBreak(state: BreakItem, now: Instant): Transition<BreakItem>[] {
  if (state.status !== "open") return [];
  const next: BreakItem = { ...state, status: "matched", updatedAt: now };
  return [{ next, from: "open", to: "matched", reason: "both sides agree" }];
}

/** Whether a difference that is still found keeps its item open: what was only late is over once an earlier run has told of it. */
export function isStillOpen(state: BreakItem, found: FoundBreak | undefined, runStartedAt: Instant): boolean {
  return found !== undefined && (found.kind !== "late" || state.since >= runStartedAt);
}

/** An operator's word that a break was dealt with outside. Refuses any other action, and one that is not open. */
export function resolveBreak(
  state: BreakItem,
  action: RecordAction,
  input: { readonly reference: string; readonly by: string },
  now: Instant,
): Transition<BreakItem>[] | Refusal {
  if (action !== "resolve") return notAvailable(action, "breaks have no such action");
  if (state.status !== "open") return notAvailable(action, `this break is ${state.status}`);
  const next: BreakItem = { ...state, status: "resolved", updatedAt: now };
  return [{ next, from: "open", to: "resolved", reason: `resolved under ${input.reference} (${input.by})` }];
}

/** What each kind of break means, as the queue says it. */
const texts: Readonly<Record<string, string>> = {
  amount_mismatch: "the rail moved another amount than the ledger has",
  missing_on_our_side: "the rail moved money that the ledger does not have",
  missing_on_theirs: "the ledger has money that the rail does not know of",
  duplicate: "the rail did the same thing twice",
  wallet_balance: "the rail counts another balance than the ledger has",
  late: "it was booked more than an hour after the rail had done it",
};

export function breakReview(state: BreakItem): Review | null {
  if (state.status !== "open") return null;
  const { kind, about, railRef, ours, theirs, rail, since } = state;
  const under = railRef === null ? "" : ` under ${railRef}`;
  const reason = `${about} at ${rail}${under}: ${texts[kind] ?? kind} (ours ${ours ?? "none"}, theirs ${theirs ?? "none"})`;
  return reviewItem({ kind: "recon_break", reason, since, deadline: null }, () => ["resolve"]);
}
