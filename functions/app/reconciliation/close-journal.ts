import { dayAfter } from "../../domain/core/time.ts";
import type { CloseFigures } from "../../domain/reconciliation/close.ts";
import { journalDayBegins, journalDayEnds, journalEntry, journalOpening } from "../../domain/reconciliation/journal.ts";
import type { WalkedTenant } from "../tenants/walk-store.ts";
import { firstCloseFrom, type StoredClose, stretchOf } from "./close-record.ts";
import { entriesWithin, type WalkContext } from "./close-walk.ts";

/** A closed day in pieces of text, as a journal that Beancount checks: each entry as it reads now, between the balances of the close. Without its opening it goes on from the journal of the day before. */
export async function* closeJournal(
  context: WalkContext,
  owner: WalkedTenant | null,
  close: StoredClose,
  hasOpening: boolean,
): AsyncGenerator<string> {
  const { figures } = close;
  if (hasOpening) yield journalOpening(figures);
  yield journalDayBegins(figures);
  for await (const page of entriesWithin(context, owner, stretchOf(figures.date)))
    yield page.map(journalEntry).join("");
  yield journalDayEnds(figures, await closeWithLate(context, owner, close));
}

/** The close that says what came to a day after it was closed: the next one, unless it was there first. */
async function closeWithLate(
  context: WalkContext,
  owner: WalkedTenant | null,
  { figures: { date }, closedAt }: StoredClose,
): Promise<CloseFigures | undefined> {
  const next = await firstCloseFrom(context, owner?.id ?? null, dayAfter(date));
  return next && next.closedAt >= closedAt ? next.figures : undefined;
}
