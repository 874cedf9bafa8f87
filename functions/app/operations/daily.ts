import { Refusal } from "../../domain/core/refusal.ts";
import { addSeconds, type Instant, secondsBetween } from "../../domain/core/time.ts";
import { signupRecordType } from "../access/request-access.ts";
import { type ArchiveContext, archiveDue } from "../audit/archive-audit.ts";
import { loadAggregate } from "../core/aggregate.ts";
import { dailyPartitions } from "../core/due-index.ts";
import { logFailure } from "../core/error-text.ts";
import { inOrder } from "../core/map-concurrent.ts";
import type { Log, Place, Row } from "../core/ports.ts";
import { placeOf } from "../core/row-keys.ts";
import { caseRecordType } from "../disputes/case-record.ts";
import { lookAtTenantPrograms, programRecordType } from "../disputes/programs.ts";
import { kybRecordType } from "../onboarding/record.ts";
import { type CloseContext, closeDue } from "../reconciliation/close.ts";
import { type StartSweepsContext, startFeeSweeps } from "../reconciliation/start-fee-sweeps.ts";
import { settlementRecordType } from "../settlement/record.ts";
import { lookAtReserve, type ReserveContext } from "../settlement/release-reserve.ts";
import { erasureRecordType, isErasable } from "./erasures.ts";

export type DailyContext = ArchiveContext &
  Omit<CloseContext & StartSweepsContext, "isLate"> &
  ReleaseContext & {
    /** Destroys payers' keys whose time is over, until a moment; answers whether it came to an end. */
    readonly endPayerKeys?: (deadline: Instant) => Promise<boolean>;
  };

/** What one run did; `done` is false where time ran out: the next run goes on from there. */
export interface Daily {
  readonly reserves: number;
  readonly closes: number;
  readonly feeSweeps: number;
  readonly archivedDays: number;
  readonly archivedEntries: number;
  readonly done: boolean;
}

/** What is due once a day is over, until `deadline`: reserves and ratio programs, for half of the time at most, then the day's closes and the sweeps of fees that follow them, payers' keys, and its audit archive. Safe to do twice, and at the same time. */
export async function daily(context: DailyContext, deadline: Instant): Promise<Daily> {
  const now = context.clock.now();
  const half = addSeconds(now, Math.floor(secondsBetween(now, deadline) / 2));
  const released = await releaseDue(context, half);
  const budget = { ...context, isLate: () => context.clock.now() >= deadline };
  const closed = await closeDue(budget);
  const swept = await startFeeSweeps(budget);
  const ended = (await context.endPayerKeys?.(deadline)) ?? true;
  const archived = await archiveDue(context, deadline);
  return {
    reserves: released.looked,
    closes: closed.closes,
    feeSweeps: swept.sweeps,
    archivedDays: archived.days,
    archivedEntries: archived.entries,
    done: released.done && closed.done && swept.done && ended && archived.done,
  };
}

export type ReleaseContext = ReserveContext & {
  readonly log: Log;
  /** Looks at a request to erase that has fallen due, and at what was kept long enough. */
  readonly lookAtErasure?: (row: Row) => Promise<void>;
};

/** What one run did; `done` is false where time ran out: what it did not come to is still due. */
export interface ReleaseResult {
  readonly looked: number;
  readonly failed: number;
  readonly done: boolean;
}

/** Reserves of one piece, and how many of them are looked at at once. */
const pieceSize = 100;
const atOnce = 8;

/** Looks at every reserve that has fallen due, and at tenants that are in a ratio program, at what is to be erased, piece by piece, until `deadline`: releases a reserve, or says why not and comes back in a day. Each look moves its row out of what is due, so a run that is cut short is just followed by the next. */
export async function releaseDue(context: ReleaseContext, deadline: Instant): Promise<ReleaseResult> {
  const now = context.clock.now();
  const result = { looked: 0, failed: 0 };
  for (const pk of dailyPartitions) {
    let after: Place | undefined;
    do {
      const piece = await context.store.page({ index: "due", pk, upTo: `${now}~`, limit: pieceSize, after });
      const keys = piece.map(({ pk: id, sk }) => ({ pk: id, sk }));
      const rows = keys.length === 0 ? [] : (await context.store.read(keys)).flatMap((row) => row ?? []);
      const looks = await inOrder(rows, atOnce, async (row) => (isLate(context, deadline) ? null : look(context, row)));
      result.looked += looks.filter((each) => each === true).length;
      result.failed += looks.filter((each) => each === false).length;
      if (isLate(context, deadline)) return { ...result, done: false };
      const last = piece.length < pieceSize ? undefined : piece.at(-1);
      after = last && placeOf(last, "due");
    } while (after);
  }
  return { ...result, done: true };
}

function isLate({ clock }: ReleaseContext, deadline: Instant): boolean {
  return clock.now() >= deadline;
}

const named: Readonly<Record<string, string>> = {
  [programRecordType.type]: "ratio programs",
  [erasureRecordType.type]: "erasure",
  [caseRecordType.type]: "erasure",
  [kybRecordType.type]: "erasure",
  [signupRecordType.type]: "erasure",
};

/** One that fails keeps none of the others waiting; it is still due. */
async function look(context: ReleaseContext, row: Row): Promise<boolean> {
  try {
    await lookAtRow(context, row);
    return true;
  } catch (error) {
    const what = named[row.type] ?? "reserve";
    const about = { operation: "daily", correlationId: row.pk };
    if (!(error instanceof Refusal)) logFailure(context, `${what} not looked at`, about, error);
    return false;
  }
}

async function lookAtRow(context: ReleaseContext, row: Row): Promise<void> {
  if (row.type === programRecordType.type) {
    const programs = loadAggregate(programRecordType, row);
    if (programs) await lookAtTenantPrograms(context, programs.state.tenantId);
    return;
  }
  if (isErasable(row)) return context.lookAtErasure?.(row);
  const found = loadAggregate(settlementRecordType, row);
  if (found) await lookAtReserve(context, found);
}
