import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import { loaded } from "../core/aggregate.ts";
import { dailyPartitions } from "../core/due.ts";
import { failure } from "../core/error-text.ts";
import { inOrder } from "../core/map-concurrent.ts";
import type { Log, Place, Row } from "../core/ports.ts";
import { lookAtTenantPrograms, programKind } from "../disputes/programs.ts";
import { settlementKind } from "../settlement/record.ts";
import { lookAtReserve, type ReserveDesk } from "../settlement/release-reserve.ts";

/** What the daily look at reserves and ratio programs works with. */
export type ReleaseDesk = ReserveDesk & { readonly log: Log };

/** What one run did; `done` is false where time ran out: what it did not come to is still due. */
export interface Released {
  readonly looked: number;
  readonly failed: number;
  readonly done: boolean;
}

/** Reserves of one piece, and how many of them are looked at at once. */
const pieceSize = 100;
const atOnce = 8;

/** Looks at every reserve that has fallen due, and at tenants that are in a ratio program, piece by piece, until `deadline`: releases a reserve, or says why not and comes back in a day. Each look moves its row out of what is due, so a run that is cut short is just followed by the next. */
export async function releaseDue(desk: ReleaseDesk, deadline: Instant): Promise<Released> {
  const now = desk.clock.now();
  const told = { looked: 0, failed: 0 };
  for (const pk of dailyPartitions) {
    let after: Place | undefined;
    do {
      const piece = await desk.book.page({ index: "due", pk, upTo: `${now}~`, limit: pieceSize, after });
      const keys = piece.map(({ pk: id, sk }) => ({ pk: id, sk }));
      const rows = keys.length === 0 ? [] : await desk.book.read(keys);
      const looks = await inOrder(rows, atOnce, async (row) =>
        isLate(desk, deadline) ? null : look(desk, row),
      );
      told.looked += looks.filter((each) => each === true).length;
      told.failed += looks.filter((each) => each === false).length;
      if (isLate(desk, deadline)) return { ...told, done: false };
      const last = piece.length < pieceSize ? undefined : piece.at(-1);
      after = last && { pk: last.pk, sk: last.sk, sort: last.index?.due?.[1] ?? "" };
    } while (after);
  }
  return { ...told, done: true };
}

function isLate({ clock }: ReleaseDesk, deadline: Instant): boolean {
  return clock.now() >= deadline;
}

/** One that fails keeps none of the others waiting; it is still due. */
async function look(desk: ReleaseDesk, row: Row | undefined): Promise<boolean> {
  if (!row) return false;
  try {
    await lookAtRow(desk, row);
    return true;
  } catch (error) {
    const { requestId } = desk;
    const facts = { requestId, operation: "daily", correlationId: row.pk, error: failure(error) };
    const what = row.type === programKind.type ? "ratio programs" : "reserve";
    if (!(error instanceof Refusal)) desk.log.error(`${what} not looked at`, facts);
    return false;
  }
}

async function lookAtRow(desk: ReleaseDesk, row: Row): Promise<void> {
  if (row.type === programKind.type) {
    const programs = loaded(programKind, row);
    if (programs) await lookAtTenantPrograms(desk, programs.state.tenantId);
    return;
  }
  const found = loaded(settlementKind, row);
  if (found) await lookAtReserve(desk, found);
}
