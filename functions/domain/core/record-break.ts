import * as z from "zod";
import type { Instant } from "./time.ts";

/** Something on a record that does not add up, until somebody has dealt with it. The same again is the same one: `count` says how often, `lastAt` when last. */
export const recordBreak = z.object({
  kind: z.string(),
  at: z.string(),
  resolvedAt: z.string().optional(),
  count: z.int().min(2).optional(),
  lastAt: z.string().optional(),
});

export type RecordBreak = z.infer<typeof recordBreak>;

/** Kinds that a record tells apart: codes of banks are among them, and more than these are one. */
const mostKinds = 60;
const otherKind = "other_breaks";

/** Adds a break. A record has at most one of a kind that is open and one that stands for all that were resolved, so that its row does not grow with repeats. */
export function withBreak(breaks: readonly RecordBreak[], kind: string, at: Instant): RecordBreak[] {
  const kinds = new Set(breaks.map((each) => each.kind));
  const isKnown = kinds.has(kind) || kinds.size < mostKinds;
  return collapsed([...breaks, { kind: isKnown ? kind : otherKind, at }]);
}

/** How often a kind was broken, resolved or not. */
export function breakCount(breaks: readonly RecordBreak[], kinds: readonly string[]): number {
  return breaks.reduce((sum, each) => sum + (kinds.includes(each.kind) ? (each.count ?? 1) : 0), 0);
}

/** When a break was last seen. */
export function lastSeenAt({ at, lastAt }: RecordBreak): Instant {
  return lastAt ?? at;
}

function collapsed(breaks: readonly RecordBreak[]): RecordBreak[] {
  const groups = Map.groupBy(breaks, ({ kind, resolvedAt }) => `${resolvedAt === undefined} ${kind}`);
  return [...groups.values()].map((group) => group.reduce(merged));
}

function merged(before: RecordBreak, after: RecordBreak): RecordBreak {
  const resolvedAt = after.resolvedAt ?? before.resolvedAt;
  return {
    ...{ kind: before.kind, at: before.at, ...(resolvedAt !== undefined && { resolvedAt }) },
    ...{ count: (before.count ?? 1) + (after.count ?? 1), lastAt: lastSeenAt(after) },
  };
}
