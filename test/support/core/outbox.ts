import { firstMarkedEntry } from "../../../functions/app/core/due-index.ts";
import type { Row } from "../../../functions/app/core/ports.ts";
import type { DispatchContext } from "../../../functions/app/operations/carry-out.ts";
import { completeAggregates, dispatchEntry } from "../../../functions/app/operations/outbox.ts";

/** The entries of a book that are on the outbox: by their aggregate's mark, or by one of their own. */
export function pendingEntries(rows: readonly Row[]): Row[] {
  const marks = new Map(markedRows(rows).map(({ pk, index }) => [pk, firstMarkedEntry(index?.outbox?.[1] ?? "")]));
  const isMarked = ({ pk, sk }: Row) => sk >= (marks.get(pk) ?? "~");
  return rows.filter((row) => row.outbox === "pending" || (row.outbox === "aggregate" && isMarked(row)));
}

/** The rows of aggregates that are marked. */
export function markedRows(rows: readonly Row[]): Row[] {
  return rows.filter(({ index }) => index?.outbox);
}

/** Hands on entries as the stream does, and takes their aggregates off the outbox as the sweep does. */
export async function handOnAll(
  context: DispatchContext,
  store: { rows(): Row[] },
  entries = pendingEntries(store.rows()),
): Promise<void> {
  for (const row of entries) await dispatchEntry(context, row);
  const aggregates = new Set(entries.map(({ pk }) => pk));
  const marked = markedRows(store.rows()).filter(({ pk }) => aggregates.has(pk));
  for (const { error } of (await completeAggregates(context, marked)).failures) throw error;
}
