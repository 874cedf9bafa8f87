import { dayOf, type Instant } from "../../domain/core/time.ts";
import { closingOf, lateSince, nothingStands, type Totals, totalsAfter } from "../../domain/reconciliation/close.ts";
import type { WalkedTenant } from "../tenants/walk-store.ts";
import { lastCloseBefore, stretchOf } from "./close-record.ts";
import { movementsWithin, type WalkContext } from "./close-walk.ts";

const beginning: Instant = "0000-01-01T00:00:00.000Z";

/** What stood at a moment by the last close and the entries since; and apart from it, what came to that close's day after it was closed. Costs a call for the close and one for every hundred entries of its day and since, for every tenant of the scope. */
export async function balancesAt(
  context: WalkContext,
  owner: WalkedTenant | null,
  at: Instant,
): Promise<{ published: Totals; late: Totals }> {
  const last = await lastCloseBefore(context, owner?.id ?? null, dayOf(at));
  if (!last) {
    const all = await movementsWithin(context, owner, { from: beginning, to: at });
    return { published: totalsAfter(nothingStands, all), late: nothingStands };
  }
  const closed = stretchOf(last.figures.date);
  const late = lateSince(last.figures, await movementsWithin(context, owner, closed));
  const since = await movementsWithin(context, owner, { from: closed.to, to: at });
  return { published: totalsAfter(closingOf(last.figures), since), late };
}
