import { inOrder } from "../core/map-concurrent.ts";
import type { Row } from "../core/ports.ts";

/** An entry that is to come again, and why. */
export interface EntryFailure {
  readonly row: Row;
  readonly error: unknown;
}

/** Aggregates whose entries are worked on side by side. */
const atOnce = 10;

/** Works on entries, aggregates side by side and the entries of each in order: one that fails holds up those after it, and no other aggregate's. Answers with those that are to come again. */
export async function eachAggregate(
  rows: readonly Row[],
  work: (row: Row) => Promise<void>,
): Promise<readonly EntryFailure[]> {
  const failures: EntryFailure[] = [];
  const unique = new Map(rows.map((row) => [`${row.pk} ${row.sk}`, row]));
  const aggregates = Map.groupBy(unique.values(), ({ pk }) => pk);
  await inOrder([...aggregates.values()], atOnce, async (entries) => {
    for (const [at, row] of entries.entries())
      try {
        await work(row);
      } catch (error) {
        failures.push(...entries.slice(at).map((each) => ({ row: each, error })));
        return;
      }
  });
  return failures;
}
