import { addSeconds, type Instant, secondsBetween } from "../../domain/core/time.ts";
import { type ArchiveContext, archiveDue } from "../audit/archive-audit.ts";
import { type CloseContext, closeDue } from "../reconciliation/close.ts";
import { type ReleaseContext, releaseDue } from "./release-due.ts";

export type DailyContext = ArchiveContext & Omit<CloseContext, "isLate"> & ReleaseContext;

/** What one run did; `done` is false where time ran out: the next run goes on from there. */
export interface Daily {
  readonly reserves: number;
  readonly closes: number;
  readonly archivedDays: number;
  readonly archivedEntries: number;
  readonly done: boolean;
}

/** What is due once a day is over, until `deadline`: reserves and ratio programs, for half of the time at most, then the day's closes, then its audit archive. Safe to do twice, and at the same time. */
export async function daily(context: DailyContext, deadline: Instant): Promise<Daily> {
  const now = context.clock.now();
  const half = addSeconds(now, Math.floor(secondsBetween(now, deadline) / 2));
  const released = await releaseDue(context, half);
  const closed = await closeDue({ ...context, isLate: () => context.clock.now() >= deadline });
  const archived = await archiveDue(context, deadline);
  return {
    reserves: released.looked,
    closes: closed.closes,
    archivedDays: archived.days,
    archivedEntries: archived.entries,
    done: released.done && closed.done && archived.done,
  };
}
