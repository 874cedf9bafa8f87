import type { Instant } from "../core/time.ts";
import type { RecordAction, Review, ReviewReason } from "./review-reason-code.ts";

/** One reason why a record may be in the queue, by its record alone. */
export type ReviewLook<S> = (state: S) => ReviewReason | null;

export function firstReason<S>(looks: readonly ReviewLook<S>[], state: S): ReviewReason | null {
  for (const look of looks) {
    const seen = look(state);
    if (seen) return seen;
  }
  return null;
}

/** Why a record is in the queue whose breaks nobody has dealt with; `texts` says what each kind means. */
export function breakReason(
  [first, ...others]: readonly { readonly kind: string; readonly at: Instant }[],
  texts: Readonly<Record<string, string>>,
): ReviewReason | null {
  if (!first) return null;
  const kinds = [...new Set([first, ...others].map(({ kind }) => kind))];
  const reason = kinds.map((kind) => texts[kind] ?? kind).join("; ");
  return { kind: "recon_break", reason, since: first.at, deadline: null };
}

export function reviewItem(seen: ReviewReason | null, open: () => readonly RecordAction[]): Review | null {
  return seen && { ...seen, actions: ["note", "assign", ...open()] };
}
