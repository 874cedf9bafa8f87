import type { ShownCounts } from "../../domain/core/overview-counts.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { monthOf } from "../../domain/core/time.ts";
import { canBreach } from "../../domain/settlement/counters.ts";
import type { Entry } from "../core/aggregate.ts";
import { addAndHandOn } from "../core/complete-outbox-entry.ts";
import type { Clock, Key, NewId, Store } from "../core/ports.ts";
import { type Count, counterAdditions } from "../disputes/counters.ts";
import { lookAtTenantPrograms } from "../disputes/programs.ts";
import { overviewAdding } from "../site/overview-counters.ts";

interface CountContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Hands on an entry with what it counts and shows, once, and looks at the ratio programs where that may have come near a limit. Nothing counts for later than its entry. */
export async function countEntry(
  { store, clock, newId }: CountContext,
  key: Key,
  entry: Pick<Entry, "aggregateId" | "at">,
  counts: readonly Count[],
  shown: ShownCounts,
): Promise<void> {
  const now = clock.now();
  const nonce = () => newId("req", now);
  const input = counts.map((each) => ({ ...each, at: each.at < entry.at ? each.at : entry.at }));
  const adding = [
    ...counterAdditions(input, entry.aggregateId, now),
    ...overviewAdding(entry.aggregateId, entry.at, shown),
  ];
  const isCounted = await addAndHandOn({ store, nonce }, key, adding);
  if (!isCounted) return;
  const context = { store, clock, newId, actor: "system:programs", requestId: nonce() };
  for (const { tenantId, at, counts: more } of input) {
    if (!canBreach(more)) continue;
    try {
      await lookAtTenantPrograms(context, tenantId, monthOf(at));
    } catch (error) {
      // Others count for it at the same time: its tallies are still due, and the sweeper looks.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}
