import { Refusal } from "../domain/refusal.ts";
import { canBreach } from "../domain/tally.ts";
import { monthOf } from "../domain/time.ts";
import type { Entry } from "./aggregate.ts";
import type { Book, Clock, Key, NewId } from "./ports.ts";
import { lookAtTenantPrograms } from "./programs.ts";
import { type Count, countAndHandOn } from "./tallies.ts";

interface CountDesk {
  readonly book: Book;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Hands on an entry with what it counts, once, and looks at the ratio programs where that may have come near a limit. Nothing counts for later than its entry. */
export async function countEntry(
  { book, clock, newId }: CountDesk,
  key: Key,
  entry: Pick<Entry, "aggregateId" | "at">,
  counts: readonly Count[],
): Promise<void> {
  const now = clock.now();
  const nonce = () => newId("req", now);
  const asked = counts.map((each) => ({ ...each, at: each.at < entry.at ? each.at : entry.at }));
  const isCounted = await countAndHandOn({ book, nonce, now }, key, entry.aggregateId, asked);
  if (!isCounted) return;
  const desk = { book, clock, newId, actor: "system:programs", requestId: nonce() };
  for (const { tenantId, at, counts: more } of asked) {
    if (!canBreach(more)) continue;
    try {
      await lookAtTenantPrograms(desk, tenantId, monthOf(at));
    } catch (error) {
      // Others count for it at the same time: its tallies are still due, and the sweeper looks.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}
