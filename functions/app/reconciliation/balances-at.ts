import { dayOf, type Instant } from "../../domain/core/time.ts";
import {
  closingOf,
  lateSince,
  nothingStands,
  type Standing,
  standingAfter,
} from "../../domain/reconciliation/close.ts";
import type { Walked } from "../tenants/walk-store.ts";
import { lastCloseBefore, stretchOf } from "./close-record.ts";
import { movementsWithin, type WalkDesk } from "./close-walk.ts";

const beginning: Instant = "0000-01-01T00:00:00.000Z";

/** What stood at a moment by the last close and the entries since; and apart from it, what came to that close's day after it was closed. Costs a call for the close and one for every hundred entries of its day and since, for every tenant of the scope. */
export async function standingAt(
  desk: WalkDesk,
  owner: Walked | null,
  at: Instant,
): Promise<{ published: Standing; late: Standing }> {
  const last = await lastCloseBefore(desk, owner?.id ?? null, dayOf(at));
  if (!last) {
    const all = await movementsWithin(desk, owner, { from: beginning, to: at });
    return { published: standingAfter(nothingStands, all), late: nothingStands };
  }
  const closed = stretchOf(last.figures.date);
  const late = lateSince(last.figures, await movementsWithin(desk, owner, closed));
  const since = await movementsWithin(desk, owner, { from: closed.to, to: at });
  return { published: standingAfter(closingOf(last.figures), since), late };
}
